#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""--quiet-machine through run, ab and exact: settings change while it measures, and are put back at the end, after a
signal, and after kill -9 by the next start. usage: quiet_machine.py BIN_DIRECTORY

The machine itself is left alone: everything happens in a mount namespace in which ordinary files lie over the settings
that would be changed. Where no namespace can be had the test is skipped (exit code 77)."""
import glob
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SETTING = "/proc/sys/kernel/randomize_va_space"  # everywhere; the doctor wants 2
FAILURES = []


def check(condition, text, more=""):
    print("ok" if condition else "FAILED", text, "" if condition else more, flush=True)
    if not condition:
        FAILURES.append(text)


def enter_namespace():
    if os.environ.get("LODESTONE_IN_NAMESPACE"):
        return
    flags = ["-m"] if os.geteuid() == 0 else ["-r", "-m"]
    if not shutil.which("unshare") or subprocess.run(["unshare", *flags, "true"], capture_output=True, check=False).returncode:
        print("skipped: no mount namespace can be had")
        sys.exit(77)
    os.environ["LODESTONE_IN_NAMESPACE"] = "1"
    os.execvp("unshare", ["unshare", *flags, sys.executable, *sys.argv])


def mount(*arguments):
    if subprocess.run(["mount", *arguments], capture_output=True, check=False).returncode:
        print("skipped: cannot mount", *arguments)
        sys.exit(77)


class Machine:
    """Ordinary files over the settings, an empty /run for journals, a home of its own."""

    def __init__(self, binaries, folder):
        self.lodestone = str(pathlib.Path(binaries).resolve() / "lodestone")
        self.folder = pathlib.Path(folder)
        mount("--make-rprivate", "/")
        mount("-t", "tmpfs", "tmpfs", "/run")
        self.environment = dict(os.environ, HOME=folder, XDG_STATE_HOME=f"{folder}/state",
                                LODESTONE_STORE=f"{folder}/store.sqlite")
        self.cover(SETTING, "1\n")
        for _ in range(3):  # a setting that warns may come into sight when another one is covered
            for path in self.paths():
                if path not in self.covered():
                    self.cover(path, pathlib.Path(path).read_text(encoding="utf-8"))

    def covered(self):
        return {path.read_text(encoding="utf-8") for path in self.folder.glob("*.path")}

    def cover(self, path, text):
        name = path.strip("/").replace("/", "_")
        (self.folder / name).write_text(text, encoding="utf-8")
        (self.folder / (name + ".path")).write_text(path, encoding="utf-8")
        mount("--bind", str(self.folder / name), path)

    def paths(self):
        """The files of all settings that --quiet-machine would change."""
        doctor = json.loads(self.run("doctor", "--json").stdout)
        return [path for c in doctor["checks"] if c["state"] == "warning" for s in c["settings"]
                for path in glob.glob(s["path"])]

    def command(self, *words):
        return {"args": [self.lodestone, *words], "env": self.environment, "cwd": self.folder}

    def run(self, *words):
        return subprocess.run(**self.command(*words), capture_output=True, text=True, timeout=100, check=False)

    def start(self, *words):
        """The program, once it has changed the setting; None if it ended without."""
        program = subprocess.Popen(**self.command(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + 60
        while self.value() != "2" and time.monotonic() < end:
            if program.poll() is not None:
                return None
            time.sleep(0.005)
        return program

    @staticmethod
    def value():
        return pathlib.Path(SETTING).read_text(encoding="utf-8").strip()


def to_the_end(machine, verb, words):
    program = machine.start(*words)
    check(program is not None, f"{verb} changes the setting while it measures")
    if program is None:
        return
    out, err = program.communicate(timeout=100)
    check(program.returncode == 0, f"{verb} ends well", f"{program.returncode} {err[-500:]}")
    check(machine.value() == "1", f"{verb} puts it back at its end", machine.value())
    if verb == "run":
        changed = [c for c in json.loads(out)["settings_changed"] if c["name"] == SETTING]
        check(len(changed) == 1 and changed[0]["old"] == "1" and changed[0]["new"] == "2" and changed[0]["restored"],
              "the record holds what was changed", str(changed))


def ended_by(machine, verb, words, number):
    program = machine.start(*words)
    check(program is not None, f"{verb} changes the setting before {number.name}")
    if program is None:
        return
    program.send_signal(number)
    program.communicate(timeout=100)
    if number == signal.SIGKILL:
        check(machine.value() == "2", f"{verb}: nothing puts it back at kill -9 itself", machine.value())
        machine.run("list")
    check(machine.value() == "1", f"{verb}: put back after {number.name}", machine.value())


def main():
    enter_namespace()
    with tempfile.TemporaryDirectory(prefix="lodestone-quiet-") as folder:
        machine = Machine(sys.argv[1], folder)
        measured = ["--no-store", "scale/getppid1"]
        to_the_end(machine, "run", ["run", "--quiet-machine", "--copies", "1", "--passes", "2", "--seconds", "200ms",
                                    "--json", *measured])
        to_the_end(machine, "ab", ["ab", "--quiet-machine", "--budget", "2s", "--env-b", "X=1", *measured])
        # A kernel that is never read to its end: the guest is not started, the machine is quiet meanwhile.
        kernel = str(machine.folder / "bzImage")
        os.mkfifo(kernel)
        long = {"run": ["run", "--quiet-machine", "--copies", "1", "--seconds", "30", *measured],
                "ab": ["ab", "--quiet-machine", "--budget", "30s", "--env-b", "X=1", *measured],
                "exact": ["exact", "--quiet-machine", "--base", kernel, *measured]}
        for verb, words in long.items():
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
                ended_by(machine, verb, words, number)
    sys.exit(1 if FAILURES else 0)


if __name__ == "__main__":
    main()
