"""BBKN14, Section 1.1.2 and footnote 3: what useful means, and the size of a sanitizer for points."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from math import ceil
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.exact import Bracket, log_bracket, solve
from privlearn.exact.brackets import as_bracket
from privlearn.exact.fractions import TENTH
from privlearn.mechanisms import audit_pure, multiset_databases, refutes_pure, replace_one_unordered
from privlearn.mechanisms.optima import mechanism_program
from privlearn.papers.bbkn14.introduction import claim
from privlearn.release import (geometric_histogram, histogram_failure, is_smallest_rows_histogram, is_useful,
                               optimal_usefulness, point_queries, query_answers, sanitizer_rows_threshold,
                               sanitizer_success_bound, small_database_rows, smallest_rows_histogram,
                               smallest_rows_sanitizer, usefulness)
from privlearn.release.counting_queries import packing_distance

EXPONENTS = (4, 8, 32, 128, 512)
TOLERANCES = (Fraction(1, 4), Fraction(1, 3), Fraction(1, 2), Fraction(2, 3), Fraction(1))

claim("BBKN14-fn3", kind="remark", status="checked",
      reason="an informal notion, held against the exact one on databases of three rows",
      title="Footnote 3: a useful output preserves all counts of the class",
      note="The footnote is informal and speaks of one output; usefulness of a mechanism, with probability 1 - beta "
           "on every database, is BBKN14-7.useful.")


def counts_are_kept(database, output, alpha: Fraction) -> bool:
    """Footnote 3 in whole numbers: every point's count, scaled to the output's size, is off by less than alpha."""
    m, k = len(database), len(output)
    return all(abs(database.count(point) * k - output.count(point) * m) < alpha * m * k for point in range(3))


@check("BBKN14-fn3", grade="exhaustive",
       quantifier="T = 3: all databases of 3 rows, all synthetic outputs of 3 rows (and of 1, 2, 4), alpha = 1/4, "
                  "1/3, 1/2, 2/3, 1",
       says="every point's scaled count is off by less than alpha exactly where the output is useful")
@sabotage("only the first concept counted",
          lambda database, output, alpha: (
          abs(database.count(0) * len(output) - output.count(0) * len(database)) < alpha * len(database) * len(output)))
@sabotage("an error of exactly alpha allowed",
          lambda database, output, alpha: all(
          abs(database.count(x) * len(output) - output.count(x) * len(database)) <= alpha * len(database) * len(output)
          for x in range(3)))
def keeping_all_counts_is_being_useful(predicate=counts_are_kept) -> Verdict:
    queries = point_queries(3)
    return judge("==", (((database, output, alpha), predicate(database, output, alpha),
                         is_useful(database, query_answers(output, queries), queries, alpha))
                        for rows in (3, 1, 2, 4) for database in multiset_databases(range(3), 3)
                        for output in multiset_databases(range(3), rows) for alpha in TOLERANCES))

def refutes_keeping_all_counts_is_being_useful(predicate, database, output, alpha):
    gaps = []
    for point in range(3):
        truth = Fraction(sum(1 for row in database if row == point), len(database))
        said = Fraction(sum(1 for row in output if row == point), len(output))
        gaps.append(abs(truth - said))
    return predicate(database, output, alpha) != (max(gaps) < alpha)


claim("BBKN14-1.1.2.blr-size", kind="remark", status="quoted",
      reason="the upper bound for all classes is by Blum, Ligett and Roth; for points alone both sides are computed",
      section="1.1 Our contributions",
      uses=("BBKN14-fn3", "BBKN14-2.1", "BBKN14-2.1.group", "BBKN14-7.1", "BBKN14-7.2"),
      formulas=(packing_distance,),
      title="Sanitizing points takes a number of rows linear in d, whatever the output is",
      note="The upper bound here is the geometric histogram, ours; it also shows that the lower bound is tight in "
           "all parameters up to a factor 4. The lower bound uses databases at distance 2 alpha m, where the paper's "
           "proof has 3 alpha m.")


@check("BBKN14-1.1.2.blr-size", grade="exact",
       quantifier="m = 1, 2, 7, 1000, alpha = 1/100, 1/4, 1/3, 1/2: k rows at one of two points and the others at a "
                  "third; the answers halfway between the two",
       says="{alpha} is at most {the largest error of answers that serve both databases}")
@verifier(lambda distance, rows, alpha: distance(rows, alpha) < 2 * alpha * rows)
@judged("<=")
def no_answers_serve_two_databases(distance=packing_distance):
    for rows, alpha in distance.instances():
        k = ceil(max(distance(rows, alpha), 0))
        counts = [query_answers((point,) * k + (0,) * (rows - k), point_queries(3)) for point in (1, 2)]
        yield (rows, alpha), alpha, max(abs(a - b) / 2 for a, b in zip(*counts, strict=True))


RATIO = Fraction(4)
SMALL = ((2, 1), (2, 2), (2, 3), (3, 2), (3, 3))  # (T, m)


@check("BBKN14-1.1.2.blr-size", grade="exhaustive",
       quantifier="(T, m) = (2, 1), (2, 2), (2, 3), (3, 2), (3, 3): all databases, replacements and outcomes, "
                  "e^epsilon = 4",
       says="{the largest ratio of the histogram} is at most {e^epsilon}")
@sabotage("noise ratio e^{-epsilon}: one changed count instead of two", lambda ratio: 1 / ratio)
@judged("<=")
def histogram_keeps_its_promise(noise=lambda ratio: Fraction(1, 2)):
    for size, rows in SMALL:
        audit = audit_pure(geometric_histogram(size, RATIO, noise(RATIO)), multiset_databases(range(size), rows),
                           replace_one_unordered)
        yield (size, *audit.witness), audit.exp_epsilon, RATIO, audit.pairs

def refutes_histogram_keeps_its_promise(noise, witness):
    size, *rest = witness
    return refutes_pure(tuple(rest), geometric_histogram(size, RATIO, noise(RATIO)), RATIO)


def frequencies(database, outcome: Sequence[int]) -> list[Fraction]:
    return [Fraction(value, len(database)) for value in outcome]


@check("BBKN14-1.1.2.blr-size", grade="exhaustive",
       quantifier="T = 2, 3, m = 1..4, alpha = 1/4, 1/3, 1/2, g = 1/2: least success over all databases against the "
                  "closed form",
       says="{the worst failure over all databases} is at most {the closed form of the failure}")
@sabotage("one noisy count instead of all", lambda size, rows, alpha, g: histogram_failure(1, rows, alpha, g))
@judged("<=")
def closed_form_bounds_the_failure_on_every_database(failure=histogram_failure):
    for size, rows in ((t, m) for t in (2, 3) for m in (1, 2, 3, 4)):
        law, databases = geometric_histogram(size, RATIO), multiset_databases(range(size), rows)
        for alpha in (Fraction(1, 4), Fraction(1, 3), Fraction(1, 2)):
            least, database = usefulness(law, databases, point_queries(size), alpha, frequencies)
            yield (size, rows, alpha, database), 1 - least, failure(size, rows, alpha, Fraction(1, 2))

def refutes_closed_form_bounds_the_failure_on_every_database(failure, size, rows, alpha, database):
    missed = Fraction(0)
    for released, weight in geometric_histogram(size, RATIO)(database).exact().items():
        if any(abs(released[x] - database.count(x)) >= alpha * rows for x in range(size)):
            missed += weight
    return missed > failure(size, rows, alpha, Fraction(1, 2))


@check("BBKN14-1.1.2.blr-size", grade="certified",
       quantifier="T = 2, 3, 4 with 2 to 12 rows and e^epsilon = 2, 4 by the packing program over all mechanisms; "
                  "all databases and synthetic outputs for (T, m, k) = (2, 3, 3), (3, 2, 4), (3, 3, 3), (3, 4, 4)",
       says="{the best success of any mechanism} is at most, for packings exactly, {the packing bound}")
@sabotage("success sets of databases at distance alpha m taken for disjoint",
          lambda size, rows, alpha, ratio: sanitizer_success_bound(size, rows, alpha / 2, ratio))
def no_mechanism_beats_the_packing(bound=sanitizer_success_bound) -> Verdict:
    def packings() -> Iterator[Any]:
        for size, rows, ratio in ((t, m, r) for t in (2, 3, 4) for m in (2, 5, 12) for r in (2, 4)):
            names, alpha = list(range(size)), Fraction(1, 4)
            distance = packing_distance(rows, alpha)
            wrong: list[dict[Any, int]] = [{(i, o): 1 for o in names if o != i} for i in names]
            apart: dict[Any, int] = dict.fromkeys(permutations(names, 2), distance)
            best = solve(mechanism_program(names, names, apart, ratio, wrong))
            yield (size, rows, alpha, ratio), 1 - best.lower, bound(size, rows, alpha, ratio)

    def everything() -> Iterator[Any]:
        third, quarter = Fraction(1, 3), Fraction(1, 4)
        for size, rows, outputs, alpha in ((2, 3, 3, third), (3, 2, 4, quarter), (3, 3, 3, third), (3, 4, 4, quarter)):
            for ratio in (2, 4):
                best = optimal_usefulness(size, rows, outputs, point_queries(size), alpha, ratio)
                yield (size, rows, alpha, ratio), 1 - best.lower, bound(size, rows, alpha, ratio)

    return all_hold(judge("==", packings()), judge("<=", everything()))

def refutes_no_mechanism_beats_the_packing(bound, size, rows, alpha, ratio):
    distance = next(k for k in range(rows + 1) if Fraction(k, rows) - alpha >= alpha)
    power = Fraction(ratio) ** distance  # sum over the T useful sets: success + (T - 1) success / power <= 1, attained
    return bound(size, rows, alpha, ratio) * (1 + (size - 1) / power) != 1


@check("BBKN14-1.1.2.blr-size", grade="certified",
       quantifier="d = 4, 8, 32, 128, 512, e^epsilon = 2, alpha = beta = 1/10: every mechanism needs the left side, "
                  "the histogram takes the right; both also by a second route",
       says="the histogram's rows are at least what every mechanism needs, and at most 41/10 times that")
@sabotage("a factor 3.9", Fraction(39, 10))
@judged("<=")
def histogram_is_within_a_factor(factor: Fraction = Fraction(41, 10)):
    for d in EXPONENTS:
        needed = sanitizer_rows_threshold(2**d, 2, TENTH, TENTH)
        enough = smallest_rows_histogram(2**d, 2, TENTH, TENTH)
        if not is_smallest_rows_histogram(enough, 2**d, 2, TENTH, TENTH):
            raise AssertionError(f"the two routes to the size of the histogram differ at d = {d}")
        yield (d, enough), needed, Bracket(Fraction(enough), Fraction(enough))
        yield (d, enough), Bracket(Fraction(enough), Fraction(enough)), factor * needed

def refutes_histogram_is_within_a_factor(factor, d, enough):
    # is a mechanism at enough / factor rows still excluded?  2^(2 alpha m) (beta / (1 - beta)) < T - 1 says so
    rows = ceil(enough / factor)
    return 2 ** ceil(rows / 5) > 9 * (2**d - 1)


@check("BBKN14-1.1.2.blr-size", grade="certified",
       quantifier="d = 4, 8, 32, 128, 512: the least m not excluded, with every smaller m excluded, and the real "
                  "threshold just below it",
       says="the packing bound on the success is below 1 - beta for all smaller m, and not at m itself")
@sabotage("one row more than needed", lambda *args: smallest_rows_sanitizer(*args) + 1)
@judged("==")
def every_smaller_database_is_excluded(least=smallest_rows_sanitizer):
    for d in EXPONENTS:
        m = least(2**d, 2, TENTH, TENTH)
        success = [sanitizer_success_bound(2**d, rows, TENTH, 2) for rows in range(1, m + 1)]
        yield (d, m), (max(success[:-1]) < 1 - TENTH, success[-1] >= 1 - TENTH), (True, True), m

def refutes_every_smaller_database_is_excluded(least, d, m):
    excluded = [rows for rows in range(1, 25 * d) if 2 ** ceil(Fraction(rows, 5)) < 9 * (2**d - 1)]
    return least(2**d, 2, TENTH, TENTH) == m != max(excluded) + 1


@check("BBKN14-1.1.2.blr-size", grade="certified",
       quantifier="d = 4, 8, 32, 128, 512, e^epsilon = 2, alpha = beta = 1/10, synthetic databases of k = 2/alpha = 20 "
                  "rows: at least what every mechanism needs, at most (4/(epsilon alpha)) (k d ln 2 + ln(1/beta)) + 1",
       says="the rows are at least what every mechanism needs and at most 40 (20 d + log2 10) + 1")
@sabotage("as many rows out as bits in: k = d",
          lambda size, k, *rest: small_database_rows(size, max(k, size.bit_length() - 1), *rest))
@judged("<=")
def synthetic_databases_take_linearly_many_rows(rows=small_database_rows):
    for d in EXPONENTS:
        enough = rows(2**d, 20, 2, TENTH, TENTH)
        yield (d, enough), sanitizer_rows_threshold(2**d, 2, TENTH, TENTH), as_bracket(enough)
        yield (d, enough), as_bracket(enough), 40 * (20 * d + log_bracket(10) / log_bracket(2)) + 1

def refutes_synthetic_databases_take_linearly_many_rows(rows, d, enough):
    return rows(2**d, 20, 2, TENTH, TENTH) == enough > 40 * (20 * d + 4) + 1  # log2(10) < 4


def stays_below(threshold: int, g: Fraction) -> Fraction:
    return sum((g ** abs(j) * (1 - g) / (1 + g) for j in range(1 - threshold, threshold)), Fraction(0))


FAILURES = tuple((size, rows, alpha, g) for size in (1, 2, 5, 16, 1000) for rows, alpha in (
    (1, Fraction(1)), (3, Fraction(1, 3)), (10, Fraction(1, 4)), (7, Fraction(2)), (40, TENTH * 3))
    for g in (Fraction(1, 2), Fraction(2, 3), Fraction(1, 10)))


@check("BBKN14-1.1.2.blr-size", grade="exact",
       quantifier="T = 1, 2, 5, 16, 1000, five pairs of m and alpha with thresholds 1 to 14, g = 1/2, 2/3, 1/10: the "
                  "noises below the threshold one by one; the bracket around g itself, and that from g to g + 1/100, "
                  "at 20, 70 and 128 bits",
       says="the failure of all T counts is 1 less the T-th power of a count's chance, and its bracket holds it, at "
            "most 2^-bits wide")
@sabotage("one noisy count instead of all", lambda size, *rest: histogram_failure(1, *rest))
@sabotage("errors of exactly alpha allowed", lambda size, rows, alpha, *rest: histogram_failure(
    size, rows, alpha + Fraction(1, rows), *rest))
@sabotage("the bracket is that of its lower end", lambda size, rows, alpha, g, *rest: histogram_failure(
    size, rows, alpha, Bracket(g.lower, g.lower) if isinstance(g, Bracket) else g, *rest))
@judged("==")
def failures_are_those_of_single_noises(failure=histogram_failure):
    for size, rows, alpha, g in FAILURES:
        threshold, more = ceil(alpha * rows), g + Fraction(1, 100)
        low, high = (1 - stays_below(threshold, ratio) ** size for ratio in (g, more))
        yield (size, rows, alpha, g), failure(size, rows, alpha, g), low
        for bits in ((20,), (70,), (128,), ()):
            point, wide = (failure(size, rows, alpha, Bracket(g, end), *bits) for end in (g, more))
            unit = Fraction(1, 2 ** (bits[0] if bits else 128))
            yield (size, rows, alpha, g, *bits, "bracket"), (
                point.lower <= low <= point.upper, point.upper - point.lower <= unit,
                low - unit <= wide.lower <= low, high <= wide.upper <= high + unit), (True,) * 4

def refutes_failures_are_those_of_single_noises(failure, witness):
    size, rows, alpha, g, *rest = witness
    chances = []
    for ratio in (g, g + Fraction(1, 100)):
        tail = 2 * ratio ** ceil(alpha * rows) / (1 + ratio)  # the noises from the threshold on, on both sides
        chances.append(1 - (1 - tail) ** size)
    if not rest:
        return failure(size, rows, alpha, g) != chances[0]
    bits = [bit for bit in rest if bit != "bracket"]
    found = failure(size, rows, alpha, Bracket(g, g + Fraction(1, 100)), *bits)
    alone, unit = failure(size, rows, alpha, Bracket(g, g), *bits), Fraction(1, 2 ** (bits[0] if bits else 128))
    return (abs(found.lower - chances[0]) > unit or abs(found.upper - chances[1]) > unit or alone.upper < chances[0]
            or found.upper < chances[1] or found.lower > chances[0] or alone.lower > chances[0])


SIZES = tuple((size, root, alpha, beta) for size in (1, 2, 7, 100)
              for root in (Fraction(3, 2), Fraction(2), Fraction(9))
              for alpha in (Fraction(1, 3), TENTH * 3, Fraction(1), Fraction(5, 2))
              for beta in (TENTH, Fraction(1, 7), Fraction(9, 10)))


def least_rows(size: int, root: Fraction, alpha: Fraction, beta: Fraction) -> int:
    return next(m for m in range(1, 10**4) if 1 - stays_below(ceil(alpha * m), 1 / root) ** size <= beta)


@check("BBKN14-1.1.2.blr-size", grade="exact",
       quantifier="T = 1, 2, 7, 100, e^(epsilon/2) = 3/2, 2, 9, alpha = 3/10, 1/3, 1, 5/2, beta = 1/10, 1/7, 9/10: "
                  "every smaller m is tried, the noises one by one; m - 1, m and m + 1 for the second route",
       says="the histogram takes the least m that serves, and the second route accepts no other")
@sabotage("a row more", (lambda *case: smallest_rows_histogram(*case) + 1, is_smallest_rows_histogram))
@sabotage("the second route accepts a row more", (smallest_rows_histogram, lambda rows, *case: any(
    is_smallest_rows_histogram(m, *case) for m in (rows, max(1, rows - 1)))))
@judged("==")
def the_histogram_takes_the_least_rows(routes=(smallest_rows_histogram, is_smallest_rows_histogram)):
    for size, root, *goal in SIZES:
        least, (search, accepts) = least_rows(size, root, *goal), routes
        around = [m for m in (least - 1, least, least + 1) if m]
        yield (size, root, *goal), (search(size, root**2, *goal), [accepts(m, size, root**2, *goal) for m in around]), (
            least, [m == least for m in around])

def refutes_the_histogram_takes_the_least_rows(routes, size, root, alpha, beta):

    def serves(m: int) -> bool:
        return (1 - 2 * root ** -ceil(alpha * m) / (1 + 1 / root)) ** size >= 1 - beta

    least = min(m for m in range(1, 500) if serves(m))
    given = root**2, alpha, beta
    return routes[0](size, *given) != least or any(
        routes[1](m, size, *given) != (m == least) for m in range(max(1, least - 1), least + 2))
