"""BBKN14, Section 4.2: errors on the test sample, of which a good hypothesis has few and a bad one many."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import exp_bracket
from privlearn.exact.fractions import HUNDREDTH
from privlearn.learners.points import RowCounts
from privlearn.learners.points.boosted import errors_on
from privlearn.learners.points.side_by_side import first_rows
from privlearn.learning import error, grid_distributions, samples
from privlearn.papers.bbkn14.stars_and_boosting import claim
from privlearn.papers.bbkn14.stars_and_boosting.instances import longest_stretch, runs, second_rows

claim("BBKN14-fn8", kind="definition", uses=("BBKN14-2.2.error",),
      title="Footnote 8: the empirical error is the share of the rows that a hypothesis gets wrong")


def empirical_error_by_counts(hypothesis: tuple[int, ...], rows: tuple[tuple[int, int], ...]) -> Fraction:
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
       says="{the expected empirical error} equals {the error}")
@sabotage("divided by the number of distinct points",
          lambda hypothesis, rows: Fraction(sum(hypothesis[x] != y for x, y in rows), len({x for x, _ in rows})))
def expected_empirical_error_is_the_error(measure=empirical_error_by_counts) -> Verdict:
    def expected(concept, hypothesis, distribution, rows: int) -> Fraction:
        return sum((p * measure(hypothesis, sample) for sample, p in samples(distribution, concept, rows)), Fraction(0))

    return judge("==", ((game, expected(*game), error(game[2], game[0], game[1])) for game in games()))

def refutes_expected_empirical_error_is_the_error(measure, concept, hypothesis, distribution, rows):
    total = Fraction(0)
    for points in product(range(len(concept)), repeat=rows):  # ordered samples
        chance = Fraction(1)
        for x in points:
            chance *= distribution[x]
        if chance:
            total += chance * measure(hypothesis, tuple((x, concept[x]) for x in points))
    return total != sum(w for w, a, b in zip(distribution, concept, hypothesis, strict=True) if a != b)


claim("BBKN14-4.5.E1", kind="inequality", step_of="BBKN14-4.5", title="A good hypothesis looks good on the test rows",
      uses=("BBKN14-2.eq2.upper", "BBKN14-4.5.N", "BBKN14-fn8"), erratum_kind="misprint",
      erratum="A misprint: the number of test rows is 24 ln(3/beta^2) / (epsilon alpha) where it is introduced and 24 "
              "ln(3/beta) / (epsilon alpha) at the end of the proof. The first is what this event needs (the second "
              "gives only beta/3 as epsilon approaches 1), and it serves the end as well.",
      note="A true error below alpha/8 makes fewer test errors, by a coupling of the rows.")

TRIPLES = ((Fraction(1, 4), HUNDREDTH, Fraction(1, 2)), (Fraction(2, 5), HUNDREDTH, Fraction(9, 10)),
           (Fraction(1, 10), HUNDREDTH, Fraction(1, 10)), (Fraction(2, 5), HUNDREDTH, Fraction(99, 100)))


@check("BBKN14-4.5.E1", grade="certified",
       quantifier="(alpha, beta) = (2/5, 1/100) with epsilon = 9/10, 99/100: exp(-alpha m/24) is at most beta/3 but "
                  "more than beta^2/3",
       says="e^(-alpha m/24) is below beta/3, and above beta^2/3")
@sabotage("the first printed m", first_rows)
@judged("<")
def second_printed_m_gives_a_third_of_beta_only(rows=second_rows):
    for alpha, beta, epsilon in (TRIPLES[1], TRIPLES[3]):
        m = rows(alpha, beta, epsilon)
        reached = exp_bracket(-alpha * m / 24)
        yield (alpha, beta, m, "at most"), reached, beta / 3
        yield (alpha, beta, m, "above"), beta**2 / 3, reached

def refutes_second_printed_m_gives_a_third_of_beta_only(rows, alpha, beta, m, _):
    reached = (1 + alpha * m / 24 / 2000) ** -2000  # at least exp(-alpha m/24)
    asked = any(rows(*triple) == m for triple in TRIPLES if triple[:2] == (alpha, beta))
    return asked and (reached <= beta**2 / 3 or reached > 2 * beta)


claim("BBKN14-4.5.E2", kind="inequality", step_of="BBKN14-4.5", title="No bad hypothesis looks good on the test rows",
      uses=("BBKN14-2.eq2.lower", "BBKN14-4.5.N", "BBKN14-fn8"),
      note="A true error above alpha makes more test errors, by a coupling of the rows.")


@check("BBKN14-4.5.E2", grade="exact",
       quantifier="every beta in (0, 1]: N (beta^2/3)^3 <= beta/3 says N beta^5 <= 9; on the stretch where N = n, n "
                  "= 8..100, at its right end; from there on n beta^5 falls by the factor 2/5 at least",
       says="N beta^5 is at most 9 at the end of each stretch, and then falls to 2/5 or less from one to the next")
@sabotage("7", 7)
def true_exponent_leaves_room_for_this_many_runs_times_beta_to_the_fifth(room: int = 9) -> Verdict:
    ends = [(n, n * longest_stretch(n) ** 5, room) for n in range(8, 101)]
    return judge("<=", [*ends, ("factor", Fraction(101, 100) * Fraction(4, 5) ** 5, Fraction(2, 5))])

def refutes_true_exponent_leaves_room_for_this_many_runs_times_beta_to_the_fifth(room, n):
    return n == runs(Fraction(1)) and n > room  # at beta = 1
