#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs end-to-end cases: text files that a person can add without C++.

usage: run_cases.py BIN_DIRECTORY CASE_FILE...

A file holds cases separated by blank lines; '#' starts a comment line:

NAME    what is shown
RUN     a shell command; lodestone is on the PATH, $FIXTURES is tests/fixtures, $TMP a fresh folder, HOME inside it
EXIT    the exit code (default 0)
EXPECT  a regular expression that standard output must match somewhere (repeatable; lines joined by \\n)
REJECT  a regular expression that it must not match (repeatable)
ERROR   a regular expression for standard error (repeatable)
JSON    a Python expression over `d`, the JSON document on standard output, that must be true (repeatable)
TIMEOUT seconds (default 60)
NEEDS   a shell command; where it fails the case is skipped and says so
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

KEYS = {"NAME", "RUN", "EXIT", "EXPECT", "REJECT", "ERROR", "JSON", "TIMEOUT", "NEEDS"}


def parse(path):
    cases, case = [], None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines() + [""], 1):
        if line.startswith("#"):
            continue
        if not line.strip():
            if case:
                cases.append(case)
            case = None
            continue
        key, _, value = line.partition(" ")
        if key not in KEYS:
            if case and line.startswith((" ", "\t")):
                case[case["last"]][-1] += "\n" + line.strip()
                continue
            sys.exit(f"{path}:{number}: unknown key {key}")
        case = case or {"where": f"{path.name}:{number}"}
        case.setdefault(key, []).append(value.strip())
        case["last"] = key
    return cases


def near(a, b, tolerance=0.051):
    """True if a number agrees with a printed one: the default is one decimal of a percentage."""
    return a is not None and abs(a - b) <= tolerance


def run(case, binaries, root):
    problems = []
    with tempfile.TemporaryDirectory(prefix="lodestone-case-") as folder:
        environment = dict(os.environ, FIXTURES=str(root / "tests/fixtures"), TMP=folder, HOME=folder, LC_ALL="C.UTF-8",
                           PATH=f"{binaries}:{os.environ['PATH']}", LODESTONE_STORE=f"{folder}/store.sqlite",
                           SOURCE=str(root))
        for name in ("XDG_DATA_HOME", "NO_COLOR", "CLICOLOR_FORCE"):
            environment.pop(name, None)
        for needed in case.get("NEEDS", []):
            if subprocess.run(["sh", "-c", needed], env=environment, capture_output=True, check=False).returncode:
                return None, f"needs: {needed}"
        try:
            done = subprocess.run(["bash", "-c", case["RUN"][-1]], env=environment, capture_output=True, cwd=folder,
                                  stdin=subprocess.DEVNULL, timeout=float(case.get("TIMEOUT", ["60"])[-1]), check=False)
        except subprocess.TimeoutExpired:
            return ["took too long"], ""
        out, err = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
        wanted = int(case.get("EXIT", ["0"])[-1])
        if done.returncode != wanted:
            problems.append(f"exit code {done.returncode}, expected {wanted}")
        for pattern in case.get("EXPECT", []):
            if not re.search(pattern, out, re.M):
                problems.append(f"output does not match: {pattern}")
        for pattern in case.get("REJECT", []):
            if re.search(pattern, out, re.M):
                problems.append(f"output matches: {pattern}")
        for pattern in case.get("ERROR", []):
            if not re.search(pattern, err, re.M):
                problems.append(f"standard error does not match: {pattern}")
        if "JSON" in case:
            try:
                document = json.loads(out, parse_constant=lambda c: sys.exit(f"{c} in JSON"))
            except ValueError as problem:
                problems.append(f"not JSON: {problem}")
            else:
                for expression in case["JSON"]:
                    try:
                        good = eval(expression, {"d": document, "near": near, "re": re})  # pylint: disable=eval-used
                    except Exception as problem:  # the expression is the test's own
                        good, expression = False, f"{expression} ({problem!r})"
                    if not good:
                        problems.append(f"not true: {expression}")
        if problems:
            problems.append("stdout: " + out[:3000] + "\nstderr: " + err[:2000])
    return problems, ""


def main():
    binaries = pathlib.Path(sys.argv[1]).resolve()
    root = pathlib.Path(__file__).resolve().parent.parent
    failed = skipped = passed = 0
    for name in sys.argv[2:]:
        for case in parse(pathlib.Path(name)):
            problems, reason = run(case, binaries, root)
            title = f"{case['where']} {case.get('NAME', ['?'])[-1]}"
            if problems is None:
                skipped += 1
                print(f"skipped {title}: {reason}")
            elif problems:
                failed += 1
                print(f"FAILED  {title}\n    " + "\n    ".join(problems))
            else:
                passed += 1
                print(f"ok      {title}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or passed + skipped == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
