#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Time and memory of `lodestone explain`.

usage: measure.py LODESTONE [--symbols N] [--repeat N] [BASE-KERNEL NEW-KERNEL]

Measures two symbol maps made up from a fixed rule (100,000 symbols as a distribution kernel has, an
inserted per-CPU variable in the second), and two kernels where they are given, for example two
packaged vmlinuz. Prints the best of the repetitions: wall time, CPU time and the largest resident
set. On a busy machine the CPU time is the figure to compare.

Goals on two cores: symbol maps under 0.3 s, two distribution kernels under 20 s and 2 GB.
"""
import argparse
import os
import pathlib
import random
import tempfile
import time


def write_map(path, symbols, inserted):
    draw = random.Random(1)
    rows = [(0, "D", "__per_cpu_start"), (0x30000, "D", "__per_cpu_end")]
    at = 0x1000
    for k in range(400):
        rows.append((at, "d", f"percpu_{k}"))
        at += 64 * draw.randint(1, 7)
        if inserted and k == 100:
            rows.append((at, "d", "unrelated_stat"))
            at += 64
    rows += [(at, "D", "osq_node"), (at + 64, "D", "qnodes")]
    at = 0xFFFFFFFF81000000
    parts = [("_stext", "T", "_etext", "t", "function", 0.44), ("__start_rodata", "R", "__end_rodata", "r", "table", 0.17),
             ("_sdata", "D", "_edata", "d", "datum", 0.3), ("__bss_start", "B", "__bss_stop", "b", "counter", 0.09)]
    for start, kind, end, letter, stem, share in parts:
        rows.append((at, kind, start))
        for k in range(int(symbols * share)):
            # A third of a kernel's statics share their names.
            name = f"__key.{k % 30}" if letter == "d" and k % 3 == 0 else f"{stem}_number_{k}"
            rows.append((at, letter, name))
            at += 16 * draw.randint(1, 20)
        rows.append((at, kind, end))
        at = (at + 0x1FFFFF) & ~0x1FFFFF
    rows.sort()
    path.write_text("".join(f"{a:016x} {t} {n}\n" for a, t, n in rows))


def measure(command, repeat):
    best = None
    for _ in range(repeat):
        start = time.monotonic()
        pid = os.fork()
        if pid == 0:
            null = os.open("/dev/null", os.O_WRONLY)
            os.dup2(null, 1)
            os.execvp(command[0], command)
        _, status, usage = os.wait4(pid, 0)
        wall = time.monotonic() - start
        if status != 0:
            raise SystemExit(f"{' '.join(command)}: exit {os.waitstatus_to_exitcode(status)}")
        figures = (usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)
        best = figures if best is None or figures < best else best
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lodestone")
    parser.add_argument("kernels", nargs="*")
    parser.add_argument("--symbols", type=int, default=100000)
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        maps = [pathlib.Path(folder, name) for name in ("base.map", "new.map")]
        for k, path in enumerate(maps):
            write_map(path, arguments.symbols, k == 1)
        jobs = [(f"symbol maps, {arguments.symbols} symbols", [str(m) for m in maps])]
        if len(arguments.kernels) == 2:
            jobs.append(("kernels", arguments.kernels))
        for title, sides in jobs:
            cpu, wall, memory = measure([arguments.lodestone, "explain", *sides], arguments.repeat)
            print(f"{title}: {cpu:.2f} s of CPU, {wall:.2f} s, {memory:.0f} MB")


if __name__ == "__main__":
    main()
