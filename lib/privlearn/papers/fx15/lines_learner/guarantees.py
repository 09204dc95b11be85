"""FX15, Section 6.1: privacy and accuracy of the overall learner."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import exp, log
from typing import Any, NamedTuple

from privlearn.checking import Verdict, all_hold, check, counted, judge, judged, sabotage, verifier
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import Bracket, binomial_tail, exp_bracket, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula, Logarithm
from privlearn.exact.fractions import HALF, HUNDREDTH, TENTH, TWENTIETH
from privlearn.exact.tails import lower_tail_bracket
from privlearn.learners.lines import (StabilityPlan, most_frequent, overall_learner, ratio_for, release_probability,
                                      stability)
from privlearn.learners.lines.accuracy import stable_miss
from privlearn.learners.lines.plans import printed_blocks
from privlearn.learners.lines.release import release_bracket
from privlearn.learners.lines.votes import changed_votes, vote_vectors
from privlearn.mechanisms import audit_approximate, replace_one
from privlearn.mechanisms.audit import refutes_approximate
from privlearn.papers.fx15.lines_learner import claim
from privlearn.papers.fx15.lines_learner.instances import (all_rows, as_votes, broken_overall_without_one,
                                                           broken_stability_without_ties, too_few_votes_are_likely)
from privlearn.papers.fx15.lines_learner.overall_learner import release_threshold

RATIOS = ((Fraction(3, 2), TENTH), (Fraction(27, 20), TWENTIETH), (Fraction(13, 8), HUNDREDTH))
EPSILONS = ((Fraction(2, 5), TENTH), (Fraction(3, 10), TWENTIETH), (Fraction(49, 100), HUNDREDTH))
VOTES = ((4, 6), (9, 4), (3, 24))  # (hypotheses, blocks); all nine hypotheses of p = 2


claim("FX15-6.2.privacy", kind="proposition", formulas=(release_threshold,),
      title="The overall learner is (alpha, beta)-private, and no better: the hockey stick is exactly beta",
      uses=("FX15-2.2.dp", "FX15-6.2.laplace", "FX15-6.2.basic", "FX15-6.2.overall"), erratum_kind="misprint",
      erratum="A misprint: the probabilities change by at most a factor e^alpha; both versions print e^(-alpha).",
      note="A changed row changes the answer of one block, so vote vectors cover every p and block size; that the rows "
           "do no more is checked on all databases of small size. Rational e^alpha for exact laws, and the values "
           "alpha = 0.4, 0.3, 0.49 with brackets.")


def beyond(gap: Bracket) -> Bracket:
    """Return how often Laplace noise of scale 1 is above a gap."""
    return exp_bracket(-gap, 128) * HALF if gap.lower >= 0 else 1 - exp_bracket(gap, 128) * HALF


def neighbouring_votes() -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield all ordered pairs of vote vectors that are one changed vote apart."""
    for kinds, ell in VOTES:
        for left in vote_vectors(kinds, ell):
            yield from ((left, right) for right in changed_votes(left))


class Votes(NamedTuple):
    """The votes of the blocks, hypothesis 0 the zero function; the test; by how many votes a neighbour differs."""

    votes: tuple[int, ...]
    alpha: Fraction | str  # "ln 3/2" is the logarithm of 3/2
    beta: Fraction
    noise: str = "and threshold for alpha"
    threshold: str = "with + 1"
    changed_votes: int = 1

    @property
    def epsilon(self) -> Fraction | Logarithm:
        """Alpha as a number."""
        return Logarithm(Fraction(self.alpha[3:])) if isinstance(self.alpha, str) else self.alpha

    @property
    def ratio(self) -> Fraction | Bracket:
        """``e^alpha``."""
        return self.epsilon.of if isinstance(self.epsilon, Logarithm) else exp_bracket(self.epsilon, 128)

    def passes(self, c: int) -> Fraction | Bracket:
        """Return how often a winner of this stability is published."""
        c, twice = c + (self.threshold != "with + 1"), 1 + (self.noise != "and threshold for alpha")
        if isinstance(self.epsilon, Logarithm):
            return release_probability(c, self.epsilon.of**twice, self.beta)
        return release_bracket(c, twice * self.epsilon, self.beta)

    def law(self, winner: int, c: int) -> dict[int, Any]:
        return {winner: self.passes(c), 0: 1 - self.passes(c)} if winner else {0: Fraction(1)}


