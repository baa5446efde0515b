"""Command lines as a user runs them, for tests: what they say, what must succeed, what must be refused."""

import csv
import io
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout

from fr_sim.cli.main import main
from fr_sim.cli.progress import COMPILING


def fr_sim(*words, cwd):
    """What a command line says and ends with, run in this process, which spares it the start of another."""
    said, told = io.StringIO(), io.StringIO()
    arguments = [str(word) for word in words]
    with chdir(cwd), redirect_stdout(said), redirect_stderr(told):
        status = main(arguments)
    return subprocess.CompletedProcess(arguments, status, said.getvalue(), told.getvalue())


def apart(*words, cwd, **options):
    """The same, run in a process of its own."""
    command = [sys.executable, "-m", "fr_sim", *map(str, words)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", timeout=600, check=False, **options)


def succeeded(*words, cwd, status=0):
    """A command line that must end with `status`."""
    done = fr_sim(*words, cwd=cwd)
    assert done.returncode == status, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def refused(*words, cwd, **options):
    """The one message of a command line that must be refused, with nothing said on stdout; with `options` in a process of its own."""
    done = apart(*words, cwd=cwd, **options) if options else fr_sim(*words, cwd=cwd)
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stdout == ""
    # Where no machine code is on disk yet, that it is made is said first.
    lines = [line for line in done.stderr.splitlines() if line != COMPILING]
    assert len(lines) == 1, done.stderr
    assert "Traceback" not in done.stderr
    return lines[0]


def rows(path):
    """The rows of a CSV file, each by column."""
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def files_below(directory):
    """The content of every file below a directory, by its path there."""
    return {path.relative_to(directory): path.read_bytes() for path in directory.rglob("*") if path.is_file()}
