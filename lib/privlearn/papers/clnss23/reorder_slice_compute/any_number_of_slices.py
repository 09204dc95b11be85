"""Ours: an inequality between deltas that bounds any number of slices, and slices that are used up to k times."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Any

from privlearn.checking import check, judged, sabotage, verifier
from privlearn.exact import as_fraction
from privlearn.exact.formulas import Value, formula
from privlearn.mechanisms import optimal_composition
from privlearn.mechanisms.composition import response_composition_delta
from privlearn.mechanisms.slicing import Again, Cut, Step, ascending, reorder_slice_compute
from privlearn.mechanisms.slicing_loss import LossTable, is_loss_table, loss_table, removal_ratio, slicing_bound
from privlearn.papers.clnss23.reorder_slice_compute import claim
from privlearn.papers.clnss23.reorder_slice_compute.instances import (DELAYED, HALF, PLANS, SETS, Run, excess, law_of,
                                                                      one_row_apart, who_is_there)
from privlearn.papers.clnss23.reorder_slice_compute.slices import twice

claim("CLNSS23-table", kind="remark", section="0 The loss of slices", uses=("CLNSS23-rsc",),
      title="Deltas that satisfy one inequality at every ratio hold for any number of slices",
      note="Not in what we have of the paper; its proof stands on the page. For answers with delta 0.")

Table = Callable[[Fraction, Fraction, Fraction], LossTable]
CASES = tuple((r, 1 / r, b) for r in (Fraction(20, 21), Fraction(1, 2)) for b in (1 / r, 1 / r**2))


@cache
def best_table(r: Fraction, a: Fraction, b: Fraction) -> LossTable:
    """Return the library's table; several checks ask for it."""
    return loss_table(r, a, exchange=b)


def changed(delta: Callable[[Fraction], Fraction] = lambda delta: delta,
            share: Callable[[Fraction], Fraction] = lambda share: share) -> Table:
    """Return tables with other deltas below 1, or other shares."""
    def table(r: Fraction, a: Fraction, b: Fraction) -> LossTable:
        found = best_table(r, a, b)
        return replace(found, lines=tuple((c, delta(d) if d < 1 else d, share(s) if d < 1 else s)
                                          for c, d, s in found.lines))

    return table


def right_side(table: LossTable, c: Fraction, share: Fraction) -> Fraction:
    """Return what the delta at a ratio must not be below: separate code, which reads the table from its end."""
    r, a, b = table.ratio, table.exp_epsilon, table.exchange

    def known(ratio: Fraction) -> Fraction:
        return next(delta for start, delta, _ in reversed(table.lines) if start <= ratio)

    left = (c - share * r * a) / b
    missed = (1 - r) * known(left)
    kept = r * (1 - share) * known(left / (1 - share)) if share != 1 else Fraction(0)
    return max(missed + kept, 1 - c / a)


@check("CLNSS23-table", grade="certified", quantifier="four tables, r = 20/21 and 1/2, a = 1/r, b = a and a^2",
       says="{what the inequality asks for at a ratio} is at most {its delta}, and the library's verifier agrees")
@sabotage("every delta divided by 1.01", changed(delta=lambda delta: delta * Fraction(100, 101)))
@sabotage("shares that are half as large", changed(share=lambda share: share / 2))
@sabotage("an exchange counted as one row", lambda r, a, b: replace(best_table(r, a, a), exchange=b))
@sabotage("the noise of a larger r", lambda r, a, b: replace(best_table(r, a, b), ratio=r * Fraction(99, 100)))
@judged("<=")
def tables_satisfy_the_inequality(table: Table = best_table) -> Iterator[Any]:
    for r, a, b in CASES:
        found = table(r, a, b)
        for place, (c, delta, share) in enumerate(found.lines):
            if delta < 1:
                yield (r, a, b, place), right_side(found, c, share), delta
        yield (r, a, b, -1), 0, 0 if is_loss_table(found) and found.lines[0][:2] == (0, 1) else -1

