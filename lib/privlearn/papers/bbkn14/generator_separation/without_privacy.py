"""BBKN14, Section 6: Remark 6.2, no gap without privacy."""

from fractions import Fraction
from itertools import combinations, product
from math import ceil, exp, floor, log, log1p

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass
from privlearn.dimensions import vc_dimension
from privlearn.exact import is_at_most, least_integer
from privlearn.exact.formulas import Value, formula, ln
from privlearn.exact.fractions import EIGHTH, QUARTER, TENTH
from privlearn.learners.generic import adversarial_failure
from privlearn.learners.pseudorandom import PseudorandomGenerator
from privlearn.learning import grid_distributions
from privlearn.learning.heavy_point import rows_for_two_targets
from privlearn.papers.bbkn14.generator_separation import claim
from privlearn.papers.bbkn14.generator_separation.instances import toy


@formula("rows", corners={"alpha": (Fraction(1, 100), TENTH, Fraction(3, 4)), "beta": (Fraction(1, 2**80), QUARTER)},
         loose=dict.fromkeys(
    ("2", "2 / (alpha * beta)"), "two points are unseen together less often than the heavier one alone"))
def rows_that_show_heavy_points(alpha: Value, beta: Value) -> Value:
    """Return rows with which every consistent learner succeeds."""
    return ceil(2 / alpha * ln(2 / (alpha * beta)))


@formula("equals", tex={"alpha": r"\alpha'"}, corners={"alpha": (0, TENTH, Fraction(11, 100), QUARTER, Fraction(1, 2)),
                                                      "n": tuple(range(11))})
def risk_of_two_targets(alpha: Value, n: int) -> Value:
    """Return the least average failure on two targets that differ on mass alpha."""
    return 1 / 2 * (1 - alpha)**n


@formula("at least", where=("alpha <= 3 / 4", "beta <= 1 / 4"), corners={
    "alpha": (Fraction(1, 1000), TENTH, Fraction(3, 4), 1 - Fraction(1, 2**40)),
    "beta": (Fraction(1, 2**20), Fraction(1, 1000), QUARTER, Fraction(49, 100))},
         loose=dict.fromkeys("14", "the two estimates are never worst together"))
def rows_for_any_learner(alpha: Value, beta: Value) -> Value:
    """Return rows that every learner needs."""
    return 1 / (4 * alpha) * ln(1 / beta)


claim("BBKN14-6.2", kind="remark", title="Without privacy there is no such gap",
      formulas=(rows_that_show_heavy_points, risk_of_two_targets, rows_for_any_learner),
      uses=("BBKN14-2.2", "BBKN14-2.3", "BBKN14-2.4", "BBKN14-1.2.vc-lower", "BBKN14-6.point-hat"))


def columns_seen(generator: PseudorandomGenerator) -> ConceptClass:
    """Return POINT-hat with the constant columns merged: the members and one point outside the image."""
    members = generator.image
    rows = [[int(j == x) for x in members] + [0] for j in members]
    return ConceptClass.from_matrix(rows, [*members, "outside"], members)


@check("BBKN14-6.2", grade="exact", quantifier="tables for (l, d) = (3, 8), (4, 8), (6, 12)",
       says="the VC dimension of POINT-hat is 1")
@sabotage("a constant generator: one concept, dimension 0", lambda ell, d: PseudorandomGenerator(ell, d, (0,) * 2**ell))
def vc_dimension_is_one(make=toy) -> Verdict:
    return judge("==", (((ell, d), vc_dimension(columns_seen(make(ell, d))), 1)
                        for ell, d in ((3, 8), (4, 8), (6, 12))))

def refutes_vc_dimension_is_one(make, witness):
    outputs = make(*witness).outputs
    return not any(x != y for x in outputs for y in outputs)  # no point is labelled in both ways: nothing is shattered


