"""KLMNS20, Section 2.1: the exponential mechanism, Lemma 2.2."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.exact import rational
from privlearn.laws import Law, choice, worst_ratio
from privlearn.learners.interior_point.tree import interior_score
from privlearn.mechanisms import (
    PureAudit,
    Relation,
    add_remove_one,
    audit_pure,
    from_runs,
    from_scores,
    interior_runs,
    multiset_databases,
    replace_one_unordered,
    run_law,
)

PAGE = "thresholds/choosing"
SECTION = "2.1 The exponential and choosing mechanisms"
Table = dict[Any, Fraction]

claim("KLMNS20-2.em", kind="algorithm", section=SECTION, page=PAGE, uses=("KLMNS20-2.sens",),
      title="The exponential mechanism, also for more solutions than can be listed")

BASES = (Fraction(3, 2), Fraction(2))


def interior_scores(database: tuple[int, ...], size: int) -> dict[int, int]:
    """Return the interior point scores of all points of ``0..size-1``."""
    return {x: interior_score(x, database) for x in range(size)}


@check("KLMNS20-2.em", grade="exact",
       quantifier="interior point score, all multisets with |X| <= 6, n <= 4; e^(epsilon/2) = 3/2, 2; all outcomes",
       fingerprint=lambda mechanism: [mechanism({0: 1, 1: 2}, base).exact() for base in BASES])
def law_is_proportional_and_sums_to_one(mechanism=from_scores) -> Verdict:
    def cases() -> Iterator[Any]:
        for size, rows, base in product(range(1, 7), range(5), BASES):
            for database in multiset_databases(range(size), rows):
                law = mechanism(interior_scores(database, size), base).exact()
                weights = [base ** min(sum(s <= x for s in database), sum(s >= x for s in database))
                           for x in range(size)]
                listed = {x: w / sum(weights) for x, w in enumerate(weights)}
                yield (size, database, base), [sum(law.values()), law], [1, listed]

    return judge("==", cases())


@law_is_proportional_and_sums_to_one.verifier
def _(mechanism, witness):
    size, database, base = witness
    score = {x: min(sum(s <= x for s in database), sum(s >= x for s in database)) for x in range(size)}
    law = mechanism(score, base).exact()
    odds = [law[x] * base ** score[0] != law[0] * base ** score[x] for x in range(size)]
    return sum(law.values()) != 1 or any(odds)


class Fixed:
    """A table that need not be a law, for corrupted mechanisms."""

    def __init__(self, table: Table):
        self.table = table

    def exact(self) -> Table:
        """Return the table."""
        return self.table


@law_is_proportional_and_sums_to_one.sabotage("maximum removed twice from the normaliser")
def _():
    def mechanism(scores: dict[Any, int], base: Fraction) -> Fixed:
        best = max(scores.values())
        total = sum(base ** (score - 2 * best) for score in scores.values())
        return Fixed({f: base ** (score - best) / total for f, score in scores.items()})

    return mechanism

law_is_proportional_and_sums_to_one.sabotage("weights e^(epsilon q)", lambda scores, base: from_scores(scores, base**2))


def random_databases() -> list[tuple[int, ...]]:
    """Return 50 databases of 6 points of 0..63; every second one repeats points."""
    rng = random.Random(2020)
    return [tuple(sorted(rng.randrange(64) >> (k % 2) * 3 << (k % 2) * 3 for _ in range(6))) for k in range(50)]


def law_by_runs(mechanism: Callable, database: tuple[int, ...], size: int) -> Table:
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


@runs_give_the_law_of_the_listed_mechanism.sabotage("a run counts once, however long it is")
def _():
    def mechanism(runs: list[tuple[int, int]], base: Fraction) -> Law:
        sizes = [length for length, _ in runs]
        flat = from_scores({k: score for k, (_, score) in enumerate(runs)}, base)
        return flat.then(lambda k: choice({(k, j): Fraction(1, sizes[k]) for j in range(sizes[k])}))

    return mechanism


@check("KLMNS20-2.em", grade="exact",
       quantifier="2^(2^20) points, databases of 1 to 3 of them, e^(epsilon/2) = 2: the probability of each run of "
                  "points of equal score", fingerprint=lambda table: table([(2, 0), (1, 1)], 2).exact())
def runs_of_more_points_than_can_be_listed_have_the_right_odds(table: Any = run_law) -> Verdict:
    def cases() -> Iterator[Any]:
        for rows in range(1, 4):
            runs = interior_runs(huge_database(rows), HUGE)
            law = table([(length, score) for _, length, score in runs], 2).masses()
            total = rational(sum(length << score for _, length, score in runs))
            good = [p * total == rational(runs[k][1] << runs[k][2]) for k, p in law.items()]
            yield rows, [sum(length for _, length, _ in runs) == HUGE, *good], [True] * (len(runs) + 1)

    return judge("==", cases())


HUGE = 1 << (1 << 20)


def huge_database(rows: int) -> tuple[int, ...]:
    """Return points of ``0..2^(2^20) - 1`` at equal distances."""
    return tuple(HUGE // 7 * (k + 1) for k in range(rows))


@runs_of_more_points_than_can_be_listed_have_the_right_odds.verifier
def _(table, witness):
    first = HUGE // 7  # points before the first element have score 0, the element itself has score 1
    law = table([(first, 0), (1, 1), (HUGE - first - 1, 0)], 2).masses()
    return law[1] * rational(first) != 2 * law[0]

runs_of_more_points_than_can_be_listed_have_the_right_odds.sabotage("a run counts once, however long it is",
    lambda runs, base: from_scores({k: score for k, (_, score) in enumerate(runs)}, base))


claim("KLMNS20-2.2", kind="lemma", section=SECTION, page=PAGE, uses=("KLMNS20-2.1", "KLMNS20-2.sens", "KLMNS20-2.em"),
      title="Privacy and utility of the exponential mechanism",
      note="The printed formulas are lost; the constants are those of the classical lemma. For monotone qualities and "
           "adding or removing a row the weights may be e^(epsilon q), which halves the cost.")

SIZES = tuple(product((3, 4, 5, 6), (3, 4, 6)))


@cache
def audit(base: Fraction, size: int, rows: int, adding: bool) -> PureAudit:
    """Return the exact audit of the weights ``base ** q`` for the interior point score."""
    databases = multiset_databases(range(size), rows)
    relation: Relation = replace_one_unordered
    if adding:
        databases, relation = [*databases, *multiset_databases(range(size), rows + 1)], add_remove_one
    return audit_pure(lambda database: from_scores(interior_scores(database, size), base), databases, relation)


def privacy_verdict(base: Callable, squares: tuple[Fraction, ...], adding: bool) -> Verdict:
    """Judge the largest ratio against ``e^epsilon`` for each of its values ``squares``."""
    seen = 0

    def cases() -> Iterator[Any]:
        nonlocal seen
        for (size, rows), target in product(SIZES, squares):
            found = audit(base(target), size, rows, adding)
            seen += found.pairs
            yield (size, rows, target, *found.witness), found.exp_epsilon, target

    verdict = judge("<=", cases())
    return counted(verdict, seen)


def exceeds(base: Fraction, witness: Any) -> bool:
    """Tell whether the outcome of a witness is more than e^epsilon times as likely as under its neighbour."""
    size, _, target, left, right, outcome = witness

    def probability(database: Any) -> Fraction:
        weights = [base ** min(sum(s <= x for s in database), sum(s >= x for s in database)) for x in range(size)]
        return weights[outcome] / sum(weights)

    return probability(left) > target * probability(right)


def same(target: Fraction) -> Fraction:
    """Return the base ``e^epsilon`` of the weights ``e^{epsilon q}``."""
    return target


def rational_root(target: Fraction) -> Fraction:
    """Return the base ``e^{epsilon/2}`` of the weights ``e^{epsilon q / 2}``."""
    return ROOTS[target]


ROOTS = {root**2: root for root in (Fraction(3, 2), Fraction(2), Fraction(3))}


@check("KLMNS20-2.2", grade="exhaustive",
       quantifier="weights e^(epsilon q), interior point score: |X| = 3..6, all S of 3, 4, 6 points and S plus one; "
                  "e^epsilon = 2, 3", fingerprint=lambda base: base(Fraction(2)))
def monotone_scores_need_no_factor_two_when_a_row_is_added(base=same) -> Verdict:
    return privacy_verdict(base, (Fraction(2), Fraction(3)), adding=True)


@monotone_scores_need_no_factor_two_when_a_row_is_added.verifier
def _(base, witness):
    return exceeds(base(witness[2]), witness)

monotone_scores_need_no_factor_two_when_a_row_is_added.sabotage("weights e^(2 epsilon q)", lambda target: target**2)


@check("KLMNS20-2.2", grade="exhaustive",
       quantifier="weights e^(epsilon q / 2), interior point score: |X| = 3..6, all S of 3, 4, 6 points, all "
                  "replacements; e^epsilon = 9/4, 4, 9", fingerprint=lambda base: base(Fraction(4)))
def half_the_exponent_is_private_under_replacement(base=rational_root) -> Verdict:
    return privacy_verdict(base, tuple(ROOTS), adding=False)


@half_the_exponent_is_private_under_replacement.verifier
def _(base, witness):
    return exceeds(base(witness[2]), witness)

half_the_exponent_is_private_under_replacement.sabotage("weights e^(epsilon q), enough for adding a row only", same)


def opposite_moves(gap: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the scores of 3 solutions before and after: a bad one rises by 1, two good ones fall by 1."""
    return (0, gap, gap), (1, gap - 1, gap - 1)


