"""BBKN14, Section 3.1: the proof of Theorem 3.6, line by line on the hard databases of a small class.

Definitions
-----------
A learner is given by its laws on all samples that the hard pairs of the class can draw.  Beta is what the learner fails
with on these pairs, at most, so the lines need no other databases and no other targets.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import permutations, product
from math import isqrt, prod
from typing import Any, NamedTuple

from privlearn.checking import check, judged
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import Concept, ConceptClass, classes_up_to_symmetry, initial_segments, point_functions
from privlearn.dimensions.representation.minimality import HardPair, hard_pairs, minimality_bounds
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula, Logarithm, Value, formula
from privlearn.exact.fractions import HALF, QUARTER
from privlearn.mechanisms.neighbours import hamming_distance
from privlearn.mechanisms.optima import mechanism_from, optimal_failure
from privlearn.papers.bbkn14.proper_lower_bounds import claim
from privlearn.papers.bbkn14.proper_lower_bounds.instances import RATIO
from privlearn.papers.bbkn14.proper_lower_bounds.packing import best_mechanisms, packing_rows_in_brief

Rows = tuple[tuple[int, int], ...]
Table = dict[Concept, Fraction]
DISPLAYED, SHORTER = "(|H| - 1) e^(-epsilon m) (1 - beta) <= beta", "(|H|/beta)^3 <= e^(8 epsilon m)"


@formula("at least", tex={"1 / ratio ** m": r"e^{-\eps m}"}, corners={
    "ratio": (Fraction(9, 4), Fraction(4)), "m": (1, 2, 4), "beta": (Fraction(1, 10), HALF)})
def cross_probability(ratio: Value, m: int, beta: Value) -> Value:
    """Return what the answer to another database keeps."""
    return 1 / ratio**m * (1 - beta)


claim("BBKN14-3.6.witness", kind="inequality", step_of="BBKN14-3.6",
      title="On the hard pair of h only h has error at most alpha",
      uses=("BBKN14-2.2", "BBKN14-2.2.error", "BBKN14-3.5"))
claim("BBKN14-3.6.averaging", kind="inequality", step_of="BBKN14-3.6",
      title="Some database in the support is at least as good as the average one",
      uses=("BBKN14-2.2", "BBKN14-3.6.witness"))
claim("BBKN14-3.6.eq-pair", kind="inequality", step_of="BBKN14-3.6", formulas=(cross_probability,),
      title="The answer to one database has probability at least e^{-epsilon m} (1 - beta) on every other",
      uses=("BBKN14-2.1.group", "BBKN14-3.6.averaging"))
claim("BBKN14-3.6.eq-sum", kind="inequality", step_of="BBKN14-3.6", uses=("BBKN14-3.6.eq-pair",),
      title="Summed over the other hypotheses: (|H| - 1) e^{-epsilon m} (1 - beta) <= beta")
claim("BBKN14-3.6.solve", kind="inequality", step_of="BBKN14-3.6",
      title="Solving for m: at least (ln(|H| - 1) + ln((1 - beta)/beta)) / epsilon, at least three eighths of the "
            "printed sum", uses=("BBKN14-3.6.eq-sum",), formulas=(packing_rows_in_brief,),
      note="The constant 3/8 for all |H| >= 3 and beta <= 1/2: the quotient is least at |H| = 3, beta = 1/2, where it "
           "is ln 2 / ln 6.")


@check("BBKN14-3.6.solve", against="optimum", grade="certified",
       quantifier="the best mechanisms on the hard databases of points, initial segments and lines, m = 1, 2, 3, by "
                  "the program; in closed form N = 3, 10^6, m = 1, 1000; their failure, where N >= 3 and beta <= 1/2",
       says="{3/8 (ln N + ln(1/beta))/epsilon for the least failure} is at most {the rows}")
@judged("<=")
def three_eighths_of_the_sum(brief=packing_rows_in_brief):
    for count, rows, ratio, failure in best_mechanisms():
        if brief.holds_for(count, failure, Logarithm(ratio)):
            yield (count, rows, ratio), brief(count, failure, Logarithm(ratio)), rows

def refutes_three_eighths_of_the_sum(brief, count, rows, ratio):
    failure = 1 - ratio**rows / (ratio**rows + count - 1)
    return float(as_bracket(brief(count, failure, Logarithm(ratio))).upper) > rows


class Learning(NamedTuple):
    """A learner A of the concepts C by the hypotheses H, with m rows."""

    H: tuple[Concept, ...]
    C: tuple[Concept, ...]
    alpha: Fraction
    beta: Fraction
    m: int
    A: Callable[["Learning", Rows], Table]
    exp_epsilon: Fraction = RATIO
    claimed: str = "both bounds"
    chosen: str = "the best sample"

    @property
    def labels(self) -> dict[str, str]:
        return {"exp_epsilon": "e^epsilon", "claimed": "claimed", "chosen": "D_h"}


def exponential(given: Learning, rows: Rows) -> Table:
    """Draw a hypothesis by e^(-epsilon/2) to the number of its errors."""
    root = Fraction(isqrt(given.exp_epsilon.numerator), isqrt(given.exp_epsilon.denominator))
    weights = {h: root ** -sum(h[x] != y for x, y in rows) for h in given.H}
    return {h: w / sum(weights.values()) for h, w in weights.items()}


def uniform(given: Learning, rows: Rows) -> Table:
    """Ignore the rows."""
    return dict.fromkeys(given.H, Fraction(1, len(given.H)))


def best(given: Learning, rows: Rows) -> Table:
    """Fail as rarely as privacy on the hard databases allows."""
    return best_laws(given.H, given.C, given.m, given.exp_epsilon)[rows]


def first_without_error(given: Learning, rows: Rows) -> Table:
    """Name the hypothesis with the fewest errors: no privacy at all."""
    return {min(given.H, key=lambda h: sum(h[x] != y for x, y in rows)): Fraction(1)}


def all_ones(given: Learning, rows: Rows) -> Table:
    """Answer with the constant 1, whether or not it is a hypothesis."""
    return {(1,) * len(given.H[0]): Fraction(1)}


@cache
def pairs_of(H: tuple[Concept, ...], C: tuple[Concept, ...]) -> list[HardPair]:
    return hard_pairs(ConceptClass.from_matrix(H), ConceptClass.from_matrix(C))


@cache
def samples_of(H: tuple[Concept, ...], C: tuple[Concept, ...], m: int) -> list[dict[Rows, Fraction]]:
    """Return for each hypothesis the samples of its hard pair with their probabilities."""
    found = []
    for pair in pairs_of(H, C):
        support = [(x, q) for x, q in enumerate(pair.distribution) if q]
        found.append({tuple((x, pair.concept[x]) for x, _ in drawn): prod((q for _, q in drawn), start=Fraction(1))
                      for drawn in product(support, repeat=m)})
    return found


@cache
def best_laws(H: tuple[Concept, ...], C: tuple[Concept, ...], m: int, ratio: Fraction) -> dict[Rows, Table]:
    """Return the laws of the mechanism that fails least among those with this ratio on all the samples."""
    samples, names = samples_of(H, C, m), range(len(H))
    databases = list(dict.fromkeys(rows for found in samples for rows in found))
    apart = {pair: hamming_distance(*pair) for pair in permutations(databases, 2)}
    tasks = [{(rows, k): q for rows, q in samples[h].items() for k in names if k != h} for h in names]
    mechanism = mechanism_from(optimal_failure(databases, names, apart, ratio, tasks), databases, names)
    return {rows: {H[k]: p for k, p in mechanism(rows).exact().items()} for rows in databases}


@dataclass
class Sides:
    """What the proof names on an instance."""

    given: Learning

    @cached_property
    def samples(self) -> dict[Concept, dict[Rows, Fraction]]:
        return dict(zip(self.given.H, samples_of(self.given.H, self.given.C, self.given.m), strict=True))

    @cached_property
    def laws(self) -> dict[Rows, Table]:
        return {rows: self.given.A(self.given, rows) for found in self.samples.values() for rows in found}

    def chance(self, h: Concept, rows: Rows) -> Fraction:
        """Pr[A(rows) = h]."""
        return self.laws[rows].get(h, Fraction(0))

    @cached_property
    def D(self) -> dict[Concept, Rows]:
        """For each h the sample of its hard pair on which it is named most often."""
        choose = max if self.given.chosen == "the best sample" else min
        return {h: choose(found, key=lambda rows: self.chance(h, rows)) for h, found in self.samples.items()}

    @property
    def others_keep(self) -> Fraction:
        """What all hypotheses but one keep together."""
        given = self.given
        return (len(given.H) - 1) * given.exp_epsilon**-given.m * (1 - given.beta)


def error_on(pair: HardPair, h: Concept) -> Fraction:
    return sum((q for q, a, b in zip(pair.distribution, pair.concept, h, strict=True) if a != b), Fraction(0))


def hard_targets(s: Sides) -> Iterator[Line]:
    given, mean = s.given, {h: sum(q * s.chance(h, rows) for rows, q in s.samples[h].items()) for h in s.given.H}
    for h, pair in zip(given.H, pairs_of(given.H, given.C), strict=True):
        yield Line("witness/others", "<", given.alpha, min(error_on(pair, k) for k in given.H if k != h), h)
    for h in given.H:
        yield Line("witness/named", "<=", 1 - given.beta, mean[h], h)
    for h in given.H:
        yield Line("averaging", "<=", mean[h], s.chance(h, s.D[h]), h)


def other_databases(s: Sides, kept: Formula) -> Iterator[Line]:
    given, keeps = s.given, s.given.exp_epsilon**-s.given.m
    for h, k in permutations(given.H, 2):
        yield Line("eq-pair/private", "<=", keeps * s.chance(k, s.D[k]), s.chance(k, s.D[h]), (h, k))
    for k in given.H:
        yield Line("eq-pair/beta", "<=", kept(given.exp_epsilon, given.m, given.beta), keeps * s.chance(k, s.D[k]), k)
    for h in given.H:
        yield Line("eq-sum/others", "<=", s.others_keep, 1 - s.chance(h, s.D[h]), h)
    for h in given.H:
        yield Line("eq-sum/beta", "<=", 1 - s.chance(h, s.D[h]), given.beta, h)


def solved(s: Sides) -> Iterator[Line]:
    given, odds = s.given, (len(s.given.H) - 1) * (1 - s.given.beta) / s.given.beta
    yield Line("solve/rows", "<=", odds, given.exp_epsilon**given.m)
    if given.claimed == "both bounds":
        yield Line("solve/eighths", "<=", (len(given.H) / given.beta) ** 3, odds**8)
        yield Line("conclusion", "<=", (len(given.H) / given.beta) ** 3, given.exp_epsilon ** (8 * given.m), SHORTER)
    yield Line("conclusion", "<=", s.others_keep, given.beta, DISPLAYED)


def failing_with(given: Learning) -> Learning:
    """Return the instance with beta what the learner fails with on the hard pairs, and the bounds that hold then."""
    laws, beta = Sides(given).laws, Fraction(0)
    for pair, found in zip(pairs_of(given.H, given.C), samples_of(given.H, given.C, given.m), strict=True):
        beta = max(beta, sum((q * p for rows, q in found.items() for h, p in laws[rows].items()
                              if error_on(pair, h) > given.alpha), Fraction(0)))
    both = len(given.H) >= 3 and beta <= HALF
    return given._replace(beta=beta, claimed="both bounds" if both else "the displayed one")


@cache
def classes() -> list[tuple[tuple[Concept, ...], tuple[Concept, ...]]]:
    """Return all pairs on 2 points of hypotheses that are minimal for concepts, all classes on 3 for themselves."""
    on_two = [ConceptClass.from_matrix([f for k, f in enumerate(product((0, 1), repeat=2)) if chosen >> k & 1])
              for chosen in range(1, 16)]
    pairs = [*product(on_two, repeat=2), *((c, c) for c, _ in classes_up_to_symmetry(3))]
    return [(tuple(H.rows()), tuple(C.rows())) for H, C in pairs
            if len(H) > 1 and minimality_bounds(H, C)[0] < minimality_bounds(H, C)[1]]


def family() -> Iterator[Learning]:
    """Yield three learners on each pair of classes, alpha at the left end of the minimal ones and in their middle."""
    yield start()
    for H, C in classes():
        low, high = minimality_bounds(ConceptClass.from_matrix(H), ConceptClass.from_matrix(C))
        for alpha, m, ratio in product((low, (low + high) / 2), (0, 1, 2), (RATIO, Fraction(25))):
            for A in (exponential, uniform, *(best,) * (m > 0 and len(H[0]) == 2)):
                yield failing_with(Learning(H, C, alpha, Fraction(1), m, A, ratio))


def start() -> Learning:
    """The segments of three points: two of their hard pairs draw one of two points, so samples differ in worth."""
    H = tuple(initial_segments(3).rows())
    return Learning(H, H, QUARTER, HALF, 2, exponential, Fraction(25))


RARE = Fraction(1, 1000)
POINTS = tuple(point_functions(3).rows())


@proof("BBKN14-3.6", grade="exact",
       quantifier="all classes on 3 points for themselves (up to symmetry), and all pairs of classes on 2 points of "
                  "which one is minimal for the other, at two alphas; m = 0, 1, 2; e^epsilon = 9/4, 25; the "
                  "exponential mechanism, the uniform learner and, on 2 points, the best mechanism; beta the failure "
                  "on the hard pairs",
       instances=family, start=start,
       steps={"witness/others": "{alpha} is less than {the least error of another hypothesis on the hard pair of h}",
              "witness/named": "{1 - beta} is at most {Pr[A(S) = h], S drawn from the hard pair}",
              "averaging": "{Pr[A(S) = h]} is at most {Pr[A(D_h) = h]}",
              "eq-pair/private": "{e^(-epsilon m) Pr[A(D_h') = h']} is at most {Pr[A(D_h) = h']}",
              "eq-pair/beta": "{e^(-epsilon m) (1 - beta)} is at most {e^(-epsilon m) Pr[A(D_h') = h']}",
              "eq-sum/others": "{(|H| - 1) e^(-epsilon m) (1 - beta)} is at most {Pr[A(D_h) != h]}",
              "eq-sum/beta": "{Pr[A(D_h) != h]} is at most {beta}",
              "solve/rows": "{(|H| - 1) (1 - beta)/beta} is at most {e^(epsilon m)}",
              "solve/eighths": "{(|H|/beta)^3} is at most {((|H| - 1) (1 - beta)/beta)^8}",
              "conclusion": "{the theorem's left side} is at most {its right side}"},
       hypotheses=(
           Hypothesis("no proper subset of H alpha-represents C", lambda: [
               Learning((*POINTS, (0, 0, 0)), POINTS, HALF, HALF, 2, exponential, Fraction(25)),
               start()._replace(alpha=Fraction(1), beta=RARE)],  # at alpha = 1 no answer is wrong
                      ("witness/others", "witness/named", "eq-pair/beta", "eq-sum/beta", "solve/rows", "conclusion")),
           Hypothesis("H alpha-represents C", needless="where it does not, some target and distribution make every "
                      "hypothesis fail; then beta is 1, and the inequality says that 0 is at most 1"),
           Hypothesis("A answers with members of H", {"A": all_ones, "beta": RARE},
                      ("witness/named", "eq-pair/beta", "eq-sum/others", "eq-sum/beta", "solve/rows", "conclusion")),
           Hypothesis("A fails with probability at most beta", {"beta": RARE},
                      ("witness/named", "eq-pair/beta", "eq-sum/others", "eq-sum/beta", "solve/rows", "conclusion")),
           Hypothesis("D_h is the best sample, not any sample", {"chosen": "the worst sample"},
                      ("averaging", "eq-pair/beta", "eq-sum/beta")),
           Hypothesis("A is epsilon-private", lambda: [
               start()._replace(A=first_without_error),
               Learning(POINTS, POINTS, HALF, RARE, 1, first_without_error)],
                      ("eq-pair/private", "eq-sum/others", "solve/rows", "conclusion")),
           Hypothesis("|H| is at least 3, for the shorter bound", lambda: [
               Learning(((0,), (1,)), ((0,), (1,)), HALF, HALF, 0, uniform)], ("solve/eighths", "conclusion")),
           Hypothesis("beta is at most 1/2, for the shorter bound",
                      lambda: [start()._replace(A=uniform, m=0, beta=3 * QUARTER)], ("solve/eighths", "conclusion"))))
def private_learners_of_minimal_classes_need_rows(given: Learning, kept=cross_probability) -> Iterator[Line]:
    sides = Sides(given)
    yield from hard_targets(sides)
    yield from other_databases(sides, kept)
    yield from solved(sides)


def mean_and_best(given: Learning, h: Concept) -> tuple[Fraction, Table]:
    """Return how often h is named on samples of its pair, drawn row by row, and the law on the sample chosen."""
    pair, drawn = pairs_of(given.H, given.C)[given.H.index(h)], dict[Rows, Fraction]({(): Fraction(1)})
    for _ in range(given.m):
        drawn = {(*rows, (x, pair.concept[x])): q * weight for rows, q in drawn.items()
                 for x, weight in enumerate(pair.distribution) if weight}
    laws = {rows: given.A(given, rows) for rows in drawn}
    ordered = sorted(laws.values(), key=lambda law: law.get(h, 0), reverse=given.chosen == "the best sample")
    return sum((q * laws[rows].get(h, 0) for rows, q in drawn.items()), Fraction(0)), ordered[0]


def refutes_private_learners_of_minimal_classes_need_rows(given: Learning, step: str, case: Any, kept) -> bool:
    """Tell whether a line is false, all quotients multiplied out."""
    N, beta, grown = len(given.H), given.beta, given.exp_epsilon**given.m
    if step == "witness/others":
        pair = pairs_of(given.H, given.C)[given.H.index(case)]
        agree = {k: sum(q for x, q in enumerate(pair.distribution) if k[x] == pair.concept[x]) for k in given.H}
        return max(agree[k] for k in given.H if k != case) >= 1 - given.alpha
    if step == "solve/rows" or case == DISPLAYED:
        return (N - 1) * (1 - beta) > beta * grown
    if step == "solve/eighths" or case == SHORTER:
        most = grown if case == SHORTER else (N - 1) * (1 - beta) / beta
        return (beta * most**2) ** 3 * most**2 < N**3
    if step == "eq-pair/private":
        h, k = case
        return mean_and_best(given, k)[1].get(k, 0) > grown * mean_and_best(given, h)[1].get(k, 0)
    mean, law = mean_and_best(given, case)
    if step == "witness/named":
        return mean + beta < 1
    named = law.get(case, Fraction(0))
    if step == "eq-pair/beta":
        return grown * kept(given.exp_epsilon, given.m, beta) > named
    if step == "averaging":
        return named < mean
    return grown * (1 - named) < (N - 1) * (1 - beta) if step == "eq-sum/others" else named + beta < 1
