"""Build the site in `_build/html` from the executed pages, strictly: a warning is a failure, and no cell runs."""
import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.pages import PAGES, ROOT

# The documents are millions of small objects that live long: looking for garbage among them all the time is slow.
BUILDER = "import gc; gc.set_threshold(1_000_000); from jupyter_book.cli.main import main; main()"
OPTIONS = ("--path-output", ".", "-W", "-n", "--keep-going", "--quiet")


def build(root: Path) -> int:
    """Build the site from nothing; return the builder's exit status."""
    if not (root / PAGES / "_toc.yml").is_file():
        print(f"there is no {PAGES}: run tools.execute first", file=sys.stderr)
        return 1
    # Sphinx reports a warning once and is silent about it when it reuses what it had, so nothing of it is kept.
    for name in ("html", ".doctrees", "jupyter_execute"):
        shutil.rmtree(root / "_build" / name, ignore_errors=True)
    command = [sys.executable, "-c", BUILDER, "build", str(PAGES), *OPTIONS]
    status = subprocess.run(command, cwd=root, env=os.environ | {"PYDEVD_DISABLE_FILE_VALIDATION": "1"}).returncode
    claims = root / "_build/verify.json"
    if status == 0 and claims.is_file():
        shutil.copyfile(claims, root / "_build/html/claims.json")
    return status


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Build the site from the executed pages.")
    parser.add_argument("--root", type=Path, default=ROOT, help="the book's root (default: this repository)")
    return build(parser.parse_args().root.resolve())


if __name__ == "__main__":
    raise SystemExit(main())
