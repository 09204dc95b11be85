"""FX15, Section 6.1: privacy of the overall learner."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from privlearn.checking import Verdict, all_hold, check, counted, covering, judge, judged, sabotage
from privlearn.exact import Bracket, exp_bracket, rational
from privlearn.exact.brackets import as_bracket
from privlearn.exact.fractions import HUNDREDTH, TENTH, TWENTIETH
from privlearn.learners.lines import StabilityPlan, most_frequent, overall_learner, release_probability, stability
from privlearn.learners.lines.release import release_bracket
from privlearn.learners.lines.votes import changed_votes, vote_vectors
from privlearn.mechanisms import audit_approximate, replace_one
from privlearn.mechanisms.audit import refutes_approximate
from privlearn.papers.fx15.lines_learner import claim
from privlearn.papers.fx15.lines_learner.instances import all_rows, as_votes, broken_release_without_one
from privlearn.papers.fx15.lines_learner.mistakes import (broken_bracket_without_one, broken_overall_without_one,
                                                          broken_stability_without_ties)

RATIOS = ((Fraction(3, 2), TENTH), (Fraction(27, 20), TWENTIETH), (Fraction(13, 8), HUNDREDTH))
EPSILONS = ((Fraction(2, 5), TENTH), (Fraction(3, 10), TWENTIETH), (Fraction(49, 100), HUNDREDTH))
VOTES = ((4, 6), (9, 4), (3, 24))  # (hypotheses, blocks); all nine hypotheses of p = 2


claim("FX15-6.2.privacy", kind="proposition",
      title="The overall learner is (alpha, beta)-private, and no better: the hockey stick is exactly beta",
      uses=("FX15-2.2.dp", "FX15-6.2.laplace", "FX15-6.2.basic", "FX15-6.2.overall"),
      erratum_kind="misprint",
      erratum="A misprint: the probabilities change by at most a factor e^alpha; both versions print e^(-alpha).",
      note="A changed row changes the answer of one block, so vote vectors cover every p and block size; that the rows "
           "do no more is checked on all databases of small size. Rational e^alpha for exact laws, and the values "
           "alpha = 0.4, 0.3, 0.49 with brackets.")


def neighbouring_votes() -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield all ordered pairs of vote vectors that are one changed vote apart."""
    for kinds, ell in VOTES:
        for left in vote_vectors(kinds, ell):
            yield from ((left, right) for right in changed_votes(left))


Answer = tuple[int, int]


@cache
def answers_of_neighbours() -> tuple[dict[tuple[Answer, Answer], tuple[Any, Any]], int]:
    """Return all pairs (winner, stability) of neighbouring votes, each with such votes, and the number of these."""
    known = {v: (most_frequent(as_votes(v)), stability(as_votes(v))) for kinds, ell in VOTES
             for v in vote_vectors(kinds, ell)}
    pairs = list(neighbouring_votes())
    return {(known[left], known[right]): (left, right) for left, right in pairs}, len(pairs)


@check("FX15-6.2.privacy", grade="exhaustive",
       quantifier="4 hypotheses with ell = 6, the 9 of p = 2 with ell = 4, 3 with ell = 24: all vote vectors and "
                  "changed votes; (e^alpha, beta) = (3/2, 0.1), (27/20, 0.05), (13/8, 0.01)",
       says="{the largest hockey stick at e^alpha} equals {beta}")
@sabotage("threshold without the + 1", broken_release_without_one)
def hockey_stick_over_all_votes_is_beta(release=release_probability) -> Verdict:
    seen, pairs = answers_of_neighbours()

    def cases() -> Iterator[Any]:
        for ratio, delta in RATIOS:
            passes = [rational(release(c, ratio, delta)) for c in range(1, 14)]
            slope, zero = rational(ratio), rational(0)
            laws = {(winner, c): {winner: passes[c - 1], 0: 1 - passes[c - 1]} if winner else {0: rational(1)}
                    for winner, c in {answer for pair in seen for answer in pair}}
            found = [(sum(max(w - slope * laws[there].get(h, zero), zero) for h, w in laws[here].items()), pair)
                     for (here, there), pair in seen.items()]
            worst = max(found)
            yield (ratio, delta, *worst[1]), worst[0], delta

    return covering(counted(judge("==", cases()), len(RATIOS) * len(seen)), len(RATIOS) * pairs)

