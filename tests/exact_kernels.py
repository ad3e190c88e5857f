#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""lodestone exact for real: boots a kernel of Debian's, downloaded and unpacked but not installed.

exact_kernels.py BIN_DIRECTORY WORK_DIRECTORY

Exits with 77 (skipped) and the reason where there is no emulator or no package to download. The download is kept in
WORK_DIRECTORY. What else it tests:

LODESTONE_TEST_KERNELS  a folder of kernels with known differences. pairs.json in it is a list of
    {"base": FILE, "new": FILE, "workload": NAME, "difference": N, "function": NAME}
  N kernel instructions per operation, the function that must come first; without "difference", none may be reported.
  Without pairs.json: base.bzImage and one-nop.bzImage (one nop added in the getppid system call).
LODESTONE_TEST_QEMU     a QEMU of 8.1 or newer for several processors, where package sources offer none.
LODESTONE_TEST_LONG     set: also Debian's real-time kernel, and every workload of the guest.
LODESTONE_TEST_ARM64    an arm64 kernel image to compare with itself under another command line."""
import json
import os
import pathlib
import sys

from exact_support import Bench, newer_emulator, packaged_kernel, skip

bench = Bench(sys.argv[1], sys.argv[2])
check = bench.check
SHORT = ["--operations", "300", "--phases", "2"]
CHANGED = ("more", "less")


def mitigations(image):
    document, table = bench.rows("--base", image, "--new", "same,cmdline=mitigations=off", *SHORT, "scale/getppid1",
                                 "scale/sched_yield")
    getppid = table["scale/getppid1.instructions.kernel"]
    check(document["schema"] == "lodestone.comparison/1", "the schema is named")
    # Entry and exit cost nine. Each return whose place in a line of the cache lets it be attacked goes over a thunk
    # besides: ten in 6.1.0-57, six in 6.1.0-50.
    thunks = sum(d["new"] - d["base"] for d in getppid["details"] if d["name"].endswith("return_thunk"))
    check(getppid["difference"] - thunks == -9 and thunks <= 0,
          f"mitigations cost getppid nine instructions and its return thunks ({getppid['difference']}, {thunks})")
    check(getppid["verdict"] == "less" and getppid["basis"] == "exact", "and that is less, exactly")
    names = [detail["name"] for detail in getppid["details"] if detail["base"] != detail["new"]]
    check("entry_SYSCALL_64" in names, f"the entry code is named: {names}")
    check(sum(d["new"] - d["base"] for d in getppid["details"]) == getppid["difference"],
          "the functions add up to the difference")
    check(table["scale/getppid1.instructions.user"]["verdict"] == "identical", "the workload's own code is identical")
    path = document["paths"][0]["workloads"][0]["path"]
    center = document["paths"][0]["workloads"][0]["distributions"]["instructions.kernel"]["mode"]
    check(path["entry"] + path["work"] + path["exit"] == center, f"entry, work and exit are the path: {path['entry']} "
          f"{path['work']} {path['exit']}")
    check(min(path["entry"], path["work"], path["exit"]) > 0, "and each is there")
    branches = path["kernel_branches"]
    kinds = sum(branches.values())
    check(kinds == document["paths"][0]["workloads"][0]["distributions"]["branches.kernel"]["mode"],
          f"the kinds of branches are all branches: {branches}")
    check(branches["conditional_unknown"] * 10 <= branches["conditional_taken"] + branches["conditional_not_taken"],
          "which way conditional branches went is known of nearly all")


def itself(image):
    # The base is known by now: nothing is booted for a comparison with itself.
    document, table = bench.rows("--base", image, "--new", "same", *SHORT, "scale/getppid1", "scale/sched_yield")
    check(all(row["verdict"] == "identical" for row in table.values()), "a kernel is identical to itself")
    check(document["headline"]["verdict"] == "identical", document["headline"]["sentence"])


def state(image):
    """Larger tables of the kernel's move all its memory, and change no code: nothing may be called a change."""
    workloads = ["lat/fork", "mmap/touch", "scale/page_fault1", "unixbench/context1", "unixbench/pipe", "unixbench/execl",
                 "scale/unlink2"]
    _, table = bench.rows("--base", image, "--new", "same,cmdline=log_buf_len=4M dhash_entries=8192", "--operations", "60",
                          "--phases", "2", *workloads)
    for workload in workloads:
        row = table.get(f"{workload}.instructions.kernel")
        check(row is not None and row["verdict"] not in CHANGED, f"{workload} does not change with the place of memory",
              str(row and (row["difference"], row.get("details", [])[:3])))


