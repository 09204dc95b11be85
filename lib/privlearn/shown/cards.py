"""Verdict cards: what a page shows below a statement.

Definitions
-----------
A card says in one sentence what was found of a claim (*proved and checked*, *checked*, *quoted*, *open*, *assumption*),
how much was judged and at which grade; what is ours in the statement, why it is not proved, what the checks leave out.
Folded below it: how it was checked (every check with its quantifier, both sides, how many instances were judged and how
many objects they cover, the sabotages and where they fell, the source), the steps of its proof, and what it uses and
what uses it, in all papers.  Verdicts come from the stored run; where that is missing or stale the card runs the claim.

``card("BBKN14-3.4")`` at the end of a cell displays one.  On the built page it becomes a part of the statement, and
names of claims (``data-claim``) become links.
"""

import html
import inspect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from privlearn.checking import registry, runner, statements, store
from privlearn.checking.long_checks import provenance
from privlearn.checking.verdict import GRADES
from privlearn.checking.words import COUNTED
from privlearn.keeping.encoding import readable
from privlearn.shown.notation import typeset

ERRATA = {"false": "false as printed", "step": "a false step, the statement right", "gap": "a gap in the proof",
          "constant": "a constant", "convention": "a convention", "misprint": "a misprint",
          "remark": "a remark, no error", "conjecture": "a conjecture: the printed formula is lost"}
WHY = {"checked": "No proof here", "quoted": "Source", "open": "Open question", "assumption": "Assumption"}
SYMBOL = {True: "✓", False: "✗", None: "–"}


@dataclass(frozen=True)
class Card:
    """A claim with its report, displayed as HTML in a notebook and as text elsewhere."""

    claim: registry.Claim
    report: dict[str, Any]
    steps: tuple[tuple[registry.Claim, dict[str, Any]], ...]

    def __repr__(self) -> str:
        caught = sum(s["caught"] is True for s in self.report["sabotages"])
        grades = ", ".join(f"{c['grade']} over {c['instances']}" for c in self.report["checks"])
        state = ", ".join([runner.word(self.report), *runner.skipped(self.report)])
        return f"{self.claim.id}: {state} ({grades}; sabotages caught {caught} of {len(self.report['sabotages'])})"

    def _repr_html_(self) -> str:
        parts = [
            f'<div class="verdict" data-claim="{html.escape(self.claim.id)}">',
            _verdict(self.claim, self.report),
            _rows(self.claim),
            _how(self.claim, self.report),
            _steps(self.steps),
            neighbours(self.claim, registry.load()),
            "</div>",
        ]
        return "".join(parts)


def card(id: str) -> Card:
    """Return the verdict card of a claim.

    Parameters
    ----------
    id : str
        A registered id.

    Raises
    ------
    ValueError
        If the id is unknown.
    RuntimeError
        If the claim, or a step of its proof, is not checked: a page never shows a failed card as if nothing had
        happened.  What only lacks an extra of the installation is shown as skipped.
    """
    claims = registry.load(id.split("-", 1)[0])
    if id not in claims:
        raise ValueError(f"id must be a registered claim, got {id!r}")
    steps = tuple((entry, report_of(entry)) for entry in claims.values() if entry.step_of == id)
    shown = Card(claims[id], report_of(claims[id]), steps)
    failed = [entry.id for entry, report in ((shown.claim, shown.report), *steps) if sign(report) == SYMBOL[False]]
    if failed:
        raise RuntimeError(f"not checked: {', '.join(failed)}; `privlearn verify {failed[0]}` says why")
    return shown


def report_of(entry: registry.Claim) -> dict[str, Any]:
    """Return the stored report of a claim, or run it."""
    stored = store.stored_claim(entry.id)
    return stored if stored is not None else runner.run({entry.id: entry})["claims"][0]


def link(id: str, text: str = "") -> str:
    """Return the name of a claim, which the built page makes a link to its statement."""
    return f'<a data-claim="{html.escape(id)}">{text or html.escape(id)}</a>'


def _verdict(claim: registry.Claim, report: dict[str, Any]) -> str:
    """Return the sentence: the verdict in its words, how much was judged, and at which grade."""
    word = runner.word(report).capitalize() + ", in repaired form" * (claim.repaired and report["checked"])
    beside = "" if claim.status in COUNTED else "computed beside it: "
    told = "; ".join(runner.skipped(report)) or (f"{beside}{tally(report)}" if report["checks"] else "")
    grade = f' <span class="grade">{weakest(report["checks"])}</span>' if report["checks"] else ""
    return (f'<p class="verdict-line"><span aria-hidden="true">{sign(report)}</span> <strong>{word}</strong>'
            f'{": " * bool(told)}{html.escape(told)}.{grade}</p>')


