"""KLMNS20, Section 2.1: the law of the exponential mechanism, listed and by runs."""

import random
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.claims import Verdict, check, judge, judged, sabotage
from privlearn.claims.klmns20.choosing import claim
from privlearn.claims.klmns20.choosing.instances import interior_scores
from privlearn.exact import rational
from privlearn.laws import Law, choice
from privlearn.mechanisms import from_scores, multiset_databases
from privlearn.mechanisms.exponential import from_runs, run_law
from privlearn.mechanisms.quality import interior_runs

Table = dict[Any, Fraction]
BASES = (Fraction(3, 2), Fraction(2))


claim("KLMNS20-2.em", kind="algorithm", uses=("KLMNS20-2.sens",),
      title="The exponential mechanism, also for more solutions than can be listed")


@check("KLMNS20-2.em", grade="exact",
       quantifier="interior point score, all multisets with |X| <= 6, n <= 4; e^(epsilon/2) = 3/2, 2; all outcomes",
       fingerprint=lambda mechanism: [mechanism({0: 1, 1: 2}, base).exact() for base in BASES])
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

@law_is_proportional_and_sums_to_one.verifier
def _(mechanism, witness):
    size, database, base = witness
    score = {x: min(sum(s <= x for s in database), sum(s >= x for s in database)) for x in range(size)}
    law = mechanism(score, base).exact()
    odds = [law[x] * base ** score[0] != law[0] * base ** score[x] for x in range(size)]
    return sum(law.values()) != 1 or any(odds)

@law_is_proportional_and_sums_to_one.corrupted("maximum removed twice from the normaliser")
def _(scores, base):
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
       fingerprint=lambda mechanism: mechanism([(2, 0), (1, 1)], Fraction(2)).exact())
def runs_give_the_law_of_the_listed_mechanism(mechanism=from_runs) -> Verdict:
    return judge("==", ((database, law_by_runs(mechanism, database, 64),
                         from_scores(interior_scores(database, 64), 2).exact()) for database in random_databases()))

@runs_give_the_law_of_the_listed_mechanism.verifier
def _(mechanism, witness):
    law = law_by_runs(mechanism, witness, 64)
    score = [min(sum(s <= x for s in witness), sum(s >= x for s in witness)) for x in range(64)]
    total = sum(2**q for q in score)
    return any(law.get(x, 0) != Fraction(2**q, total) for x, q in enumerate(score))

@runs_give_the_law_of_the_listed_mechanism.corrupted("a run counts once, however long it is")
def _(runs: list[tuple[int, int]], base: Fraction) -> Law:
    sizes = [length for length, _ in runs]
    flat = from_scores({k: score for k, (_, score) in enumerate(runs)}, base)
    return flat.then(lambda k: choice({(k, j): Fraction(1, sizes[k]) for j in range(sizes[k])}))


@check("KLMNS20-2.em", grade="exact",
       quantifier="2^(2^20) points, databases of 1 to 3 of them, e^(epsilon/2) = 2: the probability of each run of "
                  "points of equal score", fingerprint=lambda table: table([(2, 0), (1, 1)], 2).exact())
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


@runs_of_more_points_than_can_be_listed_have_the_right_odds.verifier
def _(table, witness):
    first = HUGE // 7  # points before the first element have score 0, the element itself has score 1
    law = table([(first, 0), (1, 1), (HUGE - first - 1, 0)], 2).masses()
    return law[1] * rational(first) != 2 * law[0]
