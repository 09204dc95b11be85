"""FX15, Section 1.2: sanitizing is as hard as proper agnostic learning; statistical queries are answered with noise."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import exp

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.exact import Bracket, exp_bracket
from privlearn.mechanisms.noise import laplace_scale_of_mean
from privlearn.papers.fx15.related_work import claim
from privlearn.papers.fx15.related_work.instances import reductions

claim("FX15-1.2.sanitize", kind="remark", status="quoted",
      reason="the numbers of rows are from other papers, the upper one by Blum, Ligett and Roth; only the step from "
             "sanitizers to proper learners is shown",
      uses=("BBKN14-1.1.2.blr-size", "FX15-1.proper", "FX15-2.2", "FX15-2.2.proper"),
      title="Sanitizing is at least as hard as proper private agnostic learning",
      note="Checked: the reduction, with its constant. The sizes, O(VC log |X|) rows enough and Omega(b) necessary for "
           "thresholds, are cited; what the first costs for points is a claim of its own.")


@check("FX15-1.2.sanitize", grade="exhaustive",
       quantifier="thresholds on 4 points: all 120 samples of 3 labelled points, all 164 synthetic ones of 1 to 3, "
                  "all thresholds that are best there; accuracy for the error queries, excess error at most twice it",
       says="{the excess error on the true sample} is at most {twice the accuracy for the error queries}")
@sabotage("the accuracy itself in place of twice it", Fraction(1))
@sabotage("199/100 of it: the two is exact", Fraction(199, 100))
def best_on_the_synthetic_sample_is_good_on_the_true_one(factor: Fraction = Fraction(2)) -> Verdict:
    return judge("<=", ((at, excess, factor * accuracy) for at, excess, accuracy in reductions()))

def refutes_best_on_the_synthetic_sample_is_good_on_the_true_one(factor, sample, synthetic, f):
    """Thresholds as ``x >= t``, errors counted anew."""
    wrong = [[sum((x >= t) != y for x, y in rows) / Fraction(len(rows)) for t in range(4)]
             for rows in (sample, synthetic)]
    far = max(abs(a - b) for a, b in zip(*wrong, strict=True))
    return wrong[1][f] == min(wrong[1]) and wrong[0][f] - min(wrong[0]) > factor * far


EPSILONS = (Fraction(1, 10), Fraction(1, 2), Fraction(1))
ANSWERS = (Fraction(0), Fraction(1, 3), Fraction(1))


claim("FX15-1.2.context", kind="remark", status="quoted",
      reason="results of other papers; only the noise for a single statistical query is computed",
      uses=("BBKN14-2.7", "FX15-2.2.dp"),
      title="Statistical queries can be answered privately; other results the paper builds on",
      note="Checked is the first alone: one query, answered with Laplace noise. The separation of statistical queries "
           "from private learning, their equivalence with the local model, label privacy, the bounds d/alpha^2 of the "
           "local model, and two-party protocols are cited without proof.")


def means(rows: int) -> Iterator[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]:
    """All samples of answers, with all samples that differ in one row."""
    for sample in product(ANSWERS, repeat=rows):
        for i, new in product(range(rows), ANSWERS):
            yield sample, (*sample[:i], new, *sample[i + 1:])


@check("FX15-1.2.context", grade="exhaustive",
       quantifier="n = 1..5 rows with answers 0, 1/3, 1, all neighbours, alpha = 1/10, 1/2, 1: alpha times the scale "
                  "is the largest change of the mean",
       says="{alpha times the scale} equals {the largest change of the mean by one row}")
@sabotage("two rows: 2/n", lambda epsilon, n: 2 / (n * epsilon))
def the_scale_is_what_a_row_moves_the_mean_by(scale=laplace_scale_of_mean) -> Verdict:
    return judge("==", (((n, epsilon), epsilon * scale(epsilon, n),
                         max(abs(sum(s, Fraction(0)) - sum(t)) / n for s, t in means(n)))
                        for n in range(1, 6) for epsilon in EPSILONS))

def refutes_the_scale_is_what_a_row_moves_the_mean_by(scale, n, epsilon):
    """No pair moves it more than the pair 0, 1 in one row, all others equal."""
    return scale(epsilon, n) * epsilon != Fraction(sum([1] + [0] * (n - 1)), n) - Fraction(sum([0] * n), n)


@cache
def further(mean: Fraction, other: Fraction) -> Fraction:
    """Return how much further than from the first mean a point can be from the other one."""
    between = (mean + other) / 2
    return max(abs(z - other) - abs(z - mean) for z in (mean, other, between, Fraction(-1), *map(Fraction, (0, 1, 2))))


@check("FX15-1.2.context", grade="exhaustive",
       quantifier="n = 1..5, answers 0, 1/3, 1, all neighbours, alpha = 1/10, 1/2, 1: the densities at 0, 1, the two "
                  "means, between and beyond them",
       says="the logarithm of the ratio of two neighbours' densities is at most alpha, and alpha for some of them")
@sabotage("half the scale", lambda epsilon, rows: laplace_scale_of_mean(epsilon, rows) / 2)
@sabotage("twice the scale", lambda epsilon, rows: laplace_scale_of_mean(epsilon, rows) * 2)
def noisy_means_are_private(scale=laplace_scale_of_mean) -> Verdict:
    cases = [((n, s, t, epsilon), further(sum(s, Fraction(0)) / n, sum(t, Fraction(0)) / n) / scale(epsilon, n),
              epsilon) for n in range(1, 6) for s, t in means(n) for epsilon in EPSILONS]
    reached = (((n, epsilon), max(log for (m, _, _, alpha), log, _ in cases if (m, alpha) == (n, epsilon)), epsilon)
               for n in range(1, 6) for epsilon in EPSILONS)
    return all_hold(judge("<=", cases), judge("==", reached))

def refutes_noisy_means_are_private(scale, witness):
    """Two densities at the first mean, in floats."""
    n, epsilon = witness[0], witness[-1]
    s, t = witness[1:3] if len(witness) == 4 else ([1] * n, [1] * (n - 1) + [0])
    b, z = float(scale(epsilon, n)), float(sum(s) / n)
    here, there = (exp(-abs(z - float(sum(rows) / n)) / b) / (2 * b) for rows in (s, t))
    private = here <= exp(float(epsilon)) * there * (1 + 1e-9)
    return not private or len(witness) == 2 and here < exp(float(epsilon)) * there * (1 - 1e-9)


def two_sided_tail(distance: Fraction) -> Bracket:
    """``Pr[|noise| > distance scales] = e^-distance``."""
    return exp_bracket(-distance)


TAILS = tuple(epsilon * n * tau / 2 for epsilon in EPSILONS for n in (10, 100, 500, 2000)
              for tau in (Fraction(1, 10), Fraction(1, 20)))
STEP = Fraction(1, 256)


@check("FX15-1.2.context", grade="certified",
       quantifier="alpha = 1/10, 1/2, 1; n = 10, 100, 500, 2000; tau = 0.1, 0.05: the tail at tau/2, which is "
                  "e^(-alpha n tau/2), lies between the two Riemann sums of the density",
       says="the tail e^(-alpha n tau/2) lies between the two Riemann sums of the density")
@sabotage("one side only: half of it", lambda distance: two_sided_tail(distance) / 2)
@sabotage("the tail at the whole tolerance", lambda distance: two_sided_tail(2 * distance))
@judged("<=")
def noise_exceeds_half_the_tolerance_so_often(tail=two_sided_tail):
    shrink = exp_bracket(-STEP)
    for x in TAILS:
        above = exp_bracket(-x) * STEP / (1 - shrink)  # sum over k >= 0 of step times e^-(x + k step)
        yield (x, "above"), tail(x), above
        yield (x, "below"), above * shrink, tail(x)

def refutes_noise_exceeds_half_the_tolerance_so_often(tail, x, _):
    """The power series of e^x: its reciprocal is the tail."""
    series, term, k = Fraction(0), Fraction(1), 0
    while k <= x or term > Fraction(1, 10**30):
        series, k = series + term, k + 1
        term = term * x / k
    found = tail(x)
    return not found.lower * (1 - Fraction(1, 10**9)) <= 1 / series <= found.upper * (1 + Fraction(1, 10**9))
