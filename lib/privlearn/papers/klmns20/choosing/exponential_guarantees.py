"""KLMNS20, Lemma 2.2: privacy and utility of the exponential mechanism."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import count, product
from typing import Any

from privlearn.checking import Verdict, all_hold, check, counted, judge, judged, sabotage, verifier
from privlearn.exact import least_integer
from privlearn.laws import worst_ratio
from privlearn.mechanisms import add_remove_one, audit_pure, from_scores, multiset_databases, replace_one_unordered
from privlearn.mechanisms.audit import PureAudit
from privlearn.mechanisms.exponential import run_law
from privlearn.mechanisms.neighbours import Relation
from privlearn.papers.klmns20.choosing import claim
from privlearn.papers.klmns20.choosing.instances import interior_scores

SIZES = tuple(product((3, 4, 5, 6), (3, 4, 6)))


claim("KLMNS20-2.2", kind="lemma", uses=("KLMNS20-2.1", "KLMNS20-2.sens", "KLMNS20-2.em"),
      title="Privacy and utility of the exponential mechanism",
      note="The printed formulas are lost; the constants are those of the classical lemma. For monotone qualities and "
           "adding or removing a row the weights may be e^(epsilon q), which halves the cost.")


@cache
def audit(base: Fraction, size: int, rows: int, adding: bool) -> PureAudit:
    """Return the exact audit of the weights ``base ** q`` for the interior point score."""
    databases = multiset_databases(range(size), rows)
    relation: Relation = replace_one_unordered
    if adding:
        databases, relation = [*databases, *multiset_databases(range(size), rows + 1)], add_remove_one
    return audit_pure(lambda database: from_scores(interior_scores(database, size), base), databases, relation)


def privacy_verdict(base, squares: tuple[Fraction, ...], adding: bool) -> Verdict:
    """Judge the largest ratio against ``e^epsilon`` for each of its values ``squares``."""
    seen = 0

    def cases() -> Iterator[Any]:
        nonlocal seen
        for (size, rows), target in product(SIZES, squares):
            found = audit(base(target), size, rows, adding)
            seen += found.pairs
            yield (size, rows, target, *found.witness), found.exp_epsilon, target

    verdict = judge("<=", cases())
    return counted(verdict, seen)


def exceeds(base: Fraction, witness) -> bool:
    """Tell whether the outcome of a witness is more than e^epsilon times as likely as under its neighbour."""
    size, _, target, left, right, outcome = witness

    def probability(database) -> Fraction:
        weights = [base ** min(sum(s <= x for s in database), sum(s >= x for s in database)) for x in range(size)]
        return weights[outcome] / sum(weights)

    return probability(left) > target * probability(right)


def same(target: Fraction) -> Fraction:
    """Return the base ``e^epsilon`` of the weights ``e^{epsilon q}``."""
    return target


def rational_root(target: Fraction) -> Fraction:
    """Return the base ``e^{epsilon/2}`` of the weights ``e^{epsilon q / 2}``."""
    return ROOTS[target]


ROOTS = {root**2: root for root in (Fraction(3, 2), Fraction(2), Fraction(3))}


@check("KLMNS20-2.2", grade="exhaustive",
       quantifier="weights e^(epsilon q), interior point score: |X| = 3..6, all S of 3, 4, 6 points and S plus one; "
                  "e^epsilon = 2, 3",
       says="{the largest ratio as a row is added or removed} is at most {e^epsilon}")
@verifier(lambda base, witness: exceeds(base(witness[2]), witness))
@sabotage("weights e^(2 epsilon q)", lambda target: target**2)
def monotone_scores_need_no_factor_two_when_a_row_is_added(base=same) -> Verdict:
    return privacy_verdict(base, (Fraction(2), Fraction(3)), adding=True)


@check("KLMNS20-2.2", grade="exhaustive",
       quantifier="weights e^(epsilon q / 2), interior point score: |X| = 3..6, all S of 3, 4, 6 points, all "
                  "replacements; e^epsilon = 9/4, 4, 9",
       says="{the largest ratio as a row is replaced} is at most {e^epsilon}")
@verifier(lambda base, witness: exceeds(base(witness[2]), witness))
@sabotage("weights e^(epsilon q), enough for adding a row only", same)
def half_the_exponent_is_private_under_replacement(base=rational_root) -> Verdict:
    return privacy_verdict(base, tuple(ROOTS), adding=False)


def opposite_moves(gap: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the scores of 3 solutions before and after: a bad one rises by 1, two good ones fall by 1."""
    return (0, gap, gap), (1, gap - 1, gap - 1)


