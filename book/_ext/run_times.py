"""The page of times: how long the run took that built the site, of which no cell may print a second.

A directive `{run-times} WHAT` is a table, made when the site is built: `stages` of the build, `claims` by part and
paper, the `longest` checks, the `kept` results of checks that take minutes, `pages` by part, and the `slowest` pages.
Its numbers come from the report of the claims (`_build/verify.json`) and from what was written beside the executed
pages (`times.json`, `stage.json`); where these are not there, it says so. The page is written whenever anything is.
"""
import datetime
import html
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from claim_data import place_of, verdicts
from docutils import nodes
from frame import Part, _parts as parts_of
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from privlearn.checking import registry
from privlearn.checking.long_checks import machine
from privlearn.keeping import read_json
from privlearn.shown.atlas import own
from privlearn.shown.notation import typeset

LONGEST = 20
# The builder of the site puts its own seconds there at its end (`tools.build_site`).
UNTIMED = '<span class="site-seconds">not yet known</span>'
NO_RUN = "This site was built without a run: no times are known."
NUMBERS = {"checks", "claims", "cases judged", "pages", "parts", "sabotages", "seconds"}


class Times(nodes.General, nodes.Element):
    """The place of a table."""


class TimesDirective(SphinxDirective):
    """A table, made when all pages are known."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return its place."""
        if self.arguments[0] not in Run.TABLES:
            raise self.error(f"run-times is one of {', '.join(Run.TABLES)}, got {self.arguments[0]!r}")
        self.env.metadata[self.env.docname]["run_times"] = "yes"
        return [Times(shows=self.arguments[0])]


def seconds(value: float) -> str:
    """Return seconds as a reader takes them in: tenths below ten, else whole ones.

    >>> [seconds(value) for value in (0.04, 2.345, 61.5, 1234.0)]
    ['below 0.1', '2.3', '62', '1,234']
    """
    if value < 0.05:
        return "below 0.1"
    return f"{value:.1f}" if value < 10 else f"{value:,.0f}"


def table(caption: str, columns: Sequence[str], rows: Sequence[Sequence[str]], shares: Sequence[float] = ()) -> str:
    """Return a table whose first column heads its rows; a row's share of the greatest is a bar at its end."""
    greatest = max(shares, default=0) or 1
    bars = [f'<td class="share"><span style="width: {100 * share / greatest:.1f}%"></span></td>' for share in shares]
    head = "".join(f'<th scope="col"{_number(name)}>{name}</th>' for name in columns)
    kinds = [_number(name) for name in columns[1:]]
    body = "".join(
        f'<tr><th scope="row">{first}</th>'
        f'{"".join(f"<td{kind}>{cell}</td>" for kind, cell in zip(kinds, rest, strict=True))}{bar}</tr>'
        for (first, *rest), bar in zip(rows, bars or [""] * len(rows), strict=True))
    more = '<th scope="col" class="share">seconds, as bars</th>' if bars else ""
    return (f'<table class="run-times"><caption>{caption}</caption><thead><tr>{head}{more}</tr></thead>'
            f"<tbody>{body}</tbody></table>")


def _number(name: str) -> str:
    return ' class="number"' if name in NUMBERS else ""


