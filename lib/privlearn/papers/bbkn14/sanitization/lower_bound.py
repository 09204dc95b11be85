"""BBKN14, Section 7: Theorem 7.2, what every sanitizer of points must pay for every number of rows."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import ceil
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.exact import is_enclosure, solve
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Logarithm, Value, formula, ln
from privlearn.exact.fractions import HALF, HUNDREDTH, QUARTER, TENTH, THIRD
from privlearn.exact.intervals import ball, bracket_of
from privlearn.mechanisms.optima import mechanism_program, packing_success
from privlearn.papers.bbkn14.sanitization import claim
from privlearn.papers.bbkn14.sanitization.usefulness import full_program
from privlearn.release import (histogram_failure, is_useful, optimal_usefulness, point_queries,
                               sanitizer_rows_threshold, smallest_rows_histogram, smallest_rows_sanitizer,
                               symmetric_usefulness)
from privlearn.release.histogram import noise_ratio_bracket

LITTLE_MORE = 1 + Fraction(1, 10**9)
LOOSE = dict.fromkeys(("epsilon > 0", "0 < beta < 1"), "elsewhere the number is undefined")
ABOVE = HALF + Fraction(1, 10**6)  # from here on 1/2 is useful as every answer
CORNERS = {"size": (2, 16, 2**20), "alpha": (HUNDREDTH, HALF, ABOVE, Fraction(3, 4)),
           "beta": (HUNDREDTH, Fraction(1, 5)), "epsilon": (Fraction(1, 10), Fraction(3))}


@formula("at least", where=("epsilon > 0", "0 < beta < 1", "epsilon < ln((size - 1) * (1 - beta) / beta)",
                            "0 < alpha <= 1 / 2"),
         tex={"ln((size - 1) * (1 - beta) / beta)": r"\ln Q", "epsilon": r"\eps"}, corners=CORNERS, loose=LOOSE)
def stated_rows(size: int, alpha: Value, beta: Value, epsilon: Value) -> Value:
    return ln((size - 1) * (1 - beta) / beta) / (4 * epsilon * alpha)


@formula("at least", where=("epsilon > 0", "0 < beta < 1", "0 < alpha <= 1 / 3"),
         tex={"size": "2^d", "epsilon": r"\eps"}, loose=LOOSE,
         corners=CORNERS | {"alpha": (TENTH, QUARTER, ABOVE)})
def printed_threshold(size: int, alpha: Value, beta: Value, epsilon: Value) -> Value:
    return 1 / (3 * epsilon * alpha) * ln((size - 1) * (1 - beta) / beta)


@formula("at least", tex={"1 / ratio ** k": r"e^{-\eps k}"},
         corners={"ratio": (Fraction(2), Fraction(4)), "k": (1, 2, 3, 9), "beta": (HUNDREDTH, HALF)})
def kept_share(ratio: Value, k: int, beta: Value) -> Value:
    """Return the bound on the probability of what is useful for another database."""
    return 1 / ratio**k * (1 - beta)


claim("BBKN14-7.2", kind="theorem", formulas=(stated_rows,),
      uses=("BBKN14-7.useful", "BBKN14-7.2.family", "BBKN14-7.2.disjoint", "BBKN14-7.2.eq-dp", "BBKN14-7.2.eq-sum",
            "BBKN14-2.1.group", "BBKN14-3.6.solve"),
      title="Sanitizing points takes d rows, up to constants, whatever the output is",
      erratum_kind="false", repaired=True,
      erratum="Printed is Omega((d + log 1/beta)/(epsilon alpha)) for all parameters. With Q = (2^d - 1)(1 - "
              "beta)/beta this is false for e^epsilon >= Q: then the mechanism that publishes its single row with "
              "probability e^epsilon/(e^epsilon + 2^d - 1), else another point, is (alpha, beta)-useful, however "
              "small alpha is. The proof takes 3 alpha m to be a whole number. Repaired: for e^epsilon < Q and alpha "
              "<= 1/2 at least ln(Q)/(4 epsilon alpha) rows. And a detail of the extension to arbitrary outputs: the "
              "printed success sets look at two queries only, and are disjoint because the frequencies of a database "
              "sum to 1; arbitrary answers need not (at alpha = 1/10 the answers 7/10, 3/10, 3/10 lie in the sets of "
              "two databases). With all queries the sets are disjoint whatever the output is.",
      note="With all queries, 2 alpha m moved rows, if whole, already separate the databases: the factor 3/2 more.")

claim("BBKN14-7.2.disjoint", kind="inequality", step_of="BBKN14-7.2", uses=("BBKN14-7.2.family", "BBKN14-7.queries"),
      title="No output is useful for two databases of the packing",
      note="The two-query sets of the printed proof are disjoint for databases as outputs; for arbitrary answers all "
           "queries must be looked at, as Theorem 7.2 explains.")
claim("BBKN14-7.2.eq-dp", kind="inequality", step_of="BBKN14-7.2", formulas=(kept_share,),
      uses=("BBKN14-7.2.family", "BBKN14-2.1.group"),
      title="The packing inequality at the first database")
claim("BBKN14-7.2.eq-sum", kind="inequality", step_of="BBKN14-7.2", uses=("BBKN14-7.2.eq-dp", "BBKN14-7.2.disjoint"),
      formulas=(printed_threshold,),
      title="The sum over the cells, and the number of rows")

PACKINGS = tuple((t, m, a, r) for t in range(2, 9) for m, a in ((10, TENTH), (4, QUARTER)) for r in (2, 4))


def printed_success_bound(size: int, rows: int, alpha: Fraction, exp_epsilon: int) -> Fraction:
    return packing_success(size, Fraction(exp_epsilon) ** int(3 * alpha * rows))  # the power is whole


def sanitizing_program(size: int, distance: int, ratio: int):
    """Return the program over all mechanisms: T databases at one distance, T success cells and a useless rest."""
    names, outputs = list(range(size)), [*range(size), "rest"]
    wrong: list[dict[Any, int]] = [{(i, o): 1 for o in outputs if o != i} for i in names]
    apart: dict[Any, int] = dict.fromkeys(permutations(names, 2), distance)
    return mechanism_program(names, outputs, apart, ratio, wrong)


@check("BBKN14-7.2", grade="certified",
       quantifier="T = 2..8, (m, alpha) = (10, 1/10), (4, 1/4), e^epsilon = 2, 4: the program over all mechanisms, "
                  "whose outputs fall into T success cells or a rest",
       says="{the best success on the packing} equals {R/(R + T - 1), R = e^(3 epsilon alpha m)}")
@sabotage("T databases in the sum instead of T - 1",
          lambda size, rows, alpha, ratio: printed_success_bound(size + 1, rows, alpha, ratio))
@sabotage("distance 2 alpha m",
          lambda size, rows, alpha, ratio: packing_success(size, Fraction(ratio) ** int(2 * alpha * rows)))
def best_success_on_the_packing(bound=printed_success_bound) -> Verdict:
    return judge("==", (((size, rows, alpha, ratio),
                         1 - solve(sanitizing_program(size, int(3 * alpha * rows), ratio)).value,
                         bound(size, rows, alpha, ratio)) for size, rows, alpha, ratio in PACKINGS))

def refutes_best_success_on_the_packing(bound, size, rows, alpha, ratio):
    power = Fraction(ratio) ** int(3 * alpha * rows)  # success s: s + (T - 1) s / power = 1, attained by symmetry
    return bound(size, rows, alpha, ratio) * (1 + (size - 1) / power) != 1


@check("BBKN14-7.2", grade="certified",
       quantifier="(T, m, k, alpha) = (3, 3, 3, 1/3), (3, 3, 6, 1/3), (3, 4, 8, 1/4), (4, 4, 8, 1/4), e^epsilon = 2, "
                  "4: all sanitizers on all databases with synthetic output (the last reduced by symmetry); d = 4, "
                  "8, 32 and e^epsilon = 2, alpha = beta = 1/10: the geometric histogram at its own number of rows",
       says="{the success of the sanitizer} is at most {R/(R + T - 1), R = e^(3 epsilon alpha m)}")
@sabotage("a third of the exponent instead of three times: 3 replaced by 1/3",
          lambda size, rows, alpha, ratio: packing_success(size, Fraction(ratio) ** int(alpha * rows / 3)))
def no_sanitizer_beats_the_packing(bound=printed_success_bound) -> Verdict:
    def optima() -> Iterator[Any]:
        for size, rows, k, alpha in ((3, 3, 3, THIRD), (3, 3, 6, THIRD), (3, 4, 8, QUARTER)):
            for ratio in (2, 4):
                best = optimal_usefulness(size, rows, k, point_queries(size), alpha, ratio)
                yield (size, rows, alpha, ratio, k), 1 - best.lower, bound(size, rows, alpha, ratio)
        for ratio in (2, 4):
            best = symmetric_usefulness(4, 4, 8, point_queries(4), QUARTER, ratio)
            yield (4, 4, QUARTER, ratio, 8), 1 - best.lower, bound(4, 4, QUARTER, ratio)

    def histograms() -> Iterator[Any]:
        for d in (4, 8, 32):
            rows = -(-smallest_rows_histogram(2**d, 2, TENTH, TENTH) // 10) * 10  # 3 alpha m whole
            failure = histogram_failure(2**d, rows, TENTH, noise_ratio_bracket(2, 256))
            yield (2**d, rows, TENTH, 2, 0), 1 - failure, bound(2**d, rows, TENTH, 2)

    return all_hold(judge("<=", optima()), judge("<=", histograms()))

def refutes_no_sanitizer_beats_the_packing(bound, size, rows, alpha, ratio, k):
    if k:
        program = full_program(size, rows, k, alpha, ratio, is_useful)
        best = solve(program)
        return is_enclosure(best, program) and 1 - best.upper > bound(size, rows, alpha, ratio)
    # unclamped noise of ratio g below alpha m in all cells: the histogram's success, by ball arithmetic
    success = bracket_of(lambda: (1 - 2 * (g := 1 / ball(ratio).sqrt()) ** int(alpha * rows) / (1 + g)) ** size, 512)
    return success.lower > bound(size, rows, alpha, ratio)


LEAST = tuple(product((2, 3, 16, 2**20), (2, 4), (TENTH, QUARTER, THIRD, Fraction(1, 2)),
                      (Fraction(1, 9), Fraction(1, 5), TENTH)))  # T, e^epsilon, alpha, beta; some powers exactly


@check("BBKN14-7.2.eq-sum", grade="certified",
       quantifier="T = 2, 3, 16, 2^20, e^epsilon = 2, 4, alpha = 1/10, 1/4, 1/3, 1/2, beta = 1/9, 1/5, 1/10, with "
                  "2 alpha m moved rows: the first m that the packing does not exclude, m tried one after the other; "
                  "and the threshold as a real number",
       says="the rows are the first m that the packing does not exclude, and the bracket holds the threshold")
@sabotage("the sum over T sets", lambda size, *rest: smallest_rows_sanitizer(size + 1, *rest))
@judged("==")
def number_of_rows_is_the_first_not_excluded(rows=smallest_rows_sanitizer):
    for size, ratio, alpha, beta in LEAST:
        right = next(m for m in range(1, 10**4) if ratio ** ceil(2 * alpha * m) * beta >= (size - 1) * (1 - beta))
        found = sanitizer_rows_threshold(size, ratio, alpha, beta)
        true = as_bracket(3 * printed_threshold(size, min(alpha, THIRD), beta, Logarithm(Fraction(ratio))) / 2)
        true = true * min(alpha, THIRD) / alpha
        meets = found.lower <= true.upper and true.lower <= found.upper < found.lower + Fraction(1, 2**40)
        yield (size, ratio, alpha, beta), (rows(size, ratio, alpha, beta), meets), (right, True)

def refutes_number_of_rows_is_the_first_not_excluded(rows, witness):
    size, ratio, alpha, beta = witness
    m, moved = rows(*witness), (lambda m: -(-2 * alpha * m // 1))
    kept = [Fraction(ratio) ** int(moved(n)) / (ratio ** int(moved(n)) + size - 1) >= 1 - beta for n in (m - 1, m)]
    return kept != [False, True]


@check("BBKN14-7.2", grade="certified",
       quantifier="T = 2, 3, 4, 5, e^epsilon = 2, 3, 8, alpha = 1/100, 1/10, 1/2: all private mechanisms from one row "
                  "to one row",
       says="{the best success with a single row} equals {e^epsilon/(e^epsilon + T - 1)}, whatever alpha is")
@sabotage("no better than a guess, as if fewer than 1/alpha rows were never enough", lambda size, ratio: Fraction(
    1, size))
@judged("==")
def one_row_succeeds_for_every_alpha(success=lambda size, exp_epsilon: Fraction(exp_epsilon, exp_epsilon + size - 1)):
    for size, ratio, alpha in product((2, 3, 4, 5), (2, 3, 8), (HUNDREDTH, TENTH, HALF)):
        best = optimal_usefulness(size, 1, 1, point_queries(size), alpha, ratio)
        yield (size, ratio, alpha, "lower"), 1 - best.upper, success(size, ratio)
        yield (size, ratio, alpha, "upper"), 1 - best.lower, success(size, ratio)

def refutes_one_row_succeeds_for_every_alpha(success, size, ratio, *_):
    # publishing the row with this chance, any other point with an e^epsilon-th of it, is private and sums to 1
    share = success(size, ratio)
    return share + (size - 1) * share / ratio != 1