def refutes_tables_satisfy_the_inequality(table: Table, r, a, b, place) -> bool:
    found = table(r, a, b)
    c, delta, share = found.lines[place]
    starts = [line[0] for line in found.lines]
    at = [found.lines[bisect_right(starts, (c - share * found.ratio * a) / (b * keep)) - 1][1] if keep else 0
          for keep in (1, 1 - share)]
    return delta < max((1 - found.ratio) * at[0] + found.ratio * (1 - share) * at[1], 1 - c / a)


@check("CLNSS23-table", grade="exhaustive",
       quantifier=f"four plans, {SETS.format(4)}, all ratios of their tables to 12",
       says="{an event's excess} is at most {the delta of the table}")
@sabotage("95 percent of every delta", changed(delta=lambda delta: delta * Fraction(95, 100)))
@sabotage("noise forgotten: delta 0 from a on", lambda r, a, b: replace(best_table(r, a, b), lines=(
    (Fraction(0), Fraction(1), Fraction(0)), (a, Fraction(0), Fraction(0)))))
@judged("<=")
def tables_bound_every_plan(table: Table = best_table) -> Iterator[Any]:
    for name, plan in PLANS.items():
        lines = table(plan.ratio, plan.answer, plan.exchange).lines
        for larger, smaller in one_row_apart(4):
            more, less = (law_of(reorder_slice_compute, name, rows) for rows in (larger, smaller))
            for c, delta, _ in lines:
                if 1 <= c <= 12:
                    yield (name, larger, smaller, c), excess(more, less, c), delta

def refutes_tables_bound_every_plan(table: Table, name, larger, smaller, c) -> bool:
    plan = PLANS[name]
    more, less = (reorder_slice_compute(rows, plan.steps, plan.ratio).exact() for rows in (larger, smaller))
    delta = dict(line[:2] for line in table(plan.ratio, plan.answer, plan.exchange).lines)[c]
    return sum(mass - c * less[answer] for answer, mass in more.items() if mass > c * less[answer]) > delta


def asked_ratios(table: LossTable) -> Iterator[Fraction]:
    """Yield every ratio of a table that holds for both orders, one between each two, and the least such ratio."""
    least, starts = table.exp_epsilon / table.ratio, [line[0] for line in table.lines]
    between = ((a + b) / 2 for a, b in pairwise([*starts, starts[-1] + 2]))
    yield from sorted(c for c in {least, *starts, *between} if c >= least)


@check("CLNSS23-table", grade="exact",
       quantifier="four tables, r = 20/21 and 1/2, a = 1/r, b = a and a^2: at a/r, at every larger ratio of the table, "
                  "between two of them, and beyond the last",
       says="{the delta told at a ratio} equals {the least delta of the lines that begin at or before it}")
@sabotage("only lines that begin before it", lambda table, c: min(d for start, d, _ in table.lines if start < c))
@sabotage("the line after", lambda table, c: max((d for start, d, _ in table.lines if start > c), default=Fraction(0)))
@judged("==")
def delta_between_two_ratios_is_that_of_the_smaller(told: Callable[[LossTable, Fraction], Fraction] = LossTable.delta):
    for case in CASES:
        table = best_table(*case)
        for c in asked_ratios(table):
            yield (*case, c), told(table, c), min(delta for start, delta, _ in table.lines if start <= c)

def refutes_delta_between_two_ratios_is_that_of_the_smaller(told, witness) -> bool:
    *case, c = witness
    table = best_table(*case)
    proved = [start <= c and delta == told(table, c) for start, delta, _ in table.lines]
    return not any(proved) or any(delta < told(table, c) for start, delta, _ in table.lines if start <= c)


R, A, DELTA = Fraction(20, 21), Fraction(21, 20), Fraction(1, 10**6)


@check("CLNSS23-table", grade="exact", quantifier="r = 1/a = 20/21, b = a^2, delta = 10^-6",
       says="from so many slices on, and no fewer, even optimal composition costs more than the table")
@sabotage("one slice less", 31)
@sabotage("one slice more", 33)
@verifier(lambda slices, ratio: [response_composition_delta(k, A, ratio) > DELTA for k in (slices - 1, slices)]
          != [False, True])
