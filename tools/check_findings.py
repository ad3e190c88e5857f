#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks that every finding's code stands for one word and is listed in docs/findings.md; --write brings the list up to date."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "docs/findings.md"
HEAD = """# Findings

A finding is a checkable remark: a stable code, what was seen, why it matters, what to do. `--json` gives them as
`{code, text, reason, remedy}`. The number never changes its meaning; scripts may match on it.

| range | about |
| --- | --- |
| F000 to F099 | comparisons, the store, single samples |
| F100 to F199 | measuring: workloads and plans |
| F200 to F299 | published results as read |
| F300 to F399 | interleaved comparisons and statistics |
| F400 to F499 | the machine and its settings (`lodestone doctor`) |
| F500 to F599 | counters and collected statistics |
| F600 to F699 | exact counts |
| F700 to F799 | explanations |

| code | where it comes from |
| --- | --- |
"""


def main():
    found, problems = {}, []
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix not in (".cc", ".h") or path.name.endswith("_test.cc"):
            continue
        for number, word in re.findall(r'"(F\d{3}) ([a-z0-9-]+)', path.read_text(encoding="utf-8")):
            words = found.setdefault(number, {})
            words.setdefault(word, str(path.relative_to(ROOT)))
    for number, words in found.items():
        if len(words) > 1:
            problems.append(f"{number} stands for {' and '.join(f'{w} ({p})' for w, p in words.items())}")
    text = HEAD + "".join(f"| {number} {word} | `{path}` |\n" for number, words in sorted(found.items())
                          for word, path in words.items())
    if "--write" in sys.argv:
        LIST.write_text(text, encoding="utf-8")
    elif not LIST.exists() or LIST.read_text(encoding="utf-8") != text:
        problems.append("docs/findings.md is not up to date: run tools/check_findings.py --write")
    for problem in problems:
        print(problem)
    print(f"{len(found)} findings")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
