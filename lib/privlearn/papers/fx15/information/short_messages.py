"""FX15, Lemma 5.1: a short message leaves most of the min-entropy; its proof, line by line on tables."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.communication.information import Table, bad_mass, conditional, marginal
from privlearn.exact import log2
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula, Value, formula
from privlearn.exact.fractions import HALF
from privlearn.papers.fx15.information import claim
from privlearn.papers.fx15.information.instances import (FACTORS, bad_messages, fewest_points, listed_tables,
                                                         power_of_two, rows_of)

FAMILIES = ("all tables with |Y|, |X|, total = (2, 2, 8), (2, 3, 7), (3, 3, 6), each with 2^t in {11/10, 5/4, 3/2, 2}; "
            "x uniform on N points and y = [x = 0], N = 8, 64, 1024, or y = x for 99 points and one message for the "
            "others, N = 101, 106, ..., 201, where the bound is reached up to 2 %")
BITS: dict[str, Any] = {"s": (1, 3, 6), "t": (Fraction(1, 10), HALF, 1, 3)}
TIMES = *BITS["t"], Fraction(1, 3), Fraction(3, 5)


@formula("at most", corners={"t": BITS["t"]})
def bad_share(t: Value) -> Value:
    """Return what the probability is below that a message of s bits costs more than s + t bits of min-entropy."""
    return 2**(-t)


claim("FX15-5.1", kind="lemma", uses=("FX15-5.1.entropies",), formulas=(bad_share,),
      title="Min-entropy survives conditioning on a short message (Lemma 5.1)",
      note="The number of messages of positive probability may be any positive integer in place of 2^s. Tables with "
           "messages of probability 0 are included, with the number of the others for 2^s.")


@formula("at most", corners=BITS)
def bad_message(s: Value, t: Value) -> Value:
    """Return what the probability of a message of s bits that costs more than s + t bits of min-entropy is below."""
    return 2**(-s - t)


claim("FX15-5.1.eq-bayes", kind="inequality", step_of="FX15-5.1", uses=("FX15-5.1.entropies",), formulas=(bad_message,),
      title="A bad message is rare: the chain by Bayes' rule")


class Told(NamedTuple):
    """The weights of x, message by message; those of x before; how many messages there may be; and t."""

    weights: tuple[tuple[int, ...], ...]
    before: tuple[int, ...]
    k: int
    t: Fraction

    @property
    def labels(self) -> dict[str, str]:
        return {"weights": "weights of x, for each y", "before": "weights of x, whatever y is", "k": "2^s"}

    @property
    def derived(self) -> tuple[str, ...]:
        return "before", "k"

    def fitted(self) -> "Told":
        return told(self.weights, self.t)


def told(rows: Any, t: Fraction) -> Told:
    return Told(rows, tuple(map(sum, zip(*rows, strict=True))), sum(map(any, rows)), t)


START = told(((3, 0, 0, 0, 0, 0), (0, 2, 1, 0, 0, 0), (0, 0, 1, 2, 2, 2)), HALF)


@cache
def tables_told() -> list[Told]:
    """Return the listed tables up to the order of rows and columns, and the smallest of a kind with bad messages."""
    kept = [name for name, _ in listed_tables() if isinstance(name[0], int) or all(
        list(part) == sorted(part) for part in (name, [*zip(*name, strict=True)]))]
    rows = {name: tuple(map(tuple, rows_of(name))) for name in kept}
    return [*(told(rows[name], t) for name, t in product(kept, TIMES)),
            *(told(tuple(map(tuple, rows_of(fewest_points(s, t)))), t) for s, t in product(BITS["s"], TIMES))]


@proof("FX15-5.1", grade="certified",
       quantifier="t = 1/10, 1/3, 1/2, 3/5, 1, 3: all tables with |Y|, |X|, total = (2, 2, 8), (2, 3, 7), (3, 3, 6) "
                  "up to the order of rows and columns; x uniform on N points and y = [x = 0], N = 8, 64, 1024, or "
                  "y = x for 99 points and one message for the others, N = 101, 106, ..., 201; 2, 8 and 64 messages, "
                  "all but one of which name a point each, on as few points as make these bad",
       instances=tables_told, start=START,
       steps={"eq-bayes/Bayes": "{the largest Pr[x | y]} is at most {the largest Pr[x], divided by Pr[y]}",
              "eq-bayes/bad": "{Pr[y] of a bad message} is less than {2^(-s - t)}",
              "sum": "{the bad messages} are at most {2^s}",
              "conclusion": "{Pr[y is bad]} is less than {2^(-t)}"},
       hypotheses=(Hypothesis("y has at most 2^s values", {"k": lambda given: given.k // 2 or 1},
                              ("sum", "conclusion")),
                   Hypothesis("the probabilities of x are the means of those given y",
                              {"before": lambda given: (1,) * (32 * len(given.before))},
                              ("eq-bayes/Bayes", "eq-bayes/bad", "conclusion")),
                   Hypothesis("t > 0", needless="the steps hold for every t")))
def bad_messages_are_rare(given: Told, one: Formula = bad_message, all_bad: Formula = bad_share) -> Iterator[Line]:
    rows = Counter((sum(row), max(row)) for row in given.weights if any(row))
    total, most = sum(weight * n for (weight, _), n in rows.items()), Fraction(max(given.before), sum(given.before))
    for (weight, largest), n in rows.items():
        yield Line("eq-bayes/Bayes", "<=", Fraction(largest, weight), most * total / weight, ("Pr[y] =",
                   Fraction(weight, total)), n)
    bad = {row: n for row, n in rows.items() if row[0] * given.k * power_of_two(given.t) * most < row[1]}
    for (weight, _), n in bad.items():
        share = Fraction(weight, total)
        yield Line("eq-bayes/bad", "<", share, one(log2(given.k).bracket(), given.t), ("Pr[y] =", share), n)
    yield Line("sum", "<=", sum(bad.values()), given.k)
    yield Line("conclusion", "<", sum((Fraction(weight * n, total) for (weight, _), n in bad.items()), Fraction(0)),
               all_bad(given.t))


def refutes_bad_messages_are_rare(given: Told, step: str, case: Any, one: Formula, all_bad: Formula) -> bool:
    """Tell whether a line is false, in floating point, from the table of the probabilities of pairs."""
    pairs = np.array(given.weights, dtype=float) / np.sum(given.weights)
    masses, most = pairs.sum(axis=1), max(given.before) / sum(given.before)
    bad = masses[pairs.max(axis=1) > given.k * 2.0**float(given.t) * most * masses * (1 + 1e-12)]
    limits = [float(as_bracket(limit).lower) for limit in (one(log2(given.k).bracket(), given.t), all_bad(given.t))]
    share = float(case[1]) if case else 0.0
    return bool({"eq-bayes/Bayes": pairs.max() > most * (1 + 1e-12), "eq-bayes/bad": share >= limits[0],
                 "sum": len(bad) > given.k, "conclusion": bad.sum() >= limits[1]}[step])


@check("FX15-5.1", grade="exhaustive", quantifier=FAMILIES,
       says="{the mass of the bad messages} equals {the one counted in the table}")
@sabotage("a rise by exactly so much is bad as well", lambda table, factor: bad_mass(
    table, max(factor * Fraction(10**6 - 1, 10**6), Fraction(101, 100))))
def mass_of_bad_messages_is_counted(mass=bad_mass) -> Verdict:
    return judge("==", (((name, factor), mass(table, factor), sum(bad_messages(name, factor)))
                        for name, table in listed_tables() for factor in FACTORS))

def refutes_mass_of_bad_messages_is_counted(mass, name, factor):
    table = dict(listed_tables())[name]
    points, messages = marginal(table, (0,)), {y: p for y, p in marginal(table, (1,)).items() if p}
    limit = factor * len(messages) * max(points.values())
    return mass(table, factor) != sum(p for y, p in messages.items() if max(
        conditional(table, (1,), y).values()) > limit)

@mass_of_bad_messages_is_counted.corrupted("the factor |Y| left out: no loss for the message's length")
def factor_y_left_out_no_loss(table: Table, factor: Fraction) -> Fraction:
    most = max(marginal(table, (0,)).values())
    return sum((share for y, share in marginal(table, (1,)).items()
                if share and max(conditional(table, (1,), y).values()) > factor * most), Fraction(0))


@check("FX15-5.1", grade="exhaustive", quantifier=FAMILIES + "; the mean over y of max Pr[x | y]",
       says="{the mean over y of max Pr[x | y]} is at most {the number of messages times max Pr[x]}")
@sabotage("one message less", 1)
@judged("<=")
def largest_probability_grows_by_the_number_of_messages(spare: int = 0):
    for name, _ in listed_tables():
        rows = [row for row in rows_of(name) if any(row)]
        total, most = sum(map(sum, rows)), max(map(sum, zip(*rows, strict=True)))
        yield name, Fraction(sum(map(max, rows)), total), (len(rows) - spare) * Fraction(most, total)

def refutes_largest_probability_grows_by_the_number_of_messages(spare, witness):
    table = dict(listed_tables())[witness]
    ys = {y for (_, y), p in table.items() if p}
    mean = sum(max(p for (_, v), p in table.items() if v == y) for y in ys)  # Pr[y] max_x Pr[x | y] = max_x Pr[x, y]
    most = max(sum(p for (u, _), p in table.items() if u == x) for x, _ in table)
    return mean > (len(ys) - spare) * most
