"""FX15, Section 1.2: sanitizing is as hard as proper agnostic learning; statistical queries are answered with noise."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import exp as e_to

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.exact import exp_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, exp, formula
from privlearn.mechanisms.noise import laplace_scale_of_mean
from privlearn.papers.fx15.related_work import claim
from privlearn.papers.fx15.related_work.instances import reductions


@formula("at most", tex={"epsilon": r"\eps"}, corners={"epsilon": (0, Fraction(1, 3), Fraction(1, 2), 1)})
def excess_limit(epsilon: Value) -> Value:
    """Return how much worse than the best is what is best on a synthetic sample of this accuracy."""
    return 2 * epsilon


claim("FX15-1.2.sanitize", kind="remark", status="quoted", formulas=(excess_limit,),
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
@sabotage("199/100 of it: the two is exact", lambda accuracy: Fraction(199, 100) * accuracy)
def best_on_the_synthetic_sample_is_good_on_the_true_one(limit=excess_limit) -> Verdict:
    return judge("<=", ((at, excess, limit(accuracy)) for at, excess, accuracy in reductions()))

def refutes_best_on_the_synthetic_sample_is_good_on_the_true_one(limit, sample, synthetic, f):
    """Thresholds as ``x >= t``, errors counted anew."""
    wrong = [[sum((x >= t) != y for x, y in rows) / Fraction(len(rows)) for t in range(4)]
             for rows in (sample, synthetic)]
    far = max(abs(a - b) for a, b in zip(*wrong, strict=True))
    return wrong[1][f] == min(wrong[1]) and wrong[0][f] - min(wrong[0]) > limit(far)


EPSILONS = (Fraction(1, 10), Fraction(1, 2), Fraction(1))
ANSWERS = (Fraction(0), Fraction(1, 3), Fraction(1))


@formula("equals", corners={"alpha": EPSILONS, "n": (10, 100, 500, 2000), "tau": (Fraction(1, 10), Fraction(1, 20))})
def query_tail(alpha: Value, n: int, tau: Value) -> Value:
    """Return how often the noise of an answer exceeds half its tolerance."""
    return exp(-alpha * n * tau / 2)


claim("FX15-1.2.context", kind="remark", status="quoted",
      reason="results of other papers; only the noise for a single statistical query is computed",
      uses=("BBKN14-2.7", "FX15-2.2.dp"), formulas=(laplace_scale_of_mean, query_tail),
      title="Statistical queries can be answered privately; other results the paper builds on",
      note="Checked is the first alone: one query, answered with Laplace noise. The separation of statistical queries "
           "from private learning, their equivalence with the local model, label privacy, the bounds d/alpha^2 of the "
           "local model, and two-party protocols are cited without proof.")


def means(rows: int) -> Iterator[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]:
    """All samples of answers, with all samples that differ in one row."""
    for sample in product(ANSWERS, repeat=rows):
        for i, new in product(range(rows), ANSWERS):
            yield sample, (*sample[:i], new, *sample[i + 1:])


@check("FX15-1.2.context", against="optimum", grade="exhaustive",
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


@check("FX15-1.2.context", against="optimum", grade="exhaustive",
       quantifier="n = 1..5, answers 0, 1/3, 1, all neighbours, alpha = 1/10, 1/2, 1: the densities at 0, 1, the two "
                  "means, between and beyond them",
       says="the logarithm of the ratio of two neighbours' densities is at most alpha, and alpha for some of them")
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
    here, there = (e_to(-abs(z - float(sum(rows) / n)) / b) / (2 * b) for rows in (s, t))
    private = here <= e_to(float(epsilon)) * there * (1 + 1e-9)
    return not private or len(witness) == 2 and here < e_to(float(epsilon)) * there * (1 - 1e-9)


STEP = Fraction(1, 256)


@check("FX15-1.2.context", grade="certified",
       quantifier="alpha = 1/10, 1/2, 1; n = 10, 100, 500, 2000; tau = 0.1, 0.05: the tail at tau/2, which is "
                  "e^(-alpha n tau/2), lies between the two Riemann sums of the density",
       says="the tail e^(-alpha n tau/2) lies between the two Riemann sums of the density")
@judged("<=")
def noise_exceeds_half_the_tolerance_so_often(tail=query_tail):
    shrink = exp_bracket(-STEP)
    for a, n, tau in tail.instances():
        x = tau / 2 / laplace_scale_of_mean(a, n)
        above = exp_bracket(-x) * STEP / (1 - shrink)  # sum over k >= 0 of step times e^-(x + k step)
        yield (a, n, tau, "above"), tail(a, n, tau), above
        yield (a, n, tau, "below"), above * shrink, tail(a, n, tau)

def refutes_noise_exceeds_half_the_tolerance_so_often(tail, a, n, tau, _):
    """The power series of e^x: its reciprocal is the tail."""
    x, series, term, k = a * n * tau / 2, Fraction(0), Fraction(1), 0
    while k <= x or term > Fraction(1, 10**30):
        series, k = series + term, k + 1
        term = term * x / k
    found = as_bracket(tail(a, n, tau))
    return not found.lower * (1 - Fraction(1, 10**9)) <= 1 / series <= found.upper * (1 + Fraction(1, 10**9))
