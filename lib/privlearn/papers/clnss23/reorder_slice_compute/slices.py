"""CLNSS23, algorithm SelectAndCompute: the law of the answers, what an order must keep, and what is quoted."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.exact.formulas import Value, formula
from privlearn.laws import Law, choice
from privlearn.mechanisms import multiset_databases
from privlearn.mechanisms.neighbours import Database
from privlearn.mechanisms.slicing import (Again, Cut, Order, Step, adjacency_fault, ascending, cut_size, descending,
                                          reorder_slice_compute)
from privlearn.papers.clnss23.reorder_slice_compute import claim, mistakes
from privlearn.papers.clnss23.reorder_slice_compute.instances import DELAYED, HALF, PLANS, Plan, Run, law_of, sets_of


@formula("equals", corners={"r": (HALF, Fraction(1, 3), Fraction(9, 10)), "k": (0, 1, 3)})
def chance_of_noise(r: Value, k: int) -> Value:
    return (1 - r) * r**k


claim("CLNSS23-rsc", kind="algorithm", formulas=(chance_of_noise,),
      title="SelectAndCompute: cut slices of noisy size, each row into one, and answer from each slice alone",
      note="Stated after public notes on the paper's source: its full text was not at hand. Sizes beyond the number of "
           "rows are one case. The checks take answers that are private with delta 0.")


def twice(database: Database, steps: Sequence[Step], ratio: Fraction) -> Law:
    """Run a plan whose slices may be used twice."""
    return reorder_slice_compute(database, steps, ratio, uses=2)


def by_the_definition(plan: Plan, database: Database) -> dict[Any, Fraction]:
    """Return the law of the answers, summed over the noise of every cut: separate code."""
    table: dict[Any, Fraction] = {}

    def go(weight: Fraction, rest: list[int], slices: list[list[int]], answers: tuple[Any, ...]) -> None:
        if len(answers) == len(plan.steps):
            table[answers] = table.get(answers, Fraction(0)) + weight
            return
        step: Any = plan.steps[len(answers)]
        step = step if isinstance(step, (Cut, Again)) else step(answers)
        cuts = [(weight, slices[step.slice], rest)] if isinstance(step, Again) else []
        for k in range(len(rest) + 2) if isinstance(step, Cut) else ():
            listed = list(step.order(tuple(rest)))
            share = plan.ratio**k * (1 if k == len(rest) + 1 else 1 - plan.ratio)  # the last k stands for all larger
            cuts.append((weight * share, listed[:step.size + k], listed[step.size + k:]))
        for share, rows, left in cuts:
            for answer, p in step.compute(tuple(rows)).exact().items():
                go(share * p, left, [*slices, rows], (*answers, answer))

    go(Fraction(1), list(database), [], ())
    return table


def small_plans() -> Iterator[tuple[str, Plan, Database]]:
    """Yield the plans with all sets of up to three points."""
    for name, plan in (PLANS | DELAYED).items():
        for database in sets_of(3):
            yield name, plan, database


def sized(law: Callable[[int, int, Fraction], Law]) -> Run:
    """Return the mechanism with another law of sizes."""
    return but_for_again(partial(mistakes.sliced, size=law))


def but_for_again(run: Run) -> Run:
    """Return a wrong way to slice, which is right where a slice is asked again."""
    def wrong(database: Database, steps: Sequence[Step], ratio: Fraction) -> Law:
        return (twice if any(isinstance(step, Again) for step in steps) else run)(database, steps, ratio)

    return wrong


@check("CLNSS23-rsc", grade="exhaustive", quantifier="six plans, all sets of up to three ordered points",
       says="the law of the answers is the one that the steps of the algorithm give")
@sabotage("the noise begins at 1", sized(lambda size, rows, r: cut_size(size + 1, rows, r)))
@sabotage("r times 1.01", sized(lambda size, rows, r: cut_size(size, rows, r * Fraction(101, 100))))
@sabotage("the tail beyond the rows goes to the smallest size", sized(
    lambda size, rows, r: cut_size(size, rows, r).map(lambda count: min(size, rows) if count == rows else count)))
@sabotage("noise of at most one row", but_for_again(mistakes.at_most_one_more))
@sabotage("the slice stays in the database", but_for_again(mistakes.kept))
@judged("==")
def answers_have_the_law_of_the_definition(run: Run = twice) -> Iterator[Any]:
    for name, plan, database in small_plans():
        yield (name, database), law_of(run, name, database), by_the_definition(plan, database)

def refutes_answers_have_the_law_of_the_definition(run: Run, name, database) -> bool:
    plan = (PLANS | DELAYED)[name]
    found, right = run(database, plan.steps, plan.ratio).exact(), by_the_definition(plan, database)
    return any(found.get(answer, 0) != right.get(answer, 0) for answer in {*found, *right})


@check("CLNSS23-rsc", grade="exact", quantifier="sizes 0 to 3, up to 3 rows more, r = 1/2, 1/3 and 9/10",
       says="{the size that is cut has k rows more, or all rows, with the probability} {(1 - r) r^k, or what is left}")
@sabotage("all sizes up to the rows alike", (lambda size, rows, r: choice(
    {k: Fraction(1, rows - size + 1) for k in range(size, rows + 1)}), chance_of_noise))
@judged("==")
def sizes_have_geometric_noise(case=(cut_size, chance_of_noise)) -> Iterator[Any]:
    for size, more, (r, k) in product(range(4), range(4), chance_of_noise.instances()):
        if k <= more:
            left = 1 - sum(case[1](r, j) for j in range(k))
            yield (size, more, r, k), case[0](size, size + more, r).exact()[size + k], (
                case[1](r, k) if k < more else left)

def refutes_sizes_have_geometric_noise(case, size, more, r, k) -> bool:
    law = case[0](size, size + more, r).exact()
    odd = any(law[size + j + 1] != r * law[size + j] for j in range(more - 1)) or law[size + more] != r**more
    return odd or any(law[size + j] != case[1](r, j) for j in range(min(k + 1, more)))


def near(rows: Database) -> list[Any]:
    """Return the rows by their distance from the public point 1, of two as far the smaller one before."""
    return sorted(rows, key=lambda row: (abs(row - 1), row))


def heavier_half(rows: Database) -> list[Any]:
    """Return the half (0 and 1, or 2 and 3) that has more rows before the other."""
    low = [row for row in rows if row < 2]
    return sorted(rows, key=lambda row: ((row < 2) == (2 * len(low) < len(rows)), row))


Orders = tuple[Order, ...]
RIGHT: Orders = (ascending, descending, near)
MULTISETS = [database for size in range(5) for database in multiset_databases(range(4), size)]


@check("CLNSS23-rsc", grade="exhaustive", quantifier="all 70 multisets of up to four rows from four points",
       says="the rows by size, or by the distance from a public point: a row more is one place more in the list")
@sabotage("from the top if the number of rows is odd", (*RIGHT, mistakes.turned))
@sabotage("the heavier half of the domain before the other", (*RIGHT, heavier_half))
@sabotage("by the distance from the median", (lambda rows: sorted(
    rows, key=lambda row: (abs(row - sorted(rows)[len(rows) // 2]), row)), *RIGHT))
@judged("==")
def orders_preserve_adjacency(orders: Orders = RIGHT) -> Iterator[Any]:
    for order in orders:
        fault = adjacency_fault(order, MULTISETS)
        yield fault, fault, None

def refutes_orders_preserve_adjacency(orders: Orders, larger, smaller) -> bool:

    def inside(short: list[Any], long: list[Any]) -> bool:  # in this order
        places = iter(long)
        return all(any(row == other for other in places) for row in short)

    return len(larger) == len(smaller) + 1 and inside(list(smaller), list(larger)) and any(
        not inside(list(order(smaller)), list(order(larger))) for order in orders)


UNREAD = "The full text was not at hand, and the constants inside O are not known to us: "

claim("CLNSS23-privacy", kind="theorem", status="quoted",
      reason="a theorem of Cohen, Lyu, Nelson, Sarlós and Stemmer, known to us without its constant; a bound of ours "
             "with all constants stands below it",
      uses=("CLNSS23-rsc",),
      title="For every delta' > 0 the answers are (O(eps log(1/delta')), delta' + 2 t delta)-private for t slices",
      note=f"{UNREAD}it cannot be checked as it stands. What can be, with all constants, is stated as ours below it.")

claim("CLNSS23-delayed", kind="theorem", status="quoted",
      reason="a theorem of Cohen, Lyu, Nelson, Sarlós and Stemmer, known to us without its constant; a bound of ours "
             "with all constants stands below it",
      uses=("CLNSS23-rsc", "CLNSS23-privacy"),
      title="If each slice is used up to k times they are (O(eps (k + log(1/delta'))), delta' + 2 k t delta)-private",
      note=f"{UNREAD}a bound of ours, with constants, stands below it.")

claim("CLNSS23-thresholds", kind="theorem", status="quoted",
      reason="the upper bound is by Cohen, Lyu, Nelson, Sarlós and Stemmer, the lower one by Alon, Livni, Malliaris "
             "and Moran; nothing is computed for either",
      uses=("CLNSS23-privacy",),
      title="Thresholds on X are learned with O~(log* |X|) rows under approximate privacy, which is nearly optimal",
      note="From the abstract. The algorithm and its constants were not at hand, so no learner with the paper's "
           "parameters is offered; the lower bound Omega(log* |X|), for improper learners too, is by Alon, Livni, "
           "Malliaris and Moran.")

claim("CLNSS23-quasi-concave", kind="theorem", status="quoted",
      reason="a theorem of Cohen, Lyu, Nelson, Sarlós and Stemmer, stated after their abstract; nothing is computed "
             "for it",
      uses=("CLNSS23-privacy",),
      title="Private quasi-concave optimisation has the additive error 2^(log* |X|), up to lower order factors",
      note="From the abstract, upper and lower bound.")
