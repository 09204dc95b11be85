"""`python -m tools COMMAND`: our programs, under an environment and with a library of our own.

Both come first, before anything else is imported that would look for its settings. The module is small because every
forked kernel has the main module of its parent's.
"""
import sys
from importlib import import_module

COMMANDS = {"book": "tools.book", "execute": "tools.execute_pages", "site": "tools.build_site", "gate": "tools.gate",
            "mutants": "tools.mutants", "archive": "tools.archive", "lite": "tools.lite",
            "assignments": "tools.assignments", "long": "tools.long_tests", "preview": "tools.preview",
            "size": "tools.size", "evidence": "tools.evidence", "readings": "tools.readings",
            "weaken": "tools.mutants.weakened"}

if __name__ == "__main__":
    from tools.environment import enter

    name, *arguments = sys.argv[1:] or ["--help"]
    if name not in COMMANDS:
        raise SystemExit(f"usage: python -m tools {{{','.join(COMMANDS)}}} ...")
    enter()
    sys.argv = [f"python -m tools {name}", *arguments]
    raise SystemExit(import_module(COMMANDS[name]).main())
