"""Run pieces of code where some modules cannot be imported, and tell what they print.

A program: its arguments are the modules, its input pairs of code as JSON, what comes first and what prints after it. It
reads the same in the Python of a browser, where nothing has to be forbidden.
"""
import io
import json
import sys
from contextlib import redirect_stdout


def printed(before: str, code: str) -> str:
    """Return what the second piece prints in the names of the first, and the exception that ends it."""
    names: dict = {"__name__": "__main__"}
    with redirect_stdout(io.StringIO()) as out:
        try:
            exec(before, names)
            exec(code, names)
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
    return out.getvalue()


if __name__ == "__main__":
    sys.modules.update(dict.fromkeys(sys.argv[1:]))
    print(json.dumps([printed(before, code) for before, code in json.load(sys.stdin)]))
