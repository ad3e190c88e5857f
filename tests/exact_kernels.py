#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""lodestone exact for real: boots a kernel of Debian's, downloaded and unpacked but not installed.

exact_kernels.py BIN_DIRECTORY WORK_DIRECTORY

Exits with 77 (skipped) and the reason where there is no emulator or no package to download. The download is kept in
WORK_DIRECTORY. With LODESTONE_TEST_KERNELS, a folder with base.bzImage and one-nop.bzImage (one nop added in the
getppid system call), that pair is compared, too."""
import glob
import json
import os
import pathlib
import shutil
import subprocess
import sys

LODESTONE = str(pathlib.Path(sys.argv[1]).resolve() / "lodestone")
WORK = pathlib.Path(sys.argv[2]).resolve()
PACKAGE = "linux-image-cloud-amd64"
failures = []


def skip(reason):
    print("skipped:", reason)
    sys.exit(77)


def check(condition, text):
    print("ok" if condition else "FAILED", text)
    if not condition:
        failures.append(text)


def kernel():
    """The path of a kernel image; its folder has a blank in its name."""
    place = WORK / "a kernel"
    found = glob.glob(str(place / "vmlinuz*"))
    if found:
        return found[0]
    for tool in ("apt-get", "apt-cache", "dpkg-deb"):
        if shutil.which(tool) is None:
            skip(f"{tool} is not there, so no kernel can be downloaded")
    download = WORK / "download"
    shutil.rmtree(download, ignore_errors=True)
    download.mkdir(parents=True)
    depends = subprocess.run(["apt-cache", "depends", PACKAGE], capture_output=True, text=True, check=False).stdout
    names = [line.split()[-1] for line in depends.splitlines() if "Depends: linux-image" in line]
    if not names:
        skip(f"the machine's package sources do not know {PACKAGE}")
    got = subprocess.run(["apt-get", "download", names[0]], cwd=download, capture_output=True, text=True, check=False,
                         timeout=300)
    packages = glob.glob(str(download / "*.deb"))
    if got.returncode != 0 or not packages:
        skip(f"{names[0]} cannot be downloaded: {got.stderr.strip().splitlines()[-1:]}")
    subprocess.run(["dpkg-deb", "-x", packages[0], str(download / "x")], check=True)
    place.mkdir(exist_ok=True)
    image = glob.glob(str(download / "x/boot/vmlinuz*"))[0]
    target = place / os.path.basename(image)
    shutil.move(image, target)
    shutil.rmtree(download)
    return str(target)


def exact(*arguments, expect=0):
    environment = dict(os.environ, LODESTONE_CACHE=str(WORK / "cache"), LODESTONE_STORE=str(WORK / "store.sqlite"))
    done = subprocess.run([LODESTONE, "exact", *arguments], capture_output=True, text=True, env=environment, check=False)
    check(done.returncode == expect, f"exit status {expect} of exact {' '.join(arguments)[-60:]}"
          + ("" if done.returncode == expect else f": {done.returncode} {done.stderr[-600:]}"))
    return done


def rows(done):
    document = json.loads(done.stdout)
    return document, {row["metric"]: row for row in document["pairs"][0]["rows"]}


def bad_input(image):
    text = WORK / "text"
    text.write_text("no kernel\n" * 400)
    cut = WORK / "cut"
    cut.write_bytes(pathlib.Path(image).read_bytes()[:3000000])
    symbols = WORK / "symbols"
    symbols.write_text("ffffffff81000000 T startup_64\nffffffff81000100 T __x64_sys_getppid\n")
    for arguments, status, words in (
            (["--base", str(text), "scale/getppid1"], 2, "no Linux kernel"),
            (["--base", str(cut), "scale/getppid1"], 2, "not complete"),
            (["--base", str(WORK / "absent"), "scale/getppid1"], 2, "no kernel at"),
            (["--base", image + ",symbols=" + str(symbols), "scale/getppid1"], 5, "another build"),
            (["--base", image, "--emulator", "/nonexistent/qemu", "scale/getppid1"], 2, "qemu"),
            (["--base", image, "scale/absent"], 2, "scale/absent"),
            (["--base", image, "--repeat", "1", "--timeout", "1", "--no-cache", "scale/getppid1"], 3, "still running")):
        done = exact(*arguments, expect=status)
        check(words in done.stderr, f"the error says '{words}'" + ("" if words in done.stderr else ": " + done.stderr))


def main():
    if shutil.which("qemu-system-x86_64") is None:
        skip("qemu-system-x86_64 is not installed")
    WORK.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(WORK / "cache", ignore_errors=True)
    image = kernel()
    bad_input(image)
    short = ["--operations", "300", "--phases", "2", "--json"]
    done = exact("--base", image, "--new", "same,cmdline=mitigations=off", *short, "scale/getppid1", "scale/sched_yield")
    document, table = rows(done)
    getppid = table["scale/getppid1.instructions.kernel"]
    check(document["schema"] == "lodestone.comparison/1", "the schema is named")
    check(getppid["difference"] == -19, f"mitigations cost getppid 19 instructions ({getppid['difference']})")
    check(getppid["verdict"] == "less" and getppid["basis"] == "exact", "and that is less, exactly")
    names = [detail["name"] for detail in getppid["details"] if detail["base"] != detail["new"]]
    check("entry_SYSCALL_64" in names, f"the entry code is named: {names}")
    check(sum(d["new"] - d["base"] for d in getppid["details"]) == -19, "the functions add up to the difference")
    check(table["scale/getppid1.instructions.user"]["verdict"] == "identical", "the workload's own code is identical")
    # The base is known by now: nothing is booted for a comparison with itself.
    document, table = rows(exact("--base", image, "--new", "same", *short, "scale/getppid1", "scale/sched_yield"))
    check(all(row["verdict"] == "identical" for row in table.values()), "a kernel is identical to itself")
    check(document["headline"]["verdict"] == "identical", document["headline"]["sentence"])
    listed = subprocess.run([LODESTONE, "store", "list"], capture_output=True, text=True, check=False,
                            env=dict(os.environ, LODESTONE_STORE=str(WORK / "store.sqlite")))
    check(listed.returncode == 0 and "mitigations=off" in listed.stdout, "records are in the store: " + listed.stdout[-300:] + listed.stderr)
    pair = os.environ.get("LODESTONE_TEST_KERNELS")
    if pair and os.path.exists(os.path.join(pair, "one-nop.bzImage")):
        _, table = rows(exact("--base", os.path.join(pair, "base.bzImage"), "--new", os.path.join(pair, "one-nop.bzImage"),
                              *short, "scale/getppid1", "scale/pwrite1"))
        row = table["scale/getppid1.instructions.kernel"]
        check(row["difference"] == 1 and row["details"][0]["name"] == "__x64_sys_getppid", "one nop is one instruction")
        check(table["scale/pwrite1.instructions.kernel"]["verdict"] == "identical", "and nothing else changes")
    sys.exit(1 if failures else 0)


main()