@check("KLMNS20-2.2", grade="exact",
       quantifier="three solutions, gap 20, e^(epsilon/2) = 3/2, 2, 3: the ratio is above 0.999 e^epsilon, so that "
                  "the constants of the two checks before are sharp for general scores of sensitivity 1",
       says="{0.999 e^epsilon} is at most {the ratio for scores of sensitivity 1}")
@sabotage("the good solutions stay where they are", lambda gap: ((0, gap, gap), (1, gap, gap)))
@judged("<=")
def no_smaller_ratio_than_e_to_the_epsilon_will_do(moves=opposite_moves):
    for root in ROOTS.values():
        before, after = (from_scores(dict(enumerate(scores)), root) for scores in moves(20))
        yield (moves(20), root), Fraction(999, 1000) * root**2, worst_ratio(after, before)[0]

def refutes_no_smaller_ratio_than_e_to_the_epsilon_will_do(moves, scores, root):
    before, after = ([root**q / sum(root**g for g in side) for q in side] for side in scores)
    ratio = max(b / a for a, b in zip(before, after, strict=True))
    return scores == moves(20) and ratio < Fraction(999, 1000) * root**2


def lone_rise(gap: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the scores of 3 solutions before and after a row is added: a bad one rises by 1, two good ones stay."""
    return (0, gap, gap), (1, gap, gap)


@check("KLMNS20-2.2", grade="exact",
       quantifier="three solutions whose scores move by 0 or 1, gap 20, weights e^(epsilon q), e^epsilon = 2, 3: the "
                  "ratio is above 0.999 e^epsilon, so monotone scores save a factor of 2 and no more",
       says="{0.999 e^epsilon} is at most {the ratio for monotone scores}")
@sabotage("the good solutions rise, too", lambda gap: ((0, gap, gap), (1, gap + 1, gap + 1)))
@sabotage("scores that are not monotone", opposite_moves)
@judged("<=")
def a_monotone_score_can_cost_all_of_epsilon(moves=lone_rise):
    for ratio in (Fraction(2), Fraction(3)):
        before, after = (from_scores(dict(enumerate(scores)), ratio) for scores in moves(20))
        steps = {b - a for a, b in zip(*moves(20), strict=True)}
        found = worst_ratio(after, before)[0] if steps <= {0, 1} else Fraction(0)
        yield (moves(20), ratio), Fraction(999, 1000) * ratio, found

def refutes_a_monotone_score_can_cost_all_of_epsilon(moves, scores, ratio):
    before, after = ([ratio**q / sum(ratio**g for g in side) for q in side] for side in scores)
    rises = all(0 <= b - a <= 1 for a, b in zip(*scores, strict=True))
    ratios = [b / a for a, b in zip(before, after, strict=True)]
    return scores == moves(20) and (not rises or max(ratios) < Fraction(999, 1000) * ratio)


BETAS = (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100))


def below_the_bound(gap: int, solutions: int, beta: Fraction, root: Fraction) -> bool:
    """Tell whether ``OPT - gap < OPT - (2/epsilon) ln(|F|/beta)``, for ``e^{epsilon/2} = root``."""
    return root**gap > solutions / beta


@cache  # many databases have the same scores
def bad_mass(too_far, scores: tuple[int, ...], beta: Fraction, root: Fraction) -> Fraction:
    """Return the probability of a solution that counts as bad, under the weights ``root ** score``."""
    best = max(scores)
    bad = sum((root**q for q in scores if too_far(best - q, len(scores), beta, root)), Fraction(0))
    return bad / sum(root**q for q in scores)


@check("KLMNS20-2.2", grade="exact",
       quantifier="interior point score: |X| = 3..6, all S with n <= 6; e^(epsilon/2) = 2, 3; beta = 1/2, 1/10, "
                  "1/100; only cases in which some solution is below the bound",
       says="{Pr[q < OPT - (2/epsilon) ln(|F|/beta)]} is at most {beta}")
@sabotage("(1/epsilon) ln(|F|/beta) instead of (2/epsilon)",
          lambda gap, solutions, beta, root: root ** (2 * gap) > solutions / beta)
def bad_solutions_have_probability_at_most_beta(too_far=below_the_bound) -> Verdict:
    met: set[Fraction] = set()

    def cases() -> Iterator[Any]:
        for size, rows in product(range(3, 7), range(7)):
            for database in multiset_databases(range(size), rows):
                scores = tuple(sorted(interior_scores(database, size).values()))
                for root, beta in product((Fraction(2), Fraction(3)), BETAS):
                    mass = bad_mass(too_far, scores, beta, root)
                    if mass:
                        met.add(beta)
                        yield (size, database, root, beta), mass, beta

    verdict = judge("<=", cases())
    if verdict.holds and met != set(BETAS):
        raise ValueError("beta must be met by a bad solution for each of its values")
    return verdict

def refutes_bad_solutions_have_probability_at_most_beta(too_far, size, database, root, beta):
    score = [min(sum(s <= x for s in database), sum(s >= x for s in database)) for x in range(size)]
    weights = [root**q for q in score]
    kept = sum(w for w, q in zip(weights, score, strict=True) if not too_far(max(score) - q, size, beta, root))
    return kept < (1 - beta) * sum(weights)


def least_bad_gap(too_far, solutions: int, beta: Fraction, root: Fraction) -> int:
    """Return the least gap that counts as bad."""
    return least_integer(lambda gap: too_far(gap, solutions, beta, root), 0)


@check("KLMNS20-2.2", grade="exact",
       quantifier="one good solution and |F| - 1 equal ones just below the bound, |F| = 2, 10, 1000, 2^20, 2^64; "
                  "e^(epsilon/2) = 101/100, 3/2, 2; beta = 1/2, 1/10, 1/100; nearly tight: the probability reaches "
                  "0.98 beta",
       says="the probability of a bad solution is at most beta, and in one case at least 0.98 beta")
@sabotage("97 per cent of |F| inside the logarithm",
          lambda gap, solutions, beta, root: root**gap > Fraction(97, 100) * solutions / beta)
@sabotage("1.99/epsilon instead of 2/epsilon",
          lambda gap, solutions, beta, root: below_the_bound(gap + gap // 199, solutions, beta, root))
@sabotage("103 per cent of |F| inside the logarithm",
          lambda gap, solutions, beta, root: root**gap > Fraction(103, 100) * solutions / beta)
def one_good_solution_among_many_comes_out(too_far=below_the_bound) -> Verdict:
    shares = []
    for solutions, root, beta in product((2, 10, 1000, 2**20, 2**64),
                                         (Fraction(101, 100), Fraction(3, 2), Fraction(2)), BETAS):
        gap = least_bad_gap(too_far, solutions, beta, root)
        bad = run_law([(1, gap), (solutions - 1, 0)], root).exact()[1]
        shares.append(((solutions, root, beta), bad / beta, 1))
    where, most, _ = max(shares, key=lambda share: share[1])
    return all_hold(judge("<=", shares), judge("<=", [((*where, "close"), Fraction(98, 100), most)]))

def refutes_one_good_solution_among_many_comes_out(too_far, witness):
    solutions, root, beta = witness[:3]
    good = next(root**gap for gap in count() if too_far(gap, solutions, beta, root))
    if witness[3:]:  # this one, the closest, is rarer still; the true bound comes closer here
        return (solutions - 1) * (100 - 98 * beta) < 98 * beta * good
    return (solutions - 1) * (1 - beta) > beta * good