def answer(votes: tuple[int, ...]) -> tuple[int, int]:
    """Return the winner and its stability."""
    return most_frequent(as_votes(votes)), stability(as_votes(votes))


@cache
def neighbours(votes: tuple[int, ...], changes: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return winner and stability of all votes so many changes away, each with such votes."""
    found = {votes}
    for _ in range(changes):
        found = {other for one in found for other in changed_votes(one)}
    return {answer(other): other for other in sorted(found)}


def excess(here: dict[int, Any], there: dict[int, Any], ratio: Fraction | Bracket) -> Bracket:
    """Return the hockey stick of two laws."""
    terms = [as_bracket(w) - ratio * as_bracket(there.get(h, 0)) for h, w in here.items()]
    low, high = (sum((max(end, Fraction(0)) for end in ends), Fraction(0)) for ends in zip(
        *((term.lower, term.upper) for term in terms), strict=True))
    return Bracket(low, high)


@cache
def test_of_votes() -> list[Votes]:
    """Return votes that have all pairs of winners and stabilities beside each other, two hypotheses up to 399."""
    seen: set[Any] = set()
    chosen: list[tuple[int, ...]] = []
    for votes in (votes for kinds, ell in VOTES for votes in vote_vectors(kinds, ell)):
        pairs = {(answer(votes), other) for other in neighbours(votes, 1)}
        chosen += [votes] * (not pairs <= seen)
        seen |= pairs
    tests: list[Any] = [(f"ln {ratio}", beta) for ratio, beta in RATIOS]
    corners = product(release_threshold.corners["alpha"], release_threshold.corners["beta"])
    cases = [(votes, test) for votes in chosen for test in (*tests, *EPSILONS)]
    cases += [(chosen[-1], test) for test in corners]
    cases += [((0, 398 + c, 400 - c), test) for c in range(1, 400) for test in tests]
    return [Votes(votes, *test) for votes, test in cases]


@proof("FX15-6.2.privacy", grade="certified",
       quantifier="4 hypotheses with ell = 6, the 9 of p = 2 with ell = 4, 3 with ell = 24: all pairs of winners "
                  "and stabilities of votes that are one changed vote apart; (e^alpha, beta) = (3/2, 0.1), "
                  "(27/20, 0.05), (13/8, 0.01), (alpha, beta) = (0.4, 0.1), (0.3, 0.05), (0.49, 0.01), alpha in {0.1, "
                  "0.49, 2}, beta in {0.01, 0.49}; for the first three also stabilities up to 399",
       instances=test_of_votes, start=Votes((1, 3, 2), "ln 3/2", TENTH),
       steps={"stays": "{the change of c} is at most {1}",
              "step": "{the probability of an outcome} is at most {e^alpha times the other}",
              "changes": "{c on either side} is {1}",
              "passes": "{Pr[the noise exceeds 1/alpha ln(1/(2 beta)) + 1 - c], c = 1,} is at most {beta (1 + 10^-30)}",
              "best": "{beta} is at most {the hockey stick, for a winner that changes and is not 0}",
              "conclusion": "{the hockey stick at e^alpha} is at most {beta}"},
       wordless={"moved": "the check on all databases shows it"},
       hypotheses=(Hypothesis("one row differs, so that one vote changes", {"changed_votes": 2},
                              ("stays", "step", "changes", "conclusion")),
                   Hypothesis("noise and threshold are those of alpha", {"noise": "and threshold for 2 alpha"},
                              ("step", "conclusion")),
                   Hypothesis("beta is at most 1/2", needless="beyond it there is privacy, but not steps 5 and 6"),
                   Hypothesis("the threshold has the + 1", {"threshold": "without + 1"},
                              ("passes", "conclusion"))))
def changed_votes_lose_at_most_beta(given: Votes, threshold: Formula = release_threshold) -> Iterator[Line]:
    (winner, c), alpha, beta = answer(given.votes), given.epsilon, given.beta
    here, found = given.law(winner, c), neighbours(given.votes, given.changed_votes)
    stays = [(d, votes) for (other, d), votes in found.items() if other == winner]
    for d, votes in stays:
        yield Line("stays", "<=", abs(c - d), 1, ("votes", votes))
    for d, votes in stays if isinstance(alpha, Logarithm) else []:
        for name, there in given.law(winner, d).items():
            yield Line("step", "<=", here[name], given.ratio * there, ("votes", votes, "publishes", name))
    changes = [(other, d) for other, d in found if other != winner]
    for other, d in changes:
        yield Line("changes", "==", (c, d), (1, 1), ("votes", found[other, d]))
    a = log_bracket(alpha.of, 128) if isinstance(alpha, Logarithm) else alpha
    missing = as_bracket(threshold(alpha, beta)) - (1 if given.threshold == "with + 1" else 2)
    yield Line("passes", "<=", beyond(missing * a), beta * (1 + Fraction(1, 10**30)))
    for other, d in changes if winner else []:
        yield Line("best", "<=", beta, excess(here, given.law(other, d), given.ratio), ("votes", found[other, d]))
    for (other, d), votes in found.items():
        yield Line("conclusion", "<=", excess(here, given.law(other, d), given.ratio), beta, ("votes", votes))


def refutes_changed_votes_lose_at_most_beta(given: Votes, step: str, case: Any, threshold: Formula) -> bool:
    """Tell in floats whether a line is false, the stability by the leads over the other hypotheses."""
    if step == "stays":
        c, d = (min((max(v) - n + 1 + (i > v.index(max(v)))) // 2 for i, n in enumerate(v) if i != v.index(max(v)))
                for v in (given.votes, case[1]))
        return abs(c - d) > 1
    alpha = log(given.epsilon.of) if isinstance(given.epsilon, Logarithm) else float(given.epsilon)
    if step == "passes":
        missing = float(as_bracket(threshold(given.epsilon, given.beta)).upper) - 1 - (given.threshold != "with + 1")
        gap = alpha * missing
        return gap < 0 or exp(-gap) / 2 > float(given.beta) * 1.000001
    u = [float(as_bracket(given.passes(answer(votes)[1])).lower) for votes in (given.votes, case[1])]
    return any(x > exp(alpha) * y * 1.000001 for x, y in (u, (1 - u[0], 1 - u[1])))


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
    return u if 2 * u.upper <= 1 else 1 - 1 / (4 * u)

def refutes_bracket_holds_the_probability_of_the_test(release, epsilon, delta, c, side):
    found, power = release(c, epsilon, delta), exp_bracket(epsilon * (c - 1), 300)
    low, high = (delta * end if 2 * delta * end <= 1 else 1 - 1 / (4 * delta * end)
                 for end in (power.lower, power.upper))
    return {"lower": found.lower > low, "upper": found.upper < high,
            "width": found.upper - found.lower > Fraction(1, 1 << 100)}[side]


@check("FX15-6.2.privacy", grade="exhaustive",
       quantifier="the same hypotheses and ell, all votes and changed votes: same winner, |c - c'| <= 1; another "
                  "winner, c = c' = 1",
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


GRID = tuple(product((TWENTIETH, TENTH, Fraction(1, 4), Fraction(49, 100)), (TENTH, Fraction(49, 100)),
                     (Fraction(1, 10**6), HUNDREDTH, Fraction(2, 5))))


claim("FX15-6.2.accuracy", kind="inequality", step_of="FX15-6.2",
      title="From a stable block size to an accurate hypothesis: failure at most delta/2 + delta/4 + delta/4",
      formulas=(printed_blocks,),
      uses=("BBKN14-2.eq2.hoeffding", "FX15-6.2.overall", "FX15-6.2.laplace"), erratum_kind="misprint",
      erratum="The text cites ell >= 12/alpha ln(1/(beta delta)) + 13, a remnant of the conference version. The "
              "algorithm has ln(2/(beta delta)), which gives more: delta/8 instead of delta/4.")


@check("FX15-6.2.accuracy", grade="certified",
       quantifier="delta in {0.05, 0.49, 1e-100}, alpha in {0.1, 0.49}, beta in {1e-6, 0.4}: certified tails",
       says="{Pr[fewer than 7/12 of the votes]} is at most {delta/4}")
@verifier(too_few_votes_are_likely)
def fewer_than_seven_twelfths_of_the_votes_are_rare(blocks=printed_blocks) -> Verdict:
    return judge("<=", ((case, lower_tail_bracket(ell, Fraction(2, 3), -(-7 * ell // 12) - 1), case[0] / 4)
                        for case in blocks.instances() for ell in (blocks(*case),)))


@check("FX15-6.2.accuracy", grade="exhaustive",
       quantifier="ell <= 24, 4 hypotheses: all vote vectors, so all orders of ties",
       says="{ell/12} is at most {the votes to be changed for another winner}")
@sabotage("ell/11 changes", Fraction(1, 11))
def seven_twelfths_of_the_votes_are_stable(share: Fraction = Fraction(1, 12)) -> Verdict:
    return judge("<=", ((v, share * ell, stability(as_votes(v))) for ell in range(1, 25) for v in vote_vectors(4, ell)
                        if 12 * max(v) >= 7 * ell))

def refutes_seven_twelfths_of_the_votes_are_stable(share, vector):
    ell, reached, steps = sum(vector), {vector}, 0
    while all(v.index(max(v)) == vector.index(max(vector)) for v in reached) and steps < share * ell:
        reached = {w for v in reached for w in changed_votes(v)}
        steps += 1
    return 12 * max(vector) >= 7 * ell and steps < share * ell


@check("FX15-6.2.accuracy", grade="certified",
       quantifier="delta in {0.05, 0.1, 0.25, 0.49}, alpha in {0.1, 0.49}, beta in {1e-6, 0.01, 0.4}: the test "
                  "fails at c = ell/12 with probability at most delta/8; block success 2/3, the others split in the "
                  "worst way: exact sum over the votes",
       says="at ell/12 the test fails with probability at most delta/8, and a stable answer is missed with delta/2")
@judged("<=")
def noise_hides_a_stable_winner_seldom(blocks=printed_blocks):
    for case in GRID:
        (beta, epsilon, delta), ell = case, blocks(*case)
        yield (*case, "test"), 1 - release_bracket(-(-ell // 12), epsilon, delta), beta / 8
        yield (*case, "published"), stable_miss(ell, Fraction(2, 3), ratio_for(epsilon), delta), beta / 2

def refutes_noise_hides_a_stable_winner_seldom(blocks, beta, epsilon, delta, kind):
    ell = blocks(beta, epsilon, delta)
    if kind == "test":
        gap = epsilon * (-(-ell // 12) - 1) - log_bracket(1 / (2 * delta))  # epsilon times (c minus the threshold)
        return bool(gap.upper < log_bracket(4 / beta).lower)
    total = Fraction(0)
    for v in range(ell // 2 + 1, ell + 1):  # all other votes for one hypothesis that wins ties
        up = delta * exp_bracket(epsilon * ((2 * v - ell + 1) // 2 - 1)).upper
        total += binomial_tail(ell, Fraction(2, 3), at_least=v, at_most=v) * (up if 2 * up <= 1 else 1 - 1 / (4 * up))
    return 1 - total > beta / 2


# e^alpha, beta, miss, share; the first three misses are met with equality at stability 2, 3, 4
