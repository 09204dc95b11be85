"""BBKN14, Section 6: the inefficient proper private learner, and Theorem 6.1."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, comb, isqrt
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.exact import Bracket, is_at_most, log_bracket
from privlearn.exact.formulas import Logarithm, Value, formula, ln
from privlearn.exact.fractions import QUARTER, TENTH
from privlearn.learners.generic import moment_bound, occam_sample_size
from privlearn.learners.generic.exponential import point_learner
from privlearn.learners.proper_points import exponential_point_failure
from privlearn.learners.pseudorandom import PseudorandomGenerator, subset_point_learner
from privlearn.learning import grid_distributions
from privlearn.mechanisms import audit_pure, labelled_rows, multiset_databases, refutes_pure, replace_one_unordered
from privlearn.mechanisms.optima import required_group_ratio
from privlearn.papers.bbkn14.generator_separation import claim
from privlearn.papers.bbkn14.generator_separation.efficient_learners import rows_at_advantage
from privlearn.papers.bbkn14.generator_separation.instances import (SMALL_ROOT, draws_from_all, draws_from_image,
                                                                    exact_advantage, toy)
from privlearn.papers.hard_instances import TINY, log_of, log_wrong_choice, wrong_choice

SHAPES = ((6, 12), (8, 16), (10, 64), (10, 256))


def proper_private_learner(generator: PseudorandomGenerator, exp_epsilon: Fraction) -> Callable:
    return subset_point_learner(generator.image, generator.size, exp_epsilon)


@formula("rows", tex={"l": r"\ell(d)", "epsilon": r"\eps"}, corners={
    "l": (1, 10, 140), "epsilon": (Logarithm(Fraction(1001, 1000)), Logarithm(Fraction(2**1000))),
    "alpha": (Fraction(1, 10**4), Fraction(9, 10)), "beta": (QUARTER, Fraction(1, 10**12))},
    loose=dict.fromkeys(("128", "128 / alpha", "8", "3", "3 * 2 ** l -> 2 ** l", "2 -> 3 / 2"),
                        "the generic learner's constants are not sharp: 4 for 8 and 64/5 for 128 pass"))
def inefficient_rows(l: int, epsilon: Value, alpha: Value, beta: Value) -> Value:  # noqa: E741
    """Return rows that suffice for the inefficient learner."""
    return ceil(max(128 / alpha, 8 / (epsilon * alpha)) * ln(3 * 2**l / beta))


claim("BBKN14-6.ineff", kind="lemma", formulas=(inefficient_rows,),
      title="An inefficient private proper learner of POINT-hat with O((l(d) + log(1/beta)) / (epsilon "
            "alpha)) samples", uses=("BBKN14-2.5", "BBKN14-3.2", "BBKN14-6.point-hat"),
      note="Time without bound here means reading the whole image, 2^l(d) evaluations of the generator.")

TINY_DATABASES = tuple(multiset_databases(labelled_rows(8), 2))


@check("BBKN14-6.ineff", grade="exhaustive",
       quantifier="(l, d) = (2, 3), m = 2, e^epsilon = 4, 9/4: all multisets of rows over 8 points, all replacements",
       says="{the worst ratio of two neighbours} is at most {e^epsilon}")
@sabotage("the exponent without its factor 1/2", lambda generator, r: proper_private_learner(generator, r * r))
@judged("<=")
def ratio_is_at_most_the_promise(make=proper_private_learner):
    for r in (Fraction(4), Fraction(9, 4)):
        found = audit_pure(make(toy(2, 3), r), TINY_DATABASES, replace_one_unordered)
        yield (r, *found.witness), found.exp_epsilon, r, found.pairs

def refutes_ratio_is_at_most_the_promise(make, witness):
    r, *pair_and_outcome = witness
    return refutes_pure(tuple(pair_and_outcome), make(toy(2, 3), r), r)


@check("BBKN14-6.ineff", grade="exhaustive",
       quantifier="(l, d) = (2, 3), m = 2: all multisets of labelled rows over 8 points, consistent or not; every "
                  "outcome",
       says="every output is the point function of a point of the image")
@sabotage("output from POINT instead of POINT-hat", lambda generator, r: point_learner(generator.size, r))
def learner_is_proper_for_the_image(make=proper_private_learner) -> Verdict:
    members = set(toy(2, 3).outputs)
    return judge("==", ((database, set(make(toy(2, 3), Fraction(4))(database).exact()) - members, set())
                        for database in TINY_DATABASES))

def refutes_learner_is_proper_for_the_image(make, database):
    return any(all(output != h for output in toy(2, 3).outputs) for h in make(toy(2, 3), Fraction(4))(database).exact())


WHOLE_LAWS = tuple((members, size, root, rows) for members, size in (((1,), 3), ((2, 0), 3), ((3, 1, 0), 5))
                   for root in (Fraction(1), Fraction(3, 2)) for rows in range(4))


def image_law_by_listing(members: tuple[int, ...], root: Fraction, database: Any) -> dict[int, Fraction]:
    """Return the law that gives every member the weight root^-errors."""
    weights = {j: root ** -sum((x == j) != y for x, y in database) for j in members}
    return {j: weight / sum(weights.values()) for j, weight in weights.items()}


@check("BBKN14-6.ineff", grade="exhaustive",
       quantifier="one, two and three members among 3 and 5 points, e^{epsilon/2} = 1 and 3/2, all multisets of at "
                  "most three labelled rows, consistent or not",
       says="the law of the learner is that of weights e^(-epsilon errors / 2) on all members")
@sabotage("the exponent without its factor 1/2", lambda members, size, r: subset_point_learner(members, size, r * r))
@sabotage("a member is lost", lambda members, size, r: subset_point_learner(sorted(members)[-2:], size, r))
@judged("==")
def learner_weighs_all_members(make=subset_point_learner):
    for members, size, root, rows in WHOLE_LAWS:
        learner = make(members, size, root**2)
        for database in multiset_databases(labelled_rows(size), rows):
            yield (members, size, root, database), learner(database).exact(), image_law_by_listing(
                members, root, database)

def refutes_learner_weighs_all_members(make, members, size, root, database):
    law = make(members, size, root**2)(database).exact()
    wrong = {j: len([x for x, y in database if y and x != j or not y and x == j]) for j in members}
    return sum(law.values()) != 1 or set(law) != set(members) or any(
        law[i] * root ** wrong[i] != law[j] * root ** wrong[j] for i in members for j in members)


@cache
def rows_for(seed_bits: int) -> int:
    """Return the count of Theorem 3.2 for ``2^l`` hypotheses, alpha = 1/4, beta = 1/10, ``e^epsilon = (65/64)^2``."""
    return occam_sample_size(2**seed_bits, SMALL_ROOT**2, QUARTER, TENTH)


@check("BBKN14-6.ineff", grade="certified",
       quantifier="(l, d) = (6,12), (8,16), (10,64), (10,256), e^{epsilon/2} = 65/64, alpha = 1/4, beta = 1/10, the "
                  "count of Theorem 3.2 for 2^l hypotheses; target of mass 1/4 and one other atom",
       says="{the failure on two atoms} is at most {beta}")
@sabotage("output from POINT instead of POINT-hat: 2^d hypotheses", lambda generator: generator.size)
def failure_on_two_atoms_is_at_most_beta(count=lambda generator: len(generator.image)) -> Verdict:
    def failure(ell: int, d: int) -> Bracket:
        return exponential_point_failure(count(toy(ell, d)), rows_for(ell), SMALL_ROOT, QUARTER)

    return judge("<=", ((shape, failure(*shape), TENTH) for shape in SHAPES))

def refutes_failure_on_two_atoms_is_at_most_beta(count, witness):
    ell, d = witness  # with probability at least 1/2 at most a quarter of the rows show the target (the median)
    hits, others = -(-rows_for(ell) // 4), count(toy(ell, d)) - 2
    return Fraction(1, 2) * others / (others + SMALL_ROOT**hits) > TENTH


@check("BBKN14-6.ineff", grade="certified",
       quantifier="(l, d) = (6,12), (8,16), (10,64), (10,256), parameters as before: target and at most two other "
                  "atoms with masses in multiples of 1/20, each other atom inside or outside the image; a moment bound "
                  "on the failure",
       says="{the moment bound on the failure} is at most {beta}")
@sabotage("1 / alpha times the logarithm: no epsilon, no constants", lambda seed_bits: 4 * (seed_bits + 4))
@judged("<=")
def failure_on_three_atoms_is_at_most_beta(size=rows_for):
    for (ell, d), members in product(SHAPES, (1, 2, 3)):  # atoms that are members: the target and up to two others
        image = len(toy(ell, d).image)
        hypotheses = [tuple(int(i == j) for i in range(3)) for j in range(members)]
        hypotheses += [(0, 0, 0)] * (image - members)
        for masses in grid_distributions(3, 20):
            bound = moment_bound(hypotheses, (1, 0, 0), masses, size(ell), SMALL_ROOT, QUARTER)
            yield (ell, d, members, masses), bound, TENTH

def refutes_failure_on_three_atoms_is_at_most_beta(size, witness):
    ell, d, _, masses = witness  # the exact failure where all other hypotheses share one score
    rows, mass, others = size(ell), masses[0], len(set(toy(ell, d).outputs)) - 3
    miss = sum(comb(rows, k) * mass**k * (1 - mass) ** (rows - k) * others / (others + SMALL_ROOT**k)
               for k in range(rows + 1))
    return miss > TENTH


@check("BBKN14-6.ineff", grade="certified",
       quantifier="l = 1, 10, 140; e^epsilon = 1.001, 2^1000; alpha = 10^-4, 9/10; beta = 1/4, 10^-12: the target's "
                  "point has mass just above alpha, the rest lies outside the image, so all other concepts err there",
       says="{the failure of the exponential mechanism, bounded from below,} is at most {beta}")
@judged("<=")
def a_crowd_of_points_is_rarely_drawn(rows=inefficient_rows):
    for ell, epsilon, alpha, beta in rows.instances():
        lost = wrong_choice(rows(ell, epsilon, alpha, beta), epsilon.of, Fraction(0), alpha * (1 + TINY), 2**ell - 1)
        yield (ell, epsilon, alpha, beta), lost, beta

def refutes_a_crowd_of_points_is_rarely_drawn(rows, ell, epsilon, alpha, beta):
    m = rows(ell, epsilon, alpha, beta)
    return log_wrong_choice(m, epsilon.of, Fraction(0), alpha * (1 + TINY), 2**ell - 1) > log_of(beta)


claim("BBKN14-6.1", kind="theorem", title="Separation of efficient and inefficient proper private learning",
      formulas=(rows_at_advantage,),
      uses=("BBKN14-6.prg", "BBKN14-6.point-hat", "BBKN14-6.no-efficient-proper", "BBKN14-6.eff", "BBKN14-6.ineff"),
      note="Checked: the finite form of every part. Not checked: the assumption that a pseudorandom generator "
           "exists, and with it that the learners the theorem excludes are only the efficient ones.")


SUCCESSES = (Fraction(1, 2), Fraction(3, 4), Fraction(99, 100))


@check("BBKN14-6.1", grade="certified",
       quantifier="K = T = 4, 2^20 and K = 2^10, T = 2^20: name the point j of one row with probability s = 3/5, 4/5, "
                  "99/100, else another of K points; the private proper learner, (l, d) = (6, 12), (8, 16), m = 4, 16",
       says="{the number of the theorem} is at most {the rows of the learner}")
@judged("<=")
def learners_have_the_rows(needed=rows_at_advantage):
    for (k, d), s in product(((4, 2), (2**20, 20), (2**10, 20)), (Fraction(3, 5), Fraction(4, 5), Fraction(99, 100))):
        goal = d, 1 - s, s * (1 - Fraction(k, 2**d)), Logarithm(s * (k - 1) / (1 - s))
        if goal[3].of > 1 and needed.holds_for(*goal):
            yield (k, d, s), needed(*goal), 1
    for shape, m in product(((6, 12), (8, 16)), (4, 16)):
        success, delta = exact_advantage(draws_from_image, shape, m)
        yield (shape, m), needed(shape[1], 1 - success, delta, Logarithm(Fraction(4))), m

def refutes_learners_have_the_rows(needed, witness):
    if len(witness) == 3:
        k, d, s = witness
        return not is_at_most(needed(d, 1 - s, s * (1 - Fraction(k, 2**d)), Logarithm(s * (k - 1) / (1 - s))), 1)
    (ell, d), m = witness
    k = len(set(toy(ell, d).outputs))
    s = Fraction(2**m, 2**m + k - 1)
    return not is_at_most(needed(d, 1 - s, s * (1 - Fraction(k, 2**d)), Logarithm(Fraction(4))), m)


@check("BBKN14-6.1", grade="exact",
       quantifier="(l, d) = (6, 12), (8, 16), the private proper learner, and (3, 8), (4, 8), that and the learner "
                  "of all points; m = 1, 4, 16, 64, e^epsilon = 4: success and advantage over all strings; equality "
                  "for 'name j with probability s, else another point', of the image or of all, s = 1/2, 3/4, 99/100",
       says="{the required e^(epsilon m)} is at most {the learner's e^(epsilon m)}, and equals that of naming")
@sabotage("Corollary 3.8 as if advantage were free: (2^d - 1)(1 - beta)/beta",
          lambda members, size, beta, delta: (size - 1) * (1 - beta) / beta)
@sabotage("the packing of the image alone", lambda members, size, beta, delta: (members - 1) * (1 - beta) / beta)
def success_is_paid_in_rows_or_advantage(needed=required_group_ratio) -> Verdict:
    """Success ``1 - beta`` on the image with advantage delta needs ``e^{epsilon m}`` of at least the closed form."""
    shapes = ((3, 8), (4, 8), (6, 12), (8, 16))

    def learners() -> Iterator[Any]:
        games = [(draws_from_image, shape) for shape in shapes]
        for (make, shape), m in product([*games, (draws_from_all, (3, 8)), (draws_from_all, (4, 8))], (1, 4, 16, 64)):
            success, delta = exact_advantage(make, shape, m)
            required = needed(len(toy(*shape).image), 2 ** shape[1], 1 - success, delta)
            yield (make.__name__, shape, m), required, Fraction(4) ** m

    def sharpest() -> Iterator[Any]:
        for (ell, d), s, proper in product(shapes, SUCCESSES, (True, False)):
            image = len(toy(ell, d).image)
            members = image if proper else 2**d
            advantage = s - s * Fraction(members, 2**d)
            yield (proper, (ell, d), s), needed(image, 2**d, 1 - s, advantage), s * (members - 1) / (1 - s)

    return all_hold(judge("<=", learners()), judge("==", sharpest()))

def refutes_success_is_paid_in_rows_or_advantage(needed, witness):
    name, (ell, d), last = witness
    image = len(set(toy(ell, d).outputs))
    count = image if name in ("draws_from_image", True) else 2**d
    # the two learners are exponential mechanisms over so many points, with root 2
    success = last if isinstance(name, bool) else Fraction(2**last, 2**last + count - 1)
    required = needed(image, 2**d, 1 - success, success * (1 - Fraction(count, 2**d)))
    if isinstance(name, bool):
        return success / ((1 - success) / (count - 1)) != required
    return required > Fraction(4) ** last


LOGS = range(6, 21)


def seed_length(log_d: int) -> int:
    """Return ``ceil((log2 d)^{3/2})``, which is omega(log d)."""
    cube = log_d**3
    return isqrt(cube - 1) + 1


def count_quotient(seed, log_d: int) -> Bracket:
    """Return rows enough for the inefficient learner over rows needed by an efficient one, alpha = 1/4, beta = 1/10."""
    d = 2**log_d
    enough = occam_sample_size(2 ** seed(log_d), Fraction(9, 4), QUARTER, TENTH)
    # ln((2^d (1 - beta - delta) - 1) / beta) at delta = 3/20 - 2^-d
    needed = d * log_bracket(2) + log_bracket(Fraction(3, 4)) + log_bracket(10)
    return enough * log_bracket(Fraction(9, 4)) / needed


@check("BBKN14-6.1", grade="certified",
       quantifier="l(d) = ceil((log2 d)^{3/2}), d = 2^6, 2^7, ..., 2^20; e^epsilon = 9/4, alpha = 1/4, beta = 1/10",
       says="each doubling of d multiplies the quotient of the two counts by at most 2/3, and the last is at most 1/10")
@sabotage("l(d) = d: no stretch, no separation", lambda log_d: 2 ** min(log_d, 12))
def quotient_of_counts_shrinks_geometrically(seed=seed_length) -> Verdict:
    """Each doubling of d shrinks the quotient of the two counts by 2/3 at least, and below 1/10 at the end."""
    quotients = {k: count_quotient(seed, k) for k in LOGS}
    steps = judge("<=", (((k, k + 1), quotients[k + 1], Fraction(2, 3) * quotients[k]) for k in LOGS[:-1]))
    return all_hold(steps, judge("<=", [((20,), quotients[20], TENTH)]))

def refutes_quotient_of_counts_shrinks_geometrically(seed, witness):
    if len(witness) == 1:  # at least 512 l ln 2 rows, against (2^20 ln 2 + 2) / epsilon, epsilon above 4/5
        return 512 * Fraction(4, 5) * seed(20) > Fraction(2**20 + 3, 10)
    small, large = witness
    rows = [(seed(k) + 4) * 2 ** (20 - k) for k in (small, large)]  # up to constants: seed length over d
    return 3 * rows[1] > 2 * rows[0]