@check("KLMNS20-2.2", grade="exact",
       quantifier="three solutions, gap 20, e^(epsilon/2) = 3/2, 2, 3: the ratio is above 0.999 e^epsilon, so that the "
                  "constants of the two checks before are sharp for general scores of sensitivity 1",
       fingerprint=lambda moves: moves(20))
def no_smaller_ratio_than_e_to_the_epsilon_will_do(moves=opposite_moves) -> Verdict:
    def cases() -> Iterator[Any]:
        for root in ROOTS.values():
            before, after = (from_scores(dict(enumerate(scores)), root) for scores in moves(20))
            yield (moves(20), root), Fraction(999, 1000) * root**2, worst_ratio(after, before)[0]

    return judge("<=", cases())


@no_smaller_ratio_than_e_to_the_epsilon_will_do.verifier
def _(moves, witness):
    scores, root = witness
    before, after = ([root**q / sum(root**g for g in side) for q in side] for side in scores)
    ratio = max(b / a for a, b in zip(before, after, strict=True))
    return scores == moves(20) and ratio < Fraction(999, 1000) * root**2

no_smaller_ratio_than_e_to_the_epsilon_will_do.sabotage(
    "the good solutions stay where they are", lambda gap: ((0, gap, gap), (1, gap, gap)))


