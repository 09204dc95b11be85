"""Ours: a slice that is used up to k times costs as one answer of ratio a^k."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.laws import Law
from privlearn.mechanisms.neighbours import Database
from privlearn.mechanisms.slicing import Again, Cut, Step, ascending, reorder_slice_compute
from privlearn.mechanisms.slicing_loss import removal_ratio, slicing_bound
from privlearn.papers.clnss23.reorder_slice_compute import claim
from privlearn.papers.clnss23.reorder_slice_compute.instances import (DELAYED, HALF, SETS, Run, excess, law_of,
                                                                      one_row_apart, who_is_there)
from privlearn.papers.clnss23.reorder_slice_compute.slices import twice

claim("CLNSS23-loss.delayed", kind="remark", section="0 The loss of slices", uses=("CLNSS23-loss", "CLNSS23-table"),
      title="If each slice is used up to k times, the same bounds hold with a^k and b^k",
      note="Not in what we have of the paper; its proof stands on the page. For answers with delta 0.")


def asked_once_more(database: Database, steps: Sequence[Step], ratio: Fraction) -> Law:
    """Ask the first slice once more than is counted."""
    return reorder_slice_compute(database, (*steps, steps[-1]), ratio, uses=3)


def cut_without_noise(database: Database, steps: Sequence[Step], ratio: Fraction) -> Law:
    """Cut slices of the public sizes; answers are the right ones."""
    return reorder_slice_compute(database, steps, Fraction(1, 10**9), uses=2)


@check("CLNSS23-loss.delayed", grade="exhaustive", quantifier=f"two plans, k = 2, {SETS.format(3)}, J = 1, 2, 3",
       says="{an event's excess} is at most {the delta of the bound}, with the row and without it")
@sabotage("a slice is asked once more than counted", asked_once_more)
@sabotage("next to no noise", cut_without_noise)
@judged("<=")
def used_slices_cost_their_uses(run: Run = twice) -> Iterator[Any]:
    for name, plan in DELAYED.items():
        for larger, smaller in one_row_apart(3):
            more, less = law_of(run, name, larger), law_of(run, name, smaller)
            yield (name, larger, smaller, 0), excess(less, more, removal_ratio(plan.ratio, plan.answer)), 0
            for failures in (1, 2, 3):
                ratio, delta = slicing_bound(failures, plan.ratio, plan.answer, exchange=plan.exchange)
                yield (name, larger, smaller, failures), excess(more, less, ratio), delta

def refutes_used_slices_cost_their_uses(run: Run, name, larger, smaller, failures) -> bool:
    plan = DELAYED[name]
    more, less = (run(rows, plan.steps, plan.ratio).exact() for rows in (larger, smaller))
    if failures == 0:
        return any(plan.ratio * mass > plan.answer * more.get(answer, 0) for answer, mass in less.items())
    ratio = plan.ratio * plan.answer * sum(plan.exchange**j for j in range(failures))
    gains = [mass - ratio * less.get(answer, Fraction(0)) for answer, mass in more.items()]
    return sum(gain for gain in gains if gain > 0) > (1 - plan.ratio) ** failures


ONE = 10**4
NEARLY = Fraction(999, 1000)


@cache
def sharp_laws(uses: int, r: Fraction) -> tuple[dict[Any, Fraction], dict[Any, Fraction]]:
    """Return the laws, with the row 0 and without it, of two slices of which the first is used k times."""
    who = who_is_there(2, ONE)
    steps: tuple[Step, ...] = (Cut(ascending, 1, who), *(Again(0, who),) * (uses - 1))
    more, less = (reorder_slice_compute(rows, steps, r, uses=uses).exact() for rows in ((0, 1), (1,)))
    return more, less


Ratio = Callable[[int, Fraction, int], Fraction]


@check("CLNSS23-loss.delayed", grade="exact", quantifier="k = 1, 2, 3, a = 10^4, r = 1/2, 1/3 and 9/10",
       says="{99.9 percent of a^k/r} is at most {the ratio that is reached}, and this at most a^k/r")
@sabotage("a/r, whatever k", lambda k, r, a: removal_ratio(r, a))
@sabotage("k a/r", lambda k, r, a: k * removal_ratio(r, a))
@sabotage("a^k/r times 1.02", lambda k, r, a: removal_ratio(r, a**k) * Fraction(102, 100))
@sabotage("a^k/r^k", lambda k, r, a: removal_ratio(r, a) ** k)
@judged("<=")
def the_ratio_of_k_uses_is_reached(bound: Ratio = lambda k, r, a: removal_ratio(r, a**k)) -> Iterator[Any]:
    for uses in (1, 2, 3):
        for r in (HALF, Fraction(1, 3), Fraction(9, 10)):
            more, less = sharp_laws(uses, r)
            found = max(less[answer] / more[answer] for answer in less)
            yield (uses, r, "reached"), NEARLY * bound(uses, r, ONE), found
            yield (uses, r, "enough"), found, bound(uses, r, ONE)

def refutes_the_ratio_of_k_uses_is_reached(bound: Ratio, uses, r, side) -> bool:
    more, less = sharp_laws(uses, r)
    answer = ((0, 1),) * uses  # the slice {1}, told truly every time
    if side == "enough":
        return less[answer] > bound(uses, r, ONE) * more[answer]
    return all(1000 * mass < 999 * bound(uses, r, ONE) * more[found] for found, mass in less.items())
