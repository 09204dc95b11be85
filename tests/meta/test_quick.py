"""The extension that spares Sphinx work changes no byte of the site."""
from pathlib import Path

import yaml

from tools import build_site
from tools.pages import PAGES, ROOT

ROOT_PAGE = """# Root

Cited first {cite}`toy`; see {numref}`dot` and {numref}`square`.

```{bibliography}
```
"""
PAGE = """# Page

See {doc}`deep/other` and {cite}`toy`.

## One section

### Below it

```{prf:theorem} A theorem
:label: truth
$1 = 1$.
```

## Another

```{figure} dot.svg
:name: dot
A dot.
```
"""
OTHER = """# Other

{prf:ref}`truth` is shown in {ref}`a section <section>`, and {numref}`dot` shows {numref}`square`.

(section)=
## A section

```{eval-rst}
.. automodule:: privlearn.exact.errors
   :members:
```

```{figure} ../dot.svg
:name: square
A square.
```
"""
REFERENCE = "@article{toy, author={A. Author}, title={Toys}, journal={Journal}, year={2026}}"
CONTENTS = "format: jb-book\nroot: root\nparts:\n- caption: Part\n  chapters:\n  - file: page\n    sections:\n" \
           "    - file: deep/other\n"


def site(root: Path, *, quick: bool) -> dict[str, bytes]:
    """Build a small book with all that the extension touches, and return its files."""
    pages = root / PAGES
    (pages / "deep").mkdir(parents=True)
    for name, text in {"root.md": ROOT_PAGE, "page.md": PAGE, "deep/other.md": OTHER, "refs.bib": REFERENCE,
                       "_toc.yml": CONTENTS, "dot.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>"}.items():
        (pages / name).write_text(text, encoding="utf-8")
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    parts = config["sphinx"]
    config = {"title": "Toys", "logo": "", "execute": {"execute_notebooks": "off"}, "bibtex_bibfiles": ["refs.bib"],
              "parse": config["parse"],
              "sphinx": {"extra_extensions": parts["extra_extensions"],
                         "local_extensions": {"quick": str(ROOT / "book/_ext")} if quick else {},
                         "config": {"numfig": True, "nitpick_ignore_regex": parts["config"]["nitpick_ignore_regex"]}}}
    (pages / "_config.yml").write_text(yaml.safe_dump(config), encoding="utf-8")
    assert build_site.build(root) == 0
    html = root / "_build/html"
    return {str(path.relative_to(html)): path.read_bytes() for path in html.rglob("*")
            if path.is_file() and path.name != ".buildinfo"}


def test_site_is_the_same_byte_by_byte(tmp_path):
    quick, plain = (site(tmp_path / name, quick=name == "quick") for name in ("quick", "plain"))
    assert quick.keys() == plain.keys()
    assert [name for name in plain if quick[name] != plain[name]] == []
    assert b"TooLargeToEnumerate" in quick["deep/other.html"]