class Run:
    """What a run left behind: the report of its claims, and the seconds of its pages."""

    TABLES = ("stages", "claims", "longest", "kept", "pages", "slowest")

    def __init__(self, summary: Mapping[str, Any], reports: Mapping[str, dict[str, Any]], times: Mapping[str, float],
                 stage: Mapping[str, Any], parts: list[Part], link: Callable[[str], str]) -> None:
        self.summary, self.reports, self.times, self.stage = summary, reports, times, stage
        self.parts, self.link, self.registered = parts, link, registry.load()
        self.titles = {page["name"]: html.escape(page["title"]) for part in parts for page in part["pages"]}

    def shown(self, what: str) -> str:
        """Return one of the tables, or that there is nothing to show."""
        known = {"stages": self.summary, "pages": self.times, "slowest": self.times}.get(what, self.reports)
        return getattr(self, what)() if known else f"<p>{NO_RUN}</p>"

    def stages(self) -> str:
        """Return what the stages of the build took."""
        done, found = self.summary, self.stage
        judged = f"{done['checks']:,} checks and {done['sabotages']:,} sabotages of {done['claims']:,} claims"
        rows = [["claims", judged, seconds(done["seconds"])]]
        if found:
            reused = f", {found['reused']} as they were" if found["reused"] else ""
            rows.append(["pages", f"{found['executed']} pages executed{reused}", seconds(found["seconds"])])
        rows.append(["site", f"{sum(len(part['pages']) for part in self.parts)} pages written and typeset", UNTIMED])
        today = datetime.date.today().isoformat()
        caption = f"Built on {today} with Python {platform.python_version()} on {html.escape(machine())}"
        return table(caption, ("stage", "what it did", "seconds"), rows)

    def claims(self) -> str:
        """Return the seconds of checks and sabotages, for each paper on the pages of a part."""
        rows, shares = [], []
        for part in self.parts:
            pages = {page["name"].removeprefix("book/") for page in part["pages"]}
            here = [entry for id, entry in self.registered.items() if entry.page in pages and id in self.reports]
            for paper in dict.fromkeys(entry.paper for entry in here):
                found = [self.reports[entry.id] for entry in here if entry.paper == paper]
                checks = [row for report in found for row in own(report["checks"])]
                sabotages = [row for report in found for row in own(report["sabotages"])]
                if checks:
                    shares.append(_sum(checks) + _sum(sabotages))
                    rows.append([html.escape(part["name"]), paper, str(len(found)), str(len(checks)),
                                 str(len(sabotages)), seconds(shares[-1])])
        columns = ("part", "paper", "claims", "checks", "sabotages", "seconds")
        return table("Claims, by part and paper", columns, rows, shares)

    def longest(self) -> str:
        """Return the checks that took longest."""
        found = sorted(((row["seconds"], id, row) for id, report in self.reports.items()
                        for row in own(report["checks"])), key=lambda one: one[0], reverse=True)[:LONGEST]
        rows = [[self.link(id), typeset(row["name"]), row["grade"], f"{row['instances']:,}", seconds(taken)]
                for taken, id, row in found]
        columns = ("claim", "check", "grade", "cases judged", "seconds")
        return table(f"The {len(rows)} longest checks", columns, rows, [taken for taken, *_ in found])

    def kept(self) -> str:
        """Return the checks whose results are kept, with what they took where they were run whole."""
        found = [(id, row, row["stored"]) for id, report in self.reports.items() for row in own(report["checks"])
                 if "stored" in row]
        rows = [[self.link(id), typeset(row["name"]), str(kept["parts"]), seconds(kept["seconds"])]
                for id, row, kept in found]
        where = sorted({f"on {kept['date']} with Python {kept['python']} on {kept['machine']}" for *_, kept in found})
        caption = f"Run whole and kept {'; '.join(map(html.escape, where))}"
        return table(caption, ("claim", "check", "parts", "seconds"), rows, [kept["seconds"] for *_, kept in found])

    def pages(self) -> str:
        """Return what executing the pages of each part took."""
        rows, shares = [], []
        for part in self.parts:
            found = {page["name"]: self.times[page["name"]] for page in part["pages"] if page["name"] in self.times}
            if found:
                slowest = max(found, key=found.__getitem__)
                shares.append(sum(found.values()))
                rows.append([html.escape(part["name"]), str(len(found)), seconds(shares[-1]),
                             f"{self.titles[slowest]} ({seconds(found[slowest])})"])
        return table("Executed pages, by part", ("part", "pages", "seconds", "the slowest"), rows, shares)

    def slowest(self) -> str:
        """Return the pages that took longest."""
        found = sorted(self.times.items(), key=lambda one: one[1], reverse=True)[:LONGEST // 2]
        rows = [[self.titles.get(page, page), seconds(taken)] for page, taken in found]
        return table(f"The {len(rows)} slowest pages", ("page", "seconds"), rows, [taken for _, taken in found])


def _sum(rows: Iterable[Mapping[str, Any]]) -> float:
    return sum(row["seconds"] for row in rows)


class Timed(SphinxPostTransform):
    """Puts the tables into their places."""

    default_priority = 19
    formats = ("html",)

    def run(self, **kwargs: object) -> None:
        """Change the page."""
        places = list(self.document.findall(Times))
        if places:
            report, pages = Path(self.app.outdir).parent / "verify.json", Path(self.app.srcdir)
            reports = verdicts(report, registry.load()) if report.is_file() else {}
            root = self.env.config.root_doc
            front = {"name": "Front page", "pages": [{"name": root, "title": self.env.titles[root].astext()}]}
            run = Run(read_json(report).get("summary", {}), reports, read_json(pages / "times.json"),
                      read_json(pages / "stage.json"), [front, *parts_of(self.app)], self.link)
            for place in places:
                place.replace_self(nodes.raw("", run.shown(place["shows"]), format="html"))

    def link(self, id: str) -> str:
        """Return the link to a claim."""
        domains = {name: self.env.get_domain(name) for name in ("prf", "std")}
        page, anchor = place_of(registry.load()[id], registry.load(), domains)
        address = self.app.builder.get_relative_uri(self.env.docname, page)
        return f'<a href="{html.escape(address)}{f"#{anchor}" if anchor else ""}">{id}</a>'


def _outdated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Write the pages with times again whenever anything is written."""
    return [page for page, found in env.metadata.items() if "run_times" in found]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive."""
    app.add_node(Times)
    app.add_directive("run-times", TimesDirective)
    app.add_post_transform(Timed)
    app.connect("env-updated", _outdated)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
