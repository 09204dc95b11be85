"""FX15, Lemma 5.1: what a short message can do to the min-entropy."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.communication.information import Table, bad_mass, conditional, marginal
from privlearn.papers.fx15.information import claim
from privlearn.papers.fx15.information.instances import FACTORS, listed_tables

FAMILIES = ("all tables with |Y|, |X|, total = (2, 2, 8), (2, 3, 7), (3, 3, 6), each with 2^t in {11/10, 5/4, 3/2, 2}; "
            "x uniform on N points and y = [x = 0], N = 8, 64, 1024, or y = x for 99 points and one message for the "
            "others, N = 101, 106, ..., 201, where the bound is reached up to 2 %")


claim("FX15-5.1", kind="lemma", uses=("FX15-5.1.entropies",),
      title="Min-entropy survives conditioning on a short message (Lemma 5.1)",
      note="The number of messages of positive probability may be any positive integer in place of 2^s. Tables whose "
           "last message has probability 0 are included, with that number for |Y|.")


def rows_of(name) -> list[list[int]]:
    """Return the numbers of a table by message, from its name."""
    if isinstance(name[0], tuple):
        return [list(row) for row in name]
    points, alone = name
    return [[int(x >= alone) for x in range(points)], *([int(x == y) for x in range(points)] for y in range(alone))]


@check("FX15-5.1", grade="exhaustive", quantifier=FAMILIES,
       says="{2^t times the mass of the bad messages} is less than {1}")
@sabotage("2^t replaced by 19/20 of it in what is bad",
          lambda table, factor: bad_mass(table, max(factor * Fraction(19, 20), Fraction(101, 100))))
def bad_messages_have_less_than_the_allowed_mass(mass=bad_mass) -> Verdict:
    return judge("<", (((name, factor), mass(table, factor) * factor, 1)
                       for name, table in listed_tables() for factor in FACTORS))

def refutes_bad_messages_have_less_than_the_allowed_mass(mass, name, factor):
    rows = rows_of(name)
    total, most = sum(map(sum, rows)), max(map(sum, zip(*rows, strict=True)))
    table = {(x, y): Fraction(n, total) for y, row in enumerate(rows) for x, n in enumerate(row)}
    claimed, kinds = mass(table, factor), sum(map(any, rows))
    worst = sorted(Fraction(max(row) * total, most * sum(row)) for row in rows if any(row))  # by how much it grows
    bad = [sum(sum(row) for row in rows if any(row) and max(row) * total >= grows * most * sum(row)) for grows in worst]
    listed = [Fraction(b, total) for b in bad]  # the claimed mass is that of the messages from some growth on,
    return claimed * factor >= 1 and any(  # which is too little to be bad
        share == claimed and grows <= kinds * factor for share, grows in zip(listed, worst, strict=True))

@bad_messages_have_less_than_the_allowed_mass.corrupted("the factor |Y| left out: no loss for the message's length")
def factor_y_left_out_no_loss(table: Table, factor: Fraction) -> Fraction:
    most = max(marginal(table, (0,)).values())
    return sum((share for y, share in marginal(table, (1,)).items()
                if share and max(conditional(table, (1,), y).values()) > factor * most), Fraction(0))


def bad_rows(name, factor: Fraction) -> Fraction:
    """Return the mass of the messages that raise the largest probability by more than the factor and their number."""
    rows = [row for row in rows_of(name) if any(row)]
    total, most = sum(map(sum, rows)), max(map(sum, zip(*rows, strict=True)))
    return Fraction(sum(sum(row) for row in rows if max(row) * total > len(rows) * factor * most * sum(row)), total)


@check("FX15-5.1", grade="exhaustive", quantifier=FAMILIES + "; every table with one of the factors in turn",
       says="{the mass of the bad messages} equals {their mass, counted in the table}")
@sabotage("a rise by exactly so much is bad as well", lambda table, factor: bad_mass(
    table, max(factor * Fraction(10**6 - 1, 10**6), Fraction(101, 100))))
def bad_mass_is_that_of_the_bad_messages(mass=bad_mass) -> Verdict:
    return judge("==", (((name, FACTORS[i % 4]), mass(table, FACTORS[i % 4]), bad_rows(name, FACTORS[i % 4]))
                        for i, (name, table) in enumerate(listed_tables())))

def refutes_bad_mass_is_that_of_the_bad_messages(mass, name, factor):
    table = dict(listed_tables())[name]
    points, messages = marginal(table, (0,)), {y: p for y, p in marginal(table, (1,)).items() if p}
    limit = factor * len(messages) * max(points.values())
    return mass(table, factor) != sum(p for y, p in messages.items() if max(
        conditional(table, (1,), y).values()) > limit)


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


claim("FX15-5.1.eq-bayes", kind="inequality", step_of="FX15-5.1", uses=("FX15-5.1.entropies",),
      title="A bad message is rare: the chain by Bayes' rule")


def largest_conditional(row: list[int]) -> Fraction:
    """Return ``max over x of Pr[x | y]`` from the numbers of one message."""
    return Fraction(max(row), sum(row))


def links(largest: Callable[[list[int]], Fraction]) -> Iterator[tuple[Any, Fraction, list[Fraction], Fraction]]:
    """Yield for every bad message its probability, the ratios of the chain in rising order, and ``2^(s+t-k)``."""
    for name, _ in listed_tables():
        rows = [row for row in rows_of(name) if any(row)]
        total, by_point = sum(map(sum, rows)), [sum(column) for column in zip(*rows, strict=True)]
        most = Fraction(max(by_point), total)
        for factor in FACTORS:
            level = len(rows) * factor * most
            for y, row in enumerate(rows):
                if max(row) > level * sum(row):
                    share, x = Fraction(sum(row), total), row.index(max(row))
                    yield (name, factor, y), share, [largest(row), by_point[x] / (share * total), most / share], level


@check("FX15-5.1.eq-bayes", grade="exhaustive", quantifier=FAMILIES + "; every bad message, its likeliest x",
       says="2^(s + t - k) < max Pr[x | y] <= Pr[x]/Pr[y] <= 2^(-k)/Pr[y], and so Pr[y] < 2^(-s - t)")
@sabotage("the mean of Pr[x | y] over x for the largest", lambda row: Fraction(1, len(row)))
def every_step_of_the_chain(largest=largest_conditional) -> Verdict:
    listed = list(links(largest))
    strict = [(name, excess, ratios[0]) for name, _, ratios, excess in listed]
    rare = [(name, share * excess, ratios[2] * share) for name, share, ratios, excess in listed]
    weak = [(name, *pair) for name, _, ratios, _ in listed for pair in zip(ratios, ratios[1:], strict=False)]
    return all_hold(judge("<", strict), judge("<", rare), judge("<=", weak))

def refutes_every_step_of_the_chain(largest, name, factor, y):
    table, row = dict(listed_tables())[name], [row for row in rows_of(name) if any(row)][y]
    ys = sorted({v for (_, v), p in table.items() if p})
    here = [p for (_, v), p in table.items() if v == ys[y]]
    most = max(sum(p for (u, _), p in table.items() if u == x) for x, _ in table)
    return max(here) / sum(here) > len(ys) * factor * most >= largest(row)  # bad, and the given number denies it
