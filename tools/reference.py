"""Write the reference pages: one for each sub-package, every public module with its docstrings.

The pages are generated, so that no module can be forgotten; `python -m tools.reference` renews them, and a test of the gate compares
them with what would be written.
"""
from pathlib import Path

from tools.pages import ROOT

TITLES = {
    "exact": "Exact numbers and certificates",
    "laws": "Laws",
    "concepts": "Concept classes",
    "dimensions": "Dimensions",
    "mechanisms": "Mechanisms",
    "learners": "Learners",
    "release": "Data release",
    "claims": "Claims",
    "figures": "Figures",
}


def modules(root: Path, package: str) -> list[str]:
    """Return the public modules of a sub-package; the papers' claims and the broken mechanisms are shown on their own pages."""
    home = root / "lib/privlearn" / package
    return sorted(path.stem for path in home.glob("*.py") if not path.stem.startswith("_"))


def page(root: Path, package: str) -> str:
    """Return the text of one reference page."""
    lines = [f"# {TITLES[package]}", "", f"The modules of `privlearn.{package}`; each begins with its definitions.", ""]
    for module in modules(root, package):
        name = f"privlearn.{package}.{module}"
        lines += [f"## {module}", "", "```{eval-rst}", f".. automodule:: {name}", "   :members:", "```", ""]
    return "\n".join(lines)


def write(root: Path) -> list[Path]:
    """Write all reference pages and return their paths."""
    paths = []
    for package in TITLES:
        path = root / f"book/reference/{package}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(root, package), encoding="utf-8")
        paths.append(path)
    return paths


if __name__ == "__main__":
    write(ROOT)
