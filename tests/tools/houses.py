"""Small books to execute and to build."""
from pathlib import Path

from tools.pages import ROOT

NOTEBOOK = (ROOT / "tests/meta/fixtures/house/book/right.md").read_text(encoding="utf-8").split("# A page")[0]


def house(root: Path, **pages: str) -> Path:
    """Write a small book whose pages are notebooks with the given text, apart from the introduction."""
    (root / "book").mkdir()
    names = [f"book/{name}" for name in pages]
    toc = "format: jb-book\nroot: book/intro\nchapters:\n" + "".join(f"  - file: {name}\n" for name in names)
    (root / "_toc.yml").write_text(toc)
    (root / "_config.yml").write_text("title: Toy\nexecute: {execute_notebooks: force}\n")
    (root / "book/intro.md").write_text("# Toy\n")
    for name, text in pages.items():
        (root / f"book/{name}.md").parent.mkdir(exist_ok=True)
        (root / f"book/{name}.md").write_text(NOTEBOOK + text)
    return root


def code(text: str) -> str:
    return f"# Page\n\n```{{code-cell}} ipython3\n{text}\n```\n"
