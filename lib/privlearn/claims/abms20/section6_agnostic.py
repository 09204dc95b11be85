"""ABMS20, Section 6: a private learner gives a private agnostic learner (Algorithm 4, Theorem 6.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import ConceptClass, all_functions, initial_segments, point_functions
from privlearn.exact import Bracket, as_fraction, exp_bracket, log_bracket
from privlearn.laws import Law, choice
from privlearn.learners.relabeling.agnostic import private_agnostic_law
from privlearn.mechanisms.neighbours import Database

PAGE = "closure/agnostic-learner"
SECTION = "6 Private PAC implies private agnostic PAC"
ROOT = Fraction(3, 2)  # e^{epsilon/2} of the relabelling, and of the learners below
EXP = ROOT**2
CLASSES = {"segments": initial_segments(2), "all": all_functions(2), "points": point_functions(2),
           "constants": ConceptClass.from_matrix([[0, 0], [1, 1]]), "zero": ConceptClass.from_matrix([[0, 0]])}
FOUR = tuple(product((0, 1), repeat=2))
RECORDS = tuple(product((0, 1), repeat=2))


@cache
def proper_learner(concepts: ConceptClass) -> Callable[[Database], Law]:
    """Return the exponential mechanism over the class (weight ``ROOT`` to the number of right labels)."""
    return cache(lambda rows: weighted([tuple(h) for h in concepts.rows()], rows, ROOT))


@cache
def improper_learner(rows: Database) -> Law:
    """Return a function of the four on 2 points, those that fit a single row preferred by the factor ``EXP``."""
    return weighted(list(FOUR), rows, EXP)


def weighted(functions: list[tuple[int, ...]], rows: Database, base: Fraction) -> Law:
    """Return the law with weights ``base^(right labels)``."""
    weights = {h: base ** sum(h[x] == y for x, y in rows) for h in functions}
    return choice({h: w / sum(weights.values()) for h, w in weights.items()})


def error(h: tuple[int, ...], counts: tuple[int, ...]) -> Fraction:
    """Return the share of the labelled points ``(0,0), (0,1), (1,0), (1,1)``, with multiplicities, that h misses."""
    return Fraction(sum(k for (x, y), k in zip(RECORDS, counts, strict=True) if h[x] != y), sum(counts))


def counts_of(rows: int) -> list[tuple[int, ...]]:
    """Return all multiplicities of the four labelled points with the given sum."""
    return [tuple(z.count(k) for k in range(4)) for z in combinations_with_replacement(range(4), rows)]


claim("ABMS20-6.alg4", kind="algorithm", section=SECTION, page=PAGE, title="A_PrivateAgnostic",
      uses=("ABMS20-5.alg2", "ABMS20-3.12"),
      erratum="Unspecified: |D|/9 must be an integer at least m, and |S| even. Sizes are public, so dropping rows by "
              "their position is harmless.",
      note="The checks take e^epsilon = 9/4 so that all laws are rational; domains of 2 and 3 points, one "
           "draw.")


def algorithm(name: str, base: str, data: Database, support: tuple[int, ...]) -> Law:
    """Return the law of the agnostic learner on D and a T with the given points."""
    learner = improper_learner if base == "improper" else proper_learner(CLASSES[name])
    return private_agnostic_law(CLASSES[name], learner, data, tuple((x, 0) for x in support), EXP, 1)


@cache
def neighbouring_inputs() -> tuple[tuple[Any, Any], ...]:
    """Return all neighbouring pairs of (D, points of T that D lacks), |D| = |T| = 9 on 2 points, each pair once.

    Points of T that D has change no pattern; a replaced row of T may add a point, remove one, or both.
    """
    supports = ((0,), (1,), (0, 1))
    new = {(d, t): tuple(x for x in t if all(x != z[0] for z in d))
           for d in combinations_with_replacement(RECORDS, 9) for t in supports}
    pairs = set()
    for d, t in new:
        near = [(tuple(sorted((*d[:i], z, *d[i + 1:]))), t) for i in range(9) if not i or d[i] != d[i - 1]
                for z in RECORDS if z > d[i]]
        near += [(d, u) for u in supports if u != t and len({*t, *u}) < len(t) + len(u)]
        pairs |= {((d, new[d, t]), (other[0], new[other])) for other in near}
    return tuple(sorted(pair for pair in pairs if pair[0] != pair[1]))


def neighbour_losses(law: Callable, names: tuple[str, ...]) -> Iterator[tuple[Any, Fraction]]:
    """Yield the largest ratio of two probabilities, either way round, for all neighbouring inputs."""
    for name, base in product(names, ("proper", "improper")):
        tables: dict[Any, dict[Any, Any]] = {}  # fast rationals
        for pair in neighbouring_inputs():
            for key in pair:
                if key not in tables:
                    tables[key] = law(name, base, *key).masses()
            yield (name, base, *pair), largest_ratio(tables[pair[0]], tables[pair[1]])


def largest_ratio(p: dict[Any, Any], q: dict[Any, Any]) -> Fraction:
    """Return the largest ratio of two probabilities, either way round; a million for an impossible outcome."""
    if p.keys() != q.keys():
        return Fraction(10**6)
    return as_fraction(max(p[f] / q[f] if p[f] > q[f] else q[f] / p[f] for f in p))


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
       quantifier="five classes on 2 points, all 220 multisets D of 9 rows, all supports of T, every replaced row of "
                  "D or T, a proper and an improper learner: ratio at most (1 + e^{eps/2})^2 (1 + (e^eps - 1)/9)",
       reason="2 points; e^epsilon = 9/4 in place of e. The largest loss found is 0.267 where the bound is 1.963: a "
              "bound five times smaller would pass.",
       fingerprint=lambda law: law("segments", "improper", ((0, 1),) * 9, (1,)))
def privacy_loss_is_bounded(law=algorithm) -> Verdict:
    losses = right_losses() if law is algorithm else neighbour_losses(law, ("constants",))
    return counted(judge("<=", ((witness, ratio, RATIO) for witness, ratio in losses)),
                   2 * len(CLASSES) * len(neighbouring_inputs()))


@privacy_loss_is_bounded.verifier
def _(law, witness):
    name, base, first, second = witness
    p, q = law(name, base, *first).exact(), law(name, base, *second).exact()
    return any(w * 9 > (2 * ROOT + 1 + EXP) * (8 + EXP) * b.get(f, 0) for a, b in ((p, q), (q, p))
               for f, w in a.items())


@privacy_loss_is_bounded.sabotage("a pattern of least error for certain, and no subsampling")
def _():
    def law(name: str, base: str, data: Database, support: tuple[int, ...]) -> Law:
        rows = CLASSES[name].rows()
        best = min(rows, key=lambda h: sum(h[x] != y for x, y in data))
        return proper_learner(CLASSES[name])(tuple((x, best[x]) for x, _ in data))

    return law


@privacy_loss_is_bounded.sabotage("the relabelled D is published")
def _():
    from privlearn.learners.relabeling import error_count, relabel_law

    return lambda name, base, data, support: relabel_law(CLASSES[name], error_count, data, (), EXP).map(
        lambda pair: pair[0])


claim("ABMS20-6.1", kind="theorem", section=SECTION, page=PAGE,
      title="Private learning implies private agnostic learning",
      uses=("ABMS20-6.alg4", "ABMS20-6.1.privacy", "ABMS20-6.1.eq13-14", "ABMS20-6.1.eq15-16", "ABMS20-5.3",
            "ABMS20-5.4", "ABMS20-5.4.inpart", "ABMS20-5.5", "ABMS20-3.8", "ABMS20-3.9", "ABMS20-3.12"),
      note="The privacy is checked at the algorithm and the accounting; the chain of errors at the steps of the "
           "proof. Explicit constants are large: error at most Delta + 3 alpha + (4 e^{2 eps'} + 1) alpha.")
log = cache(log_bracket)
TERMS: dict[str, Callable[[Fraction, Fraction, int], Bracket]] = {
    "claim 5.4": lambda a, b, d: log(1 / b) * (4 / a) + (log(20 / a) + 1) * (10 * d / a),
    "theorem 3.8": lambda a, b, d: (log(16 / a) * d + log(2 / b)) * (80 / a),
    "theorem 3.14": lambda a, b, d: log(1 / b) * (10 / a),
}
GRID = tuple(product([Fraction(1, k) for k in (1, 2, 3, 5, 10, 100, 10**4)],
                     [Fraction(1, 2**k) for k in (1, 2, 5, 20)], (1, 2, 10, 1000)))


@check("ABMS20-6.1", grade="certified",
       quantifier="alpha = 1, 1/2, 1/3, 1/5, 1/10, 1/100, 10^-4, beta = 1/2, 1/4, 2^-5, 2^-20, VC = 1, 2, 10, 1000: "
                  "every term of the sample size is at most 240 (VC + ln(1/beta))/alpha^2",
       reason="Times alpha^2 every term grows with alpha, so that alpha = 1 is the worst. 240 is above 80 ln 16, the "
              "supremum for the term of Theorem 3.8 (large VC).")
def terms_are_dominated(constant: Fraction = Fraction(240)) -> Verdict:
    return judge("<=", (((name, *at), term(*at), (log(1 / at[1]) + at[2]) * (constant / at[0] ** 2))
                        for name, term in TERMS.items() for at in GRID))


@terms_are_dominated.verifier
def _(constant, witness):
    name, a, b, d = witness
    return name == "theorem 3.8" and a * 80 * (d * log_bracket(16 / a).lower + log_bracket(2 / b).lower) > constant * (
        d + log_bracket(1 / b).upper)

terms_are_dominated.sabotage("constant 80", Fraction(80))


claim("ABMS20-6.1.privacy", kind="inequality", section="6, proof of 6.1", page=PAGE, step_of="ABMS20-6.1",
      title="Privacy accounting", uses=("ABMS20-3.12", "ABMS20-5.3", "ABMS20-6.alg4"))


@check("ABMS20-6.1.privacy", grade="certified",
       quantifier="epsilon = 1, s = 1, ..., 40, 100, 1000 draws of 9s rows: 4e (1 + (e - 1)/(9s))^s <= e^4, the "
                  "printed bound; and delta ((1 + (e - 1)/(9s))^s - 1)/(e - 1) <= delta",
       fingerprint=lambda factor: [factor(s) for s in (1, 2, 10)])
def printed_accounting_dominates_the_exact_one(
        factor=lambda s: exp_bracket((log_bracket(9 * s - 1 + exp_bracket(1).upper)
                                                                  - log_bracket(9 * s)) * s)) -> Verdict:
    def cases() -> Iterator[Any]:
        for s in (*range(1, 41), 100, 1000):
            yield (s, "epsilon"), factor(s) * exp_bracket(1) * 4, exp_bracket(4)
            yield (s, "delta"), factor(s) - 1, exp_bracket(1) - 1

    return judge("<=", cases())


@printed_accounting_dominates_the_exact_one.verifier
def _(factor, witness):
    return factor(witness[0]).lower > exp_bracket(3).upper / 4 or factor(witness[0]).lower > exp_bracket(1).upper

printed_accounting_dominates_the_exact_one.sabotage(
    "s draws of s rows, each row with the whole e", lambda s: exp_bracket(2 * s))


@check("ABMS20-6.1.privacy", grade="exhaustive",
       quantifier="the instances of Algorithm 4's check: the largest exact ratio for each class and learner",
       reason="e^epsilon = 9/4.")
def accounting_dominates_the_measured_losses(bound: Fraction = RATIO) -> Verdict:
    return judge("<=", ((witness, ratio, bound) for witness, ratio in right_losses()))


@accounting_dominates_the_measured_losses.verifier
def _(bound, witness):
    name, base, first, second = witness
    p, q = algorithm(name, base, *first).exact(), algorithm(name, base, *second).exact()
    return any(w > bound * b.get(f, 0) for a, b in ((p, q), (q, p)) for f, w in a.items())

accounting_dominates_the_measured_losses.sabotage("without the factor of the relabelling", 1 + (EXP - 1) / 9)