@judged("==")
def composition_costs_more_from(slices: int = 32) -> Iterator[Any]:
    ratio = as_fraction(best_table(R, A, A**2).exp_total(DELTA))
    yield ratio, [optimal_composition(k, A, DELTA) > ratio for k in (slices - 1, slices)], [False, True]


Line = tuple[Fraction, Fraction, Fraction]
HALVES: tuple[Line, ...] = tuple((Fraction(c), Fraction(d), Fraction(s)) for c, d, s in product(
    ("1/2", "1", "2", "7/2"), ("-1/4", "0", "1/4", "1/2", "3/4", "1"), ("0", "1/3", "1/2", "1", "4/3", "-1/3")))
FIRST = (Fraction(0), Fraction(1), Fraction(0))


@cache
def tried_tables() -> tuple[LossTable, ...]:
    """Return tables of one, two and three lines, and changes of a longer one that is right."""
    half, ratios = Fraction(1, 2), (Fraction(1), Fraction(3, 2), Fraction(4))
    found = [LossTable(r, a, b, (FIRST, line)) for r in (half, Fraction(2, 3)) for a, b in product(ratios, repeat=2)
             for line in HALVES]
    found += [LossTable(half, Fraction(3, 2), Fraction(2), (FIRST, one, other)) for one, other in product(
        HALVES[::7], HALVES[::5])]
    found += [LossTable(Fraction(r), a, a, (line,)) for r in (-1, 0, half, 1, 2) for a in (half, *ratios)
              for line in (FIRST, (half, Fraction(1), half), (Fraction(0), half, Fraction(0)))]
    right = loss_table(half, 2, exchange=3, most=20, fineness=3)
    for k, (c, delta, share) in enumerate(right.lines):
        others = [(c, delta + step, share) for step in (-TINY, TINY)] + [(c, delta, s) for s in (half, 1 - share)]
        tight = max(right_side(right, c, share), 1 - c / 2)  # the least that the line allows
        changes = [[line] for line in (*others, (c, tight, share), (c, tight - TINY, share))]
        for change in [*changes, [], [right.lines[k]] * 2]:
            found.append(replace(right, lines=(*right.lines[:k], *change, *right.lines[k + 1:]) or (FIRST,)))
    return tuple(found)


TINY = Fraction(1, 2**40)


def satisfies(table: LossTable) -> bool:
    """Decide by the definition, every delta looked up line by line."""
    r, a, b, lines = table.ratio, table.exp_epsilon, table.exchange, table.lines

    if min(delta for _, delta, _ in lines) < 0:
        return False

    def at(c: Fraction) -> Fraction:
        return [delta for start, delta, _ in lines if start <= c][-1]

    if r <= 0 or r >= 1 or a < 1 or b < a or lines[0][0] != 0:
        return False
    if any(one[0] >= other[0] or one[1] < other[1] for one, other in pairwise(lines)):
        return False
    for c, delta, share in lines:
        left = c - share * r * a
        if delta < 1 and (share < 0 or share > 1 or left < 0 or delta < 1 - c / a):
            return False
        if delta < 1:
            again = (1 - share) * at(left / (1 - share) / b) if share != 1 else 0
            if (1 - r) * at(left / b) + r * again > delta:
                return False
    return True


@check("CLNSS23-table", grade="exhaustive",
       quantifier="2,592 tables of two lines with r = 1/2, 2/3, a and b among 1, 3/2, 4, 609 of three, 60 of one, and "
                  "changes of every line of a table with r = 1/2, a = 2, b = 3",
       says="a table is accepted just if its lines rise, its deltas do not, none is negative, and every line satisfies "
            "its inequality")
@sabotage("without: no delta is negative", lambda table: is_loss_table(replace(table, lines=tuple(
    (c, max(delta, Fraction(0)), share) for c, delta, share in table.lines))))
@sabotage("without: a share is at most 1", lambda table: is_loss_table(replace(table, lines=tuple(
    (c, delta, min(share, Fraction(1))) for c, delta, share in table.lines))))
