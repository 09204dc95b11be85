"""What the finder knows of every claim, as one constant that a script of the site assigns: `_static/claims.js`.

A row for each registered claim, in the order of the registry: the paper's number (a step of a proof is named by its
statement), where it stands, what it uses, its verdict and checks in the run that built the site, and its numbers:
constants of three digits or more, and powers, in its title and checks and in what the page prints below its statement.
"""
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from html import escape, unescape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.domains import Domain
from sphinx.util.typing import ExtensionMetadata
from statements import TITLE

from privlearn.checking import registry, runner, store
from privlearn.checking.registry import Check, Claim
from privlearn.checking.verdict import GRADES
from privlearn.shown import cards
from privlearn.shown.notation import typeset

FINDER = "book/atlas/finder"  # which may hold numbers as examples of what to ask for
PLACE = "_static/claims.js"
HEAD = "const CLAIMS = "
FIELDS = ("id", "number", "name", "kind", "title", "ours", "page", "anchor", "uses", "twins", "verdict", "erratum",
          "repaired", "stored", "grade", "instances", "caught", "sabotages", "checks", "numbers")
OWN_NUMBER = re.compile(r"\w+-(\d+)")  # an id that is a number of the paper's own, and nothing else
PROOF = re.compile("^(in the )?proof of ")
SECTION = re.compile(r"(Appendix [A-Z]|Abstract|[\d.]+)")
TEX = re.compile(r"\\(?:mathcal|mathrm|mathsf|widehat|mathbb)\b|[\\${}_]")
STATED = re.compile(r"`+\{prf:\w+\} (?P<title>.*)\n(?::\w+:.*\n)*?:label: (?P<label>\S+)")
PIECE = re.compile(r"^(?=`+\{prf:\w+\} |## )", re.MULTILINE)
SEPARATOR = re.compile(r"(?<=\d)(?:\{,\}|\\,)(?=\d{3})")
POWER = r"(?<![\w.,^])(?P<base>\d+)(?:\^|\*\*)(?:[({](?P<within>-?\d+)[)}]|(?P<power>-?\d+)(?![\w^]|\.\d))"
WHOLE = r"(?<![\w.])(?P<whole>\d{1,3}(?:,\d{3})+|\d{3,40})(?![\w^]|\.\d|,\d|\*\*)"
CONSTANT = re.compile(f"{POWER}|{WHOLE}")
Stated = tuple[str, str, str, str]  # page, kind, paper and number of a statement
RAISED, TAG = re.compile(r"<sup>"), re.compile(r"<[^>]*>")


def constants(text: str) -> list[str]:
    """Return the numbers of a text as a reader would type them, without separators: 8299, 2^82."""
    found = (one.groupdict() for one in CONSTANT.finditer(text))
    return [one["whole"].replace(",", "") if one["whole"] else f"{one['base']}^{one['within'] or one['power']}"
            for one in found]


def plain(text: str) -> str:
    r"""Return the letters of TeX, so that a search can find them: `Algorithm $\mathcal A_1$` is Algorithm A1."""
    return " ".join(TEX.sub("", text).split())


def number_of(entry: Claim, claims: Mapping[str, Claim], statements: Mapping[str, Stated]) -> str:
    """Return the paper's own number, else that of the statement whose proof has the step, else the section."""
    if entry.id in statements:
        return plain(statements[entry.id][3])
    if entry.step_of:
        return f"Step of {PROOF.sub('', number_of(claims[entry.step_of], claims, statements))}"
    own = OWN_NUMBER.fullmatch(entry.id)
    if own:
        return f"{entry.kind.capitalize()} {own[1]}"
    found = SECTION.match(entry.section)
    if found is None:
        return entry.kind.capitalize()
    return found[1] if found[1][0].isalpha() else f"Section {found[1]}"


def place_of(entry: Claim, claims: Mapping[str, Claim], domains: Mapping[str, Any]) -> tuple[str, str]:
    """Return the page and the anchor where a claim stands: its statement, else its step in a proof."""
    statements, anchors = domains["prf"].data["statements"], domains["std"].anonlabels
    if entry.id in statements:
        return statements[entry.id][0], entry.id
    if entry.id.lower() in anchors:
        return anchors[entry.id.lower()]
    return place_of(claims[entry.step_of], claims, domains) if entry.step_of else (f"book/{entry.page}", "")


def written(pages: Mapping[str, str]) -> tuple[dict[str, str], defaultdict[str, list[str]]]:
    """Return the names of statements, and statement or page -> constants that stand below it.

    What follows a heading of the second level, up to the next statement, belongs to the page.
    """
    names: dict[str, str] = {}
    found: defaultdict[str, list[str]] = defaultdict(list)
    for page, path in pages.items():
        place = page
        for source, outputs in cells(Path(path)):
            for piece in PIECE.split(SEPARATOR.sub(",", source)):
                stated = STATED.match(piece)
                if stated:
                    place, title = stated["label"], TITLE.fullmatch(stated["title"])
                    names[place] = title["name"] or "" if title and title["paper"] else stated["title"]
                elif piece.startswith("## "):
                    place = page
                found[place] += constants(piece)
            for output in outputs:
                found[place] += constants(shown(output))
    return names, found


def cells(path: Path) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the prose and the outputs of a page's cells; plain prose is one cell."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return [(text, [])]
    return [("".join(cell["source"]) * (cell["cell_type"] == "markdown"), cell.get("outputs", []))
            for cell in json.loads(text)["cells"]]


