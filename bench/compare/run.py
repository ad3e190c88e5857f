#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Speed and memory of `compare` of two stored runs: run.py build/release [METRICS [SAMPLES]]

Makes a store with two runs of METRICS metrics (default a million) with SAMPLES samples each (default ten), compares
them, and prints seconds and the largest resident memory for the text and for the exit code alone. Fails where the
comparison takes more than 2 s or 1 GB (LODESTONE_BENCH_LENIENT=1 only prints; use it on a busy machine).
"""
import os
import sys
import tempfile
import time

MIB = 1 << 20
MOST_SECONDS, MOST_MEMORY = 2.0, 1024 * MIB


def timed(arguments):
    """Exit status, seconds on the wall, seconds of the processor, largest resident memory."""
    start = time.monotonic()
    pid = os.fork()
    if pid == 0:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.execv(arguments[0], arguments)
    _, status, usage = os.wait4(pid, 0)
    return (os.waitstatus_to_exitcode(status), time.monotonic() - start, usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss * 1024)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build = os.path.abspath(sys.argv[1])
    metrics = sys.argv[2] if len(sys.argv) > 2 else "1000000"
    samples = sys.argv[3] if len(sys.argv) > 3 else "10"
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "store.sqlite")
        made = timed([os.path.join(build, "bin/lodestone-bench-compare"), store, metrics, samples])
        if made[0] != 0:
            sys.exit("the store could not be made")
        code, seconds, cpu, memory = timed([os.path.join(build, "bin/lodestone"), "compare", "base", "new", "--store",
                                            store])
    wrong = code not in (0, 1) or seconds > MOST_SECONDS or memory > MOST_MEMORY
    print(f"{metrics} metrics of {samples} samples: {seconds:.2f} s ({cpu:.2f} s of processor time), "
          f"{memory / MIB:.0f} MiB{'  FAILED' if wrong else ''}")
    sys.exit(1 if wrong and os.environ.get("LODESTONE_BENCH_LENIENT") != "1" else 0)


if __name__ == "__main__":
    main()
