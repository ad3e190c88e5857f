#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What goes wrong with lodestone exact, for real: bad kernels, bad machines, bad luck.

exact_errors.py BIN_DIRECTORY WORK_DIRECTORY

Exits with 77 (skipped) and the reason where there is no emulator or no package to download."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

from exact_support import Bench, packaged_kernel, skip

bench = Bench(sys.argv[1], sys.argv[2])
SHORT = ["--operations", "50", "--phases", "1", "--repeat", "1"]


def says(done, words):
    bench.check(words in done.stderr, f"the error says '{words}'", ": " + done.stderr[-900:])


def bad_images(image):
    text = bench.work / "text"
    text.write_text("no kernel\n" * 400)
    cut = bench.work / "cut"
    cut.write_bytes(pathlib.Path(image).read_bytes()[:3000000])
    symbols = bench.work / "symbols"
    symbols.write_text("ffffffff81000000 T startup_64\nffffffff81000100 T __x64_sys_getppid\n")
    for arguments, status, words in (
            (["--base", str(text), "scale/getppid1"], 2, "no Linux kernel"),
            (["--base", str(cut), "scale/getppid1"], 2, "not complete"),
            (["--base", str(bench.work / "absent"), "scale/getppid1"], 2, "no kernel at"),
            (["--base", image + ",symbols=" + str(symbols), "scale/getppid1"], 5, "another build"),
            (["--base", image, "--emulator", "/nonexistent/qemu", "scale/getppid1"], 2, "qemu"),
            (["--base", image, "scale/absent"], 2, "scale/absent"),
            (["--base", image, "unixbench/shell8"], 2, "the guest has no shell"),
            (["--base", image + ",cpu=NoSuchModel", *SHORT, "scale/getppid1"], 3, "-cpu help")):
        says(bench.exact(*arguments, expect=status), words)


def two_architectures(image):
    """An arm64 Image (Documentation/arm64/booting.rst) of which no more than its header is true."""
    banner = b"Linux version 6.1.0-arm64 (nobody@nowhere) #1\n"
    fake = bytearray(8192)
    fake[0x10:0x18] = len(fake).to_bytes(8, "little")
    fake[0x38:0x3c] = b"ARM\x64"
    fake[0x1000:0x1000 + len(banner)] = banner
    other = bench.work / "arm64 Image"
    other.write_bytes(fake)
    symbols = bench.work / "arm64 symbols"
    symbols.write_text("ffff800008000000 T _text\nffff800008000800 T __arm64_sys_getppid\nffff800008001800 T _etext\n")
    says(bench.exact("--base", image, "--new", f"{other},symbols={symbols}", *SHORT, "scale/getppid1", expect=5),
         "different architectures")


def bad_boots(image):
    """Each names what happened and shows the console; the other arm goes on."""
    def broken(command_line, words, *more):
        says(bench.exact("--base", f"{image},cmdline={command_line}", *SHORT, *more, "scale/getppid1", expect=3), words)

    broken("8250.nr_uarts=0", "CONFIG_SERIAL_8250_CONSOLE")
    broken("rdinit=/absent", "panicked")
    broken("quiet", "raise --memory", "--memory", "64")
    broken("quiet", "still running", "--timeout", "1s")
    document, _ = bench.rows("--base", image, "--new", "same,cmdline=rdinit=/absent,label=broken", *SHORT, "scale/getppid1",
                             expect=3)
    bench.check(any(f["code"].startswith("F605") and "broken" in f["text"] for f in document["pairs"][0]["findings"]),
                "a failed arm is a finding", str(document["pairs"][0].get("findings")))
    done = [w["workload"] for arm in document["paths"] for w in arm["workloads"]]
    bench.check(done == ["scale/getppid1"], "the other arm went on", str(done))


def killed(image):
    qemu = shutil.which("qemu-system-x86_64")
    wrapper = bench.work / "dying emulator"
    wrapper.write_text(f'#!/bin/sh\ncase "$*" in *lodestone.die*) kill -9 $$;; esac\nexec {qemu} "$@"\n')
    wrapper.chmod(0o755)
    document, _ = bench.rows("--emulator", str(wrapper), "--base", image, "--new", "same,cmdline=lodestone.die", *SHORT,
                             "scale/getppid1", expect=3)
    texts = [f["text"] for f in document["pairs"][0]["findings"] if f["code"].startswith("F605")]
    bench.check(texts and "signal" in texts[0] or texts and "kill" in texts[0].lower(), "a killed emulator is told", str(texts))
    bench.check(len(document["paths"][0]["workloads"]) == 1, "the arm whose emulator lived has a result")


def full_disk(image):
    """A folder of its own that is too small for the initramfs, then one too small for the counts."""
    for size, step in (("1m", "initramfs"), ("6m", "counts")):
        place = bench.work / "small"
        place.mkdir(exist_ok=True)
        script = f'mount -t tmpfs -o size={size} none "{place}" || exit 99; TMPDIR="{place}" exec "$@"'
        done = subprocess.run(["unshare", "-rm", "sh", "-c", script, "sh",
                               *bench.command("--base", image, *SHORT, "--no-cache", "--no-store", "scale/getppid1")],
                              capture_output=True, text=True, check=False, env=bench.environment())
        if done.returncode == 99 or "unshare:" in done.stderr:
            print("skipped: no file system of one's own can be mounted here:", done.stderr.strip()[-100:])
            return
        bench.check(done.returncode != 0 and ("space" in done.stderr or "full" in done.stderr),
                    f"no space for the {step}", f": {done.returncode} {done.stderr[-500:]}")


def two_at_once(image):
    arguments = ["--base", image, "--operations", "60", "--phases", "1", "--json", "scale/getppid1", "unixbench/pipe"]
    both = [subprocess.Popen(bench.command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                             env=bench.environment(TMPDIR=str(blank))) for blank in (blank_folder(), blank_folder())]
    outputs = [one.communicate() for one in both]
    bench.check([one.returncode for one in both] == [0, 0], "two at once succeed", str([o[1][-300:] for o in outputs]))
    paths = [json.loads(output[0]).get("paths") for output in outputs]
    bench.check(paths[0] is not None and paths[0] == paths[1], "and count the same")
    bench.check(not list(blank_folder().iterdir()), "nothing is left in TMPDIR, which has a blank in its name")


def blank_folder():
    place = bench.work / "a folder"
    place.mkdir(exist_ok=True)
    return place


def under_load(image):
    """The same arm alone and beside busy loops, one more than there are processors."""
    arguments = ["--base", image, "--operations", "100", "--phases", "2", "--repeat", "1", "--no-cache", "--json",
                 "scale/getppid1", "unixbench/pipe", "lat/fork"]
    alone = json.loads(bench.exact(*arguments).stdout)["paths"]
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range((os.cpu_count() or 1) + 1)]
    try:
        loaded = json.loads(bench.exact(*arguments).stdout)["paths"]
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
    bench.check(alone == loaded, "the counts under load are those without")


def main():
    image, reason = packaged_kernel(bench.work, "linux-image-cloud-amd64")
    if image is None:
        skip(reason)
    bad_images(image)
    two_architectures(image)
    bad_boots(image)
    killed(image)
    full_disk(image)
    two_at_once(image)
    under_load(image)
    bench.end()


main()