def lone_rise(gap: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the scores of 3 solutions before and after a row is added: a bad one rises by 1, two good ones stay."""
    return (0, gap, gap), (1, gap, gap)


@check("KLMNS20-2.2", grade="exact",
       quantifier="three solutions whose scores move by 0 or 1, gap 20, weights e^(epsilon q), e^epsilon = 2, 3: the "
                  "ratio is above 0.999 e^epsilon, so monotone scores save a factor of 2 and no more",
       fingerprint=lambda moves: moves(20))
def a_monotone_score_can_cost_all_of_epsilon(moves=lone_rise) -> Verdict:
    def cases() -> Iterator[Any]:
        for ratio in (Fraction(2), Fraction(3)):
            before, after = (from_scores(dict(enumerate(scores)), ratio) for scores in moves(20))
            steps = {b - a for a, b in zip(*moves(20), strict=True)}
            found = worst_ratio(after, before)[0] if steps <= {0, 1} else Fraction(0)
            yield (moves(20), ratio), Fraction(999, 1000) * ratio, found

    return judge("<=", cases())


@a_monotone_score_can_cost_all_of_epsilon.verifier
def _(moves, witness):
    scores, ratio = witness
    before, after = ([ratio**q / sum(ratio**g for g in side) for q in side] for side in scores)
    rises = all(0 <= b - a <= 1 for a, b in zip(*scores, strict=True))
    ratios = [b / a for a, b in zip(before, after, strict=True)]
    return scores == moves(20) and (not rises or max(ratios) < Fraction(999, 1000) * ratio)

a_monotone_score_can_cost_all_of_epsilon.sabotage(
    "the good solutions rise, too", lambda gap: ((0, gap, gap), (1, gap + 1, gap + 1)))
a_monotone_score_can_cost_all_of_epsilon.sabotage("scores that are not monotone", opposite_moves)