def shown(output: Mapping[str, Any]) -> str:
    """Return the text of a cell's output; none for pictures, sliders and cards."""
    content = output.get("data", {})
    table = "".join(content.get("text/html", ""))
    if "<table" in table:
        return unescape(TAG.sub(" ", RAISED.sub("^", table)))
    if table or len(content) > 1:
        return ""
    return "".join(output.get("text", content.get("text/plain", "")))


def verdicts(beside: Path, claims: Mapping[str, Claim]) -> dict[str, dict[str, Any]]:
    """Return id -> report: of the run that built the site, else the stored one."""
    rows = json.loads(beside.read_text())["claims"] if beside.is_file() else []
    found = {row["id"]: row for row in rows if row["id"] in claims}
    return found | {id: row for id in claims if id not in found and (row := store.stored_claim(id))}


def check_row(row: Mapping[str, Any], declared: Check | None) -> list[str | int | float]:
    """Return a check as the finder shows it: clause, grade, judged, covered if more, slack, seconds, stored, holds."""
    says = cards.plain_clause(declared.says) if declared else ""
    covered = row["covered"] if row["covered"] > row["instances"] else 0
    return [typeset(says or row["name"]), GRADES.index(row["grade"]), row["instances"], covered,
            cards.brief(row["slack"], 20), round(row["seconds"], 2), int("stored" in row), int(row["holds"])]


def declared_as(row: Mapping[str, Any], id: str, claims: Mapping[str, Claim]) -> Check | None:
    """Return the check that a row of a claim's report tells of, which another version of the paper may declare."""
    return next((check for check in claims[row.get("shared_from", id)].checks if check.name == row["name"]), None)


class Book:
    """What the rows are made of: the claims, their places and reports, and the names and numbers on the pages."""

    def __init__(self, claims: Mapping[str, Claim], domains: Mapping[str, Domain],
                 reports: Mapping[str, dict[str, Any]], names: Mapping[str, str],
                 found: Mapping[str, list[str]]) -> None:
        self.claims, self.reports, self.names, self.found = claims, reports, names, found
        self.statements = domains["prf"].data["statements"]
        self.places = {id: place_of(entry, claims, domains) for id, entry in claims.items()}
        self.order = {id: k for k, id in enumerate(claims)}

    def data(self, titles: Mapping[str, nodes.title]) -> dict[str, Any]:
        """Return the constant: grades, kinds of errata, pages with their numbers, and a row for each claim."""
        stating = {page for page, _ in self.places.values()}
        pages = sorted(page for page in titles if page in stating or self.found.get(page))
        rows = [[row[field] for field in FIELDS] for row in (self.row(entry, pages) for entry in self.claims.values())]
        listed = [[page, escape(titles[page].astext()), numbers(self.found.get(page, ()))] for page in pages]
        return {"grades": GRADES, "errata": cards.ERRATA, "pages": listed, "fields": FIELDS, "rows": rows}

    def row(self, entry: Claim, pages: list[str]) -> dict[str, Any]:
        """Return what the finder shows of a claim, by `FIELDS`."""
        id, (page, anchor) = entry.id, self.places[entry.id]
        number = number_of(entry, self.claims, self.statements)
        report = self.reports.get(id, {"status": entry.status, "checked": False, "checks": [], "sabotages": []})
        rows, sabotages, name = report["checks"], report["sabotages"], self.names.get(id, "")
        checks = [declared_as(row, id, self.claims) for row in rows]
        texts = [entry.title, name, *(f"{check.says} {check.quantifier}" for check in checks if check)]
        return {
            "id": id, "number": escape(number[0].upper() + number[1:]), "name": plain(name), "kind": entry.kind,
            "title": typeset(entry.title), "ours": int(id in self.statements and not self.statements[id][2]),
            "page": pages.index(page), "anchor": anchor, "uses": [self.order[used] for used in entry.uses],
            "twins": [self.order[twin] for twin in entry.same_as], "verdict": runner.word(report),
            "erratum": entry.erratum_kind, "repaired": int(entry.repaired),
            "stored": int(any("stored" in row for row in rows) or any(check.long for check in entry.checks)),
            "grade": GRADES.index(cards.weakest(rows)) if rows else -1,
            "instances": sum(row["instances"] for row in rows), "caught": sum(row["caught"] for row in sabotages),
            "sabotages": len(sabotages), "checks": [check_row(*pair) for pair in zip(rows, checks, strict=True)],
            "numbers": numbers([*(number for text in texts for number in constants(text)), *self.found.get(id, ())])}


def numbers(found: Iterable[str]) -> str:
    """Return numbers as one text, each once."""
    return " ".join(dict.fromkeys(found))


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the constant beside the site's scripts, once the site is built."""
    if exception is None and app.builder.format == "html":
        claims = registry.load()
        titles = {page: title for page, title in app.env.titles.items() if page != FINDER}
        domains = {name: app.env.get_domain(name) for name in ("prf", "std")}
        reports = verdicts(Path(app.outdir).parent / "verify.json", claims)
        book = Book(claims, domains, reports, *written({page: app.env.doc2path(page) for page in titles}))
        text = json.dumps(book.data(titles), ensure_ascii=False, separators=(",", ":"))
        (Path(app.outdir) / PLACE).write_text(f"{HEAD}{text};\n", encoding="utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Write the data at the end."""
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
