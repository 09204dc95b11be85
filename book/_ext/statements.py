"""Links to statements by the paper's own numbers: "Theorem 3.2" where the site's count would say "Theorem 2".

A reference `{prf:ref}` to a label, without a text of its own, gets the number in the title of the statement it leads
to, and the paper's key before it where the two pages belong to different papers (folders). Titles without a number
keep the site's count.
"""
import json
import re
from pathlib import Path

STATEMENT = re.compile(r"\{prf:\w+\} (?P<key>\w+), (?P<title>.*)\n:label: (?P<label>\S+)")
NUMBERED = re.compile(
    r"(Theorem|Lemma|Claim|Proposition|Corollary|Observation|Definition|Example|Remark|Table|footnote) \d+(\.\d+)*")
ALGORITHM = re.compile(r"[Aa]lgorithm \$\\mathcal A_(\d)\$")
REFERENCE = re.compile(r"\{prf:ref\}`([\w.\-]+)`")


def number_in(title):
    """Return what a link to a statement of this title says, or None to leave it to the site's count."""
    found = NUMBERED.match(title)
    algorithm = ALGORITHM.match(title)
    return found.group() if found else f"Algorithm A{algorithm.group(1)}" if algorithm else None


def prose(path):
    """Return the text of a page: of its markdown cells, if it is a notebook."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return text
    return "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown")


def names(folder):
    """Return label -> (folder of its page, key of the paper, number) for all numbered statements below `folder`."""
    found = {}
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix in (".md", ".ipynb"):
            for match in STATEMENT.finditer(prose(path)):
                number = number_in(match["title"])
                if number:
                    found[match["label"]] = path.parent.name, match["key"], number
    return found


def named(text, folder, known):
    """Return the text with every bare reference to a numbered statement named, seen from a page in `folder`."""
    def name(match):
        if match.group(1) not in known:
            return match.group()
        home, key, number = known[match.group(1)]
        return f"{{prf:ref}}`{number if home == folder else f'{key}, {number}'} <{match.group(1)}>`"

    return REFERENCE.sub(name, text)


def _collect(app):
    app.statement_names = names(app.srcdir)


def _name(app, docname, source):
    source[0] = named(source[0], Path(docname).parent.name, app.statement_names)


def setup(app):
    """Collect the titles once; name the references as each page is read."""
    app.connect("builder-inited", _collect)
    app.connect("source-read", _name)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
