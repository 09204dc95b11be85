"""ABMS20, Section 7, proof of Lemma 7.3: the learning step, the composition step, the sizes."""

from fractions import Fraction
from itertools import product
from math import comb, log, prod

from privlearn.checking import check, judged, sabotage
from privlearn.exact import Bracket, log_bracket
from privlearn.exact.formulas import Value, formula
from privlearn.learners.closure import needed_rows, printed_rows
from privlearn.learning.generalization import agnostic_rows
from privlearn.papers.abms20.closure_accuracy import claim
from privlearn.papers.abms20.closure_accuracy.instances import linear_errors, literal_errors

claim("ABMS20-7.3.eq24-27", kind="inequality", formulas=(linear_errors, literal_errors),
      uses=("ABMS20-3.12", "ABMS20-5.5"),
      step_of="ABMS20-7.3", title="Errors through the learning step",
      erratum_kind="misprint", repaired=True,
      erratum="(27) is printed with O((O(i-1) + O(1)) alpha/k). Read literally that compounds over the steps to a "
              "factor exponential in k; (25) and (26) show what is needed, O(1) alpha/k.")


@formula("at most", corners={"error": (Fraction(0), Fraction(1, 6)), "distance": (Fraction(0), Fraction(1, 3))},
         tex={"error": r"\mathrm{error}(G(\dots, h, \dots))", "distance": r"\Pr[h \ne h_i]"})
def error_after_exchange(error: Value, distance: Value) -> Value:
    """Return what the error of a composition is at most after one function was exchanged."""
    return error + distance


claim("ABMS20-7.3.final", kind="inequality", formulas=(error_after_exchange,),
      uses=("ABMS20-7.3.eqE1", "ABMS20-7.3.eq20-23", "ABMS20-7.3.eq24-27"),
      step_of="ABMS20-7.3",
      title="Replacing one function changes the error by at most its distance",
      erratum_kind="constant",
      erratum="The sum of the requirements (19), (21), (24), (26) is not of the order of the printed size: see "
              "Theorem 7.1.")


def by_steps(dimensions: tuple[int, ...], alpha: Fraction, beta: Fraction, partial: int | None = None) -> Bracket:
    """Return the sum of (19), (21) and (26) over the steps: the rows of Theorem 3.9 at alpha/k and beta/k, and (21).

    All constants are 1.  Without ``partial`` the dimension of the functions in (19) is bounded by counting.
    """
    k, n = len(dimensions), 0
    while partial is None and 2 ** (n + 1) <= prod(sum(comb(n + 1, j) for j in range(d + 1)) for d in dimensions):
        n += 1
    found = Bracket(Fraction(0), Fraction(0))
    for d in dimensions:
        found += agnostic_rows(alpha / k, beta / k, n if partial is None else partial, 1)
        found += log_bracket(k / beta) * (k / alpha) + log_bracket(k / alpha) * (d * k / alpha)
        found += agnostic_rows(alpha / k, beta / k, d, 1)
    return found


GRID = tuple(product(((1,), (3,), (1, 1), (2, 5), (1, 2, 3), (4, 4, 4, 4)), (Fraction(1), Fraction(2, 7)),
                     (Fraction(1, 2), Fraction(1, 50)), (None, 0, 6)))


@check("ABMS20-7.3.final", grade="certified", quantifier="1 to 4 classes of dimensions 1 to 5, alpha = 1, 2/7, beta = "
       "1/2, 1/50; the dimension of the functions in (19) counted, 0 or 6: the sum of (21) and of the rows of Theorem "
       "3.9 for (19) and (26), rounded up, over the steps",
       says="the number of rows needed is the sum of (19), (21), (26) over the steps, up to rounding")
@sabotage("without the k^2 on ln(k/beta) in (19), as printed",
          lambda dimensions, alpha, beta, partial: needed_rows(dimensions, alpha, beta, partial) - log_bracket(
          len(dimensions) / beta) * (len(dimensions) * (len(dimensions) ** 2 - 1) / alpha**2))
@sabotage("without the VC(H_i) of (26)",
          lambda dimensions, alpha, beta, partial: needed_rows(dimensions, alpha, beta, partial) - Fraction(
          len(dimensions) ** 2 * sum(dimensions), alpha**2))
@judged("<=")
def steps_ask_for_these_rows(needed=needed_rows):
    for given in GRID:
        rows, asked = needed(*given).upper, by_steps(*given)
        yield given, rows, asked.upper
        yield given, asked.lower, rows + 2 * len(given[0])

def refutes_steps_ask_for_these_rows(needed, witness):
    dimensions, alpha, beta, partial = witness
    k, n = len(dimensions), 0
    while 2 ** (n + 1) <= prod(sum(comb(n + 1, j) for j in range(d + 1)) for d in dimensions):
        n += 1
    step = [k * k * ((n if partial is None else partial) + d + 2 * log(k / beta)) + k * alpha * (
        log(k / beta) + d * log(k / alpha)) for d in dimensions]
    return abs(float((needed(*witness) * alpha**2).lower) - sum(step)) > sum(step) / 10**9


@check("ABMS20-7.3.final", grade="certified",
       quantifier="k = 2, 3, 10 classes of dimension n = 10, 10^3, 10^6, composed dimension 1, alpha = beta = 1: what "
                  "the steps ask for is more than n and less than n + 5 times the printed number",
       says="the steps ask for more than n times and less than n + 5 times the printed number",
       reason="A composed class of dimension 1 can have parts of any dimension: G may look at one argument only.")
@sabotage("with the dimensions of the parts", lambda k, composed, alpha, beta: printed_rows(k, 10**3, alpha, beta))
@sabotage("one percent more", lambda *given: printed_rows(*given) * Fraction(101, 100))
@judged("<")
def dropped_dimension_makes_the_printed_number_too_small(printed=printed_rows):
    for k, n in product((2, 3, 10), (10, 10**3, 10**6)):
        needed, size = by_steps((n,) * k, Fraction(1), Fraction(1), partial=1), printed(k, 1, 1, 1)
        yield (k, n, "more"), size * n, needed
        yield (k, n, "less"), needed, size * (n + 5)

def refutes_dropped_dimension_makes_the_printed_number_too_small(printed, k, n, side):
    needed = k * (k * k * (1 + n + 2 * log(k)) + k * (1 + n) * log(k))
    ratio = needed / float(printed(k, 1, 1, 1).lower)
    return ratio <= n if side == "more" else ratio >= n + 5
