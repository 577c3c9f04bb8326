"""Whole processes, and what they took."""

import contextlib
import dataclasses
import os
import subprocess
import sys
import time


@dataclasses.dataclass
class Taken:
    """What one run took: seconds, CPU seconds, peak megabytes."""

    seconds: float
    cpu: float
    peak_mb: float


def wait(process, began):
    """Waits for a process and gives its exit code and what it took, but for its peak."""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, Taken(time.monotonic() - began, used.ru_utime + used.ru_stime, 0)


def peak_of(pid):
    """The peak megabytes of a process that still runs, where the system tells them."""
    with open(f"/proc/{pid}/status") as lines:
        return int(next(line for line in lines if line.startswith("VmHWM:")).split()[1]) / 1024


def run(command, folder, environment, said):
    """Runs a command to its end, with what it says in a file. Ends all where it fails; 3 is work
    done in part, which is told by what it has made. GNU time stands in between: the system begins
    to count the peak of a process with that of its parent, which here holds whole files."""
    peak = f"{said}.peak"
    with open(said, "wb") as out, open(f"{said}.err", "w+b") as err:
        began = time.monotonic()
        process = subprocess.Popen(["/usr/bin/time", "-q", "-f", "%M", "-o", peak, *map(str, command)], cwd=folder, env=environment,
                                   stdout=out, stderr=err)
        code, taken = wait(process, began)
        if code not in (0, 3):
            err.seek(0)
            sys.exit(f"{' '.join(map(str, command))}\n{err.read().decode(errors='replace')}")
    with open(peak) as file:
        taken.peak_mb = int(file.read()) / 1024
    return taken


@contextlib.contextmanager
def serving(*command):
    """A server that prints its address first: the address, and its end after the block."""
    server = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, text=True)
    try:
        yield server.stdout.readline().strip()
    finally:
        server.kill()
        server.wait()
        server.stdout.close()
