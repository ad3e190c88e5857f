#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Follows docs/adding-a-workload.md literally.

usage: follow_documents.py BUILD_FOLDER

The file that the document shows is built against the harness and run; the commands of its section about plug-ins are run
in a temporary folder with nothing but an installed tree and the examples.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent


def run(words, **more):
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, **more)
    if done.returncode != 0:
        sys.exit(f"failed: {words}\n{done.stdout}{done.stderr}")
    return done.stdout


def build_shown_file(document, folder):
    """The first C++ block, compiled with the flags of the workloads and linked with the harness alone."""
    shown = folder / "shown.cc"
    shown.write_text(re.search(r"```c\+\+\n(.*?)```", document, re.S).group(1))
    name = re.search(r"LODESTONE_WORKLOAD\((\w+), (\w+)\)", shown.read_text())
    include = f"-I{SOURCE}/src"
    run(["c++", "-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers", "-fno-exceptions",
         "-fno-rtti", "-fPIE", include, "-c", "-o", folder / "shown.o", shown])
    runner = [SOURCE / "src/workload/runner" / file for file in ("main.c", "task.c", "runner.c", "options.c")]
    run(["cc", "-O2", "-fPIE", "-pie", include, f"-DRUNNER_WORKLOAD=lodestone_workload_{name[1]}_{name[2]}", "-o",
         folder / "shown", *runner, folder / "shown.o", "-lm", "-pthread"])
    output = run([folder / "shown", "--nanoseconds", "50000000", "--directory", folder])
    task = re.search(r"^task 0 \d+ (\d+) ", output, re.M)
    if not task or int(task[1]) < 100 or not output.endswith("\nend\n"):
        sys.exit(f"the shown file, run:\n{output}")


def follow_plugin_section(document, folder, build):
    """The indented commands, in a shell whose only lodestone is the installed one."""
    prefix = folder / "installed"
    run(["cmake", "--install", build, "--prefix", prefix])
    shutil.copytree(SOURCE / "examples", folder / "examples")
    home = folder / "home"
    home.mkdir()
    commands = re.findall(r"^    (cc .*|lodestone .*)$", document.split("## A workload of your own")[1], re.M)
    if len(commands) < 2:
        sys.exit(f"the document shows {commands}")
    environment = dict(os.environ, PATH=f"{prefix}/bin:{os.environ['PATH']}", CPATH=f"{prefix}/include", HOME=str(home))
    for name in ("XDG_DATA_HOME", "LODESTONE_STORE"):
        environment.pop(name, None)
    for command in commands:
        quick = " --passes 2 --seconds 0.05 --copies 1" if command.startswith("lodestone run") else ""
        output = run(["sh", "-ec", command + quick], cwd=folder, env=environment)
    if not re.search(r"^example/gettid +1 +[0-9.,]+ +ns", output, re.M):
        sys.exit(f"the plug-in, run:\n{output}")


def main():
    document = (SOURCE / "docs/adding-a-workload.md").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        build_shown_file(document, folder)
        follow_plugin_section(document, folder, pathlib.Path(sys.argv[1]))


main()
