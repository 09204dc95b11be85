"""ABMS20, Section 6: a private learner gives a private agnostic learner (Algorithm 4, Theorem 6.1)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
from numpy.random import Generator

from privlearn.claims.abms20.section5_d_1_lemma import by_private_learner, private_cut
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import ConceptClass, all_functions, initial_segments, point_functions
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.laws import Law, choice, uniform
from privlearn.learners.relabeling import initial_segment_errors
from privlearn.learners.relabeling.agnostic import private_agnostic_law, resampled_law
from privlearn.mechanisms.neighbours import Database

PAGE = "closure/agnostic-learner"
SECTION = "6 Private PAC implies private agnostic PAC"
ROOT = Fraction(3, 2)  # e^{epsilon/2} of the relabelling, and of the learners below
EXP = ROOT**2
CLASSES = {"segments": initial_segments(2), "all": all_functions(2), "points": point_functions(2)}
FOUR = tuple(product((0, 1), repeat=2))
RECORDS = tuple(product((0, 1), repeat=2))


def proper_learner(concepts: ConceptClass) -> Callable[[Database], Law]:
    """Return the exponential mechanism over the class (weight ``ROOT`` to the number of right labels)."""
    return lambda rows: weighted([tuple(h) for h in concepts.rows()], rows, ROOT)


def improper_learner(rows: Database) -> Law:
    """Return a function of the four on 2 points, those that fit a single row preferred by the factor ``EXP``."""
    return weighted(list(FOUR), rows, EXP)


def weighted(functions: list[tuple[int, ...]], rows: Database, base: Fraction) -> Law:
    """Return the law with weights ``base^(right labels)``."""
    weights = {h: base ** sum(h[x] == y for x, y in rows) for h in functions}
    return choice({h: w / sum(weights.values()) for h, w in weights.items()})


claim("ABMS20-6.alg4", kind="algorithm", section=SECTION, page=PAGE, title="A_PrivateAgnostic",
      uses=("ABMS20-5.alg2", "ABMS20-3.12"),
      erratum="Unspecified: |D|/9 must be an integer at least m, and |S| even. Sizes are public, so dropping rows by "
              "their position is harmless.",
      note="The checks take e^epsilon = 9/4 so that all laws are rational; domains of 2 points and one draw.")
Algorithm = Callable[[str, str, Database, tuple[int, ...]], Law]


def algorithm(name: str, base: str, data: Database, support: tuple[int, ...]) -> Law:
    """Return the law of the agnostic learner on D and a T with the given points."""
    learner = improper_learner if base == "improper" else proper_learner(CLASSES[name])
    return private_agnostic_law(CLASSES[name], learner, data, tuple((x, 0) for x in support), EXP, 1)


def neighbour_losses(law: Algorithm, names: tuple[str, ...]) -> Iterator[tuple[Any, Fraction]]:
    """Yield the largest ratio of probabilities for all neighbouring (D, support of T), |D| = 9 on 2 points."""
    supports = ((0,), (1,), (0, 1))
    for name, base in product(names, ("proper", "improper")):
        tables = {(d, t): law(name, base, d, t).exact()
                  for d in combinations_with_replacement(RECORDS, 9) for t in supports}
        for (d, t), p in tables.items():
            near = [(tuple(sorted((*d[:i], z, *d[i + 1:]))), t) for i in range(9) if not i or d[i] != d[i - 1]
                    for z in RECORDS if z != d[i]]
            near += [(d, u) for u in supports if u != t and len({*t, *u}) < len(t) + len(u)]
            for other in near:
                q = tables[other]
                yield (name, base, (d, t), other), max((p[f] / q[f] if q.get(f) else Fraction(10**6)) for f in p)


RATIO = (1 + ROOT) ** 2 * (1 + (EXP - 1) / 9)


@cache
def right_losses() -> tuple[tuple[Any, Fraction], ...]:
    """Return the losses of the right algorithm, the largest for every class and learner."""
    best: dict[tuple[str, str], tuple[Any, Fraction]] = {}
    for witness, ratio in neighbour_losses(algorithm, tuple(CLASSES)):
        if witness[:2] not in best or ratio > best[witness[:2]][1]:
            best[witness[:2]] = witness, ratio
    return tuple(best.values())


@check("ABMS20-6.alg4", grade="exhaustive",
       quantifier="three classes on 2 points, all 220 multisets D of 9 rows, all supports of T, every replaced row of "
                  "D or T, a proper and an improper learner: ratio at most (1 + e^{eps/2})^2 (1 + (e^eps - 1)/9)",
       reason="2 points; e^epsilon = 9/4 in place of e.",
       fingerprint=lambda law: law("all", "improper", ((0, 1),) * 9, (1,)))
def privacy_loss_is_bounded(law: Algorithm = algorithm) -> Verdict:
    losses = right_losses() if law is algorithm else neighbour_losses(law, ("points", "all"))
    return counted(judge("<=", ((witness, ratio, RATIO) for witness, ratio in losses)), 6 * 220 * 3)


@privacy_loss_is_bounded.verifier
def _(law: Algorithm, witness: Any) -> bool:
    name, base, first, second = witness
    p, q = law(name, base, *first).exact(), law(name, base, *second).exact()
    return any(w * 9 > (2 * ROOT + 1 + EXP) * (8 + EXP) * q.get(f, 0) for f, w in p.items())


@privacy_loss_is_bounded.sabotage("a pattern of least error for certain, and no subsampling")
def _() -> Algorithm:
    def law(name: str, base: str, data: Database, support: tuple[int, ...]) -> Law:
        rows = CLASSES[name].rows()
        best = min(rows, key=lambda h: sum(h[x] != y for x, y in data))
        return proper_learner(CLASSES[name])(tuple((x, best[x]) for x, _ in data))

    return law


@privacy_loss_is_bounded.sabotage("the relabelled D is published")
def _() -> Algorithm:
    from privlearn.learners.relabeling import error_count, relabel_law

    return lambda name, base, data, support: relabel_law(CLASSES[name], error_count, data, (), EXP).map(
        lambda pair: pair[0])


claim("ABMS20-6.1", kind="theorem", section=SECTION, page=PAGE,
      title="Private learning implies private agnostic learning",
      uses=("ABMS20-6.alg4", "ABMS20-6.1.privacy", "ABMS20-6.1.eq13-14", "ABMS20-6.1.eq15-16", "ABMS20-5.3",
            "ABMS20-5.4", "ABMS20-5.4.inpart", "ABMS20-5.5", "ABMS20-3.8", "ABMS20-3.9", "ABMS20-3.12"),
      note="The privacy is checked at the algorithm and the accounting; the chain of errors at the steps of the "
           "proof. Explicit constants are large: error at most Delta + 3 alpha + (4 e^{2 eps'} + 1) alpha.")
TERMS: dict[str, Callable[[Fraction, Fraction, int], Bracket]] = {
    "claim 5.4": lambda a, b, d: log_bracket(1 / b) * (4 / a) + (log_bracket(20 / a) + 1) * (10 * d / a),
    "theorem 3.8": lambda a, b, d: (log_bracket(16 / a) * d + log_bracket(2 / b)) * (80 / a),
    "theorem 3.14": lambda a, b, d: log_bracket(1 / b) * (10 / a),
}
GRID = tuple(product([Fraction(1, k) for k in (1, 2, 3, 5, 10, 100, 10**4)],
                     [Fraction(1, 2**k) for k in (1, 2, 5, 20)], (1, 2, 10, 1000)))


@check("ABMS20-6.1", grade="certified",
       quantifier="alpha = 1, 1/2, 1/3, 1/5, 1/10, 1/100, 10^-4, beta = 1/2, 1/4, 2^-5, 2^-20, VC = 1, 2, 10, 1000: "
                  "every term of the sample size is at most 240 (VC + ln(1/beta))/alpha^2",
       reason="ln(1/alpha)/alpha <= 1/(e alpha^2) extends the grid to all alpha. 240 is above 80 (ln 16 + 2 ln 2).")
def terms_are_dominated(constant: Fraction = Fraction(240)) -> Verdict:
    return judge("<=", (((name, *at), term(*at), (log_bracket(1 / at[1]) + at[2]) * (constant / at[0] ** 2))
                        for name, term in TERMS.items() for at in GRID))


@terms_are_dominated.verifier
def _(constant: Fraction, witness: Any) -> bool:
    name, a, b, d = witness
    return name == "theorem 3.8" and a * 80 * (d * log_bracket(16 / a).lower + log_bracket(2 / b).lower) > constant * (
        d + log_bracket(1 / b).upper)


@terms_are_dominated.sabotage("constant 80")
def _() -> Fraction:
    return Fraction(80)


LARGE = 2**20


def large_excess(rng: Generator, rows: int, cut: int, relabel: bool) -> float:
    """Return error_mu(f) - Delta of one run on ``rows`` rows: uniform points, labels of ``cut``, 20 percent flipped."""
    xs = rng.integers(0, LARGE, rows)
    data = np.column_stack([xs, (xs < cut) ^ (rng.random(rows) < 0.2)]).astype(np.int64)
    scored, points = data[: rows // 2], np.unique(xs)
    chosen = private_cut(rng, initial_segment_errors(scored, points))
    if relabel:
        scored = np.column_stack([scored[:, 0], scored[:, 0] < (*points, LARGE)[chosen]]).astype(np.int64)
    drawn = scored[rng.integers(0, len(scored), len(scored) // 9)]
    f = by_private_learner(rng, points, drawn) if relabel or realizable(drawn) else 0.0
    return 0.6 * abs(f - cut) / LARGE


def realizable(data: np.ndarray) -> bool:
    """Tell whether an initial segment has all the labels."""
    ones, zeros = data[data[:, 1] == 1, 0], data[data[:, 1] == 0, 0]
    return not len(ones) or not len(zeros) or bool(ones.max() < zeros.min())


@check("ABMS20-6.1", grade="statistical",
       quantifier="initial segments of 2^20 points, 20 percent label noise: 10^5 rows with three targets, 2 runs each, "
                  "and 10^6 rows once: error at most 0.05 above the best concept's",
       reason="One base learner, that answers 0 on rows that no concept fits; few runs, every one within the bound.",
       fingerprint=lambda relabel: relabel)
def large_samples_are_learned(relabel: bool = True, *, rng: Generator) -> Verdict:
    runs = [(10**5, cut, k) for cut in (LARGE // 2, LARGE // 3, LARGE // 10) for k in (0, 1)]
    return judge("<=", ((run, large_excess(rng, run[0], run[1], relabel), 0.05)
                        for run in (*runs, (10**6, LARGE // 3, 0))))


@large_samples_are_learned.verifier
def _(relabel: bool, witness: Any) -> bool:
    return large_excess(np.random.default_rng(11), witness[0], witness[1], relabel) > 0.05


@large_samples_are_learned.sabotage("without the relabelling")
def _() -> bool:
    return False


claim("ABMS20-6.1.privacy", kind="inequality", section="6, proof of 6.1", page=PAGE, step_of="ABMS20-6.1",
      title="Privacy accounting", uses=("ABMS20-3.12", "ABMS20-5.3", "ABMS20-6.alg4"))


@check("ABMS20-6.1.privacy", grade="certified",
       quantifier="epsilon = 1, s = 1, ..., 40, 100, 1000 draws of 9s rows: 4e (1 + (e - 1)/(9s))^s <= e^4, the "
                  "printed bound; and delta ((1 + (e - 1)/(9s))^s - 1)/(e - 1) <= delta",
       fingerprint=lambda factor: [factor(s) for s in (1, 2, 10)])
def printed_accounting_dominates_the_exact_one(
        factor: Callable[[int], Bracket] = lambda s: exp_bracket((log_bracket(9 * s - 1 + exp_bracket(1).upper)
                                                                  - log_bracket(9 * s)) * s)) -> Verdict:
    def cases() -> Iterator[Any]:
        for s in (*range(1, 41), 100, 1000):
            yield (s, "epsilon"), factor(s) * exp_bracket(1) * 4, exp_bracket(4)
            yield (s, "delta"), factor(s) - 1, exp_bracket(1) - 1

    return judge("<=", cases())


@printed_accounting_dominates_the_exact_one.verifier
def _(factor: Callable[[int], Bracket], witness: Any) -> bool:
    return factor(witness[0]).lower > exp_bracket(3).upper / 4 or factor(witness[0]).lower > exp_bracket(1).upper


@printed_accounting_dominates_the_exact_one.sabotage("s draws of s rows, each row with the whole e")
def _() -> Callable[[int], Bracket]:
    return lambda s: exp_bracket(2 * s)


@check("ABMS20-6.1.privacy", grade="exhaustive",
       quantifier="the instances of Algorithm 4's check: the largest exact ratio for each class and learner",
       reason="e^epsilon = 9/4.")
def accounting_dominates_the_measured_losses(bound: Fraction = RATIO) -> Verdict:
    return judge("<=", ((witness, ratio, bound) for witness, ratio in right_losses()))


@accounting_dominates_the_measured_losses.verifier
def _(bound: Fraction, witness: Any) -> bool:
    name, base, first, second = witness
    p, q = algorithm(name, base, *first).exact(), algorithm(name, base, *second).exact()
    return any(w > bound * q.get(f, 0) for f, w in p.items())


@accounting_dominates_the_measured_losses.sabotage("without the factor of the relabelling")
def _() -> Fraction:
    return 1 + (EXP - 1) / 9


claim("ABMS20-6.1.eq13-14", kind="inequality", section="6, proof of 6.1, equations (13) and (14)", page=PAGE,
      step_of="ABMS20-6.1", title="The relabelling hypothesis is agnostically good",
      uses=("ABMS20-5.4", "ABMS20-3.9"))


def error(h: tuple[int, ...], counts: tuple[int, ...]) -> Fraction:
    """Return the share of the labelled points ``(0,0), (0,1), (1,0), (1,1)``, with multiplicities, that h misses."""
    return Fraction(sum(k for (x, y), k in zip(RECORDS, counts, strict=True) if h[x] != y), sum(counts))


def counts_of(rows: int) -> list[tuple[int, ...]]:
    """Return all multiplicities of the four labelled points with the given sum."""
    return [tuple(z.count(k) for k in range(4)) for z in combinations_with_replacement(range(4), rows)]


@check("ABMS20-6.1.eq13-14", grade="exhaustive",
       quantifier="all functions on 2 points, all D of 1 to 6 labelled rows, all mu with multiples of 1/4, every h: "
                  "with alpha the least for which both events hold, error_mu(h) <= Delta + 3 alpha")
def chosen_concept_is_near_the_best(factor: int = 3) -> Verdict:
    def cases() -> Iterator[Any]:
        for rows, mu in product(range(1, 7), counts_of(4)):
            true = {h: error(h, mu) for h in FOUR}
            least = min(true.values())
            for data in counts_of(rows):
                seen = {h: error(h, data) for h in FOUR}
                off = max(abs(true[h] - seen[h]) for h in FOUR)
                for h in FOUR:
                    alpha = max(off, seen[h] - min(seen.values()))
                    yield (mu, data, h), true[h], least + factor * alpha

    return judge("<=", cases())


@chosen_concept_is_near_the_best.verifier
def _(factor: int, witness: Any) -> bool:
    mu, data, h = witness
    alpha = max([error(h, data) - error(g, data) for g in FOUR]
                + [s * (error(g, data) - error(g, mu)) for g in FOUR for s in (1, -1)])
    return any(error(h, mu) > error(g, mu) + factor * alpha for g in FOUR)


@chosen_concept_is_near_the_best.sabotage("Delta + 2 alpha")
def _() -> int:
    return 2


claim("ABMS20-6.1.eq15-16", kind="inequality", section="6, proof of 6.1, equations (15) and (16)", page=PAGE,
      step_of="ABMS20-6.1", title="The learner tracks the relabelling hypothesis",
      uses=("ABMS20-3.12", "ABMS20-5.5", "ABMS20-6.1.eq13-14"))
Sum = Callable[[Fraction, Fraction], Fraction]


@check("ABMS20-6.1.eq15-16", grade="exhaustive",
       quantifier="all f, h on 2 points, all mu on the 4 labelled points with multiples of 1/6",
       reason="2 points in place of 3: the inequality adds up over the points.",
       fingerprint=lambda right: right(Fraction(1, 2), Fraction(1, 3)))
def error_of_f_is_at_most_the_sum(right: Sum = lambda a, b: a + b) -> Verdict:
    def cases() -> Iterator[Any]:
        for mu in counts_of(6):
            for f, h in product(FOUR, repeat=2):
                apart = Fraction(sum(k for (x, _), k in zip(RECORDS, mu, strict=True) if f[x] != h[x]), 6)
                yield (mu, f, h), error(f, mu), right(apart, error(h, mu))

    return judge("<=", cases())


@error_of_f_is_at_most_the_sum.verifier
def _(right: Sum, witness: Any) -> bool:
    mu, f, h = witness
    mass = [mu[2 * x] + mu[2 * x + 1] for x in (0, 1)]
    apart = sum(mass[x] for x in (0, 1) if f[x] ^ h[x])
    missed = [sum(mu[2 * x + 1 - g[x]] for x in (0, 1)) for g in (f, h)]
    return missed[0] > 6 * right(Fraction(apart, 6), Fraction(missed[1], 6))


@error_of_f_is_at_most_the_sum.sabotage("the larger of the two")
def _() -> Sum:
    return max


Resample = Callable[[Callable[[Database], Law], Database, int], Law]


@check("ABMS20-6.1.eq15-16", grade="exact",
       quantifier="all multisets D of 9 points of 2, all four patterns, 1 to 3 draws: the law of the answer is the one "
                  "for independent rows of the empirical distribution, hence Pr[error_D(f, h) > alpha] is too",
       fingerprint=lambda law: law(improper_learner, ((0, 0),) * 8 + ((1, 1),), 2))
def resampled_rows_are_independent(law: Resample = resampled_law) -> Verdict:
    def cases() -> Iterator[Any]:
        for ones, h, draws in product(range(10), FOUR, (1, 2, 3)):
            data = tuple((int(k < ones), h[int(k < ones)]) for k in range(9))
            expected = dict.fromkeys(FOUR, Fraction(0))
            for xs in product((0, 1), repeat=draws):
                chance = math.prod((Fraction(ones if x else 9 - ones, 9) for x in xs), start=Fraction(1))
                for f, p in improper_learner(tuple((x, h[x]) for x in xs)).exact().items():
                    expected[f] += chance * p
            found = law(improper_learner, data, draws).exact()
            yield (data, draws), tuple(found.get(f, Fraction(0)) for f in FOUR), tuple(expected[f] for f in FOUR)

    return judge("==", cases())


@resampled_rows_are_independent.verifier
def _(law: Resample, witness: Any) -> bool:
    data, draws = witness
    total = dict.fromkeys(FOUR, Fraction(0))
    for rows in product(data, repeat=draws):
        for f, p in improper_learner(rows).exact().items():
            total[f] += p / 9**draws
    return total != {f: law(improper_learner, data, draws).exact().get(f, 0) for f in FOUR}


@resampled_rows_are_independent.sabotage("rows uniform on the points that occur")
def _() -> Resample:
    return lambda learner, rows, draws: resampled_law(learner, tuple(sorted(set(rows))), draws)


@resampled_rows_are_independent.sabotage("one row, repeated")
def _() -> Resample:
    return lambda learner, rows, draws: uniform(range(9)).then(lambda k: learner((rows[k],) * draws))
