"""KLMNS20, Section 2.1: the law of the exponential mechanism, listed and by runs."""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate, product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import rational
from privlearn.laws import Law, choice
from privlearn.laws.powers import power_law
from privlearn.mechanisms import from_scores, multiset_databases
from privlearn.mechanisms.exponential import from_runs, run_law
from privlearn.mechanisms.quality import interior_runs
from privlearn.papers.klmns20.choosing import claim
from privlearn.papers.klmns20.choosing.instances import interior_scores
from privlearn.papers.klmns20.large_domains.scripted import Digits

Table = dict[Any, Fraction]
BASES = (Fraction(3, 2), Fraction(2))


claim("KLMNS20-2.em", kind="algorithm", uses=("KLMNS20-2.sens", "BBKN14-2.1"),
      title="The exponential mechanism, also for more solutions than can be listed")


@check("KLMNS20-2.em", grade="exact",
       quantifier="interior point score, all multisets with |X| <= 6, n <= 4; e^(epsilon/2) = 3/2, 2; all outcomes",
       says="the probabilities sum to 1 and are proportional to e^(epsilon q/2)")
@sabotage("weights e^(epsilon q)", lambda scores, base: from_scores(scores, base**2))
@judged("==")
def law_is_proportional_and_sums_to_one(mechanism=from_scores):
    for size, rows, base in product(range(1, 7), range(5), BASES):
        for database in multiset_databases(range(size), rows):
            law = mechanism(interior_scores(database, size), base).exact()
            weights = [base ** min(sum(s <= x for s in database), sum(s >= x for s in database))
                       for x in range(size)]
            listed = {x: w / sum(weights) for x, w in enumerate(weights)}
            yield (size, database, base), [sum(law.values()), law], [1, listed]

def refutes_law_is_proportional_and_sums_to_one(mechanism, size, database, base):
    score = {x: min(sum(s <= x for s in database), sum(s >= x for s in database)) for x in range(size)}
    law = mechanism(score, base).exact()
    odds = [law[x] * base ** score[0] != law[0] * base ** score[x] for x in range(size)]
    return sum(law.values()) != 1 or any(odds)

@law_is_proportional_and_sums_to_one.corrupted("maximum removed twice from the normaliser")
def maximum_removed_twice_from_normaliser(scores, base):
    best = max(scores.values())
    total = sum(base ** (score - 2 * best) for score in scores.values())
    return Fixed({f: base ** (score - best) / total for f, score in scores.items()})


class Fixed:
    """A table that need not be a law, for corrupted mechanisms."""

    def __init__(self, table: Table):
        self.table = table

    def exact(self) -> Table:
        """Return the table."""
        return self.table


def random_databases() -> list[tuple[int, ...]]:
    """Return 50 databases of 6 points of 0..63; every second one repeats points."""
    rng = random.Random(2020)
    return [tuple(sorted(rng.randrange(64) >> (k % 2) * 3 << (k % 2) * 3 for _ in range(6))) for k in range(50)]


def law_by_runs(mechanism, database: tuple[int, ...], size: int) -> Table:
    """Return the law on the points of ``0..size-1`` of a mechanism that draws a run and a position in it."""
    runs = interior_runs(database, size)
    law = mechanism([(length, score) for _, length, score in runs], Fraction(2))
    return law.map(lambda drawn: runs[drawn[0]][0] + drawn[1]).exact()


@check("KLMNS20-2.em", grade="exact", quantifier="50 seeded databases of 6 points of 64, half of them with repetitions",
       says="drawing a run and then a place in it has the law of the mechanism that lists all points")
def runs_give_the_law_of_the_listed_mechanism(mechanism=from_runs) -> Verdict:
    return judge("==", ((database, law_by_runs(mechanism, database, 64),
                         from_scores(interior_scores(database, 64), 2).exact()) for database in random_databases()))

def refutes_runs_give_the_law_of_the_listed_mechanism(mechanism, witness):
    law = law_by_runs(mechanism, witness, 64)
    score = [min(sum(s <= x for s in witness), sum(s >= x for s in witness)) for x in range(64)]
    total = sum(2**q for q in score)
    return any(law.get(x, 0) != Fraction(2**q, total) for x, q in enumerate(score))

@runs_give_the_law_of_the_listed_mechanism.corrupted("a run counts once, however long it is")
def run_counts_once_however_long(runs: list[tuple[int, int]], base: Fraction) -> Law:
    sizes = [length for length, _ in runs]
    flat = from_scores({k: score for k, (_, score) in enumerate(runs)}, base)
    return flat.then(lambda k: choice({(k, j): Fraction(1, sizes[k]) for j in range(sizes[k])}))