def refutes_hockey_stick_over_all_votes_is_beta(release, ratio, delta, left, right):
    first, second = left.index(max(left)), right.index(max(right))
    if first == second or not first:  # only pairs with another winner can exceed delta
        return False
    lead = max(left) - max(left[:first])  # a hypothesis before the winner wins when it draws level
    return (lead + 1) // 2 == 1 and release(1, ratio, delta) > delta


@check("FX15-6.2.privacy", grade="certified",
       quantifier="the same votes and changes; (alpha, beta) = (0.4, 0.1), (0.3, 0.05), (0.49, 0.01)",
       says="the hockey stick at e^alpha is at most beta for all neighbours, and beta is reached")
@sabotage("threshold without the + 1", broken_bracket_without_one)
@sabotage("threshold with + 2: private, and beta is not reached",
          lambda c, epsilon, delta: release_bracket(c, epsilon, delta * exp_bracket(-epsilon).lower))
def hockey_stick_is_beta_for_the_given_alphas(release=release_bracket) -> Verdict:
    seen, pairs = answers_of_neighbours()

    def cases() -> Iterator[Any]:
        for epsilon, delta in EPSILONS:
            ratio, reached = exp_bracket(epsilon, 128), []
            for ((winner, c), (other, d)), pair in seen.items():
                here, there = (as_bracket(release(k, epsilon, delta)) if h else as_bracket(0)
                               for h, k in ((winner, c), (other, d)))
                excess = (here - (ratio * there if winner == other else 0), (1 - here) - ratio * (1 - there))
                reached.append(sum(max(term.lower, Fraction(0)) for term in excess))
                yield (epsilon, delta, *pair), sum(max(term.upper, Fraction(0)) for term in excess), delta
            yield (epsilon, delta), delta, max(reached)  # and no less than delta

    return covering(judge("<=", cases()), len(EPSILONS) * pairs)

def refutes_hockey_stick_is_beta_for_the_given_alphas(release, witness):
    epsilon, delta, *pair = witness
    if not pair:  # with another winner release(1) is exceeded, with the same winner at most a step of c
        passes, ratio = [as_bracket(release(c, epsilon, delta)).upper for c in range(1, 14)], exp_bracket(epsilon).lower
        steps = [there - ratio * here for here, there in zip(passes, passes[1:], strict=False)]
        return max(passes[0], *steps) < delta
    left, right = pair
    first, second = left.index(max(left)), right.index(max(right))
    if first == second or not first:
        return False
    return (max(left) - max(left[:first]) + 1) // 2 == 1 and as_bracket(release(1, epsilon, delta)).lower > delta


@check("FX15-6.2.privacy", grade="certified",
       quantifier="the three (alpha, beta), c = 1, 2, 3, 5, 8, ..., 55: the bracket of the test's probability "
                  "against e^x in twice as many bits",
       says="the bracket contains the probability that the test passes, and is at most 2^(-100) wide")
@sabotage("no smaller than its upper end", lambda c, epsilon, delta: as_bracket(
    release_bracket(c, epsilon, delta).upper))
@judged("<=")
def bracket_holds_the_probability_of_the_test(release=release_bracket):
    for epsilon, delta in EPSILONS:
        for c in (1, 2, 3, 5, 8, 13, 21, 34, 55):
            found, fine = release(c, epsilon, delta), pass_probability(exp_bracket(epsilon * (c - 1), 256) * delta)
            yield (epsilon, delta, c, "lower"), found.lower, fine.lower
            yield (epsilon, delta, c, "upper"), fine.upper, found.upper
            yield (epsilon, delta, c, "width"), found.upper - found.lower, Fraction(1, 1 << 100)


def pass_probability(u: Bracket) -> Bracket:
    """Return u below 1/2, else ``1 - 1/(4 u)``; both ends on one side."""
    return u if 2 * u.upper <= 1 else 1 - 1 / (4 * u)

def refutes_bracket_holds_the_probability_of_the_test(release, epsilon, delta, c, side):
    found, power = release(c, epsilon, delta), exp_bracket(epsilon * (c - 1), 300)
    low, high = (delta * end if 2 * delta * end <= 1 else 1 - 1 / (4 * delta * end)
                 for end in (power.lower, power.upper))
    return {"lower": found.lower > low, "upper": found.upper < high,
            "width": found.upper - found.lower > Fraction(1, 1 << 100)}[side]


@check("FX15-6.2.privacy", grade="exhaustive",
       quantifier="the same votes and changes: same winner, |c - c'| <= 1; another winner, c = c' = 1",
       says="a changed vote changes c by at most 1, and c is 1 on both sides where it changes the winner")
