"""The three dimensions of a class within one budget of work.

Definitions
-----------
Work is counted in *steps* (:mod:`~privlearn.dimensions.bounds`), so that what is found does not depend on the machine.
A step of the search for threshold sequences takes longer than one of the others, which therefore have more of them.  A
budget in *seconds* of processor time is a number of steps a second, and a clock for machines that are slower than that:
each search has its share of the time that is left, counted from its first report on, when all is loaded and compiled.

>>> from privlearn.concepts import thresholds
>>> {name: found.lower for name, found in find_dimensions(thresholds(3)).items()}
{'vc_dimension': 1, 'littlestone_dimension': 3, 'threshold_dimension': 8}
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from time import process_time

from privlearn.concepts import ConceptClass
from privlearn.dimensions import DimensionBounds, littlestone_bounds, threshold_bounds, vc_bounds

STEPS = {"vc_dimension": 3_000_000_000, "littlestone_dimension": 3_000_000_000, "threshold_dimension": 2_000_000_000}
SHARES = {"vc_dimension": 0.75, "littlestone_dimension": 0.6, "threshold_dimension": 1.0}  # of the time that is left
USUAL_SECONDS = 12  # that so many steps take in all, about

Note = Callable[[str], object]


def find_dimensions(concepts: ConceptClass, *, limit: int | None = None, seconds: Fraction | None = None,
                    note: Note = str) -> dict[str, DimensionBounds]:
    """Bound the VC, Littlestone's and the threshold dimension, in this order.

    Parameters
    ----------
    concepts : ConceptClass
    limit : int, optional
        Steps for each dimension; by default as many as ``seconds`` are worth, else ``STEPS``.
    seconds : Fraction, optional
        Processor time for all three together, about: a search looks at the clock every half a billion steps.
    note : callable
        Told in words what is being done.

    Returns
    -------
    dict from the names of the dimensions to their bounds
    """
    left = None if seconds is None else float(seconds)
    found = dict[str, DimensionBounds]()
    for name, share in SHARES.items():
        note(f"{name.replace('_', ' ')} of {len(concepts):,} concepts on {concepts.size:,} points")
        watch = Watch(note, None if left is None else left * share)
        steps = limit or (STEPS[name] if seconds is None else max(1, int(STEPS[name] * seconds / USUAL_SECONDS)))
        search = {"vc_dimension": vc_bounds, "littlestone_dimension": littlestone_bounds}.get(name) or partial(
            threshold_bounds, littlestone=found["littlestone_dimension"])
        found[name] = search(concepts, limit=steps, progress=watch)
        left = None if left is None else max(0.0, left - watch.spent())
    vc, littlestone = found["vc_dimension"], found["littlestone_dimension"]
    found["vc_dimension"] = replace(vc, upper=min(vc.upper, littlestone.upper))  # a shattered set is a mistake tree
    return found


class Watch:
    """Says how far a search is, and that its time is over.

    Parameters
    ----------
    note : callable
        Told the bounds and the steps.
    seconds : float or None
        Processor time from the first report on.
    """

    def __init__(self, note: Note, seconds: float | None) -> None:
        self.note, self.seconds = note, seconds
        self.start: float | None = None

    def spent(self) -> float:
        """Return the processor time since the first report, 0 before it."""
        return 0.0 if self.start is None else process_time() - self.start

    def __call__(self, lower: int, upper: int, steps: int) -> bool:
        """Take a report; return whether the search has to end."""
        self.note(f"  between {lower} and {upper} ({steps:,} steps)")
        if self.start is None:
            self.start = process_time()
        return self.seconds is not None and self.spent() > self.seconds