def sign(report: dict[str, Any]) -> str:
    """Return the sign of a verdict: checked, wrong, or neither (quoted, open, skipped for want of an extra)."""
    return SYMBOL[report["checked"] or (None if runner.is_well(report) or runner.skipped(report) else False)]


def plain_clause(says: str) -> str:
    """Return a clause without the braces around its two sides."""
    return registry.SIDE.sub(r"\1", says)


def weakest(checks: Sequence[dict[str, Any]]) -> str:
    """Return the weakest grade among checks."""
    return max((check["grade"] for check in checks), key=GRADES.index)


def tally(report: dict[str, Any]) -> str:
    """Return how much was judged, and how many corruptions were refuted."""
    sabotages = report["sabotages"]
    judged_all = sum(check["instances"] for check in report["checks"])
    return (f'{counted(len(report["checks"]), "check")}, {counted(judged_all, "instance")} judged, '
            f'{sum(s["caught"] is True for s in sabotages)} of {counted(len(sabotages), "sabotage")} refuted')


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"


def _declared(claim: registry.Claim, row: dict[str, Any]) -> registry.Check:
    """Return the check whose result a row of a report is; that of another version of the paper, if they share it."""
    return _by_name(row.get("shared_from", claim.id))[row["name"]]


def _by_name(id: str) -> dict[str, registry.Check]:
    return {check.name: check for check in registry.load(id.split("-", 1)[0])[id].checks}


def _rows(claim: registry.Claim) -> str:
    """Return what stays open beside the verdict: what is ours, what is not covered."""
    rows = [("Ours" if claim.repaired else "Printed", f"{claim.erratum} ({ERRATA[claim.erratum_kind]})")
            ] if claim.erratum else []
    why = f"{claim.why[0].upper()}{claim.why[1:]}." if claim.why else ""
    rows += [(WHY.get(claim.status, ""), why), ("Held", _held(claim)), ("Coverage", claim.note)]
    items = "".join(f'<div class="row"><dt>{name}</dt><dd>{typeset(text)}</dd></div>' for name, text in rows if text)
    return f"<dl>{items}</dl>" if items else ""


def _held(claim: registry.Claim) -> str:
    """Return what holds the numbers of the statement, where that has been measured on this code, and its hypotheses."""
    rows = statements.kept(claim) or []
    told = [f'{row["name"].replace("_", " ").capitalize()}: ' * (len(rows) > 1) + _held_by(row) for row in rows]
    if needed := "; ".join(name for name, why in claim.hypotheses.items() if not why):
        told.append(f"Without each of these hypotheses a check fails: {needed}.")
    told += [f"Not needed for what is checked: {name} ({why})." for name, why in claim.hypotheses.items() if why]
    return " ".join(told)


def _held_by(row: dict[str, Any]) -> str:
    only = f', {row["by_derivation"]} of them by a formula only' * bool(row["by_derivation"])
    told = [f'{row["by_law"] + row["by_derivation"]} of {counted(row["mutants"], "stronger variant")} refuted{only}']
    if row["reasoned"]:
        told.append(f'{row["reasoned"]} pass: {"; ".join(dict.fromkeys(row["loose"].values()))}')
    if row["constants"]:
        tried = ", ".join(f"{number} of {name}" for name, number in row["tried"].items())
        moved = ", ".join(f"{old} could be {new}" for old, new in sorted(
            row["constants"].items(), key=lambda pair: -Fraction(pair[0])))
        told.append(f"On all that was tried (values: {tried}) {moved}")
    if row["attained"]:
        told.append("One row less is too few" if row["kind"] == "rows" else "It is attained, so it cannot be strict")
    return f'{". ".join(told)}.'


def _versions(claim: registry.Claim, claims: Mapping[str, registry.Claim]) -> list[tuple[str, str]]:
    """Return the ids of the same statement in other papers and versions, with what differs there."""
    twins = [twin for twin in claims.values() if claim.id in twin.same_as]
    return [(id, claim.difference) for id in claim.same_as] + [(twin.id, twin.difference) for twin in twins]


def drawer(name: str, about: str, content: str, kind: str = "") -> str:
    """Return a closed drawer: its name, what is in it, and the content."""
    classes = f"drawer {kind}".strip()
    return (f'<details class="{classes}"><summary><strong>{name}</strong> <span class="about">{about}</span></summary>'
            f"<div>{content}</div></details>")


