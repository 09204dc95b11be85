"""Importing the library with changed code: the files stay as they are, and so do the hashes of what rests on them.

So a process whose code is changed neither reads what is kept under these hashes nor keeps anything.
"""

import ast
import functools
import importlib
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from privlearn.keeping.code import HOME
from privlearn.keeping.results import keep_no_file

Change = Callable[[str], ast.Module | None]  # of a file of the library, named from its root; None: as it is


class ChangedFinder(MetaPathFinder):
    """Finds the library's modules as ever, and gives some of them other code."""

    def __init__(self, change: Change) -> None:
        self.change = change

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None,
                  ) -> ModuleSpec | None:
        """Return where a module of the library is found, ``None`` for others."""
        if not fullname.startswith("privlearn."):
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is None or not isinstance(spec.loader, SourceFileLoader):
            return spec
        tree = self.change(Path(spec.loader.path).resolve().relative_to(HOME.resolve()).as_posix())
        if tree is not None:
            spec.loader = ChangedLoader(spec.loader.name, spec.loader.path, tree)
        return spec


class ChangedLoader(SourceFileLoader):
    """Loads a module from a parsed program in place of its file."""

    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self.tree = tree

    def get_code(self, fullname: str) -> CodeType:
        """Return the program's code."""
        code: CodeType = compile(self.tree, self.path, "exec", dont_inherit=True)
        return code


def import_anew(change: Change, compile_anew: bool = False) -> None:
    """Forget the library and let it be imported with changed code from here on; only for a process made for that.

    With ``compile_anew`` compiled functions are compiled again, as they must be if one of them has changed.
    """
    for name in [name for name in sys.modules if name.split(".")[0] == "privlearn"]:
        del sys.modules[name]
    sys.meta_path.insert(0, ChangedFinder(change))
    if compile_anew:
        _compile_without_cache()
    importlib.import_module(keep_no_file.__module__).keep_no_file()  # of the library that is imported from here on


def _compile_without_cache() -> None:
    """Keep compiled code from disk away: it is that of the files, and so is what was compiled into its callers."""
    try:
        numba = importlib.import_module("numba")
    except ImportError:
        return
    for name in ("njit", "jit"):
        setattr(numba, name, _without_cache(getattr(numba, name)))


def _without_cache(decorator: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args, cache=False, **options: decorator(*args, **options)


def swap(file: str, qualname: str, tree: ast.Module) -> bool:
    """Give a function of the imported library the code that it has in a changed program; False if that cannot be done.

    It can be done for functions and methods that were not run yet, decorated ones included; not for compiled ones, nor
    for changes outside of the code, such as of a default.
    """
    module = sys.modules.get("privlearn." + file.removesuffix(".py").replace("/", ".").removesuffix(".__init__"))
    new = code_in(compile(tree, str(HOME / file), "exec", dont_inherit=True), qualname.split("."))
    function = _function_in(module, qualname.split(".")) if module is not None else None
    if new is None or function is None:
        return False
    old = function.__code__
    place = [(code.co_name, code.co_firstlineno, code.co_freevars) for code in (old, new)]
    if old == new or place[0] != place[1]:
        return False
    function.__code__ = new
    keep_no_file()
    return True


def code_in(code: CodeType, path: list[str]) -> CodeType | None:
    for name in path:
        found = [part for part in code.co_consts if isinstance(part, CodeType) and part.co_name == name]
        if len(found) != 1:
            return None
        code = found[0]
    return code


def _function_in(module: ModuleType, path: list[str]) -> FunctionType | None:
    found: Any = module
    for name in path:
        found = vars(found).get(name)
    if isinstance(found, (staticmethod, classmethod)):
        found = found.__func__
    if isinstance(found, property):
        found = found.fget
    if isinstance(found, functools.cached_property):
        found = found.func
    while hasattr(found, "__wrapped__"):
        found = found.__wrapped__
    return found if isinstance(found, FunctionType) else None