@check("KLMNS20-2.em", grade="exact",
       quantifier="2^(2^20) points, databases of 1 to 3 of them, e^(epsilon/2) = 2: the probability of each run of "
                  "points of equal score",
       says="the runs cover the domain, and each has odds proportional to its length times 2^q")
@sabotage("a run counts once, however long it is",
          lambda runs, base: from_scores({k: score for k, (_, score) in enumerate(runs)}, base))
@judged("==")
def runs_of_more_points_than_can_be_listed_have_the_right_odds(table=run_law):
    for rows in range(1, 4):
        runs = interior_runs(huge_database(rows), HUGE)
        law = table([(length, score) for _, length, score in runs], 2).masses()
        total = rational(sum(length << score for _, length, score in runs))
        good = [p * total == rational(runs[k][1] << runs[k][2]) for k, p in law.items()]
        yield rows, [sum(length for _, length, _ in runs) == HUGE, *good], [True] * (len(runs) + 1)


HUGE = 1 << (1 << 20)


def huge_database(rows: int) -> tuple[int, ...]:
    """Return points of ``0..2^(2^20) - 1`` at equal distances."""
    return tuple(HUGE // 7 * (k + 1) for k in range(rows))


def refutes_runs_of_more_points_than_can_be_listed_have_the_right_odds(table, witness):
    first = HUGE // 7  # points before the first element have score 0, the element itself has score 1
    law = table([(first, 0), (1, 1), (HUGE - first - 1, 0)], 2).masses()
    return law[1] * rational(first) != 2 * law[0]


# (base, runs): runs are (score, number of outcomes, name), with falling scores
DRAWN = ((Fraction(2), ((3, 1, "a"), (1, 2, "b"), (1, 1, "c"), (-4, 5, "d"))),
         (Fraction(11, 10), ((40, 3, "a"), (38, 1, "b"), (0, 1000, "c"))),
         (Fraction(101, 100), ((900, 1, "a"), (890, 2**64, "b"), (0, 1 << 70, "c"))),
         (Fraction(2), ((500, 1, "a"), (499, 1, "b"), (0, 1 << 300, "c"), (-300, 1, "d"))),
         (Fraction(1), ((7, 2, "a"), (3, 4, "b"))))
NEAR = Fraction(1, 1 << 1000)


def draws_at_the_ends(runs, base: Fraction) -> Iterator[tuple[Fraction, Any]]:
    """Yield numbers of [0, 1) next to all ends of the parts that the runs take of it, with the outcome of each."""
    weights = [count * base ** (score - runs[0][0]) for score, count, _ in runs]
    ends = [Fraction(0), *accumulate(weights)]
    for (_, count, name), low, high in zip(runs, ends, ends[1:], strict=False):
        for number in (low / ends[-1] + NEAR, high / ends[-1] - NEAR):
            yield number, (name, count - 1)


@check("KLMNS20-2.em", grade="exact",
       quantifier="the exact draws of one of many outcomes in runs of equal score: five families of 2 to 4 runs, of up "
                  "to 2^300 outcomes and weights from 1 to 2^-800, e^epsilon = 1, 101/100, 11/10, 2; numbers within "
                  "2^-1000 of both ends of every run's part of [0, 1), digit by digit",
       says="next to both ends of every run's part of [0, 1) the draw is the outcome of that run")
@sabotage("weights a millionth off", lambda runs, base: power_law(runs, base * Fraction(10**6 + 1, 10**6)))
@sabotage("a run counts once, however long it is",
          lambda runs, base: power_law([(score, 1, name) for score, _, name in runs], base).map(
              lambda drawn: (drawn[0], next(count for _, count, name in runs if name == drawn[0]) - 1)))
@judged("==")
def the_draw_changes_exactly_where_the_law_says(law=power_law):
    for place, (base, runs) in enumerate(DRAWN):
        for number, outcome in draws_at_the_ends(runs, base):
            yield (place, number), law(runs, base).sample(Digits(number)), outcome

def refutes_the_draw_changes_exactly_where_the_law_says(law, place, number):
    base, runs = DRAWN[place]
    drawn = law(runs, base).sample(Digits(number))
    parts = [(name, count, count * base**score) for score, count, name in runs]
    for name, count, weight in parts:
        number -= weight / sum(part[2] for part in parts)
        if number < 0:
            return drawn != (name, count - 1)
    return True
