"""FX15, Abstract and Theorem 1.3: lines from few rows under approximate privacy, not under pure privacy."""

from fractions import Fraction
from itertools import product
from math import log

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.communication.private_samples import pure_line_samples
from privlearn.exact import exp_bracket, log_bracket
from privlearn.exact.fractions import QUARTER
from privlearn.learners.lines import amplified_rows
from privlearn.learners.lines.plans import amplified_rows_constant, printed_blocks
from privlearn.papers.fx15.results import claim
from privlearn.papers.fx15.results.instances import approximate_rows, lines_crossing, most_line_room

VALUES = (Fraction(1, 10**6), Fraction(1, 1000), Fraction(1, 20), Fraction(1, 4), Fraction(2, 5), Fraction(49, 100),
          Fraction(499, 1000))


claim("FX15-1.3", kind="theorem", section="1.1 Our results", uses=("FX15-6.1",),
      title="Line_p is learned with (alpha, beta)-privacy from O(log(1/beta)/alpha) rows, whatever p",
      note="Checked: the number of rows of Theorem 6.1 at eps = delta = 1/4, with an explicit constant. That they "
           "suffice, privately, is Theorem 6.1 and what it uses. The constant is right for all alpha, beta below 1/2, "
           "by the calculation on the page; the check covers the grid, and p is no argument of the number of rows.")


def line_rows(p: int, epsilon: Fraction, delta: Fraction, window: int) -> int:
    """The rows that the stability learner of ``Line_p`` takes at eps = beta = 1/4: p does not occur."""
    return amplified_rows(QUARTER, QUARTER, epsilon, delta, window)


@check("FX15-1.3", grade="certified",
       quantifier="p = 2, 101, 10^9 + 7; alpha, beta = 10^-6, 0.001, 0.05, 0.25, 0.4, 0.49, 0.499; windows 6/delta "
                  "and 16/delta",
       says="{alpha times the rows, over the constant} is at most {ln(1/beta)}")
@sabotage("one run more", lambda p, epsilon, delta, window: line_rows(p, epsilon, delta, window) * 9 // 8)
def rows_are_within_the_constant(rows=line_rows) -> Verdict:
    logs = {b: log_bracket(1 / b) for b in VALUES}
    return judge("<=", (((p, a, b, window), rows(p, a, b, window) * a / amplified_rows_constant(window), logs[b])
                        for p in (2, 101, 10**9 + 7) for a in VALUES for b in VALUES for window in (6, 16)))

def refutes_rows_are_within_the_constant(rows, p, a, b, window):
    """``e^(rows epsilon / c)`` is above ``1/delta``."""
    nats = Fraction(rows(p, a, b, window)) * a / (4640 * 16**window + 647)
    return float(nats) > 20 or exp_bracket(nats).lower > 1 / b

@rows_are_within_the_constant.corrupted("a vote count that a union bound over all p^2 lines asks for")
def vote_count_union_bound_over_all(p: int, epsilon: Fraction, delta: Fraction, window: int) -> int:
    more, few = printed_blocks(QUARTER, epsilon, delta / p**2), printed_blocks(QUARTER, epsilon, delta)
    return line_rows(p, epsilon, delta, window) * more // few


claim("FX15-abs.3", kind="corollary",
      uses=("FX15-abs.2", "FX15-6.1", "FX15-2.5.lb", "FX15-5.3"),
      title="Pure privacy needs of the order of t/alpha samples where approximate privacy needs log(1/beta)/alpha",
      note="The rows of the approximate learner are those of Theorem 6.1 with the window 16/delta that mends its "
           "proof; they do not depend on p. Because of the window's constant the two explicit numbers cross at primes "
           "of very many digits; the page shows where.")


SETTINGS = tuple((a, b) for a in (Fraction(1, 10), Fraction(2, 5)) for b in (Fraction(1, 100), Fraction(1, 10**6)))


@check("FX15-abs.3", grade="certified",
       quantifier="alpha = 1/10, 2/5 and beta = 1/100, 10^-6, at eps = delta = 1/4: at the crossing, and not for "
                  "2^-40 of its bits less",
       says="the chain excludes pure learners with the approximate one's rows at the crossing, and not just before")
@sabotage("twice as many bits: not the crossing", lambda epsilon, delta: 2 * lines_crossing(epsilon, delta))
@sabotage("log2 p in place of ln p over alpha: fewer bits seem enough",
          lambda epsilon, delta: int(approximate_rows(epsilon, delta) * epsilon))
@judged("<=")
def pure_learners_need_more_from_the_crossing_on(crossing=lines_crossing):
    for at in SETTINGS:
        bits, excluded = crossing(*at), approximate_rows(*at) * at[0]
        yield (*at, "enough"), excluded, most_line_room(bits)
        yield (*at, "least"), most_line_room(bits - (bits >> 40) - 1), excluded

def refutes_pure_learners_need_more_from_the_crossing_on(crossing, epsilon, delta, side):
    """The bound is ln(p)/epsilon but for a few units: compared in floats, to a billionth."""
    share = crossing(epsilon, delta) * log(2) / float(epsilon * approximate_rows(epsilon, delta))
    return share < 1 - 1e-9 if side == "enough" else share > 1 + 1e-9


@check("FX15-abs.3", grade="certified",
       quantifier="10 to 10^6 bits, alpha = 1/10, 2/5, 1: the pure bound times alpha is at least 0.69 b - 2, and the "
                  "chain excludes one sample less",
       says="alpha times the pure bound is at least 0.69 b - 2, and the chain excludes one sample less")
@sabotage("without the factor 1/alpha", lambda bits, epsilon: pure_line_samples(bits, Fraction(1)))
@sabotage("twice as many samples", lambda bits, epsilon: 2 * pure_line_samples(bits, epsilon))
@judged("<=")
def pure_samples_grow_like_log_p(pure=pure_line_samples):
    for b, epsilon in product((10, 100, 1000, 10_000, 1_000_000), (Fraction(1, 10), Fraction(2, 5), Fraction(1))):
        yield (b, epsilon, "grows"), (Fraction(69, 100) * b - 2) / epsilon, Fraction(pure(b, epsilon))
        yield (b, epsilon, "chain"), epsilon * (pure(b, epsilon) - 1), most_line_room(b)

def refutes_pure_samples_grow_like_log_p(pure, b, epsilon, side):
    """For beta = 1/16 alone the chain asks for more than the corrupted bound allows; or at no beta for so much."""
    if side == "chain":
        gaps = [(d, 0.5 - 1.5 * d - 2.0 ** -min(b, 60)) for d in (j / 64 for j in range(1, 21))]
        return all(float(epsilon * (pure(b, epsilon) - 1)) >
                   b * log(2) + log(4 * gap * gap) - log(log(1 / d) / 0.75) + 1e-6
                   for d, gap in gaps)
    gap = 1 - 2 * (0.25 + 0.75 / 16) - 2.0 ** -min(b, 60)
    wanted = (b * log(2) + log(4 * gap * gap) - log(log(16) / 0.75)) / float(epsilon)
    return pure(b, epsilon) < wanted - 1
