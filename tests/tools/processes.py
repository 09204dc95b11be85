"""Which processes of a test are still there."""
import os
from pathlib import Path


def living(word: str) -> list[str]:
    """Return the command lines and folders of processes that have to do with a word."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            told = f"{(place / 'cmdline').read_bytes()!r} {os.readlink(place / 'cwd')}"
        except OSError:
            continue
        if word in told:
            found.append(told)
    return found
