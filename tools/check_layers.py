#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads the #include lines of src/ and fails on an upward, sideways or cyclic one, on a third-party header in a header
file, and on a file that has grown too long (docs/design.md, section 3)."""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# From the top down; libraries on one line do not see each other.
LAYERS = [["cli"], ["report"], ["explain", "exact", "lab", "measure", "formats"],
          ["compare", "store", "workload", "collect", "environment"], ["sys", "stats", "model"], ["base"]]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
# Headers small enough, and needed in interfaces: Result<T> and the forward declaration of Json.
ALLOWED_IN_HEADERS = {"tl/expected.hpp", "nlohmann/json_fwd.hpp"}
THIRD_PARTY = re.compile(r"^(fmt|CLI|nlohmann|simdjson|pugixml|yaml-cpp|sqlite3|boost|hwloc|perfmon|libelf|gelf|elfutils|"
                         r"Zydis|zstd|zlib|lzma|lz4|re2|tl|gtest|gmock|benchmark)\b")
LONGEST, LONGEST_WORKLOAD = 600, 120


def main():
    problems = []
    edges = collections.defaultdict(set)
    sizes = []
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix not in (".cc", ".h", ".c"):
            continue
        relative = path.relative_to(ROOT / "src")
        library = relative.parts[0]
        lines = path.read_text(encoding="utf-8").splitlines()
        sizes.append(len(lines))
        if len(lines) > LONGEST:
            problems.append(f"src/{relative}: {len(lines)} lines; split it along its nouns (limit {LONGEST})")
        if library == "workload" and len(relative.parts) == 3 and not relative.parts[1].startswith("runner") and path.suffix != ".h" and \
                len(lines) > LONGEST_WORKLOAD:
            problems.append(f"src/{relative}: {len(lines)} lines; a workload has at most {LONGEST_WORKLOAD}")
        for number, line in enumerate(lines, 1):
            match = re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', line)
            if not match:
                continue
            quote, name = match.groups()
            if quote == '"':
                target = name.split("/")[0]
                if "/" not in name or target not in LEVEL:
                    problems.append(f"src/{relative}:{number}: include by the path from src/: {name}")
                elif target != library:
                    edges[library].add(target)
                    if LEVEL[target] <= LEVEL[library]:
                        problems.append(f"src/{relative}:{number}: {library} may not use {target}")
            elif path.suffix == ".h" and THIRD_PARTY.match(name) and name not in ALLOWED_IN_HEADERS:
                problems.append(f"src/{relative}:{number}: third-party header in a header: {name}")
    for problem in problems:
        print(problem)
    if sizes:
        sizes.sort()
        print(f"{len(sizes)} files, median {sizes[len(sizes) // 2]} lines, nine in ten under {sizes[len(sizes) * 9 // 10]}, "
              f"largest {sizes[-1]}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
