"""Tables across all claims: what the pages of the atlas show, from the stored run.

Definitions
-----------
A *table* is HTML with a caption and column headers inside a region that scrolls sideways and can be reached by
keyboard; elsewhere it is the text of its caption.  Claims and controls come from the stored run; what is missing there
is run.

>>> print(Table("Two cells", ("a", "b"), (("1", "2"),)))
Two cells
"""

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median_low
from typing import Any

from privlearn.broken import catalogue
from privlearn.checking import registry, runner, store
from privlearn.checking.proofs import CONCLUSION, proofs_so_far
from privlearn.checking.registry import Claim
from privlearn.checking.verdict import EXACT_GRADES, GRADES
from privlearn.checking.words import STATUSES
from privlearn.shown.cards import ERRATA, SYMBOL, brief, counted, link, sign
from privlearn.shown.notation import typeset

Report = dict[str, Any]
WIDE_HEADER = "min-width: 9rem; font-weight: normal; text-align: left; vertical-align: top"


@dataclass(frozen=True)
class Table:
    """A table for a page; cells are HTML, the first cell of a row is its header.

    One that is ``stacked`` sets the cells of a row below each other where the window is narrow; its roles are written
    out then, for what is laid out as blocks is no table to a screen reader.
    """

    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    stacked: bool = False

    def __str__(self) -> str:
        return self.caption

    __repr__ = __str__

    def _repr_html_(self) -> str:
        def part(tag: str, role: str, text: str, more: str = "") -> str:
            return f"<{tag}{more}" + f' role="{role}"' * self.stacked + f">{text}</{tag}>"

        name, left = html.escape(self.caption, quote=True), f' scope="row" style="{WIDE_HEADER}"'
        labels = [f' data-label="{html.escape(column, quote=True)}"' * self.stacked for column in self.columns[1:]]
        head = "".join(part("th", "columnheader", html.escape(column), ' scope="col"') for column in self.columns)
        rows = "".join(part("tr", "row", part("th", "rowheader", first, left)
                            + "".join(part("td", "cell", *labelled) for labelled in zip(others, labels, strict=True)))
                       for first, *others in self.rows)
        table = part("table", "table", f"<caption>{html.escape(self.caption)}</caption>"
                     + part("thead", "rowgroup", part("tr", "row", head)) + part("tbody", "rowgroup", rows),
                     ' class="stacked"' * self.stacked + ' style="font-size: 0.85em"')
        return f'<div class="verdict-scroll" tabindex="0" role="region" aria-label="{name}">{table}</div>'


def reports(ids: Iterable[str] | None = None) -> list[tuple[Claim, Report]]:
    """Return the claims with some ids, else all, and their reports: of the stored run, or run if missing there."""
    claims = registry.load() if ids is None else {id: registry.load()[id] for id in ids}
    known = {id: store.stored_claim(id) for id in claims}
    missing = {id: entry for id, entry in claims.items() if known[id] is None}
    fresh = {row["id"]: row for row in runner.run(missing)["claims"]} if missing else {}
    return [(entry, known[id] or fresh[id]) for id, entry in claims.items()]


def controls() -> list[Report]:
    """Return the rows of the catalogue of broken mechanisms, stored or run."""
    return store.stored_controls() or catalogue.run_catalogue()


def own(rows: Sequence[Report]) -> list[Report]:
    """Return the checks or sabotages of a report that are its claim's own, not shared with another claim's."""
    return [row for row in rows if "shared_from" not in row]


def totals_table(listed: Sequence[tuple[Claim, Report]]) -> Table:
    """Return the number of checks, their share and the median of what one of them judged, strongest grade first."""
    judged = {grade: [check["instances"] for _, report in listed for check in own(report["checks"])
                      if check["grade"] == grade] for grade in GRADES}
    total = sum(map(len, judged.values()))
    rows = [[grade, str(len(found)), _percent(len(found), total), f"{median_low(found):,}"]
            for grade, found in judged.items() if found]
    return Table("Checks by grade", ("grade", "checks", "share", "instances judged by one, in the median"), rows)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part // whole} %" if whole and (part == 0 or 100 * part // whole) else "below 1 %"


def summary(listed: Sequence[tuple[Claim, Report]]) -> dict[str, int]:
    """Return the totals of a run: claims, checks and sabotages, how many are proved, checked, exact and caught."""
    checks = [check for _, report in listed for check in own(report["checks"])]
    sabotages = [sabotage for _, report in listed for sabotage in own(report["sabotages"])]
    return {
        "claims": len(listed),
        "checked": sum(report["checked"] for _, report in listed),
        "proved": sum(report["checked"] and entry.status == "proved" for entry, report in listed),
        "checks": len(checks),
        "exact, exhaustive or certified": sum(check["grade"] in EXACT_GRADES for check in checks),
        "sabotages": len(sabotages),
        "caught": sum(sabotage["caught"] is True for sabotage in sabotages),
    }


def words_table(listed: Sequence[tuple[Claim, Report]]) -> Table:
    """Return how many statements bear each word of verdict."""
    words = [runner.word(report) for _, report in listed]
    return Table("Verdicts", ("verdict", "statements"),
                 [[word, str(words.count(word))] for word in dict.fromkeys((*STATUSES.values(), *words))])


def not_proved_table(listed: Sequence[tuple[Claim, Report]], *statuses: str) -> Table:
    """Return the statements of some statuses with the reason why they are not proved here."""
    rows = [[link(entry.id), typeset(entry.title), runner.word(report), typeset(entry.why)]
            for entry, report in listed if entry.status in statuses]
    caption = f"Not proved here: {', '.join(statuses)}"
    return Table(caption, ("statement", "what it says", "verdict", "why"), rows, stacked=True)


