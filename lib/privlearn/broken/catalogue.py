"""The catalogue of famous mistakes: for each, the smallest instance on which the exact auditor catches it.

Definitions
-----------
Every mistake is tried on instances from the smallest up.  It is *caught* on an instance if what is found exceeds the
promise and the witness, looked at by separate code, breaks the promise alone.  That some instances are too small to
show a mistake is recorded: an audit is as strong as its instances.  The same right and broken mechanisms are then
given to auditors that do not look; a suite that cannot tell them from the exact one would be empty.
"""

import math
from collections.abc import Iterable
from typing import Any

from privlearn.broken.arithmetic_mistakes import arithmetic_mistakes
from privlearn.broken.learner_mistakes import learner_mistakes
from privlearn.broken.noise_mistakes import noise_mistakes
from privlearn.broken.sparse_vector_mistakes import sparse_vector_mistakes
from privlearn.broken.trials import AUDITORS, Mistake, Trial, accepts, exact_auditor
from privlearn.exact.brackets import as_bracket
from privlearn.keeping.encoding import encode, show

Row = dict[str, Any]


def mistakes() -> list[Mistake]:
    """Return all mistakes of the catalogue, in its order."""
    return [*sparse_vector_mistakes(), *noise_mistakes(), *learner_mistakes(), *arithmetic_mistakes()]


def run_catalogue(chosen: Iterable[Mistake] | None = None) -> list[Row]:
    """Try every mistake and every control auditor.

    Parameters
    ----------
    chosen : iterable of Mistake, optional
        Default: the whole catalogue.

    Returns
    -------
    list of dict
        Rows of kind ``mistake`` (``row, name, quantity, caught, instances, caught_on, passes, smallest, promise,
        found, witness, verified, larger, control``), then rows of kind ``auditor`` (``name, accepted, right,
        rejected, broken, sound``), all values encoded as in ``privlearn verify --json``.
    """
    listed = list(mistakes() if chosen is None else chosen)
    return [*(mistake_row(mistake) for mistake in listed), *auditor_rows(listed)]


def mistake_row(mistake: Mistake) -> Row:
    """Run one mistake and return its row."""
    broken = [trial for trial in mistake.trials if not keeps(trial)]
    passes = [trial for trial in mistake.trials if keeps(trial)]
    first = broken[0] if broken else mistake.trials[-1]
    verified = bool(broken) and all(trial.refutes(trial.outcome[1]) for trial in broken)
    return {
        "kind": "mistake", "row": mistake.row, "name": mistake.name, "lesson": mistake.lesson,
        "quantity": first.quantity,
        "instances": len(mistake.trials), "caught_on": len(broken), "passes": [_found(trial) for trial in passes[:3]],
        "smallest": first.instance, "promise": encode(first.promise), "found": encode(first.outcome[0]),
        "promise_shown": shown(first.promise), "found_shown": _shown_beside(first),
        "witness": encode(first.outcome[1]), "verified": verified, "larger": [_found(trial) for trial in broken[1:4]],
        "control": {"name": mistake.control_name, **_found(mistake.control), "accepted": keeps(mistake.control)},
        "caught": verified and keeps(mistake.control),
    }


def keeps(trial: Trial) -> bool:
    """Decide by measuring whether a trial's promise is kept."""
    return accepts(trial.outcome[0], trial.promise)


def shown(value: Any) -> str:
    """Return a value as short text; infinity as its sign."""
    return "∞" if value == math.inf else show(value)


def _shown_beside(trial: Trial) -> str:
    """Return what was found as text, with the excess where the rounded texts do not show it."""
    text, found = shown(trial.outcome[0]), trial.outcome[0]
    if text != shown(trial.promise) or found == math.inf:
        return text
    return f"{text}, above by {shown((as_bracket(found) - trial.promise).lower)}"


def _found(trial: Trial) -> Row:
    return {"instance": trial.instance, "promise": encode(trial.promise), "found": encode(trial.outcome[0]),
            "promise_shown": shown(trial.promise), "found_shown": shown(trial.outcome[0])}


def auditor_rows(listed: list[Mistake]) -> list[Row]:
    """Score every auditor on the right mechanisms and on each broken one at its smallest telling instance."""
    right = [mistake.control for mistake in listed]
    broken = [next((trial for trial in mistake.trials if not keeps(trial)), mistake.trials[-1]) for mistake in listed]
    rows: list[Row] = []
    for auditor in AUDITORS:
        accepted = sum(accepts(auditor(trial), trial.promise) for trial in right)
        rejected = sum(not accepts(auditor(trial), trial.promise) for trial in broken)
        rows.append({"kind": "auditor", "name": auditor.__name__.replace("_", " "), "accepted": accepted,
                     "right": len(right), "rejected": rejected, "broken": len(broken),
                     "sound": accepted == len(right) and rejected == len(broken)})
    return rows


def complaints(rows: list[Row]) -> list[str]:
    """Return what is wrong with a run of the catalogue; nothing if it is as it must be."""
    found = [f"mistake {row['row']} ({row['name']}) was not caught" for row in rows
             if row["kind"] == "mistake" and not row["caught"]]
    real = exact_auditor.__name__.replace("_", " ")
    auditors = {row["name"]: row for row in rows if row["kind"] == "auditor"}
    if not auditors.get(real, {"sound": False})["sound"]:
        found.append("the exact auditor does not judge every mechanism of the catalogue rightly")
    found += [f"the control auditor {name!r} scores like the exact one" for name, row in auditors.items()
              if name != real and row["sound"]]
    return found if rows else ["the catalogue is empty"]
