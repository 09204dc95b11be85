"""FX15, Section 1: the proof that a representation of error epsilon is learned from to error 2 epsilon."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import log, prod
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import ConceptClass, point_functions, subset_layer, thresholds
from privlearn.dimensions.representation import smallest_representation
from privlearn.exact import log_bracket
from privlearn.exact.formulas import Formula
from privlearn.exact.fractions import EIGHTH, QUARTER
from privlearn.exact.intervals import ball, bracket_of
from privlearn.exact.rationals import rational_square_root
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.selection import doubling_learner_rows, representation_failure_bound
from privlearn.learning import error, grid_distributions
from privlearn.mechanisms import audit_pure, labelled_rows, multiset_databases, replace_one_unordered
from privlearn.papers.fx15.private_learning import proper_learners  # noqa: F401  the statement
from privlearn.papers.fx15.private_learning.instances import RATIOS, failure_from_the_definition

Row = tuple[int, ...]


class Represented(NamedTuple):
    """Hypotheses H, a target f and a distribution D; ``divided`` is by what the number of examples is divided."""

    H: tuple[Row, ...]
    f: Row
    D: tuple[Fraction, ...]
    epsilon: Fraction
    exp_alpha: Fraction = RATIOS[0]
    delta: Fraction = QUARTER
    divided: int = 1


@cache
def family() -> list[Represented]:
    """Smallest representations of two classes on four points; ten points by five hypotheses whose pairs they are."""
    found = [Represented(tuple(smallest_representation(concepts, epsilon).hypotheses.rows()), f, D, epsilon, ratio)
             for concepts, epsilon, ratio in product((point_functions(4), thresholds(2)), (EIGHTH, QUARTER), RATIOS)
             for f in concepts.rows() for D in grid_distributions(4, 8 if ratio == RATIOS[0] else 2)]
    found += map(five_for_ten, [*grid_distributions(10, 8, max_atoms=2), (Fraction(1, 7),) * 7 + (0 * EIGHTH,) * 3])
    apart = Represented(((0, 1, 0), (0, 0, 1)), (0, 0, 0), (Fraction(61, 100), EIGHTH, Fraction(53, 200)), EIGHTH)
    found += [apart._replace(exp_alpha=ratio, D=D) for ratio in (RATIOS[0], Fraction(81, 50) ** 2)
              for D in (apart.D, (0 * EIGHTH, 0 * EIGHTH, 8 * EIGHTH))]
    return found + [Represented(((y,),), (y,), (Fraction(1),), epsilon, RATIOS[1], Fraction(1, 100))
                    for y in (0, 1) for epsilon in (Fraction(1, 10), Fraction(1, 100))]


def five_for_ten(D: tuple[Fraction, ...]) -> Represented:
    return Represented(tuple(subset_layer(5, 2).rows()), (1,) + (0,) * 9, D, Fraction(3, 7))


@cache
def worst_ratio_of(H: tuple[Row, ...], ratio: Fraction, rows: int) -> Any:
    return audit_pure(exponential_learner(ConceptClass.from_matrix(H), ratio), multiset_databases(
        labelled_rows(len(H[0])), rows), replace_one_unordered).exp_epsilon


@cache
def named_by(H: tuple[Row, ...], ratio: Fraction, S: tuple[tuple[int, int], ...]) -> dict[Row, Fraction]:
    """Return how often the exponential mechanism outputs each hypothesis."""
    return {H[k]: p for k, p in exponential_learner(ConceptClass.from_matrix(H), ratio)(S).exact().items()}


@proof("FX15-1.repr-learn", grade="certified",
       quantifier="smallest representations of the points on 4 points and of Thr_2 at epsilon = 1/8, 1/4, all "
                  "targets, e^alpha = 9/4 and all distributions with denominator 8, 81/64 and denominator 2; 10 points "
                  "by 5 hypotheses at 3/7, one target (by symmetry), at most 2 atoms or 7 equal ones; two functions "
                  "that err apart, e^alpha = 9/4, 2.6244; one function, epsilon = 1/10, 1/100; the sum for 2^10 and "
                  "2^64 functions, too; outputs on 1 and 2 examples, neighbours of 1 and 2 rows (10 points: 1)",
       reason="The last error is a rational upper bound (a moment bound): a thousand rows have too many multisets.",
       instances=family, start=five_for_ten((1 - EIGHTH, EIGHTH, *(Fraction(0),) * 8)),
       steps={"good": "{the least error of a hypothesis} is at most {epsilon}",
              "row": "{E r^-g for one row} is at most {1 - 2 epsilon (1 - 1/r) + epsilon (r - 1)}",
              "named": "{Pr[a bad hypothesis is output]} is at most {the power of E r^-g}",
              "alpha": "{1 - epsilon (1 - 1/r)(2 - r)} is at most {1 - alpha epsilon/8}",
              "sum": "{|H| - 1 powers} are at most {delta}",
              "privacy": "{the worst ratio of neighbouring laws} is at most {e^alpha}",
              "conclusion": "{Pr[error > 2 epsilon]} is at most {delta}"},
       hypotheses=(
           Hypothesis("H epsilon-represents C", {"H": lambda given: tuple(
               h for h in given.H if error(given.D, given.f, h) > given.epsilon) or given.H},
                      ("good", "row", "conclusion")),
           Hypothesis("alpha <= 1", {"exp_alpha": Fraction(16)}, ("alpha",)),
           Hypothesis("there are n examples", {"divided": 1000}, ("sum", "conclusion"))))
def a_bad_hypothesis_is_behind(given: Represented, rows: Formula = doubling_learner_rows) -> Iterator[Line]:
    H, f, D, e, ratio, delta, divided = given
    r, errors = rational_square_root(ratio, "exp_alpha"), [error(D, f, h) for h in H]
    best = H[errors.index(min(errors))]
    yield Line("good", "<=", min(errors), e)
    bound, atoms = 1 - e * (1 - 1 / r) * (2 - r), [x for x, p in enumerate(D) if p]
    for h, wrong in zip(H, errors, strict=True):
        if wrong > 2 * e:
            moment = sum((D[x] * r ** ((best[x] != f[x]) - (h[x] != f[x])) for x in atoms), Fraction(0))
            yield Line("row", "<=", moment, bound, h)
            for n in (1, 2):
                named = sum((prod((D[x] for x, _ in S), start=Fraction(1)) * named_by(H, ratio, S)[h]
                             for S in product([(x, f[x]) for x in atoms], repeat=n)), Fraction(0))
                yield Line("named", "<=", named, moment**n, (h, f"{n} rows"))
    yield Line("alpha", "<=", bound, 1 - log_bracket(ratio) * e / 8)
    for size in (len(H), 2**10, 2**64):
        n = rows(size, ratio, e, delta) // divided
        powers = bracket_of(lambda n=n, size=size: (size - 1) * ball(bound) ** n)  # type: ignore[misc]
        yield Line("sum", "<=", powers, delta, ("|H| =", size))
    for n in (1, 2) if len(f) <= 4 else (1,):
        yield Line("privacy", "<=", worst_ratio_of(H, ratio, n), ratio, f"{n} rows")
    n = rows(len(H), ratio, e, delta) // divided
    yield Line("conclusion", "<=", representation_failure_bound(((Fraction(1), H),), f, D, n, ratio, 2 * e), delta)


def refutes_a_bad_hypothesis_is_behind(given: Represented, step: str, case: Any, rows: Formula) -> bool:
    """Tell whether a line is false: numbers in floats, and few examples one by one."""
    H, f, D, e, ratio, delta, divided = given
    if step == "good":
        return all(sum(p for p, a, b in zip(D, h, f, strict=True) if a != b) > e for h in H)
    r = float(ratio) ** 0.5
    power = 1 - float(e) * (1 - 1 / r) * (2 - r)
    if step == "alpha":
        return power > 1 - float(e) * log(ratio) / 8
    n = rows(case[1] if step == "sum" else len(H), ratio, e, delta) // divided
    if step == "sum":
        return log(case[1] - 1) + n * log(power) > log(delta)
    return n < 4 and failure_from_the_definition(list(H), f, D, n, ratio, 2 * e) > delta
