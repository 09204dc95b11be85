"""Whether every symbol of a statement is held: its mutants given to the checks of its claim.

Definitions
-----------
A mutant (:mod:`~privlearn.checking.stronger`) of a formula of a claim is given, as a sabotage is, to every check of the
claim whose right object is the formula, or a tuple that contains it.  A mutant on which a check returns a failed
verdict, with a witness that its verifier accepts, is *refuted*: by a *law* where the check compares with an executed
object, a definition or what attains the bound, by a *derivation* where it compares with another formula.  A crash or an
undecided comparison refutes nothing.  What survives has a *reason* (the formula's ``loose``: the source's constant is
not sharp, the condition is not needed) or is *open*.

A check that calls the formula itself while it judges a variant compares the formula with itself, and refutes nothing.
One that refuses weaker variants of a bound as well compares with a formula, or with what attains the bound: it must say
which (``against``).  Both are *faults*.

Results are kept as data of the library, ``checking/data/statements.json``, each with the hash of the code behind the
checks; a run measures what is missing or of other code, and draws some of the rest to measure again.
"""

import ast
import hashlib
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

from privlearn.checking import registry, runner
from privlearn.checking.long_checks import DATA, code_behind, keep_text
from privlearn.checking.registry import Check, Claim, Sabotage
from privlearn.checking.stronger import STRONGER, is_stronger, middle, mutants, number, places
from privlearn.exact.formula_text import conditions_of, text_of
from privlearn.exact.formulas import Formula
from privlearn.keeping import code_of, read_json

Row = dict[str, Any]
Judge = tuple[Check, Callable[[Formula], Any]]  # a check, and how a variant of the formula becomes its object
KEPT = "statements.json"
AGAIN = 3  # statements that a run draws to measure once more
FATES = {"by_law": "refuted by a law", "by_derivation": "by a derivation", "reasoned": "with a reason", "open": "open"}
STEPS = 6  # of the search for the least constant


def checks_of(entry: Claim) -> list[Check]:
    """Return the checks of a claim, those of its twins included."""
    claims = registry.load(entry.paper)
    return [*entry.checks, *(check for id in entry.same_as for check in claims[id].checks)]


def judges(entry: Claim, formula: Formula) -> Iterator[Judge]:
    """Yield the checks of a claim that judge a formula and take no minutes."""
    for check in checks_of(entry):
        right = check.right_object
        if check.long:
            continue
        if right is formula:
            yield check, lambda variant: variant
        elif isinstance(right, tuple) and any(part is formula for part in right):
            yield check, lambda variant, right=right: tuple(  # type: ignore[misc]
                variant if part is formula else part for part in right)


def refuses(check: Check, judged: Any) -> bool:
    """Tell whether a check refuses an object as it must a sabotage: with a witness that its verifier accepts."""
    return runner.run_sabotage(check, Sabotage("", lambda: judged))["caught"] is True


def measure(entry: Claim) -> list[Row]:
    """Return what holds each formula of a claim: how many mutants there are, and what became of them."""
    return [_measured(entry, formula) for formula in entry.formulas]


def _measured(entry: Claim, formula: Formula) -> Row:
    usable, faults = _usable(entry, formula)
    fates: dict[str, list[str]] = {fate: [] for fate in FATES}
    for mutant in mutants(formula):
        by = next((check for check, make in usable if refuses(check, make(mutant.formula))), None)
        fate = ("by_derivation" if by.against == "derivation" else "by_law") if by else (
            "reasoned" if mutant.is_among(formula.loose) else "open")
        fates[fate].append(mutant.formula.label)
    laws = [(check, make) for check, make in usable if check.against != "derivation"]
    return {
        "name": formula.function.__name__, "kind": formula.kind, "latex": text_of(formula),
        "conditions": conditions_of(formula), "mutants": sum(map(len, fates.values())),
        **{fate: len(labels) for fate, labels in fates.items()},
        "survivors": fates["open"], "faults": faults, "loose": dict(formula.loose),
        "constants": _least_constants(formula, laws), "attained": _is_attained(formula, laws),
        "tried": {name: len(v) for name, v in formula.corners.items()},
    }


def _usable(entry: Claim, formula: Formula) -> tuple[list[Judge], list[str]]:
    """Return the checks that may refute a mutant, laws first, and what is wrong with the others."""
    usable, faults, far = [], [], formula.moved(stronger=False)
    for check, make in judges(entry, formula):
        before = formula.calls
        refused = refuses(check, make(far))
        if formula.calls > before:
            faults.append(f"{check.name}: compares the formula with itself")
        elif STRONGER[formula.kind] and refused and check.against == "law":
            faults.append(f"{check.name}: refuses weaker bounds as well; say what it compares with")
        else:
            usable.append((check, make))
    if not usable:
        faults.append(f"no check of {entry.id} judges {formula.function.__name__}")
    return sorted(usable, key=lambda pair: pair[0].against == "derivation"), faults