def two_target_risk(rows: int, mass: Fraction) -> Fraction:
    """Return the least average failure on two targets, labels 1 and 0 of a point of ``mass`` above alpha.

    Every labelled sample is listed, and for each the better of the two labels is taken.
    """
    failure = Fraction(0)
    for sample in product((0, 1), repeat=rows):  # 1: the point, labelled by the target; 0: the other
        weight = mass ** sum(sample) * (1 - mass) ** (rows - sum(sample))
        shown = {tuple((x, x * target) for x in sample) for target in (0, 1)}
        failure += weight * (Fraction(1, 2) if len(shown) == 1 else 0)
    return failure


@check("BBKN14-6.2", grade="exact", quantifier="n = 0..10 rows; mass 0, 1/10, 11/100, 1/4, 1/2: all labelled samples",
       says="{the least average failure on two targets} equals {(1 - p)^n/2, p the mass of the point}")
@verifier(lambda risk, mass, n: risk(mass, n) != two_target_risk_bound(n, mass))
@judged("==")
def every_learner_fails_on_one_of_two_targets(risk=risk_of_two_targets):
    yield from (((mass, n), two_target_risk(n, mass), risk(mass, n)) for mass, n in risk.instances())


@check("BBKN14-6.2", grade="certified",
       quantifier="alpha = 1/1000, 1/10, 3/4, beta = 2^-20, 1/1000, 1/4: the least n whose risk is at most beta",
       says="{1/(4 alpha) ln(1/beta)} is at most {the rows that any learner needs}")
@verifier(lambda needed, alpha, beta: not is_at_most(needed(alpha, beta), ceil(log(2 * beta) / log(1 - alpha))))
@judged("<=")
def two_targets_take_so_many_rows(needed=rows_for_any_learner):
    for alpha, beta in needed.instances():
        yield (alpha, beta), needed(alpha, beta), rows_for_two_targets(alpha, beta)


def unseen_atom(rows: int, alpha: Fraction, share: Fraction) -> Fraction:
    """Bound from below, by pairs, how often the target and one of many equal atoms are unseen, together above alpha."""
    above = alpha * (1 + Fraction(1, 1000))
    target, mass = (1 - share) * above, share * above
    none, one, two = ((1 - target - k * mass) ** rows for k in range(3))
    atoms = min(floor((1 - target) / mass), max(1, floor(none / one)))
    return atoms * one - Fraction(atoms * (atoms - 1), 2) * two


@check("BBKN14-6.2", grade="exact",
       quantifier="alpha = 1/100, 1/10, 3/4, beta = 2^-80, 1/4: a target off the atoms, or of mass 7/8 alpha, "
                  "and as many others as there can be with which it has more than alpha: an unseen one is named",
       says="at ceil((2/alpha) ln(2/(alpha beta))) rows {a bound of the failure from below} is at most {beta}")
@judged("<=")
def heavy_atoms_are_all_seen(size=rows_that_show_heavy_points):
    for (alpha, beta), share in product(size.instances(), (Fraction(1), EIGHTH)):
        yield (alpha, beta, share), unseen_atom(max(size(alpha, beta), 0), alpha, share), beta

def refutes_heavy_atoms_are_all_seen(size, alpha, beta, share):
    n, rest = max(size(alpha, beta), 0), 1 - 1.001 * float(alpha * (1 - share))
    mass = 1.001 * float(alpha * share) / rest  # given that the target is unseen
    one = exp(n * log1p(-mass))
    atoms = min(int(1 / mass), max(1, int(1 / one)))
    return rest**n * (atoms * one - atoms * (atoms - 1) / 2 * (1 - 2 * mass) ** n) > beta


def point_functions(atoms: int) -> tuple[tuple[int, ...], ...]:
    """Return, on some atoms, the point functions of the atoms and of points elsewhere."""
    return (*(tuple(int(x == j) for x in range(atoms)) for j in range(atoms)), (0,) * atoms)


NINE = ((0,) * 9, (Fraction(1, 9),) * 9)  # a target off the atoms, and as many atoms above 1/10 as there can be


