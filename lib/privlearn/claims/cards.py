"""Verdict cards: what a page shows below a statement.

Definitions
-----------
A card shows, for one claim, every check (grade, quantifier, both sides, slack, how many instances were judged and how
many objects they cover, seconds), the sabotages that were caught, the erratum with its kind, what the checks do not
cover, the steps of its proof as linked lines, and the source of the checks, folded.  Verdicts come from the stored run;
where that is missing or stale the card runs the claim.

``card("BBKN14-3.4")`` at the end of a cell displays one.
"""

import html
import inspect
from dataclasses import dataclass
from typing import Any

from privlearn.claims import registry, runner, store
from privlearn.claims.encoding import readable
from privlearn.claims.long_checks import provenance

ERRATA = {"false": "false as printed", "gap": "a gap in the proof", "constant": "a constant",
          "convention": "a convention", "misprint": "a misprint"}
SYMBOL = {True: "✓", False: "✗"}


@dataclass(frozen=True)
class Card:
    """A claim with its report, displayed as HTML in a notebook and as text elsewhere."""

    claim: registry.Claim
    report: dict[str, Any]
    steps: tuple[tuple[registry.Claim, dict[str, Any]], ...]

    def __repr__(self) -> str:
        caught = sum(s["caught"] for s in self.report["sabotages"])
        grades = ", ".join(f"{c['grade']} over {c['instances']}" for c in self.report["checks"])
        state = "checked" if self.report["checked"] else "NOT CHECKED"
        return f"{self.claim.id}: {state} ({grades}; sabotages caught {caught} of {len(self.report['sabotages'])})"

    def _repr_html_(self) -> str:
        parts = [
            f'<div class="verdict-card" id="card-{anchor(self.claim.id)}">',
            _head(self.claim, self.report),
            _table(self.report["checks"]),
            _not_counted(self.report.get("not_counted", [])),
            _sabotages(self.report["sabotages"]),
            _notes(self.claim),
            _twins(self.claim),
            _steps(self.steps),
            _source(self.claim),
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
        happened.
    """
    claims = registry.load(id.split("-", 1)[0])
    if id not in claims:
        raise ValueError(f"id must be a registered claim, got {id!r}")
    steps = tuple((entry, report_of(entry)) for entry in claims.values() if entry.step_of == id)
    shown = Card(claims[id], report_of(claims[id]), steps)
    failed = [entry.id for entry, report in ((shown.claim, shown.report), *steps) if not report["checked"]]
    if failed and claims[id].kind != "context":
        raise RuntimeError(f"not checked: {', '.join(failed)}; `privlearn verify {failed[0]}` says why")
    return shown


def report_of(entry: registry.Claim) -> dict[str, Any]:
    """Return the stored report of a claim, or run it."""
    stored = store.stored_claim(entry.id)
    return stored if stored is not None else runner.run({entry.id: entry})["claims"][0]


def anchor(id: str) -> str:
    """Return the identifier that the built page gives to a claim's label."""
    return "".join(letter if letter.isalnum() else "-" for letter in id.lower())


def _head(claim: registry.Claim, report: dict[str, Any]) -> str:
    state = ("checked" if report["checked"] else "not checked") + ", in repaired form" * claim.repaired
    return (f'<p class="verdict-head"><strong>{html.escape(claim.id)}</strong> '
            f'<span class="verdict-state">{SYMBOL[report["checked"]]} {state}</span></p>')


def _table(checks: list[dict[str, Any]]) -> str:
    head = "".join(f'<th scope="col">{name}</th>' for name in
                   ("check, and for all of what", "grade", "left", "right", "slack", "judged", "seconds"))
    rows = "".join(
        f'<tr><td>{SYMBOL[c["holds"]]} {html.escape(c["name"])}'
        f'<div class="verdict-quantifier">for all of: {html.escape(c["quantifier"])}</div>{_stored(c)}</td>'
        f'<td>{c["grade"]}</td>'
        f'<td>{brief(c["left"])}</td><td>{brief(c["right"])}</td>'
        f'<td>{brief(c["slack"])}</td><td>{judged(c)}</td><td>{c["seconds"]:.2f}</td></tr>' for c in checks)
    return (f'<div class="verdict-scroll" tabindex="0" role="region" aria-label="checks">'
            f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>")


def judged(check: dict[str, Any]) -> str:
    """Return how many instances a check judged, and how many objects these cover where that is more."""
    covering = f', covering {check["covered"]:,}' if check["covered"] > check["instances"] else ""
    return f'{check["instances"]:,}{covering}'


def _stored(row: dict[str, Any]) -> str:
    """Say where the result of a long check is from, if it was not made in this run."""
    if "stored" not in row:
        return ""
    return f'<div class="verdict-quantifier">{html.escape(provenance(row["stored"]))}</div>'


def _not_counted(rows: list[dict[str, Any]]) -> str:
    items = "".join(f'<li>{html.escape(c["name"])} ({c["grade"]}; for all of: {html.escape(c["quantifier"])}). '
                    f'{html.escape(provenance(c["stored"]))}</li>' for c in rows)
    return f"<p>Checks that take minutes, without a result of this code:</p><ul>{items}</ul>" if rows else ""


def brief(value: Any, longest: int = 28) -> str:
    """Return an encoded value as short HTML; the full text is in its title."""
    text = "–" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)
    short = readable(text)
    if len(short) > longest:
        short = f"{short[: longest - 1]}…"
    return html.escape(text) if short == text else f'<span title="{html.escape(text)}">{html.escape(short)}</span>'


def _sabotages(sabotages: list[dict[str, Any]]) -> str:
    caught = sum(s["caught"] for s in sabotages)
    items = "".join(f'<li>{SYMBOL[s["caught"]]} {html.escape(s["name"])}: refuted at {brief(s["witness"], 90)}</li>'
                    for s in sabotages)
    return f"<details><summary>sabotages caught: {caught} of {len(sabotages)}</summary><ul>{items}</ul></details>"


def _notes(claim: registry.Claim) -> str:
    notes = [(f"Erratum ({ERRATA[claim.erratum_kind]})", claim.erratum)] if claim.erratum else []
    notes += [("Note", claim.note), ("Open", claim.open_rest)]
    notes += [(f"Grade of “{c.name}”", c.reason) for c in claim.checks if c.reason]
    return "".join(f"<p><strong>{name}.</strong> {html.escape(text)}</p>" for name, text in notes if text)


def _twins(claim: registry.Claim) -> str:
    """Name the claims of another version of the paper that share these checks, or whose checks these are."""
    parts = [f'<p>Shares the checks of {", ".join(map(html.escape, claim.same_as))}.</p>'] if claim.same_as else []
    items = "".join(f"<li>{html.escape(text)}</li>" for text in _versions(claim))
    return "".join([*parts, f"<p>In the other version:</p><ul>{items}</ul>" if items else ""])


def _versions(claim: registry.Claim) -> list[str]:
    return [f"{twin.id}: {twin.difference or 'the same'}" for twin in registry.load(claim.paper).values()
            if claim.id in twin.same_as]


def _steps(steps: tuple[tuple[registry.Claim, dict[str, Any]], ...]) -> str:
    if not steps:
        return ""
    items = "".join(
        f'<li>{SYMBOL[report["checked"]]} <a href="#{anchor(entry.id)}">{html.escape(entry.id)}</a> '
        f'{html.escape(entry.title)} ({", ".join(dict.fromkeys(c["grade"] for c in report["checks"]))}; '
        f'{sum(c["instances"] for c in report["checks"]):,} instances judged; sabotages caught '
        f'{sum(s["caught"] for s in report["sabotages"])} of {len(report["sabotages"])})'
        f'{_step_notes(entry)}</li>'
        for entry, report in steps)
    return f'<p>Steps of the proof:</p><ul class="verdict-steps">{items}</ul>'


def _step_notes(entry: registry.Claim) -> str:
    texts = [text for text in (entry.erratum, entry.note, entry.open_rest) if text]
    texts += _versions(entry)
    return "".join(f"<br><em>{html.escape(text)}</em>" for text in texts)


def _source(claim: registry.Claim) -> str:
    code = "\n\n".join(inspect.getsource(c.function) for c in claim.checks)
    return (f"<details><summary>source of the checks</summary>"
            f'<pre tabindex="0"><code>{html.escape(code)}</code></pre></details>')
