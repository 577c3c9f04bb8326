"""Tasks, the programs that do them, and the rounds in which these run in turn."""

import dataclasses
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import typing

import process


@dataclasses.dataclass
class Program:
    """A program that does a task. found tells from the file with what the program said, which it
    may leave aside, what the program has made. goal is what seconds divided by those of the task's
    first program are to be: at least, or at most where it is a ceiling."""

    name: str
    command: list
    found: typing.Callable[[pathlib.Path], object]
    goal: float | None = None
    ceiling: bool = False
    out: pathlib.Path | None = None  # the file that it makes
    seconds: typing.Callable[[pathlib.Path], float] | None = None  # of programs that tell their rate themselves
    folder: pathlib.Path | None = None


@dataclasses.dataclass
class Task:
    """The first program is the one with which the others are compared. expected is what all have
    to find; None: whatever the first one finds."""

    name: str
    expected: object
    programs: list


class Bench:
    """What the tasks have in common: folders, sizes, the environment, and what is not installed."""

    def __init__(self, work, source, products):
        self.work, self.source, self.products = work, source, products
        self.orders = max(1000, products // 5)  # posted by each program in a round, to who answers at once
        self.rows = products  # of an order file
        self.missing = []
        self.environment = dict(os.environ, DROPBRIDGE_TOKEN="bench", PYTHONPATH=str(work / "python"),
                                PYTHONDONTWRITEBYTECODE="1")

    def have(self, program, package=None):
        """Whether a program is there, and the package of node's or of Python's or the class of PHP's that is meant."""
        found = shutil.which(program)
        if found and package and program == "python3":
            found = subprocess.run([program, "-c", f"import {package}"], env=self.environment, stderr=subprocess.DEVNULL).returncode == 0
        elif found and package and program == "php":
            found = subprocess.run([program, "-r", f"exit(class_exists('{package}') ? 0 : 1);"], stdout=subprocess.DEVNULL).returncode == 0
        elif found and package:
            found = (self.work / "node_modules" / package).is_dir()
        if not found:
            self.miss(package or program)
        return found

    def miss(self, name):
        if name not in self.missing:
            self.missing.append(name)

    def config(self, name, text):
        """A config of its own folder; gives the folder."""
        folder = self.work / name
        folder.mkdir(exist_ok=True)
        (folder / "dropbridge.yaml").write_text(text)
        return folder

    def measure(self, task, rounds):
        """Medians of all programs of a task, after all have made the same."""
        taken = {program.name: [] for program in task.programs}
        said = self.work / "said"
        for _ in range(rounds):
            for program in task.programs:
                took = process.run(program.command, program.folder or self.work, self.environment, said)
                if program.seconds:
                    took.seconds = program.seconds(said)
                self.compare(task, program, said)
                taken[program.name].append(took)
        return [self.result(task, program, taken[program.name]) for program in task.programs]

    def compare(self, task, program, said):
        found = program.found(said)
        if task.expected is None:
            task.expected = found
        if found != task.expected:
            sys.exit(f"{task.name}: {program.name} has {found}, and not {task.expected}")

    def result(self, task, program, taken):
        middle = {field: statistics.median(getattr(t, field) for t in taken) for field in ("seconds", "cpu", "peak_mb")}
        if program.seconds:  # the server, or the building of the test, is in these
            middle["cpu"] = middle["peak_mb"] = None
        size = program.out.stat().st_size if program.out else None
        return dict(task=task.name, program=program.name, goal=program.goal, ceiling=program.ceiling, bytes=size, **middle)
