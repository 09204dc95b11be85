"""Which files of the library a module rests on, read off its import statements.

Definitions
-----------
A module *rests on* its own file and on what the modules it imports names from rest on, wherever the statement stands
(imports for type checking alone do not count).  A name that is imported from a package leads to the module from which
the package imports it, not to all modules of the package.

>>> files_behind("privlearn.exact.errors")
('exact/errors.py',)
>>> "exact/brackets.py" in files_behind("privlearn.checking.verdict")
True
"""

import ast
import hashlib
import sys
from collections.abc import Container, Iterable
from functools import cache, lru_cache
from importlib import metadata
from pathlib import Path

import privlearn
from privlearn.keeping.reading import Imports, Reading, named_in, read

HOME = Path(privlearn.__file__).parent
MADE_WITH = "keeping/made_with.txt"  # in a library that goes to browsers: the packages that made the results it shows


def files_behind(module: str, without: Container[str] = ()) -> tuple[str, ...]:
    """Return the files that a module rests on, named from ``lib/privlearn``, sorted.

    Parameters
    ----------
    module : str
        Its full name; a module outside the library rests on no file.
    without : container of str
        Files that are left out, with what only they import.

    Notes
    -----
    Cost: every file is parsed once, and in a book never again (:mod:`~privlearn.keeping.reading`).
    """
    return _behind([module], without)


def files_behind_program(program: str) -> tuple[str, ...]:
    """Return the files that a program rests on which is no module of the library, given as text.

    Raises
    ------
    SyntaxError
        If it is no program.
    """
    return _behind(_origins(named_in(ast.parse(program))), ())


def _behind(modules: Iterable[str], without: Container[str]) -> tuple[str, ...]:
    seen: set[str] = set()
    waiting = [*modules]
    while waiting:
        name = waiting.pop()
        file = _file_of(name)
        if file is not None and file not in seen and file not in without:
            seen.add(file)
            waiting += _imported(name)
    return tuple(sorted(seen))


@cache
def _file_of(module: str) -> str | None:
    parts = module.split(".")
    if parts[0] != "privlearn" or len(parts) == 1:  # the root holds the version only
        return None
    for place in (HOME.joinpath(*parts[1:]).with_suffix(".py"), HOME.joinpath(*parts[1:], "__init__.py")):
        if place.exists():
            return place.relative_to(HOME).as_posix()
    return None


@cache
def _imported(module: str) -> tuple[str, ...]:
    return _origins(_reading(module).imports)


def _origins(imports: Imports) -> tuple[str, ...]:
    """Return the modules that imported names come from."""
    found: dict[str, None] = {}
    for module, names in imports:
        found |= dict.fromkeys((_origin(module, name) for name, _ in names) if names else (module,))
    return tuple(found)


def _origin(package: str, name: str) -> str:
    """Return the module that a name imported from a package (or module) belongs to."""
    if _file_of(f"{package}.{name}") is not None:
        return f"{package}.{name}"
    file = _file_of(package)
    if file is not None and file.endswith("__init__.py"):
        for module, names in _reading(package).imports:
            for original, here in names:
                if name == here:
                    return _origin(module, original)
    return package


def _reading(module: str) -> Reading:
    return read((HOME / str(_file_of(module))).read_text(encoding="utf-8"))


def code_of(files: Iterable[str]) -> str:
    """Return the SHA-256 of library files, named from ``lib/privlearn``, without docstrings, comments and empty lines.

    Raises
    ------
    FileNotFoundError
        If a file is not there.
    """
    home = Path(privlearn.__file__).parent
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name}\0{_code_lines((home / name).read_text(encoding='utf-8'))}\0".encode())
    return digest.hexdigest()


@cache
def installed() -> str:
    """Return the SHA-256 of Python's version and of the names and versions of all installed packages.

    A browser cannot make again the results that came along with the library: there, those that made them count.
    """
    if sys.platform == "emscripten" and (HOME / MADE_WITH).is_file():
        return (HOME / MADE_WITH).read_text(encoding="utf-8")
    found = sorted(f"{package.name} {package.version}" for package in metadata.distributions())
    return hashlib.sha256("\n".join([sys.version, *found]).encode()).hexdigest()


@cache
def library_code() -> str:
    """Return the SHA-256 of all files of the library, kept results of long checks included.

    It is computed once in a process, early: a worker that runs on while its files are edited still has the old code.
    Comments count, so that no file need be parsed: two installations are the same or they are not.
    """
    digest = hashlib.sha256()
    for path in sorted([*HOME.rglob("*.py"), *HOME.glob("checking/data/*.json")]):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(HOME).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


@lru_cache(maxsize=4096)  # by content: many results rest on the same files
def _code_lines(text: str) -> str:
    lines = text.splitlines()
    for first, last in read(text).docstrings:
        lines[first - 1:last] = [""] * (last - first + 1)
    return "\n".join(line for line in lines if line.strip() and not line.lstrip().startswith("#"))
