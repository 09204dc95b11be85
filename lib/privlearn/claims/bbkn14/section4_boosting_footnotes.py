"""BBKN14, Section 4.2: footnotes 7 (stars must stay in their places) and 8 (the empirical error)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.claims.bbkn14.section4_boosting_steps import PAGE, SECTION
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.laws import Law, choice, independent
from privlearn.learners.pac import error, grid_distributions, samples
from privlearn.learners.points import RowCounts, errors_on
from privlearn.mechanisms import all_databases, audit_pure, hamming_distance, replace_one

claim("BBKN14-fn7", kind="remark", section=SECTION, page=PAGE, uses=("BBKN14-2.1",),
      title="Starred rows cannot be dropped: which databases are neighbours depends on where the stars are")

STAR = "*"
WITH_STAR, WITHOUT = (STAR, "b", "c"), ("a", "b", "c")
RATIOS = (Fraction(3, 2), Fraction(2), Fraction(4))


def stars_last(database: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the rows that are no stars, then the stars: dropping the stars, filled up to the old length."""
    return tuple(sorted(database, key=lambda row: row == STAR))


@check("BBKN14-fn7", grade="exact",
       quantifier="(*, b, c) and (a, b, c): apart as they stand, and with the stars dropped and the rest filled up")
def distances_of_the_pair_before_and_after_dropping(distances: tuple[int, int] = (1, 3)) -> Verdict:
    pairs = ((WITH_STAR, WITHOUT), (stars_last(WITH_STAR), stars_last(WITHOUT)))
    return judge("==", ((pair, hamming_distance(*pair), d) for pair, d in zip(pairs, distances, strict=True)))


@distances_of_the_pair_before_and_after_dropping.verifier
def _(distances, witness):
    left, right = witness
    return sum(left[i] != right[i] for i in range(3)) != distances[int(STAR not in left[:1])]

distances_of_the_pair_before_and_after_dropping.sabotage("neighbours before and after", (1, 1))


def noisy_rows(ratio: Fraction) -> Callable[[Any], Law]:
    """Return the mechanism that names every row truly with weight ``ratio`` and as each other symbol with weight 1."""
    symbols = (STAR, "a", "b", "c")
    told = {row: choice({other: (ratio if other == row else 1) / (ratio + 3) for other in symbols}) for row in symbols}
    return lambda database: independent([told[row] for row in database])


@check("BBKN14-fn7", grade="exhaustive",
       quantifier="three rows over {*, a, b, c}, each reported by randomised response of ratio 3/2, 2, 4: largest "
                  "ratio over all neighbours, in place (the first power) and after dropping the stars")
def dropping_stars_costs_this_power_of_the_ratio(powers: tuple[int, int] = (1, 3)) -> Verdict:
    databases = all_databases((STAR, "a", "b", "c"), 3)
    pairs, cases = 0, []
    for ratio in RATIOS:
        report = noisy_rows(ratio)
        for power, prepare in zip(powers, (tuple, stars_last), strict=True):
            found = audit_pure(lambda d, report=report, prepare=prepare: report(prepare(d)), databases,  # type: ignore
                               replace_one)
            cases.append(((ratio, prepare is stars_last, *found.witness), found.exp_epsilon, ratio**power))
            pairs += found.pairs
    return counted(judge("==", cases), pairs)


@dropping_stars_costs_this_power_of_the_ratio.verifier
def _(powers, witness):
    ratio, dropped, left, right, outcome = witness
    if dropped:
        left, right = ([x for x in d if x != STAR] + [STAR] * d.count(STAR) for d in (left, right))
    power = sum(a == o for a, o in zip(left, outcome, strict=True)) - sum(
        b == o for b, o in zip(right, outcome, strict=True))
    return bool(ratio**power > ratio ** powers[dropped])

dropping_stars_costs_this_power_of_the_ratio.sabotage("no loss by dropping them", (1, 1))


claim("BBKN14-fn8", kind="definition", section=SECTION, page=PAGE, uses=("BBKN14-2.2.error",),
      title="Footnote 8: the empirical error is the share of the rows that a hypothesis gets wrong")

Rows = tuple[tuple[int, int], ...]


def empirical_error(hypothesis: tuple[int, ...], rows: Rows) -> Fraction:
    """Return the share of the rows that the hypothesis gets wrong, by the count the learner uses."""
    counts = {row: rows.count(row) for row in rows}
    return Fraction(errors_on(hypothesis, RowCounts(counts, len(rows))), len(rows))


def games() -> Iterator[tuple[tuple[int, ...], tuple[int, ...], Any, int]]:
    """Yield every concept, hypothesis, grid distribution and number of rows with T <= 3, m <= 3."""
    for size in (1, 2, 3):
        bits = list(product((0, 1), repeat=size))
        yield from product(bits, bits, grid_distributions(size, 4), (1, 2, 3))


@check("BBKN14-fn8", grade="exact",
       quantifier="T = 1, 2, 3: all concepts and hypotheses, all distributions with weights k/4, m = 1, 2, 3: the "
                  "expected empirical error of a sample is the error",
       fingerprint=lambda measure: [measure((0, 1), rows) for rows in (((0, 1), (0, 1), (1, 1)), ((1, 1),))])
def expected_empirical_error_is_the_error(measure=empirical_error) -> Verdict:
    def expected(concept: Any, hypothesis: Any, distribution: Any, rows: int) -> Fraction:
        return sum((p * measure(hypothesis, sample) for sample, p in samples(distribution, concept, rows)), Fraction(0))

    return judge("==", ((game, expected(*game), error(game[2], game[0], game[1])) for game in games()))


@expected_empirical_error_is_the_error.verifier
def _(measure, witness):
    concept, hypothesis, distribution, rows = witness
    total = Fraction(0)
    for points in product(range(len(concept)), repeat=rows):  # ordered samples
        chance = Fraction(1)
        for x in points:
            chance *= distribution[x]
        if chance:
            total += chance * measure(hypothesis, tuple((x, concept[x]) for x in points))
    return total != sum(w for w, a, b in zip(distribution, concept, hypothesis, strict=True) if a != b)

expected_empirical_error_is_the_error.sabotage("divided by the number of distinct points",
    lambda hypothesis, rows: Fraction(sum(hypothesis[x] != y for x, y in rows), len({x for x, _ in rows})))