@sabotage("ties always go to the winner", broken_stability_without_ties)
@sabotage("always 0: no vote need change", lambda votes: 0)
@judged("<=")
def stability_is_a_count_of_sensitivity_one(c=stability):
    found = {v: (most_frequent(as_votes(v)), c(as_votes(v))) for kinds, ell in VOTES for v in vote_vectors(kinds, ell)}
    for left, right in neighbouring_votes():
        (winner, k), (other, m) = found[left], found[right]
        yield (left, right), abs(k - m) if winner == other else 1 + abs(k - 1) + abs(m - 1), 1

def refutes_stability_is_a_count_of_sensitivity_one(c, witness):
    pair = [(v.index(max(v)), c(dict(enumerate(v)))) for v in witness]
    return abs(pair[0][1] - pair[1][1]) > 1 or (pair[0][0] != pair[1][0] and {k for _, k in pair} != {1})


@check("FX15-6.2.privacy", grade="exact",
       quantifier="the three (e^alpha, beta), c = 1, ..., 400: with the previous check, privacy for all votes of up "
                  "to 798 blocks and any number of hypotheses; and no step is smaller on either side of the threshold",
       says="c = 1 passes with probability beta, and one step of c changes each outcome by a factor of at most e^alpha")
@sabotage("noise of half the scale", lambda c, ratio, delta: release_probability(c, ratio**2, delta))
@sabotage("threshold without the + 1", broken_release_without_one)
@sabotage("threshold with + 2", lambda c, ratio, delta: release_probability(c, ratio, delta / ratio))
@judged("<=")
def one_step_of_c_changes_the_test_by_at_most_e_to_the_alpha(release=release_probability):
    for ratio, delta in RATIOS:
        passes = [release(c, ratio, delta) for c in range(1, 402)]
        yield (ratio, delta, 1, "first"), passes[0], delta
        for c, (here, there) in enumerate(zip(passes, passes[1:], strict=False), 1):
            yield (ratio, delta, c, "up"), there / here, ratio
            yield (ratio, delta, c, "down"), (1 - here) / (1 - there), ratio
            yield (ratio, delta, c, "order"), here, there
            if not 1 - there < Fraction(1, 2) < 1 - here:
                low = there <= Fraction(1, 2)
                yield (ratio, delta, c, "no less"), *((ratio * here, there) if low else (ratio * (1 - there), 1 - here))
        yield (ratio, delta, 1, "first, no less"), delta, passes[0]

def refutes_one_step_of_c_changes_the_test_by_at_most_e_to_the_alpha(release, ratio, delta, c, kind):
    here, there = release(c, ratio, delta), release(c + 1, ratio, delta)
    return {"first": here > delta, "up": there > ratio * here, "down": 1 - here > ratio * (1 - there),
            "order": here > there, "first, no less": here < delta,
            "no less": ratio * here > there if 2 * there <= 1 else ratio * (1 - there) > 1 - here}[kind]


PLANS = (StabilityPlan((1,), 3, Fraction(3, 2), TENTH), StabilityPlan((2, 1), 2, Fraction(3, 2), TENTH))


@check("FX15-6.2.privacy", grade="exhaustive",
       quantifier="p = 2: all 8^3 databases with t = 1, ell = 3, all 8^4 with t in {1, 2}, ell = 2; all "
                  "replacements; e^alpha = 3/2, beta = 0.1",
       says="{the largest hockey stick at e^alpha} equals {beta}")
@sabotage("threshold without the + 1", broken_overall_without_one)
def hockey_stick_over_all_databases_is_beta(learner=overall_learner) -> Verdict:
    verdicts, pairs = [], 0
    for plan in PLANS:
        found = audit_approximate(lambda rows, plan=plan: learner(rows, 2, plan),  # type: ignore[misc]
                                  all_rows(2, plan.rows), replace_one, plan.exp_epsilon)
        verdicts.append(judge("==", [((PLANS.index(plan), *found.witness), found.delta, plan.delta)]))
        pairs += found.pairs
    return counted(all_hold(*verdicts), pairs)

def refutes_hockey_stick_over_all_databases_is_beta(learner, index, left, right, event):
    plan = PLANS[index]
    return refutes_approximate((left, right, event), lambda rows: learner(rows, 2, plan), plan.exp_epsilon, plan.delta)
