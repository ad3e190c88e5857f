# SPDX-License-Identifier: GPL-2.0-or-later
"""What the tests of `lodestone exact` share: a kernel to boot, running the program, counting checks."""
import glob
import json
import os
import pathlib
import shutil
import subprocess
import sys


class Bench:
    """One test's folders, program and failures."""

    def __init__(self, binaries, work):
        self.lodestone = str(pathlib.Path(binaries).resolve() / "lodestone")
        self.work = pathlib.Path(work).resolve()
        self.failures = []
        if shutil.which("qemu-system-x86_64") is None:
            skip("qemu-system-x86_64 is not installed")
        self.work.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(self.work / "cache", ignore_errors=True)

    def check(self, condition, text, more=""):
        print("ok" if condition else "FAILED", text, "" if condition else more, flush=True)
        if not condition:
            self.failures.append(text)

    def environment(self, **more):
        return dict(os.environ, LODESTONE_CACHE=str(self.work / "cache"),
                    LODESTONE_STORE=str(self.work / "store.sqlite"), **more)

    def command(self, *arguments):
        return [self.lodestone, "exact", *arguments]

    def exact(self, *arguments, expect=0, **environment):
        done = subprocess.run(self.command(*arguments), capture_output=True, text=True, check=False,
                              env=self.environment(**environment))
        self.check(done.returncode == expect, f"exit status {expect} of exact {' '.join(arguments)[-70:]}",
                   f": {done.returncode} {done.stderr[-900:]}")
        return done

    def rows(self, *arguments, **keywords):
        """The document, and the first pair's rows by metric."""
        done = self.exact(*arguments, "--json", **keywords)
        document = json.loads(done.stdout) if done.stdout else {"pairs": [{"rows": []}], "headline": {}}
        return document, {row["metric"]: row for row in document["pairs"][0]["rows"]}

    def end(self):
        sys.exit(1 if self.failures else 0)


def skip(reason):
    print("skipped:", reason)
    sys.exit(77)


def packaged_kernel(work, package):
    """The path of a Debian package's kernel image, downloaded and unpacked into WORK but not installed; its folder has
    a blank in its name. None and the reason where it cannot be had."""
    place = work / ("a kernel" if package == "linux-image-cloud-amd64" else f"a kernel of {package}")
    found = glob.glob(str(place / "vmlinuz*"))
    if found:
        return found[0], ""
    for tool in ("apt-get", "apt-cache", "dpkg-deb"):
        if shutil.which(tool) is None:
            return None, f"{tool} is not there, so no kernel can be downloaded"
    download = work / "download"
    shutil.rmtree(download, ignore_errors=True)
    download.mkdir(parents=True)
    depends = subprocess.run(["apt-cache", "depends", package], capture_output=True, text=True, check=False).stdout
    names = [line.split()[-1] for line in depends.splitlines() if "Depends: linux-image" in line]
    if not names:
        return None, f"the machine's package sources do not know {package}"
    got = subprocess.run(["apt-get", "download", names[0]], cwd=download, capture_output=True, text=True, check=False,
                         timeout=300)
    packages = glob.glob(str(download / "*.deb"))
    if got.returncode != 0 or not packages:
        return None, f"{names[0]} cannot be downloaded: {got.stderr.strip().splitlines()[-1:]}"
    subprocess.run(["dpkg-deb", "-x", packages[0], str(download / "x")], check=True)
    place.mkdir(exist_ok=True)
    image = glob.glob(str(download / "x/boot/vmlinuz*"))[0]
    target = place / os.path.basename(image)
    shutil.move(image, target)
    shutil.rmtree(download)
    return str(target), ""


def newer_emulator(work):
    """A QEMU of 8.1 or newer: LODESTONE_TEST_QEMU, the machine's own, or one that its package sources offer. None and
    the reason where there is none."""
    given = os.environ.get("LODESTONE_TEST_QEMU")
    if given:
        return given, ""

    def version(program):
        text = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
        number = text.removeprefix("QEMU emulator version ").split(" ")[0].split(".")
        return tuple(int(n) for n in number[:2]) if number[0].isdigit() else (0, 0)

    if version("qemu-system-x86_64") >= (8, 1):
        return "qemu-system-x86_64", ""
    wrapper = work / "newer emulator" / "qemu-system-x86_64"
    if wrapper.exists():
        return str(wrapper), ""
    listed = subprocess.run(["apt-cache", "madison", "qemu-system-x86"], capture_output=True, text=True, check=False).stdout
    versions = [line.split("|")[1].strip() for line in listed.splitlines() if "|" in line]
    newer = [v for v in versions if tuple(int(n) for n in v.split(":")[-1].split("+")[0].split(".")[:2]) >= (8, 1)]
    if not newer:
        return None, f"the machine's package sources offer no QEMU of 8.1 or newer, only {', '.join(versions) or 'none'}"
    root = work / "newer emulator"
    root.mkdir(exist_ok=True)
    simulated = subprocess.run(["apt-get", "install", "-s", "--no-install-recommends", f"qemu-system-x86={newer[0]}"],
                               capture_output=True, text=True, check=False).stdout
    wanted = [f"{line.split()[1]}={line.split('(')[1].split()[0]}" for line in simulated.splitlines()
              if line.startswith("Inst ") and "(" in line]
    got = subprocess.run(["apt-get", "download", *wanted], cwd=root, capture_output=True, text=True, check=False,
                         timeout=300)
    if not wanted or got.returncode != 0:
        return None, f"QEMU {newer[0]} cannot be downloaded: {got.stderr.strip().splitlines()[-1:]}"
    for package in glob.glob(str(root / "*.deb")):
        subprocess.run(["dpkg-deb", "-x", package, str(root)], check=True)
        os.unlink(package)
    libraries = "usr/lib/x86_64-linux-gnu"
    wrapper.write_text("#!/bin/sh\n"
                       f'LD_LIBRARY_PATH="{root}/{libraries}:{root}/{libraries}/qemu" exec "{root}/usr/bin/qemu-system-x86_64" '
                       f'-L "{root}/usr/share/qemu" -L "{root}/usr/share/seabios" "$@"\n')
    wrapper.chmod(0o755)
    return str(wrapper), ""