@sabotage("an exchange counted as one row", lambda table: is_loss_table(replace(table, exchange=table.exp_epsilon)))
@judged("==")
def tables_are_accepted_by_their_definition(accepts=is_loss_table) -> Iterator[Any]:
    for place, table in enumerate(tried_tables()):
        yield place, accepts(table), satisfies(table)

def refutes_tables_are_accepted_by_their_definition(accepts, place: int) -> bool:
    table = tried_tables()[place]
    r, a, b = table.ratio, table.exp_epsilon, table.exchange
    fine = 0 < r < 1 <= a <= b and table.lines[0][0] == 0 and [*table.lines] == sorted(
        table.lines, key=lambda line: (line[0], -line[1])) and len({c for c, *_ in table.lines}) == len(table.lines)
    deltas = [delta for _, delta, _ in table.lines]
    fine = fine and deltas == sorted(deltas, reverse=True) and deltas[-1] >= 0 and all(
        delta >= 1 or 0 <= share <= 1 and share * r * a <= c and delta >= max(1 - c / a, right_side(table, c, share))
        for c, delta, share in table.lines)
    return accepts(table) != fine


ONE = 10**4


@formula("at most", corners={"a": (ONE,), "k": (1, 2, 3), "r": (HALF, Fraction(1, 3), Fraction(9, 10))})
def used_ratio(a: Value, k: int, r: Value) -> Value:
    return a**k / r


claim("CLNSS23-loss.delayed", kind="remark", section="0 The loss of slices", uses=("CLNSS23-loss", "CLNSS23-table"),
      formulas=(used_ratio,),
      title="If each slice is used up to k times, the same bounds hold with a^k and b^k",
      note="Not in what we have of the paper; its proof stands on the page. For answers with delta 0.")


@check("CLNSS23-loss.delayed", grade="exhaustive", quantifier=f"two plans, k = 2, {SETS.format(3)}, J = 1, 2, 3",
       says="{an event's excess} is at most {the delta of the bound}, with the row and without it")
@sabotage("a slice is asked once more than counted",
          lambda database, steps, ratio: reorder_slice_compute(database, (*steps, steps[-1]), ratio, uses=3))
@sabotage("next to no noise",
          lambda database, steps, ratio: reorder_slice_compute(database, steps, Fraction(1, 10**9), uses=2))
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


@cache
def sharp_laws(uses: int, r: Fraction) -> tuple[dict[Any, Fraction], dict[Any, Fraction]]:
    """Return the laws, with the row 0 and without it, of two slices of which the first is used k times."""
    who = who_is_there(2, ONE)
    steps: tuple[Step, ...] = (Cut(ascending, 1, who), *(Again(0, who),) * (uses - 1))
    more, less = (reorder_slice_compute(rows, steps, r, uses=uses).exact() for rows in ((0, 1), (1,)))
    return more, less


@check("CLNSS23-loss.delayed", grade="exact", against="optimum", quantifier="k = 1, 2, 3, a = 10^4, r = 1/2, 1/3, 9/10",
       says="{99.9 percent of a^k/r} is at most {the ratio that is reached}, and this at most a^k/r")
@judged("<=")
def the_ratio_of_k_uses_is_reached(bound=used_ratio) -> Iterator[Any]:
    for a, uses, r in bound.instances():
        more, less = sharp_laws(uses, r)
        found = max(less[answer] / more[answer] for answer in less)
        yield (uses, r, "reached"), Fraction(999, 1000) * bound(a, uses, r), found
        yield (uses, r, "enough"), found, bound(a, uses, r)

def refutes_the_ratio_of_k_uses_is_reached(bound, uses, r, side) -> bool:
    more, less = sharp_laws(uses, r)
    answer = ((0, 1),) * uses  # the slice {1}, told truly every time
    if side == "enough":
        return less[answer] > bound(ONE, uses, r) * more[answer]
    return all(1000 * mass < 999 * bound(ONE, uses, r) * more[found] for found, mass in less.items())
