#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What counting costs, in processor time of the emulator, over the same emulation without the plugin.

costs.py BIN_DIRECTORY KERNEL [REPEATS]

Prints one line a promise of docs/exact.md: whole runs (boot and three cheap workloads), inside the region (what more
operations cost), and the time until a known question is answered. The smallest of REPEATS (3) is taken: other programs
only ever add. Exit status 1 where a promise is not kept."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

WRAPPER = """#!/usr/bin/env python3
import json, os, resource, subprocess, sys
words = [{qemu!r}] + sys.argv[1:]
if "--version" in words:
    os.execvp(words[0], words)
if os.environ.get("WITHOUT_PLUGIN") and "-plugin" in words:
    at = words.index("-plugin")
    del words[at:at + 2]
status = subprocess.call(words)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open({log!r}, "a") as log:
    log.write(json.dumps(used.ru_utime + used.ru_stime) + "\\n")
sys.exit(status)
"""


def main():
    binaries, kernel = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    repeats = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    broken = []
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        wrapper = os.path.join(folder, "qemu")
        pathlib.Path(wrapper).write_text(WRAPPER.format(qemu=os.environ.get("LODESTONE_QEMU", "qemu-system-x86_64"), log=log))
        os.chmod(wrapper, 0o755)
        environment = dict(os.environ, LODESTONE_CACHE=folder, LODESTONE_STORE=os.path.join(folder, "store"))

        def lodestone(*arguments, **more):
            started = time.monotonic()
            subprocess.run([str(binaries / "lodestone"), "exact", "--base", kernel, "--repeat", "1", "--phases", "1",
                            *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
                           env=dict(environment, **more))
            return time.monotonic() - started

        def emulation(operations, workloads, count="instructions", **more):
            """The smallest processor time of the emulator, in seconds."""
            pathlib.Path(log).write_text("")
            for _ in range(repeats):
                lodestone("--emulator", wrapper, "--no-cache", "--no-store", "--operations", str(operations), "--count", count,
                          *workloads, **more)
            times = [json.loads(line) for line in pathlib.Path(log).read_text().splitlines()]
            if len(times) != repeats:
                sys.exit("the emulator was not started as often as asked")
            return min(times)

        def promise(name, value, limit, unit):
            kept = value <= limit
            print(f"{'kept  ' if kept else 'BROKEN'} {name}: {value:.2f} {unit}, at most {limit} {unit}", flush=True)
            if not kept:
                broken.append(name)

        cheap = ["scale/getppid1", "scale/sched_yield", "unixbench/pipe"]
        plain = emulation(2000, cheap, WITHOUT_PLUGIN="1")
        counted = emulation(2000, cheap)
        print(f"boot and three cheap workloads: {plain:.2f} s without the plugin, {counted:.2f} s with it")
        promise("whole run, instructions", counted / plain, 1.10, "times")
        promise("boot and three cheap workloads", counted, 20, "s")
        for count, limit in (("memory", 2), ("sharing", 2), ("cache", 5)):
            promise(f"whole run, {count}", emulation(2000, cheap, count) / plain, limit, "times")
        few, many = 200, 40000
        inside_plain = emulation(many, ["unixbench/pipe"], WITHOUT_PLUGIN="1") - emulation(few, ["unixbench/pipe"], WITHOUT_PLUGIN="1")
        inside = emulation(many, ["unixbench/pipe"]) - emulation(few, ["unixbench/pipe"])
        print(f"{many - few} operations of unixbench/pipe: {inside_plain:.2f} s without the plugin, {inside:.2f} s with it")
        promise("inside the region, instructions", inside / inside_plain, 1.25, "times")
        lodestone("--no-store", *cheap)
        promise("a known question", min(lodestone("--no-store", *cheap) for _ in range(3)), 1, "s")
    sys.exit(1 if broken else 0)


main()
