"""Cells as a reader wants them: code that draws is closed, and a slider loads its pictures when it is touched.

A cell whose output is a picture has its code in a drawer above it. The pictures of a slider, which a notebook carries
in itself, become files beside the page's others; the page's script puts them into the place of the first one. What a
cell prints stays in the columns in which it was printed and goes on sideways, unless it has none: a single line, or
lines longer than the page is wide, flow on below. Fields of tables that hold words say so, since on a phone they must
not become as narrow as their longest one.
"""
import base64
import html
import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

FOLDER = "_images/frames"
FRAME = re.compile(r'<img src="data:image/svg\+xml;base64,([^"]+)"[^>]*? alt="([^"]*)">')
HANDLER = re.compile(r' data-lm-suppress-shortcuts="true" oninput="[^"]*"')
LABEL = re.compile(r"(?<=<label><span>).*?(?=</span>)|(?<=<p class=\"fixed\">).*?(?=</p>)")
FORMULA = re.compile(r"\$([^$]+)\$")
START = re.compile(r'<input [^>]*\bvalue="(\d+)"')
SIZE = re.compile(rb'<svg [^>]*?\b(width|height)="([\d.]+)pt"[^>]*?\b(?:width|height)="([\d.]+)pt"')
POINTS = 4 / 3  # pixels
LETTERS = 89  # of code in a line of the page
FIELD, TAG = re.compile(r"<td>(.*?)</td>", re.DOTALL), re.compile(r"<[^>]*>")
WORDS, SENTENCES = 24, 90  # letters


def frames(app: Sphinx, docname: str, text: str) -> str:
    """Return a slider whose pictures are files, of which the page loads the one that it starts with.

    Formulas in its labels become those of the page.
    """
    text = LABEL.sub(lambda label: FORMULA.sub(r'<span class="math notranslate nohighlight">\\(\1\\)</span>', label[0]),
                     HANDLER.sub("", text))
    folder = Path(app.outdir) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    start = app.builder.get_relative_uri(docname, "index").rpartition("index")[0]
    found = []
    for picture, alt in FRAME.findall(text):
        content = base64.b64decode(picture)
        name = f"{sha256(content).hexdigest()[:16]}.svg"
        (folder / name).write_bytes(content)
        found.append((f"{start}{FOLDER}/{name}", html.unescape(alt), content))
    if not found:  # a text, which the slider carries in itself
        return text.replace('<div class="frames" ', '<div class="frames" role="group" ', 1)
    begins = START.search(text)
    assert begins is not None, "a slider starts somewhere"
    address, alt, content = found[int(begins[1])]
    size = SIZE.search(content)
    assert size is not None, "a picture has a size"
    first_of_two, *sizes = size.groups()
    width, height = (float(part) * POINTS for part in (sizes if first_of_two == b"width" else sizes[::-1]))
    first = (f'<div class="picture"><img src="{address}" alt="{html.escape(alt)}" '
             f'width="{width:.0f}" height="{height:.0f}"></div>')
    listed = html.escape(json.dumps([part[:2] for part in found]))
    text = text.replace('<div class="frames" ', f'<div class="frames" role="group" data-frames="{listed}" ', 1)
    return FRAME.sub("", FRAME.sub(lambda _: first, text, count=1))


def flows(printed: str) -> bool:
    """Say whether a printed text goes on below where it is too long.

    >>> flows("a single line"), flows("two\\nlines"), flows("first\\n" + LETTERS * "x"), flows("first\\n" + 90 * "x")
    (True, False, False, True)
    """
    lines = printed.strip("\n").split("\n")
    return len(lines) == 1 or max(map(len, lines)) > LETTERS


def kinds(text: str) -> list[str]:
    """Return the classes of a field of a table.

    >>> kinds("16 x 16"), kinds("the one-way communication of a class"), kinds(10 * "a sentence ")
    ([], ['words'], ['sentences'])
    """
    return ["sentences"] if len(text) > SENTENCES else ["words"] if len(text) > WORDS else []


def said(field: re.Match[str]) -> str:
    """Return a field of a table in HTML, with its class."""
    found = kinds(html.unescape(TAG.sub("", field[1])))
    return f'<td class="{found[0]}">{field[1]}</td>' if found else field[0]


class Cells(SphinxPostTransform):
    """Folds the code of pictures, lets sliders load late and long lines flow."""

    default_priority = 19  # once the outputs of cells are chosen, before cards move
    formats = ("html",)

    def run(self, **kwargs: object) -> None:
        """Change the page."""
        for raw in self.document.findall(nodes.raw):
            if raw.astext().startswith('<div class="frames"'):
                raw.children = [nodes.Text(frames(self.app, self.env.docname, raw.astext()))]
            elif "<td>" in raw.astext() and raw.get("format") == "html":
                raw.children = [nodes.Text(FIELD.sub(said, raw.astext()))]
        for field in self.document.findall(nodes.entry):
            field["classes"] += kinds(field.astext())
        for printed in self.document.findall(nodes.literal_block):
            if "output" in printed["classes"] and flows(printed.astext()):
                printed["classes"].append("flowing")
        for cell in self.document.findall(nodes.container):
            if "cell" in cell["classes"] and not any(name.startswith("tag_hide") for name in cell["classes"]):
                self.fold(cell)

    def fold(self, cell: nodes.container) -> None:
        """Close the code of a cell that shows a picture and prints nothing."""
        code = [node for node in cell.children if "cell_input" in node["classes"]]
        pictures = [*cell.findall(nodes.image), *(raw for raw in cell.findall(nodes.raw) if "<img" in raw.astext())]
        prints = any("stream" in node.get("classes", ()) for node in cell.findall(nodes.Element))
        if code and pictures and not prints:
            lines = code[0].astext().strip().count("\n") + 1
            cell.children[:] = [
                nodes.raw("", '<details class="hide"><summary>Code of this figure <span class="about">'
                              f'{lines} line{"s" * (lines > 1)}</span></summary>', format="html"),
                *code, nodes.raw("", "</details>", format="html"),
                *(node for node in cell.children if node not in code)]
            for node in cell.children:
                node.parent = cell


def open_drawer(self: HTML5Translator, node: nodes.Element) -> None:
    """Open the drawer of code that a tag hides; its summary says what it holds."""
    self.body.append('<details class="hide"><summary>Code</summary>\n')


def close_drawer(self: HTML5Translator, node: nodes.Element) -> None:
    """Close it."""
    self.body.append("</details>\n")


def is_slider(output: dict[str, Any]) -> bool:
    """Tell whether an output of a notebook is a slider with its frames."""
    return "".join(output.get("data", {}).get("text/html", "")).startswith('<div class="frames"')


def lighten(app: Sphinx, exception: Exception | None) -> None:
    """Leave sliders out of the notebooks to download, where a kernel draws them anew."""
    for place in () if exception else Path(app.outdir, "_sources").rglob("*.ipynb"):
        notebook = json.loads(place.read_text(encoding="utf-8"))
        for cell in (cell for cell in notebook["cells"] if cell["cell_type"] == "code"):
            cell["outputs"] = [output for output in cell["outputs"] if not is_slider(output)]
        place.write_text(json.dumps(notebook, indent=1), encoding="utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the transform."""
    app.add_post_transform(Cells)
    app.connect("build-finished", lighten)
    app.add_node(HideCodeCellNode, override=True, html=(open_drawer, close_drawer))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
