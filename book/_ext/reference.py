"""The reference pages: every module of a package, from its docstrings, and links by the names that users import.

A page holds the line `<!-- library: privlearn.laws -->`; each module of that package, and of the packages in it, takes
its place. Formulas stand among the functions. A link to a name that a package re-exports (`privlearn.laws.choice`), or
that a docstring's module imports, leads to where it is defined (`privlearn.laws.law.choice`).
"""
import importlib
import pkgutil
import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.ext.autodoc import FunctionDocumenter
from sphinx.util.typing import ExtensionMetadata

from privlearn.exact.formulas import Formula

MARKER = re.compile(r"^<!-- library: ([\w.]+) -->$", re.MULTILINE)
SECTION = """\
## {name}

```{{eval-rst}}
.. automodule:: {module}
   :members:
   :show-inheritance:
```
"""


class FormulaDocumenter(FunctionDocumenter):
    """Documents a formula as the function that it is to its callers."""

    objtype, directivetype = "formula", "function"

    @classmethod
    def can_document_member(cls, member: Any, membername: str, isattr: bool, parent: Any) -> bool:
        """Tell whether it is one."""
        return isinstance(member, Formula)


def modules(package: str) -> list[str]:
    """Return the names of the public modules of a package and of the packages in it, as seen from it."""
    found = sorted(pkgutil.iter_modules(importlib.import_module(package).__path__), key=lambda module: module.ispkg)
    names: list[str] = []
    for module in found:
        if module.ispkg:
            names += [f"{module.name}.{inner}" for inner in modules(f"{package}.{module.name}")]
        elif not module.name.startswith("_"):
            names.append(module.name)
    return names


def _sections(match: re.Match[str]) -> str:
    package = match.group(1)
    return "\n".join(SECTION.format(name=name, module=f"{package}.{name}") for name in modules(package))


def _expand(app: Sphinx, docname: str, source: list[str]) -> None:
    source[0] = MARKER.sub(_sections, source[0])


def _defined_as(place: str, name: str) -> str | None:
    """Return the full name of what the module `place` knows under `name`, if it is defined elsewhere in the library."""
    try:
        thing = getattr(importlib.import_module(place), name)
    except (ImportError, AttributeError):
        return None
    home = getattr(thing, "__module__", None) or ""
    return f"{home}.{name}" if home.startswith("privlearn.") and home != place else None


def _resolve(app: Sphinx, env: BuildEnvironment, node: nodes.Element, contnode: nodes.Element) -> nodes.Element | None:
    if node.get("refdomain") != "py":
        return None
    place, _, name = node["reftarget"].rpartition(".")
    place = place or node.get("py:module") or ""
    target = _defined_as(place, name) if place.startswith("privlearn") else None
    if target is None:
        return None
    domain = env.get_domain("py")
    return domain.resolve_xref(env, node["refdoc"], app.builder, node["reftype"], target, node, contnode)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Expand sources as they are read; resolve what the Python domain could not."""
    app.add_autodocumenter(FormulaDocumenter)
    app.connect("source-read", _expand)
    app.connect("missing-reference", _resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