def _least_constants(formula: Formula, laws: list[Judge]) -> dict[str, str]:
    """Return for the constants of a bound how far they could go on all that the laws try, where that is elsewhere."""
    found: dict[str, str] = {}
    at = list(formula.instances())
    here = [middle(formula, args) for args in at]
    for node, put, is_exponent in places(formula.body):
        if not isinstance(node, ast.Constant) or is_exponent or not STRONGER[formula.kind] or not laws:
            continue

        def times(factor: Fraction, put: Any = put, node: ast.Constant = node) -> Formula:
            body = put(number(Fraction(str(node.value)) * factor))
            return formula.changed(body, "")

        down = is_stronger(formula.kind, here, [middle(times(Fraction(1, 2)), args) for args in at])
        good, bad = 0, 1 << STEPS  # in sixteenths of powers of two, up to a factor of 16
        while bad - good > 1:
            half = (good + bad) // 2
            size = Fraction(round(2 ** (half / 16) * 1000), 1000)
            variant = times(1 / size if down else size)
            if any(refuses(check, make(variant)) for check, make in laws):
                bad = half
            else:
                good = half
        if good:
            reached = float(Fraction(str(node.value))) * 2 ** (-good / 16 if down else good / 16)
            found[ast.unparse(node)] = f"{reached:.2g}"
    return found


def _is_attained(formula: Formula, laws: list[Judge]) -> bool:
    """Tell whether a law refuses a strict bound: one that is a hair away, or a row less."""
    hair = number(1 + Fraction(STRONGER[formula.kind], 10**9))
    body = (ast.BinOp(formula.body, ast.Sub(), ast.Constant(1)) if formula.kind == "rows"
            else ast.BinOp(formula.body, ast.Mult(), hair))
    return bool(STRONGER[formula.kind]) and any(refuses(check, make(formula.changed(body, ""))) for check, make in laws)


def code(entry: Claim) -> str:
    """Return the hash of the code that a claim's results rest on."""
    behind = sorted({code_behind(check) for check in checks_of(entry)})
    rules = code_of(["checking/stronger.py", "checking/statements.py", "exact/formulas.py", "exact/formula_text.py"])
    return hashlib.sha256("\n".join([rules, *behind]).encode()).hexdigest()


def kept(entry: Claim) -> list[Row] | None:
    """Return the kept results of a claim's formulas, or ``None`` if there are none of this code."""
    found = read_json(DATA / KEPT).get(entry.id)
    return found["formulas"] if found is not None and found["code"] == code(entry) else None


def run(claims: dict[str, Claim], *, keep: bool = False, jobs: int = 1, seed: int = 0,
        progress: Callable[[int, int, bool, str], object] | None = None) -> dict[str, list[Row]]:
    """Measure the statements with formulas whose results are missing or of other code, and some others again.

    Returns
    -------
    dict
        Id -> rows, one for each formula, of all claims that have formulas of their own.
    """
    stated = {id: entry for id, entry in claims.items() if entry.own_formulas}
    rows = {id: kept(entry) for id, entry in stated.items()}
    current = [id for id, known in rows.items() if known is not None]
    due = [id for id, known in rows.items() if known is None] + Random(seed).sample(current, min(AGAIN, len(current)))
    for done, (id, found) in enumerate(_all_measured(due, jobs), start=1):
        if rows[id] not in (None, found):
            found = [{**row, "faults": [*row["faults"], "the kept result is another one"]} for row in found]
        rows[id] = found
        if progress is not None:
            progress(done, len(due), all(map(is_held, found)), f"{id}: {told(found)}")
    if keep:
        everything = registry.load()
        before = {id: row for id, row in read_json(DATA / KEPT).items() if id in everything}
        now = {id: {"code": code(entry), "formulas": rows[id]} for id, entry in stated.items()}
        keep_text(KEPT, {id: (before | now)[id] for id in sorted(before | now)})
    return {id: found or [] for id, found in rows.items()}


def _all_measured(ids: list[str], jobs: int) -> Iterator[tuple[str, list[Row]]]:
    if jobs == 1 or len(ids) < 2:
        yield from map(_of_one, ids)
        return
    import joblib

    yield from joblib.Parallel(n_jobs=jobs, return_as="generator_unordered")(map(joblib.delayed(_of_one), ids))


def _of_one(id: str) -> tuple[str, list[Row]]:
    return id, measure(registry.load(id.split("-", 1)[0])[id])


def is_held(row: Row) -> bool:
    """Tell whether nothing of a formula is open and no check of it is at fault."""
    return not row["open"] and not row["faults"]


def told(rows: list[Row]) -> str:
    """Return the results of a claim's formulas in a line."""
    return "; ".join(f"{row['name']}: {totals([row])}" + "".join(
        f" [{label}]" for label in (*row["survivors"], *row["faults"])) for row in rows)


def totals(rows: list[Row]) -> str:
    """Return what became of the mutants of formulas, in a line."""
    mutants, *counts = (sum(row[fate] for row in rows) for fate in ("mutants", *FATES))
    return f"{mutants:,} mutants, " + ", ".join(f"{n:,} {name}" for n, name in zip(counts, FATES.values(), strict=True))
