"""ABMS20, Section 7: the proof of Lemma 7.3, line by line on runs whose steps are given.

A run is a rule, classes, labels and a distribution, and for each step the rows of the sample at each point, the
concept that relabels and the learner's answer.  It may end early; then it is judged with the best completion.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import privlearn.papers.abms20.closure_accuracy.induction  # noqa: F401  declares a part of what is proved here
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import ConceptClass, all_classes
from privlearn.dimensions import vc_dimension
from privlearn.dimensions.composition import closure_bound
from privlearn.papers.abms20.closure_accuracy.accuracy import all_terms, relabelling_terms
from privlearn.papers.abms20.closure_accuracy.errors_and_sizes import error_after_exchange
from privlearn.papers.abms20.closure_accuracy.instances import HALF, SKEWED, linear_errors, literal_errors

Function = tuple[int, ...]
Functions = tuple[Function, ...]
CONSTANTS = linear_errors.corners["C"]
FUNCTIONS: Functions = tuple(product((0, 1), repeat=2))
CLASSES: list[Functions] = [tuple(c.rows()) for c in all_classes(2) if len(c)]


class Run(NamedTuple):
    """The steps of a run: the rows D_i at each point, the concept h that relabels them, the answer h_i."""

    G: int
    H: tuple[Functions, ...]
    target: Function
    P: tuple[Fraction, ...]
    steps: tuple[tuple[tuple[int, ...], Function, Function], ...]
    C: int = 2
    unit: Fraction = Fraction(0)

    @property
    def labels(self) -> dict[str, str]:
        """What a reader calls the parts whose names are others."""
        return {"G": "G, its table as a number", "target": "labels", "steps": "D_i, h, h_i", "unit": "alpha/k"}


def values(run: Run, functions: Sequence[Function]) -> Function:
    """Return the composition of functions by the rule, whose table begins with the value at 0, ..., 0."""
    numbers = [0] * len(run.P)
    for f in functions:
        numbers = [2 * n + y for n, y in zip(numbers, f, strict=True)]
    return tuple(run.G >> n & 1 for n in numbers)


def error(run: Run, functions: Sequence[Function], weights: Sequence[Fraction]) -> Fraction:
    """Return the mass on which the composition of functions differs from the labels."""
    return sum((w for a, y, w in zip(values(run, functions), run.target, weights, strict=True) if a != y), Fraction(0))


def completed(run: Run, functions: Functions) -> list[Functions]:
    """Return the first functions with all completions by concepts of the later classes."""
    return [functions + rest for rest in product(*run.H[len(functions):])]


@cache
def dimension(rows: Functions) -> int:
    return vc_dimension(ConceptClass.from_matrix(rows))


class Step:
    """What the proof names in step i, counted from 0."""

    def __init__(self, run: Run, i: int) -> None:
        counts, self.h, self.answer = run.steps[i]
        self.earlier: Functions = tuple(answer for _, _, answer in run.steps[:i])
        self.D = [Fraction(n, sum(counts)) for n in counts]
        partial = completed(run, self.earlier)
        true, seen = ([error(run, f, weights) for f in partial] for weights in (run.P, self.D))
        self.partial = tuple(sorted({values(run, f) for f in partial}))
        self.before, self.best = min(true), min(seen)
        self.deviation = max(abs(a - b) for a, b in zip(true, seen, strict=True))
        self.completion = min(completed(run, (*self.earlier, self.h)), key=lambda f: error(run, f, self.D))
        self.excess = error(run, self.completion, self.D) - self.best
        self.distance = sum((w for w, a, b in zip(run.P, self.h, self.answer, strict=True) if a != b), Fraction(0))


def measured(run: Run, *without: str) -> Run:
    """Return the run with the least alpha/k for which its steps are as the proof asks, but for the terms named."""
    steps = [Step(run, i) for i in range(len(run.steps))]
    terms = {"deviation": [s.deviation for s in steps], "excess": [s.excess for s in steps],
             "distance": [s.distance / run.C for s in steps]}
    return run._replace(unit=max((t for name, found in terms.items() if name not in without for t in found),
                                 default=Fraction(0)))


SEGMENTS = tuple((1,) * t + (0,) * (4 - t) for t in range(5))
START = Run(4, (SEGMENTS, SEGMENTS), (0, 1, 1, 0), (Fraction(1, 4),) * 4,  # an interval
            (((2, 3, 3, 2), (1, 1, 1, 0), (1, 1, 1, 0)), ((3, 2, 3, 2), (1, 0, 0, 0), (0, 0, 0, 0))), 2, Fraction(1, 8))


def single_steps() -> list[Run]:
    """Return a first step for each combination of the errors and terms that occurs; labels may not be composed."""
    found: dict[Any, Run] = {}
    for G, H_2, target in product((8, 14, 6), CLASSES, FUNCTIONS):
        wrong = {f: [[G >> 2 * a + b & 1 != y for a, b, y in zip(f, c, target, strict=True)] for c in H_2]
                 for f in FUNCTIONS}
        for P, zeros in product((HALF, SKEWED), range(10)):  # all errors are multiples of 1/36
            p, d = int(36 * P[0]), 4 * zeros
            true, seen = ({f: min(a * x + b * (36 - x) for a, b in wrong[f]) for f in FUNCTIONS} for x in (p, d))
            for H_1 in CLASSES:
                before, best = min(true[f] for f in H_1), min(seen[f] for f in H_1)
                strays = abs(p - d) * any(a != b for f in H_1 for a, b in wrong[f])
                for h, answer in product(H_1, FUNCTIONS):
                    distance = p * (h[0] != answer[0]) + (36 - p) * (h[1] != answer[1])
                    key = true[answer], true[h], before, strays, seen[h] - best, distance
                    if key not in found:
                        found[key] = Run(G, (H_1, H_2), target, P, (((zeros, 9 - zeros), h, answer),),
                                         CONSTANTS[len(found) % 4])
    exchanged: dict[Any, Run] = {}
    place = 0, 1  # a second function that tells the points apart: G has any values for h and its answer
    for G, h, answer in product(range(16), FUNCTIONS, FUNCTIONS):
        run = Run(G, ((h,), (place,)), (0, 0), HALF, (((1, 1), h, answer),))
        exchanged[values(run, (h, place)), values(run, (answer, place)), h[0] == answer[0], h[1] == answer[1]] = run
    return [*found.values(), *(run._replace(P=(Fraction(p, 6), 1 - Fraction(p, 6)), target=target)
                               for run, p, target in product(exchanged.values(), range(7), FUNCTIONS))]


@cache
def parities(C: int, k: int) -> Run:
    """Return a run with k constants 0, each learned with an error at one point, of its own, of k."""
    table, zero = sum((n.bit_count() % 2) << n for n in range(1 << k)), (0,) * max(k, 1)
    steps = tuple(((1,) * k, zero, tuple(int(x == i) for x in range(k))) for i in range(k))
    return measured(Run(table, ((zero,),) * k, zero, (Fraction(1, len(zero)),) * len(zero), steps, C))


@cache
def runs() -> tuple[list[Run], list[Run]]:
    """Return the runs of the family, and first steps on labels that are not composed.

    Other labels are those of the rule "G, unless c_0", whose first function was answered by 0.
    """
    starts: dict[Any, Run] = {}
    for G, H_1, H_2 in product(range(8), CLASSES, CLASSES):
        run = Run(G, (H_1, H_2), (0, 0), HALF, ())
        composed = frozenset(values(run, f) for f in product(H_1, H_2))
        starts |= {(composed, target): run._replace(target=target) for target in composed}
    found = [*(parities(*given) for given in linear_errors.instances(k=(0, 1, 2, 3, 4, 5, 10))), *starts.values()]
    other = []
    for run in single_steps():
        if min(error(run, f, HALF) for f in product(*run.H)) > 0:
            other.append(measured(run))
            bits, counts = 1 << len(run.H), tuple(int(12 * w) for w in run.P)
            run = run._replace(G=run.G | ((1 << bits) - 1 - run.G) << bits, H=(FUNCTIONS, *run.H),
                               steps=((counts, (0, 0), (0, 0)), *run.steps))
        found.append(measured(run))
    return found, other


def tenth(*without: str) -> Iterator[Run]:
    """Yield every tenth run with steps, its alpha/k too small for the terms named."""
    return (measured(run, *without) for run in [START, *runs()[0][::9]] if run.steps)


@proof("ABMS20-7.3", grade="exhaustive",
       quantifier="and, or, xor; all pairs of classes on 2 points, all four targets (composed, or with a further "
                  "function that was learned wrongly), two distributions, samples of nine rows with 0 to 9 at one "
                  "point, all relabelling concepts, all functions as answers; all changes of a composition by the "
                  "exchange of one function, all distributions of multiples of 1/6: a step for each combination of "
                  "errors and terms that occurs; all realizable targets of 8 rules before the first step; parities of "
                  "k <= 5 and 10",
       instances=lambda: runs()[0], start=START,
       steps={"eq18": "{the least error of a composition} is {0}",
              "eqE1/dimension": "{the dimension of the G(h_1, ..., h_(i-1), c_i, ..., c_k)} is at most {the largest n "
                                "with 2^n <= the product of the C(n, <= VC(H_j)) for j >= i}",
              "eqE1/deviation": "{the largest deviation d of their errors on D_i} is at most {alpha/k}",
              "eq20-23/there": "{the least error on D_i} is at most {e + d}",
              "eq20-23/excess": "{the error on D_i of h, best completed} is at most {the least, and alpha/k}",
              "eq20-23/back": "{the error of h with this completion} is at most {that on D_i, and d}",
              "eq20-23/terms": "{the error of h with this completion} is at most {e + 2 d + q}",
              "final/exchange": "{the error with h_i and this completion} is at most {that with h, and p}",
              "final/step": "{the least error e of a completion after round i} is at most {e + 2 d + q + p}",
              "eq24-27/distance": "{p, the probability that h_i is not h,} is at most {C alpha/k}",
              "eq24-27/sum": "{what grows by 3 + C, or by 3 + C (e + 1), in each of k steps} is {(3 + C) k, or (3 + C)"
                             "((1 + C)^k - 1)/C}",
              "eq24-27/reached": "{(3 + C) k} is at most {the error of the parity of k constants in units of alpha/k, "
                                 "and 3 k}",
              "conclusion": "{the error after the last round} is at most {(3 + C) k alpha/k}"},
       wordless={"sizes": "up to constants; with all of them 1 it is on the card of Theorem 7.1",
                 "failures": "the probabilities of the events of all steps are added"},
       hypotheses=(
           Hypothesis("a composition labels the sample", lambda: runs()[1], ("eq18", "conclusion")),
           Hypothesis("the sample is large enough for uniform convergence", lambda: tenth("deviation"),
                      ("eqE1/deviation", "conclusion")),
           Hypothesis("the sample is large enough for a good relabelling", lambda: tenth("excess"),
                      ("eq20-23/excess", "conclusion")),
           Hypothesis("the learners are accurate and private", lambda: tenth("distance"),
                      ("eq24-27/distance", "conclusion")),
           Hypothesis("k >= 2", needless="it is used for the sizes, which have no line: ln k >= ln 2, and beta/k <= "
                                          "1/2")))
def errors_of_the_steps_add_up(given: Run, terms=relabelling_terms, exchange=error_after_exchange,
                               units=linear_errors, literal=literal_errors, bound=all_terms) -> Iterator[Line]:
    steps, dimensions = [Step(given, i) for i in range(len(given.steps))], [dimension(rows) for rows in given.H]
    answers = tuple(step.answer for step in steps)
    after = [min(error(given, f, given.P) for f in completed(given, answers[:i])) for i in range(len(steps) + 1)]
    yield Line("eq18", "==", after[0], 0)
    for i, s in enumerate(steps):
        case = f"round {i + 1}"
        yield Line("eqE1/dimension", "<=", dimension(s.partial), closure_bound(*dimensions[i:]), case)
        yield Line("eqE1/deviation", "<=", s.deviation, given.unit, case)
        yield Line("eq20-23/there", "<=", s.best, s.before + s.deviation, case)
        seen, true = (error(given, s.completion, weights) for weights in (s.D, given.P))
        yield Line("eq20-23/excess", "<=", seen, s.best + given.unit, case)
        yield Line("eq20-23/back", "<=", true, seen + s.deviation, case)
        yield Line("eq20-23/terms", "<=", true, terms(s.before, s.deviation, s.excess), case)
        exchanged = (*s.earlier, s.answer, *s.completion[i + 1:])
        yield Line("final/exchange", "<=", error(given, exchanged, given.P), exchange(true, s.distance), case)
        yield Line("final/step", "<=", after[i + 1], bound(after[i], s.deviation, s.excess, s.distance), case)
        yield Line("eq24-27/distance", "<=", s.distance, given.C * given.unit, case)
    for printed, closed in ((0, units), (1, literal)):
        grown = 0
        for _ in steps:
            grown += 3 + given.C * (printed * grown + 1)
        yield Line("eq24-27/sum", "==", grown, closed(given.C, len(steps)), "as printed" if printed else "repaired")
    worst = parities(given.C, len(steps))
    reached = error(worst, [answer for _, _, answer in worst.steps], worst.P) / (worst.unit or 1)
    yield Line("eq24-27/reached", "<=", units(given.C, len(steps)), reached + 3 * len(steps))
    yield Line("conclusion", "<=", after[-1], units(given.C, len(steps)) * given.unit)


def refutes_errors_of_the_steps_add_up(given: Run, step: str, case: Any, terms, exchange, units, literal,
                                       bound) -> bool:
    """Tell whether a line is false: the errors of all compositions, point by point."""
    k, C, printed = len(given.steps), given.C, case == "as printed"
    if step in ("eq24-27/sum", "eq24-27/reached"):
        return (units, literal)[printed](C, k) != sum((3 + C) * (1 + printed * C) ** i for i in range(k))

    def masses(fixed: Any, weights: Sequence[Any]) -> list[Any]:
        return [sum(w for x, w in enumerate(weights) if given.G // 2 ** sum(
            f[x] << place for place, f in enumerate((*fixed, *rest)[::-1])) % 2 != given.target[x])
            for rest in product(*given.H[len(fixed):])]

    i = k if case is None else int(case[6:])
    answers = [s[2] for s in given.steps[:i]]
    if step in ("eq18", "conclusion"):
        return min(masses(answers if step != "eq18" else (), given.P)) > units(C, k) * given.unit * (step != "eq18")
    counts, h, answer = given.steps[i - 1]
    D = [Fraction(n, sum(counts)) for n in counts]
    true, seen = (masses(answers[:-1], weights) for weights in (given.P, D))
    with_h, h_seen, with_answer = (masses([*answers[:-1], f], w) for f, w in ((h, given.P), (h, D), (answer, given.P)))
    chosen = h_seen.index(min(h_seen))
    e, d, q = min(true), max(abs(a - b) for a, b in zip(true, seen, strict=True)), min(h_seen) - min(seen)
    p = sum(w * (a ^ b) for w, a, b in zip(given.P, h, answer, strict=True))
    false = {"eqE1/deviation": d > given.unit, "eq20-23/excess": q > given.unit,
             "eq20-23/terms": with_h[chosen] > terms(e, d, q), "final/step": min(with_answer) > bound(e, d, q, p),
             "final/exchange": with_answer[chosen] > exchange(with_h[chosen], p),
             "eq24-27/distance": p > C * given.unit}
    return false.get(step, False)
