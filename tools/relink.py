"""Make the scripts of an environment call the environment they lie in, wherever it was copied or moved to."""
import os
import re
import shlex
from pathlib import Path

# The two heads that pip writes: a path, or a line for the shell where the kernel would not take that path.
HEAD = re.compile(
    rb"""\A(?:\#![^\n]*/\.venv/bin/python[\d.]*\n"""
    rb"""|\#!/bin/sh\n'''exec'\ [^\n]*/\.venv/bin/python[\d.]*["']?\ "\$0"\ "\$@"\n'\ '''\n)""",
    re.VERBOSE,
)
LONGEST = 127  # of a head's first line, on the strictest of kernels


def head(python: Path) -> bytes:
    """Return the first lines of a script that `python` runs."""
    plain = b"#!" + os.fsencode(python) + b"\n"
    if len(plain) <= LONGEST and not re.search(rb"\s", plain[:-1]):
        return plain
    return b"#!/bin/sh\n'''exec' " + os.fsencode(shlex.quote(str(python))) + b""" "$0" "$@"\n' '''\n"""


def relink(binaries: Path) -> None:
    """Rewrite the heads of the scripts in a folder that an environment's Python runs."""
    for script in binaries.iterdir():
        if script.is_symlink() or not script.is_file():
            continue
        old = script.read_bytes()
        new = HEAD.sub(lambda _: head(binaries / "python"), old, count=1)
        if new != old:
            beside = script.with_name(f".{script.name}.new")
            beside.write_bytes(new)
            beside.chmod(script.stat().st_mode)
            os.replace(beside, script)
