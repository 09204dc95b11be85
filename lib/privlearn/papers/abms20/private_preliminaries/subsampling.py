"""ABMS20, Section 3.2: subsampling with replacement (Lemma 3.12)."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import Bracket, MinimaxProgram, as_fraction, exp_bracket, log_bracket, solve
from privlearn.exact.formulas import Value, formula
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.relabeling.agnostic import resampled_law
from privlearn.learning import exact_failure
from privlearn.papers.abms20.private_preliminaries import claim
from privlearn.papers.abms20.private_preliminaries.privacy import SEGMENTS


@formula("equals", tex={"exp_epsilon": r"e^\eps"},
         corners={"exp_epsilon": (Fraction(2), Fraction(55)), "m": (1, 12), "n": (9, 108)})
def subsampled_ratio(exp_epsilon: Value, m: int, n: int) -> Value:
    """Return the exact worst ratio of the subsampled event."""
    return (1 + (exp_epsilon - 1) / n) ** m


claim("ABMS20-3.12", kind="lemma", uses=("ABMS20-3.3", "ABMS20-3.5", "ABMS20-3.11"),
      title="m of 9m rows drawn with repetition: a private PAC learner becomes an empirical learner, as private for "
            "epsilon <= 1",
      erratum_kind="false", repaired=True,
      erratum="As printed, for every epsilon, the privacy part is false: with e^epsilon = 55 (epsilon = 4.007) and m "
              "= 6 the pure private event of probability (55/56) 55^(j-6), j the number of copies of a row, has "
              "ratio (1 + 54/54)^6 = 64 > 55 after subsampling. The class {0} makes it an accurate learner. It holds "
              "when e^epsilon - 1 <= 9 epsilon, in particular for epsilon <= 1, all that is used. For utility the "
              "labels must come from a concept; for privacy they are arbitrary.", formulas=(subsampled_ratio,))


def copies_law(rows: int, size: int, copies: int) -> list[Fraction]:
    """Return the law of the number of copies of a row among ``rows`` draws from ``size`` rows with ``copies`` of it."""
    p = Fraction(copies, size)
    return [comb(rows, j) * p**j * (1 - p) ** (rows - j) for j in range(rows + 1)]


@check("ABMS20-3.12", grade="exact", quantifier="e^epsilon = 2, 3, 55, m = 1..12, n = 2m, 9m: the event (E/(1+E)) "
       "E^(j-m), all pairs of neighbours with 0..min(n, 12) copies of the row, summed over all draws",
       says="{(1 + (e^epsilon - 1)/n)^m} equals {the largest ratio of the subsampled event}")
@judged("==")
def event_after_subsampling_has_the_ratio(ratio=subsampled_ratio):
    for e, m, factor in product((Fraction(2), Fraction(3), Fraction(55)), range(1, 13), (2, 9)):
        n = factor * m
        event = [sum(w * e**j for j, w in enumerate(copies_law(m, n, k))) for k in range(min(n, 12) + 1)]
        yield (e, m, n), ratio(e, m, n), max(b / a for a, b in zip(event, event[1:], strict=False))

def refutes_event_after_subsampling_has_the_ratio(ratio, e, m, n):
    moments = [Fraction(1), Fraction(1)]
    for _ in range(m):  # one draw after another
        moments = [moments[0], moments[1] * ((n - 1) + e) / n]
    return ratio(e, m, n) != moments[1] / moments[0]


def loss(epsilon: Fraction, rows: int, factor: int = 9) -> Bracket:
    """Return a bracket of ``m ln(1 + (e^epsilon - 1)/(factor m))``."""
    e = exp_bracket(epsilon)
    return Bracket(*(end(log_bracket(1 + (x - 1) / (factor * rows)) * rows)
                     for x, end in ((e.lower, lambda b: b.lower), (e.upper, lambda b: b.upper))))


@check("ABMS20-3.12", grade="certified", quantifier="e^epsilon with epsilon = 1/10, 1/2, 1, 2, 3, 347/100, and m = "
       "1, 2, 6, 100, 10^6: m ln(1 + (e^epsilon - 1)/(factor m)) <= epsilon",
       says="{m ln(1 + (e^epsilon - 1)/(9 m))} is at most {epsilon}")
@sabotage("m of 2m rows", 2)
def loss_stays_within_epsilon_with_the_factor(factor: int = 9) -> Verdict:
    grid = product((Fraction(1, 10), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3), Fraction(347, 100)),
                   (1, 2, 6, 100, 10**6))
    return judge("<=", (((eps, m), loss(eps, m, factor), eps) for eps, m in grid))

def refutes_loss_stays_within_epsilon_with_the_factor(factor, eps, m):
    power = 1 + sum((eps**k / Fraction(product_to(k)) for k in range(1, 30)), Fraction(0))  # below e^eps
    x, top = (power - 1) / (factor * m), exp_bracket(eps / m).upper
    return 1 + x > top


def product_to(k: int) -> int:
    return k * product_to(k - 1) if k > 1 else 1


@check("ABMS20-3.12", grade="exact", quantifier="e^epsilon = 55, n = 9m: the ratio is at most 55 for m = 1..5, and "
       "above it for m = 6..60, against the printed lemma",
       says="the ratio (1 + (e^epsilon - 1)/n)^m is at most e^epsilon = 55 exactly for m <= 5")
@sabotage("the printed lemma: it always holds", 60)
def printed_lemma_holds_at_55_only_up_to(last: int = 5) -> Verdict:
    return judge("==", ((m, subsampled_ratio(Fraction(55), m, 9 * m) <= 55, m <= last) for m in range(1, 61)))

def refutes_printed_lemma_holds_at_55_only_up_to(last, m):
    total = sum(w * 55**j for j, w in enumerate(copies_law(m, 9 * m, 1)))
    return (total <= 55) != (m <= last)


def subsample_program(rows: int, size: int, ratio: Fraction, allowed: Fraction, delta: Fraction) -> MinimaxProgram:
    """Return "least 1 - (P - allowed Q)" over all private events of the copies (i, j) of the old and the new row.

    P and Q are the probabilities after subsampling with one copy of the new and of the old row.
    """
    states = [(i, j) for i in range(rows + 1) for j in range(rows + 1 - i)]
    place = {s: 2 * k for k, s in enumerate(states)}
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
    pairs = [(s, t) for s in states for a, b in steps if (t := (s[0] + a, s[1] + b)) in place]
    law = copies_law(rows, size, 1)
    task: dict[int, Fraction] = {}
    for j, w in enumerate(law):  # output 0 is the event, output 1 its complement
        task[place[0, j] + 1] = task.get(place[0, j] + 1, Fraction(0)) + w
        task[place[j, 0]] = task.get(place[j, 0], Fraction(0)) + allowed * w
    one = 2 * len(states)
    if not delta:
        asked = [(place[s] + o, place[t] + o, ratio) for s, t in pairs for o in (0, 1)]
        return MinimaxProgram((2,) * len(states), (task,), tuple(asked))
    asked = []
    for k, (s, t) in enumerate(pairs):
        part = one + 1 + 3 * k
        asked += [(part + o, place[s] + o, Fraction(1)) for o in (0, 1)]
        asked += [(part + o, place[t] + o, ratio) for o in (0, 1)] + [(part + 2, one, delta)]
    return MinimaxProgram((2,) * len(states) + (1,) + (3,) * len(pairs), (task,), tuple(asked))


@cache
def best_excess(rows: int, allowed: Fraction, delta: Fraction) -> Bracket:
    """Return certified bounds on the largest ``P - allowed Q``; e^epsilon = 3, n = 9m."""
    found = solve(subsample_program(rows, 9 * rows, Fraction(3), allowed, delta))
    return Bracket(1 - found.upper, 1 - found.lower)


@check("ABMS20-3.12", grade="certified",
       quantifier="all private events (LP with dual verified in rationals), e^epsilon = 3, n = 9m; delta = 0, m = 1, "
                  "2, 4: excess over the sharp ratio at most 0; delta = 1/10, m = 1, 2: at most delta ((1 + 2/n)^m - "
                  "1)/2, and no less; up to 10^-6",
       says="no private event exceeds the sharp ratio by more than stated, and with delta > 0 that much is attained",
       reason="The page proves both bounds for every m, so small programs are enough here.")
@sabotage("the ratio less a hundredth", lambda ratio, m, n: subsampled_ratio(ratio, m, n) - Fraction(1, 100))
@judged("<=")
def no_private_event_exceeds(ratio=subsampled_ratio):
    for m in (1, 2, 4):
        yield (m, "pure"), best_excess(m, ratio(Fraction(3), m, 9 * m), Fraction(0)), Fraction(1, 10**6)
    for m in (1, 2):
        sharp = ratio(Fraction(3), m, 9 * m)
        excess, bound = best_excess(m, sharp, Fraction(1, 10)), (sharp - 1) / 20
        yield (m, "delta"), excess, bound + Fraction(1, 10**6)
        yield (m, "no less"), bound - Fraction(1, 10**6), excess

def refutes_no_private_event_exceeds(ratio, m, kind):
    claimed, event = ratio(Fraction(3), m, 9 * m), [Fraction(3, 4) * Fraction(3) ** (j - m) for j in range(m + 1)]
    p = sum(w * x for w, x in zip(copies_law(m, 9 * m, 1), event, strict=True))
    return p - claimed * event[0] > Fraction(1, 10**6) if kind == "pure" else p < claimed * event[0]


LEARNER = cache(exponential_learner(SEGMENTS, Fraction(4)))


def drawn_failure(points: tuple[int, ...], target, rows: int) -> Fraction:
    """Return the failure at alpha = 1/3 of the base learner on that many rows drawn with replacement."""
    bad = [3 * sum(h[x] != target[x] for x in points) > len(points) for h in SEGMENTS.rows()]
    law: dict[Any, Any] = resampled_law(LEARNER, tuple((x, target[x]) for x in points), rows).masses()
    return as_fraction(sum(p for h, p in law.items() if bad[h]))


@check("ABMS20-3.12", grade="exact",
       quantifier="initial segments of 3 points, exponential mechanism with e^epsilon = 4, m = 1, 2, n = 9m, alpha = "
                  "1/3: all multisets of n points, all targets; the failure of the law on drawn rows, from which "
                  "the agnostic learner answers, against the PAC game on the sample",
       says="{the failure on rows drawn from the sample} equals {the failure of the PAC game on the sample}",
       reason="For m = 4 there would be all draws of 4 from 36 rows for every sample; the identity is the same.")
@sabotage("drawn from the distinct points, each alike",
          lambda points, target, m: drawn_failure(tuple(sorted(set(points))), target, m))
@judged("==")
def empirical_failure_is_the_pac_failure_on_the_sample(wrapped=drawn_failure):
    for m in (1, 2):
        for points, target in product(combinations_with_replacement(range(3), 9 * m), SEGMENTS.rows()):
            weights = tuple(Fraction(points.count(x), 9 * m) for x in range(3))
            game = exact_failure(LEARNER, SEGMENTS, target, weights, m, Fraction(1, 3))
            yield (points, target, m), wrapped(points, target, m), game

def refutes_empirical_failure_is_the_pac_failure_on_the_sample(wrapped, points, target, m):
    total = Fraction(0)
    for drawn in product(points, repeat=m):
        errors = [sum(h[x] != target[x] for x in drawn) for h in SEGMENTS.rows()]
        bad = [3 * sum(h[x] != target[x] for x in points) > len(points) for h in SEGMENTS.rows()]
        weights = [Fraction(1, 2**e) for e in errors]
        total += sum((w for w, b in zip(weights, bad, strict=True) if b), Fraction(0)) / sum(weights, Fraction(0))
    return wrapped(points, target, m) != total / len(points) ** m