def _how(claim: registry.Claim, report: dict[str, Any]) -> str:
    checks, sabotages = report["checks"], report["sabotages"]
    if not checks:
        return ""
    items = "".join(f"<li>{_check(_declared(claim, row), row)}</li>" for row in checks)
    refuted = "".join(f'<li>{SYMBOL[s["caught"]]} {typeset(s["name"])}: {"refuted at " * (s["caught"] is not None)}'
                      f'{brief(s["witness"], 90)}</li>' for s in sabotages)
    code = "\n\n".join(inspect.getsource(_declared(claim, row).function) for row in checks)
    about = f'{counted(len(checks), "check")}, {counted(len(sabotages), "sabotage")}'
    return drawer("How it was checked", about,
                  f'<ul class="checks">{items}</ul>{_not_counted(report.get("not_counted", []))}'
                  f'<p class="head">What was refuted</p><ul class="refuted">{refuted}</ul>'
                  f'<details class="source"><summary>Source of the checks</summary>'
                  f'<pre tabindex="0"><code>{html.escape(code)}</code></pre></details>')


def _check(check: registry.Check, row: dict[str, Any]) -> str:
    """Return one check: its clause, for all of what, its two sides where they are numbers, and what was judged."""
    sides = ""
    if check.sides:
        values = [*zip(check.sides, (row["left"], row["right"]), strict=True)]
        sides = "".join(f"<div><dt>{typeset(name)}</dt><dd>{brief(value)}</dd></div>" for name, value in values)
        sides = f'<dl class="sides">{sides}<div><dt>slack</dt><dd>{brief(row["slack"])}</dd></div></dl>'
    stored = f'<p class="about">{html.escape(provenance(row["stored"]))}</p>' if "stored" in row else ""
    why = f'<p class="about">Why not stronger: {typeset(check.reason)}</p>' if check.reason else ""
    return (f'<p>{SYMBOL[row["holds"]]} {typeset(plain_clause(check.says) or row["name"])} '
            f'<span class="grade">{row["grade"]}</span></p>'
            f'<p class="about">For all of: {typeset(row["quantifier"])}. Judged: {judged(row)}, in '
            f'{row["seconds"]:.2f} s.</p>{why}{sides}{stored}')


def judged(check: dict[str, Any]) -> str:
    """Return how many instances a check judged, and how many objects these cover where that is more."""
    covering = f', covering {check["covered"]:,}' if check["covered"] > check["instances"] else ""
    return f'{check["instances"]:,}{covering}'


def _not_counted(rows: list[dict[str, Any]]) -> str:
    items = "".join(f'<li>{html.escape(c["name"])} ({c["grade"]}; for all of: {typeset(c["quantifier"])}). '
                    f'{html.escape(provenance(c["stored"]))}</li>' for c in rows)
    return f"<p>Checks that take minutes, without a result of this code:</p><ul>{items}</ul>" if rows else ""


def brief(value: Any, longest: int = 28) -> str:
    """Return an encoded value as short HTML; the full text is in its title."""
    text = "–" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)
    short = readable(text)
    if len(short) > longest:
        short = f"{short[: longest - 1]}…"
    return html.escape(text) if short == text else f'<span title="{html.escape(text)}">{html.escape(short)}</span>'


def _steps(steps: Sequence[tuple[registry.Claim, dict[str, Any]]]) -> str:
    if not steps:
        return ""
    items = "".join(
        f'<li>{sign(report)} {link(entry.id)} {typeset(entry.title)}. {tally(report)}. '
        f'<span class="grade">{weakest(report["checks"])}</span>{_step_notes(entry)}</li>' for entry, report in steps)
    return drawer("Steps", f'{counted(len(steps), "step")} of the proof, each checked on its own', f"<ul>{items}</ul>")


def _step_notes(entry: registry.Claim) -> str:
    texts = [text for text in (entry.erratum, entry.note) if text]
    texts += [f"{id}: {difference}" for id, difference in _versions(entry, registry.load(entry.paper)) if difference]
    return "".join(f'<p class="about">{typeset(text)}</p>' for text in texts)


def neighbours(claim: registry.Claim, claims: Mapping[str, registry.Claim]) -> str:
    """Return the drawer with what a claim uses, which of ``claims`` use it, and where else it stands."""
    used_by = [entry.id for entry in claims.values() if claim.id in entry.uses]
    versions = _versions(claim, claims)
    if not claim.uses and not used_by and not versions:
        return ""
    content = "".join(f'<p class="head">{name}</p><ul>{_listed(ids, claims)}</ul>' for name, ids in
                      (("Uses", claim.uses), ("Used by", used_by)) if ids)
    if versions:
        items = "".join(f"<li>{link(id)} {typeset(difference)}</li>" for id, difference in versions)
        content += f'<p class="head">The same statement elsewhere</p><ul>{items}</ul>'
    elsewhere = ", stands elsewhere too" * bool(versions)
    about = f"{len(claim.uses)} and {len(used_by)}{elsewhere}"
    return drawer("Uses and used by", about, content, "neighbours")


def _listed(ids: Iterable[str], claims: Mapping[str, registry.Claim]) -> str:
    return "".join(f"<li>{link(id)} {typeset(claims[id].title) if id in claims else ''}</li>" for id in ids)