def proof_totals() -> dict[str, int]:
    """Return how many proofs run, with how many steps and hypotheses, and what these are needed for."""
    registry.load()
    proofs = proofs_so_far().values()
    hypotheses = [h for proof in proofs for h in proof.hypotheses]
    return {
        "proofs that run": len(proofs),
        "steps": sum(len(proof.steps) + len(proof.wordless) for proof in proofs),
        "steps with both sides in numbers": sum(len(proof.steps) for proof in proofs),
        "hypotheses": len(hypotheses),
        "without which the proof stops": sum(bool(h.breaks) for h in hypotheses),
        "without which the conclusion fails": sum(CONCLUSION in h.breaks for h in hypotheses),
    }


def proofs_table() -> Table:
    """Return the proofs that run: their statements, numbers of steps, and where they stop without a hypothesis."""
    claims = registry.load()
    rows = [[f"{link(id)}<br>{typeset(claims[id].title)}", str(len(proof.steps) + len(proof.wordless)),
             "; ".join(typeset(h.name) + " (the conclusion)" * (CONCLUSION in h.breaks) for h in proof.hypotheses
                       if h.breaks),
             "; ".join(typeset(h.name) for h in proof.hypotheses if not h.breaks)]
            for id in claims if (proof := proofs_so_far().get(id))]
    columns = "statement", "steps", "stops without (and what fails, too)", "not needed where checked"
    return Table("Proofs that run", columns, rows, stacked=True)


def errata(listed: Sequence[tuple[Claim, Report]]) -> list[tuple[Claim, Report]]:
    """Return the claims with an erratum, the weightiest kind first; one of two versions of a paper stands once."""
    ids = {entry.id for entry, _ in listed}
    return sorted(((entry, report) for entry, report in listed if entry.erratum and entry.erratum_of not in ids),
                  key=lambda pair: tuple(ERRATA).index(pair[0].erratum_kind))


def errata_totals_table(listed: Sequence[tuple[Claim, Report]]) -> Table:
    """Return how many errata there are of each kind, and of how many the book states a repaired form."""
    kinds = [entry.erratum_kind for entry, _ in errata(listed)]
    repaired = [entry.erratum_kind for entry, _ in errata(listed) if entry.repaired]
    return Table("Errata by kind", ("kind", "entries", "stated in repaired form"),
                 [[name, str(kinds.count(kind)), str(repaired.count(kind))] for kind, name in ERRATA.items()])


def errata_table(listed: Sequence[tuple[Claim, Report]]) -> Table:
    """Return the ledger of slips and gaps, by weight: claim, kind, what to read differently, and the verdict."""
    again = {id: [link(entry.id) for entry, _ in listed if entry.erratum_of == id] for id in
             {entry.erratum_of for entry, _ in listed}}
    rows = [[f'{", ".join([link(entry.id), *again.get(entry.id, ())])}<br>{typeset(entry.title)}',
             ERRATA[entry.erratum_kind] + "; repaired here" * entry.repaired,
             typeset(entry.erratum),
             f'{sign(report)} {counted(len(report["checks"]), "check")}, '
             f'{sum(s["caught"] is True for s in report["sabotages"])} of {len(report["sabotages"])} sabotages caught']
            for entry, report in errata(listed)]
    return Table("Errata", ("claim", "kind", "what to read differently, and why", "the form stated here"), rows,
                 stacked=True)


def mistakes_table(rows: Sequence[Report]) -> Table:
    """Return the catalogue: each mistake, the smallest instance that shows it, and its right counterpart."""
    columns = ("mistake", "smallest instance that shows it", "promised", "found", "right version")
    return Table("The smallest instance on which each mistake is caught", columns,
                 [_mistake(row) for row in rows if row["kind"] == "mistake"])


def _mistake(row: Report) -> list[str]:
    control, quantity = row["control"], "" if row["quantity"] == "privacy ratio" else f' ({row["quantity"]})'
    passes = "; ".join(f'{html.escape(p["instance"])} ({_value(p["found_shown"], p["found"])})' for p in row["passes"])
    return [
        f'{SYMBOL[row["caught"]]} <strong>{html.escape(row["name"])}</strong><br>{html.escape(row["lesson"])}',
        f'{html.escape(row["smallest"])}<br>at {brief(row["witness"], 40)}{f"<br>passes on {passes}" * bool(passes)}',
        _value(row["promise_shown"], row["promise"]) + quantity, _value(row["found_shown"], row["found"]),
        f'{html.escape(control["name"])}: {_value(control["found_shown"], control["found"])} '
        f'({html.escape(control["instance"])})',
    ]


def _value(shown: str, full: Any) -> str:
    return f'<span title="{html.escape(str(full), quote=True)}">{html.escape(shown)}</span>'


def auditors_table(rows: Sequence[Report]) -> Table:
    """Return the scores of the exact auditor and of the control auditors that do not look."""
    columns = ("auditor", "right mechanisms accepted", "broken mechanisms rejected", "sound")
    return Table("Auditors on the same suite", columns,
                 [[html.escape(row["name"]), f'{row["accepted"]} of {row["right"]}',
                   f'{row["rejected"]} of {row["broken"]}', "yes" if row["sound"] else "no"]
                  for row in rows if row["kind"] == "auditor"])
