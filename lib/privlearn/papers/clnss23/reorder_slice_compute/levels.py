"""Ours: exact losses of two plans, which level off in the number of slices."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.mechanisms import audit_approximate, audit_pure
from privlearn.mechanisms.slicing import Cut, ascending, noisy_bit, reorder_slice_compute
from privlearn.papers.clnss23.reorder_slice_compute import claim, mistakes
from privlearn.papers.clnss23.reorder_slice_compute.instances import HALF, ODD, Run, excess, one_row_apart, sets_of

claim("CLNSS23-levels", kind="remark", status="checked",
      reason="exact values found by listing all cases; the closed forms are verified for up to five slices, not proved",
      section="0 The loss of slices", uses=("CLNSS23-loss",),
      title="Exact losses of one to four slices on six points, and of up to five on whether a slice is empty",
      note="Composition of as many answers at ratio 2 costs 2, 4, 8, 16.")

LOSSES = {1: (Fraction(2), Fraction(2), Fraction(0)), 2: (Fraction(3), Fraction(8, 3), Fraction(1, 9)),
          3: (Fraction(10, 3), Fraction(48, 17), Fraction(1, 9)), 4: (Fraction(4), Fraction(32, 11), Fraction(1, 9))}


def losses(run: Run, slices: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return the worst ratio with a row, that without it, and the delta at ratio 2 with it."""
    steps = (Cut(ascending, 1, ODD),) * slices
    laws = {rows: run(rows, steps, HALF).exact() for rows in sets_of(6)}
    pairs = [(laws[larger], laws[smaller]) for larger, smaller in one_row_apart(6)]
    return (max(more[answer] / less[answer] for more, less in pairs for answer in less),
            max(less[answer] / more[answer] for more, less in pairs for answer in less),
            max(excess(more, less, Fraction(2)) for more, less in pairs))


@check("CLNSS23-levels", grade="exhaustive", quantifier="all 64 sets of six ordered points, all rows, 1 to 4 slices",
       says="the ratios with a row, without it, and the delta at ratio 2 are those of the table")
@sabotage("public sizes: no noise", mistakes.without_noise)
@sabotage("the slice stays in the database", mistakes.kept)
@sabotage("r times 0.99 for the noise", mistakes.less_noise)
@sabotage("an order that does not preserve adjacency", mistakes.out_of_order)
@judged("==")
def losses_are_those_of_the_table(run: Run = reorder_slice_compute) -> Iterator[Any]:
    for slices, known in LOSSES.items():
        yield slices, losses(run, slices), known

def refutes_losses_are_those_of_the_table(run: Run, slices: int) -> bool:
    steps, (with_row, without, delta) = (Cut(ascending, 1, ODD),) * slices, LOSSES[slices]
    pairs = list(one_row_apart(6))
    up = audit_pure(lambda rows: run(rows, steps, HALF), sets_of(6), pairs).exp_epsilon
    down = audit_pure(lambda rows: run(rows, steps, HALF), sets_of(6), [pair[::-1] for pair in pairs]).exp_epsilon
    known = audit_approximate(lambda rows: run(rows, steps, HALF), sets_of(6), pairs, 2).delta
    return (up, down, known) != (with_row, without, delta)


Form = Callable[[int, Fraction, Fraction], tuple[Fraction, Fraction]]


def of_emptiness(slices: int, r: Fraction, a: Fraction) -> tuple[Fraction, Fraction]:
    """Return the worst ratio with a row and without it: one row against none."""
    missed = (1 - r) ** slices
    return missed + (1 - missed) * a, a / (missed * a + 1 - missed)


def of_rows(rows: int, slices: int, r: Fraction, a: Fraction) -> dict[Any, Fraction]:
    """Return the law of whether slices of ``0 + noise`` rows are empty; only the number of rows matters."""
    law = reorder_slice_compute(tuple(range(rows)), (Cut(ascending, 0, noisy_bit(bool, a)),) * slices, r)
    return law.exact()


@check("CLNSS23-levels", grade="exhaustive", quantifier="up to 5 rows, 1 to 5 slices, r = 1/a and a = 2, 3, 10/9",
       says="the worst ratios with a row and without it are those of one row against none, in closed form")
@sabotage("one slice more", lambda slices, r, a: of_emptiness(slices + 1, r, a))
@sabotage("r^slices is missed", lambda slices, r, a: (r**slices + (1 - r**slices) * a,
                                                       a / (r**slices * a + 1 - r**slices))
          if r != HALF else (a, a))
@sabotage("a, from the start", lambda slices, r, a: (a, a))
@judged("==")
def emptiness_has_a_closed_form(form: Form = of_emptiness) -> Iterator[Any]:
    for slices, a in product(range(1, 6), (Fraction(2), Fraction(3), Fraction(10, 9))):
        laws = [of_rows(rows, slices, 1 / a, a) for rows in range(6)]
        pairs = list(zip(laws[1:], laws[:-1], strict=True))
        yield (slices, a), form(slices, 1 / a, a), (
            max(more[answer] / less[answer] for more, less in pairs for answer in less),
            max(less[answer] / more[answer] for more, less in pairs for answer in less))

def refutes_emptiness_has_a_closed_form(form: Form, slices, a) -> bool:
    tell, likely = 1 / (1 + a), 1 - 1 / a  # all slices are told to hold a row: one row against none
    more = likely**slices * tell**slices  # never cut
    for cut in range(slices):
        more += likely**cut / a * a * tell**slices
    ratio = more / tell**slices
    return form(slices, 1 / a, a) != (ratio, max(
        of_rows(0, slices, 1 / a, a)[answer] / mass for answer, mass in of_rows(1, slices, 1 / a, a).items()))
