#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes pairs of kernels with one known difference each, and checks what `lodestone explain` says of them.

usage: pairs.py LODESTONE VMLINUX SYSTEM_MAP [--code N] [--maps N] [--seed S]

Code: in copies of an unstripped x86-64 vmlinux one instruction of one function is changed: a condition turned round, a
member's offset moved, an instruction replaced by padding. That function must be named first, and no other. Maps: in
copies of a System.map a per-CPU variable is added, removed or grown, or two trade places. The right mover must be named;
where nothing but padding gave way, nothing may be accused. Exit status 1 where an answer is wrong."""
import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile


def explain(lodestone, base, new, *more):
    done = subprocess.run([lodestone, "explain", "--json", *more, str(base), str(new)], capture_output=True, text=True,
                          check=False, timeout=300)
    if done.returncode != 0:
        raise SystemExit(f"explain {base} {new}: exit {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


class Code:
    """An unstripped vmlinux and ways to change it."""

    def __init__(self, path, draw):
        self.bytes = pathlib.Path(path).read_bytes()
        self.draw = draw
        text = subprocess.run(["readelf", "-SW", path], capture_output=True, text=True, check=True).stdout
        found = re.search(r"\] \.text +PROGBITS +([0-9a-f]+) ([0-9a-f]+) ([0-9a-f]+)", text)
        self.address, self.offset, self.size = (int(x, 16) for x in found.groups())
        self.functions = {}
        self.path = path
        for line in subprocess.run(["readelf", "-sW", path], capture_output=True, text=True, check=True).stdout.splitlines():
            words = line.split()
            if len(words) != 8 or words[3] != "FUNC" or not words[2].isdigit():
                continue
            address, size = int(words[1], 16), int(words[2])
            if size >= 48 and self.address <= address < self.address + self.size:
                self.functions.setdefault(address, (size, set()))[1].add(words[7])
        self.addresses = sorted(self.functions)

    def instructions(self, address):
        size = self.functions[address][0]
        text = subprocess.run(["objdump", "-dw", f"--start-address={address:#x}", f"--stop-address={address + size:#x}",
                               self.path], capture_output=True, text=True, check=True).stdout
        for line in text.splitlines():
            found = re.match(r"^([0-9a-f]+):\t((?:[0-9a-f]{2} )+) *\t(.*)$", line)
            if found:
                yield int(found[1], 16), bytes.fromhex(found[2].replace(" ", "")), found[3]

    def change(self):
        """The names of a function, what was done to it, and the changed file."""
        while True:
            address = self.draw.choice(self.addresses)
            choices = []
            for at, code, text in self.instructions(address):
                if len(code) == 2 and code[0] in (0x74, 0x75):
                    choices.append((at, bytes([code[0] ^ 1, code[1]]), f"turned {text.split('#')[0]}"))
                elif len(code) == 6 and code[0] == 0x0f and code[1] in (0x84, 0x85):
                    choices.append((at, bytes([0x0f, code[1] ^ 1]) + code[2:], f"turned {text.split('#')[0]}"))
                elif len(code) == 4 and code[0] == 0x48 and code[1] == 0x8b and code[2] & 0xc7 in (0x47, 0x43, 0x45):
                    choices.append((at, code[:3] + bytes([code[3] ^ 8]), f"moved the member of {text}"))
                elif len(code) == 3 and code[:2] == b"\x48\x89" and code[2] >= 0xc0:
                    choices.append((at, b"\x0f\x1f\x00", f"dropped {text}"))
            if not choices:
                continue
            at, code, how = self.draw.choice(choices)
            place = self.offset + at - self.address
            changed = self.bytes[:place] + code + self.bytes[place + len(code):]
            return self.functions[address][1], how, changed


def check_code(arguments, folder, draw):
    wrong = 0
    code = Code(arguments.vmlinux, draw)
    for _ in range(arguments.code):
        names, how, changed = code.change()
        new = folder / "new"
        new.write_bytes(changed)
        answer = explain(arguments.lodestone, arguments.vmlinux, new)
        listed = [f["function"] for f in answer["code"]["changed"]]
        good = len(listed) == 1 and listed[0] in names and answer["verdict"]["class"] in ("hot-code", "hot-constants")
        wrong += not good
        print("ok   " if good else "WRONG", "/".join(sorted(names)), how, "->", answer["verdict"]["class"], listed[:3], flush=True)
    return wrong


def read_map(path):
    return [(int(a, 16), t, n) for a, t, n in (line.split(" ", 2) for line in pathlib.Path(path).read_text().splitlines())]


def write_map(path, rows):
    path.write_text("".join(f"{a:016x} {t} {n}\n" for a, t, n in rows))


def check_maps(arguments, folder, draw):
    wrong = 0
    rows = read_map(arguments.system_map)
    low = next(a for a, _, n in rows if n == "__per_cpu_start")
    high = next(a for a, _, n in rows if n == "__per_cpu_end")
    osq = next(a for a, _, n in rows if n == "osq_node")
    variables = [(a, t, n) for a, t, n in rows if low + 4096 < a < osq and n.isidentifier()]
    names = [n for _, _, n in rows]
    variables = [v for v in variables if names.count(v[2]) == 1]
    base, new = folder / "base.map", folder / "new.map"
    write_map(base, rows)
    for k in range(arguments.maps):
        kind = ("added", "removed", "grown", "padding", "traded")[k % 5]
        at, _, name = draw.choice(variables[1:-1])
        step = draw.choice((64, 192, 320))

        def shifted(address, after):
            return address + step if after < address < high or address == high else address

        if kind == "added":
            made = [(shifted(a, at - 1), t, n) for a, t, n in rows] + [(at, "d", "brand_new_counters")]
            expected = "brand_new_counters"
        elif kind == "removed":
            made = [(a - step if at < a <= high else a, t, n) for a, t, n in rows if n != name]
            expected = name
            following = min((a for a, _, _ in rows if a > at), default=0)
            if following - at < step:
                kind, made, expected = "grown", [(shifted(a, at), t, n) for a, t, n in rows], name
        elif kind == "grown":
            made, expected = [(shifted(a, at), t, n) for a, t, n in rows], name
        elif kind == "padding":
            made, expected = [(a + 8 if n == name else a, t, n) for a, t, n in rows], None
        else:
            other_at, _, other = draw.choice([v for v in variables if v[2] != name])
            trade = {name: other_at, other: at}
            made, expected = [(trade.get(n, a), t, n) for a, t, n in rows], None
        made.sort(key=lambda row: row[0])
        write_map(new, made)
        answer = explain(arguments.lodestone, base, new)
        sentence, found = answer["verdict"]["sentence"], answer["verdict"]["class"]
        if kind in ("padding", "traded"):
            good = found == "nothing-relevant" or (found == "data-layout" and answer["verdict"]["strength"] != "strong" and
                                                   (name in sentence or kind == "traded" and other in sentence))
        else:
            good = found == "data-layout" and "no function moved" in sentence and (expected is None or expected in sentence)
        wrong += not good
        print("ok   " if good else "WRONG", kind, name, step, "->", found, sentence, flush=True)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lodestone")
    parser.add_argument("vmlinux")
    parser.add_argument("system_map")
    parser.add_argument("--code", type=int, default=20)
    parser.add_argument("--maps", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        wrong = check_code(arguments, folder, draw) + check_maps(arguments, folder, draw)
    print(f"{wrong} wrong of {arguments.code + arguments.maps}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