@check("BBKN14-6.2", grade="exact",
       quantifier="consistent learners of POINT-hat using POINT, (l, d) = (6, 12), alpha = 1/10, beta = 1/10, "
                  "1/1000: targets on or off the atoms, at most 3 atoms, masses in multiples of 1/20, and a target off "
                  "nine equal atoms; every tie-breaking",
       says="at ceil((2/alpha) ln(2/(alpha beta))) rows {the worst failure of a consistent learner} is at most {beta}")
@sabotage("(1 - alpha)^n <= beta, as if there were one heavy point", lambda alpha, beta: least_integer(
    lambda n: (1 - alpha) ** n <= beta))
@judged("<=")
def consistent_learner_fails_with_at_most_beta(size=rows_that_show_heavy_points):
    """Only labels on the atoms matter."""
    games = (*product(((1, 0, 0), (0, 0, 0)), grid_distributions(3, 20)), NINE)
    for beta, (target, masses) in product((TENTH, Fraction(1, 1000)), games):
        seen = ConceptClass.from_matrix(point_functions(len(masses)))
        yield (target, masses, beta), adversarial_failure(seen, target, masses, size(TENTH, beta), TENTH), beta

def refutes_consistent_learner_fails_with_at_most_beta(size, target, masses, beta):
    n = size(TENTH, beta)
    wrong = [{x for x, bit in enumerate(target) if bit != int(x == j)} for j in range(len(masses) + 1)]
    far = [points for points in wrong if sum(masses[x] for x in points) > TENTH]
    missed = [(1 - sum(masses[x] for x in points)) ** n for points in far]
    both = [(1 - sum(masses[x] for x in one | two)) ** n for one, two in combinations(far, 2)]
    return max(missed) > beta or sum(missed) - sum(both) > beta  # one of them at least is consistent


GOALS = tuple(product((TENTH, QUARTER, Fraction(1, 2), Fraction(2, 3), Fraction(19, 20)),
                      (TENTH, Fraction(1, 3), Fraction(1, 4), Fraction(1, 8), Fraction(1, 1000), Fraction(3, 4))))


@check("BBKN14-6.2", grade="exact",
       quantifier="alpha = 1/10, 1/4, 1/2, 2/3, 19/20, beta = 1/1000, 1/10, 1/8, 1/4, 1/3, 3/4: every smaller number "
                  "of rows is tried, none included; alpha = 1/10, 1/4; beta = 1/10, 1/1000: the rows that the learner "
                  "'name a point seen with label 1, else any other' needs, (1 - alpha)^n <= beta",
       says="the rows needed for two targets are the least at which (1 - alpha)^n/2 is at most beta, no more than "
            "enough for a learner")
@sabotage("a row more", lambda *goal: rows_for_two_targets(*goal) + 1)
@sabotage("below beta", lambda alpha, beta: next(n for n in range(100) if (1 - alpha) ** n / 2 < beta))
@sabotage("log2(1/beta) / alpha^2",
          lambda alpha, beta: least_integer(lambda n: Fraction(1, 2**n) <= beta) * int(1 / alpha**2))
def rows_for_two_targets_are_the_least(size=rows_for_two_targets) -> Verdict:
    def enough(alpha: Fraction, beta: Fraction) -> int:
        return least_integer(lambda n: (1 - alpha) ** n <= beta)

    least = judge("==", (((alpha, beta), size(alpha, beta), next(
        n for n in range(100) if two_target_risk_bound(n, alpha) <= beta)) for alpha, beta in GOALS))
    known = product((TENTH, QUARTER), (TENTH, Fraction(1, 1000)))
    return all_hold(least, judge("<=", ((goal, size(*goal), enough(*goal)) for goal in known)))


def two_target_risk_bound(rows: int, mass: Fraction) -> Fraction:
    """Return half the chance that none of the rows shows the point, row by row."""
    chance = Fraction(1, 2)
    for _ in range(rows):
        chance -= chance * mass
    return chance


def refutes_rows_for_two_targets_are_the_least(size, witness):
    (alpha, beta), n = witness, size(*witness)
    return (1 - alpha) ** n > 2 * beta or n > 0 and (1 - alpha) ** (n - 1) <= 2 * beta
