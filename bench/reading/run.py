#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Reading speed and memory: run.py build/release/bin/lodestone-bench-reading [MEGABYTES [NAME...]]

Makes files of the given size (default 256) in a temporary folder, reads each with one core and prints MB/s and the
largest resident memory. The `log` cases hold much text and few results, the `rows` cases a result on every line. A
size of 1024 is the test of a 1 GB log. Fails if a case is slower or larger than its bound (LODESTONE_BENCH_LENIENT=1
only prints; use it on a busy machine). Times are of processor time, so other load disturbs little.
"""
import json
import os
import random
import sys
import tempfile

MIB = 1 << 20


def unixbench_log(size):
    """The raw log: the passes of many copies, few results."""
    rng = random.Random(1)
    done, n = 0, 0
    while done < size:
        n += 1
        lines = ["#" * 56, f"Pipe Throughput -- {n + 1} copies", '==> "./pgms/pipe" 10 2>&1', ""]
        for number in range(1, 4):
            lines += [f"#### Pass {number}", "", ""]
            for _ in range(5000):
                lines += [f"# COUNT0: {rng.randrange(10**7, 10**8)}", "# COUNT1: 1", "# COUNT2: lps",
                          f"# elapsed: {rng.uniform(10, 10.1):.6f}", f"# pid: {rng.randrange(1000, 99999)}",
                          "# status: 0", ""]
        lines += [f">>>> Sum of {n + 1} copies", f">>>> score: {rng.uniform(1e9, 2e9):.5f}",
                  f">>>> time: {rng.uniform(10, 10.1):.6f}", ">>>> iterations: 2", "", ""]
        text = "\n".join(lines) + "\n"
        done += len(text)
        yield text


def plain_log(size):
    """A console log with one report at its end."""
    rng = random.Random(2)
    done = 0
    while done < size:
        text = "".join(f"[{rng.uniform(0, 9999):12.6f}] systemd[1]: Started unit {rng.randrange(10**6)} of session "
                       f"{rng.randrange(999)} for user {rng.choice('abcdef')}.\n" for _ in range(4000))
        done += len(text)
        yield text
    yield "System Benchmarks Index Values               BASELINE       RESULT    INDEX\n" \
          "Pipe Throughput                               12440.0    1302118.8   1046.7\n"


def lkp_rows(size):
    yield "aaaaaaaaaa111111 bbbbbbbbbb2222222222222222 \n---------------- --------------------------- \n" \
          "         %stddev     %change         %stddev\n             \\          |                \\  \n"
    rng = random.Random(3)
    done, n = 0, 0
    while done < size:
        lines = []
        for _ in range(2000):
            a = rng.uniform(1000, 9e6)
            b = a * rng.uniform(0.9, 1.1)
            n += 1
            lines.append(f"{int(a):10d} ±{rng.randrange(3, 20):3d}%{100 * (b / a - 1):+10.1f}% {int(b):10d}"
                         f" ±{rng.randrange(3, 20):3d}%  proc-vmstat.nr_{n}\n")
        text = "".join(lines)
        done += len(text)
        yield text


def perf_csv(size):
    rng = random.Random(4)
    done, n = 0, 0
    while done < size:
        n += 1
        text = "".join(f"{n * 0.1:15.9f},{rng.randrange(10**9)},,{event},1000000,100.00,,\n"
                       for event in ("cycles", "instructions", "branches", "branch-misses", "cache-misses", "faults"))
        done += len(text)
        yield text


def lkp_matrix(size):
    """LKP's matrix.json: many names, ten values each."""
    rng = random.Random(5)
    yield '{"stats_source":["1/stats.json"' + ',"x"' * 9 + "]"
    done, n = 0, 0
    while done < size:
        n += 1
        text = f',\n"proc-vmstat.stat_{n}":[' + ",".join(f"{rng.uniform(1, 1e6):.4f}" for _ in range(10)) + "]"
        done += len(text)
        yield text
    yield "}\n"


def google_json(size):
    rng = random.Random(6)
    yield '{"context":{"host_name":"x","num_cpus":8},"benchmarks":[\n'
    done, n = 0, 0
    while done < size:
        one = {"name": f"BM_{n // 10}", "run_name": f"BM_{n // 10}", "run_type": "iteration", "repetitions": 10,
               "repetition_index": n % 10, "threads": 1, "iterations": rng.randrange(10**6),
               "real_time": rng.uniform(1, 1e4), "cpu_time": rng.uniform(1, 1e4), "time_unit": "ns"}
        text = ("" if n == 0 else ",\n") + json.dumps(one)
        n += 1
        done += len(text)
        yield text
    yield "]}\n"


# name: maker, file name, least MB/s, most bytes of memory for a file of `size` bytes
CASES = {
    "log-plain": (plain_log, "x.log", 150, lambda size: 64 * MIB),
    "log-unixbench": (unixbench_log, "x.log", 150, lambda size: 64 * MIB + size // 8),
    "rows-lkp": (lkp_rows, "x.txt", 30, lambda size: 64 * MIB + 12 * size),
    "rows-perf-csv": (perf_csv, "x.csv", 50, lambda size: 64 * MIB + 12 * size),
    "json-matrix": (lkp_matrix, "matrix.json", 60, lambda size: 64 * MIB + 12 * size),
    "json-google": (google_json, "x.json", 60, lambda size: 64 * MIB + 12 * size),
}


def measure(program, path):
    """Seconds of processor time and the largest resident memory of reading the file."""
    pid = os.fork()
    if pid == 0:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.execv(program, [program, path])
    _, status, usage = os.wait4(pid, 0)
    return status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    size = int(sys.argv[2]) * MIB if len(sys.argv) > 2 else 256 * MIB
    lenient = os.environ.get("LODESTONE_BENCH_LENIENT") == "1"
    failed = 0
    for name, (make, file_name, least, bound) in CASES.items():
        if len(sys.argv) > 3 and name not in sys.argv[3:]:
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, file_name)
            with open(path, "w", encoding="utf-8") as out:
                for text in make(size):
                    out.write(text)
            written = os.path.getsize(path)
            status, seconds, memory = measure(program, path)
        speed = written / 1e6 / max(seconds, 1e-9)
        wrong = status != 0 or speed < least or memory > bound(written)
        failed += wrong
        print(f"{name:16} {written / 1e6:8.0f} MB {seconds:8.2f} s {speed:8.0f} MB/s (at least {least:3}) "
              f"{memory / MIB:8.0f} MiB (at most {bound(written) / MIB:.0f}){'  FAILED' if wrong else ''}", flush=True)
    sys.exit(1 if failed and not lenient else 0)


if __name__ == "__main__":
    main()