def several_processors(image):
    emulator, reason = newer_emulator(bench.work)
    if emulator is None:
        print("skipped: several processors:", reason)
        return
    document, table = bench.rows("--emulator", emulator, "--cpus", "2", "--base", image, "--new", "same", "--no-cache",
                                 "--operations", "60", "--phases", "2", "scale/getppid1", "scale/pwrite1")
    check(table["scale/getppid1.instructions.kernel"]["verdict"] == "identical", "two processors count the same twice")
    check(not any(f["code"].startswith("F602") for f in document["pairs"][0]["findings"]), "boots agree")
    record = json.loads(bench.exact("--emulator", emulator, "--cpus", "2", "--count", "sharing", "--base", image, "--json",
                                    "--operations", "60", "--phases", "1", "scale/pwrite1").stdout)
    lines = record["memory"][0]["workloads"][0]["shared_lines"]
    check(any("jiffies" in line["name"] or "per-CPU" in line["name"] for line in lines),
          f"shared lines have names: {[line['name'] for line in lines[:5]]}")


def pairs(folder):
    listed = folder / "pairs.json"
    if listed.exists():
        known = json.loads(listed.read_text())
    elif (folder / "one-nop.bzImage").exists():
        known = [{"base": "base.bzImage", "new": "one-nop.bzImage", "workload": "scale/getppid1", "difference": 1,
                  "function": "__x64_sys_getppid"}]
        known += [{"base": "base.bzImage", "new": "one-nop.bzImage", "workload": name}
                  for name in ("scale/pwrite1", "lat/fork", "mmap/touch", "unixbench/context1", "scale/page_fault1")]
    else:
        print(f"skipped: {folder} holds no pairs.json and no one-nop.bzImage")
        return
    for base, new in dict.fromkeys((pair["base"], pair["new"]) for pair in known):
        mine = [pair for pair in known if (pair["base"], pair["new"]) == (base, new)]
        _, table = bench.rows("--base", str(folder / base), "--new", str(folder / new), "--operations", "100", "--phases", "2",
                              *dict.fromkeys(pair["workload"] for pair in mine))
        for pair in mine:
            row = table[pair["workload"] + ".instructions.kernel"]
            what = f"{base} {new} {pair['workload']}"
            if "difference" in pair:
                check(row["verdict"] in CHANGED and row["difference"] == pair["difference"],
                      f"{what}: {pair['difference']:+}", f": {row['difference']} {row['verdict']}")
                check(row["details"] and row["details"][0]["name"] == pair["function"], f"{what}: in {pair['function']}",
                      str(row["details"][:2]))
            else:
                check(row["verdict"] not in CHANGED, f"{what}: no change", f": {row['difference']} {row['details'][:3]}")


def arm64(image):
    _, table = bench.rows("--base", image, "--new", "same", "--new", "same,cmdline=mitigations=off", *SHORT, "scale/getppid1",
                          "unixbench/pipe")
    check(all(row["verdict"] == "identical" for row in table.values()), "an arm64 kernel is identical to itself")
    done = bench.exact("--base", image, "--new", bench.work / "a kernel", "scale/getppid1", expect=5)
    check("different architectures" in done.stderr, "two architectures are refused", done.stderr)


def long_ones(image):
    real_time, reason = packaged_kernel(bench.work, "linux-image-rt-amd64")
    if real_time is None:
        print("skipped: the real-time kernel:", reason)
    else:
        workloads = ["scale/getppid1", "scale/sched_yield", "unixbench/pipe", "unixbench/context1", "lat/fork", "mmap/touch"]
        _, table = bench.rows("--base", image, "--new", real_time, "--operations", "100", "--phases", "2", *workloads)
        check(all(f"{name}.instructions.kernel" in table for name in workloads), "cloud against rt is a full table")
    for suite in ("unixbench", "scale", "lat", "mmap", "perf", "lock", "bw"):
        record = json.loads(bench.exact("--base", image, "--operations", "3", "--phases", "1", "--json", suite + "/*").stdout)
        failed = [f["text"] + ": " + (f["reason"] or "") for f in record["findings"] if f["code"].startswith("F606")]
        check(not failed, f"every workload of {suite} runs in the guest", str(failed))


def main():
    image, reason = packaged_kernel(bench.work, "linux-image-cloud-amd64")
    if image is None:
        skip(reason)
    mitigations(image)
    itself(image)
    state(image)
    several_processors(image)
    if os.environ.get("LODESTONE_TEST_KERNELS"):
        pairs(pathlib.Path(os.environ["LODESTONE_TEST_KERNELS"]))
    if os.environ.get("LODESTONE_TEST_ARM64"):
        arm64(os.environ["LODESTONE_TEST_ARM64"])
    if os.environ.get("LODESTONE_TEST_LONG"):
        long_ones(image)
    bench.end()


main()
