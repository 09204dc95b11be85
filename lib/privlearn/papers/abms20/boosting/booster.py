"""ABMS20, Section 4.2.2: online boosting by copies of the weak learner."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import isqrt

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import ConceptClass
from privlearn.exact import Bracket, log_bracket
from privlearn.exact.balls import ctx
from privlearn.exact.brackets import as_bracket
from privlearn.exact.intervals import Ball, ball, bracket_of
from privlearn.online.boosting import boosted_bound, boosted_run, conservative_bound, conservative_mistakes
from privlearn.online.boosting.conservative import conservative_order
from privlearn.online.boosting.copies import concurring
from privlearn.papers.abms20.boosting import claim
from privlearn.papers.abms20.boosting.instances import evenly_forced, smoothly_forced

claim("ABMS20-4.2.2.boost", kind="algorithm", status="proved", formulas=(conservative_order,),
      section="4.2.2 Littlestone dimension, online boosting",
      title="Online boosting: weak learners with edge gamma give a learner with few mistakes",
      uses=("ABMS20-4.2.2.eq6", "ABMS20-4.2.2.W"),
      note="The paper cites a randomised booster with N copies of the weak learner, N to infinity: a coin of chance "
           "p_i decides whether copy i sees the round.  Checked are two forms without coins: in the first, copy i "
           "sees every round with weight p_i, and the sum of the hinge losses is at most R/gamma + T G/(2 sqrt(N)); "
           "the second, conservative booster works on M experts themselves and makes at most 2 k^2 ln M mistakes.")

SLIGHT = Fraction(1, 10**12)
PLAYS = ((1, 1, 2), (1, 16, 50), (1, 16, 300), (3, 16, 100), (3, 64, 300), (5, 16, 100))


def edge_of(voters: int) -> Fraction:
    return Fraction(1, 2 * voters)


@cache
def instance(voters: int) -> tuple[ConceptClass, list[int]]:
    """Return (class, target): for one voter 0 and the points of a 16-point domain; else the target is 1, and the class
    has concurring concepts and their complements."""
    if voters == 1:
        return ConceptClass.from_matrix([[int(x == y) for x in range(16)] for y in range(17)]), [1] + [0] * 15
    rows = concurring(voters).matrix.tolist()
    return ConceptClass.from_matrix(rows + [[1 - bit for bit in row] for row in rows]), [1] * len(rows[0])


@cache
def played(voters: int, copies: int, rounds: int, edge: Fraction) -> Bracket:
    """Return the sum of the hinge losses of the booster against the adversary of the library."""
    return boosted_run(*instance(voters), edge, copies=copies, rounds=rounds).hinge


@check("ABMS20-4.2.2.boost", grade="certified",
       quantifier="(k, N, T) = (3, 16, 100), (3, 64, 300), (5, 16, 100): k concepts, each as often wrong as a right "
                  "majority allows, and their complements; (1, 1, 2), (1, 16, 50), (1, 16, 300): 0 and the points of a "
                  "16-point domain; the adversary asks for the point of least margin",
       says="{the sum of the hinge losses} is at most {R/gamma + T G/(2 sqrt(N))}",
       reason="Weights take the place of coins, so there are no seeds to average over.  Every number is enclosed, so "
              "rounds are few.  From 16 copies on the bound is about three times the sum, so half of its regret term "
              "would pass.")
@sabotage("the edge 1, more than there is", (lambda k: Fraction(1), boosted_bound))
@sabotage("the printed edge 1/k, for k of 3 and more", (lambda k: Fraction(1, max(k, 2)), boosted_bound))
@sabotage("without the price of the copies", (edge_of, lambda n, edge, *, copies, rounds: boosted_bound(
    n, edge, copies=copies, rounds=rounds) - boosted_bound(1, edge, copies=copies, rounds=rounds)))
def hinge_losses_of_the_copies_are_within_the_bound(case=(edge_of, boosted_bound)) -> Verdict:
    edge, bound = case
    return judge("<=", ((play, played(*play, edge(play[0])), bound(
        len(instance(play[0])[0]), edge(play[0]), copies=play[1], rounds=play[2])) for play in PLAYS))

def refutes_hinge_losses_of_the_copies_are_within_the_bound(case, witness):
    import numpy as np

    (edge, bound), (k, n, rounds) = case, witness
    concepts, target = instance(k)
    scale, rows = 1 / (2 * float(edge(k))), (concepts.matrix * 2.0 - 1) * (2 * np.array(target) - 1)
    weights, total, rate = np.ones((n, len(rows))), 0.0, np.sqrt(8 * np.log(len(rows)) / rounds)
    for _ in range(rounds):
        said = weights @ rows / weights.sum(axis=1, keepdims=True)
        x = int((scale * said.mean(axis=0)).argmin())
        total, p = total + max(0.0, 1 - scale * said[:, x].mean()), 0.5
        for i in range(n):
            weights[i] *= np.exp(-rate * p * (rows[:, x] < 0))
            p = float(np.clip(p - (scale * said[i, x] - 1) / (2 * (scale + 1) * np.sqrt(n)), 0, 1))
    return bool(total > bound(len(rows), edge(k), copies=n, rounds=rounds).upper)


@check("ABMS20-4.2.2.boost", grade="certified",
       quantifier="three concepts, one of which is wrong at each of three points, one copy, two rounds: the first has "
                  "no loss, and the weight of a concept falls to w = exp(-sqrt(ln 3)); the second loses 1 - 3w/(2 + w)",
       says="the sum of the hinge losses is 1 - 3w/(2 + w) for w = exp(-sqrt(ln 3)), up to 10^-12")
@sabotage("the second round is left out", lambda *given, copies, rounds: boosted_run(*given, copies=copies, rounds=1))
@sabotage("the rate for three rounds", lambda *given, copies, rounds: replace(
    boosted_run(*given, copies=copies, rounds=2), hinge=bracket_of(lambda: 1 - share(Fraction(2, 3)))))
def two_rounds_are_those_computed_by_hand(run=boosted_run) -> Verdict:
    found = run(concurring(3), [1, 1, 1], Fraction(1, 6), copies=1, rounds=2).hinge
    right = bracket_of(lambda: 1 - share(Fraction(1)))
    return judge("<=", [("above", found, right + SLIGHT), ("below", right, found + SLIGHT)])

def refutes_two_rounds_are_those_computed_by_hand(run, witness):
    from math import exp, log, sqrt

    found = run(concurring(3), [1, 1, 1], Fraction(1, 6), copies=1, rounds=2)
    weight = exp(-sqrt(log(3)))
    return abs(float(found.hinge.lower) - (1 - 3 * weight / (2 + weight))) > 1e-12


def share(factor: Fraction) -> Ball:
    """Return ``3w/(2 + w)`` for ``w = exp(-sqrt(factor ln 3))``."""
    weight = (-(ball(3).log() * ball(factor)).sqrt()).exp()
    return 3 * weight / (2 + weight)


BOUNDS = tuple((experts, edge, copies, rounds) for experts in (2, 17) for edge in (Fraction(1, 6), Fraction(1, 2))
               for copies in (1, 16, 64) for rounds in (1, 50))


@check("ABMS20-4.2.2.boost", grade="certified",
       quantifier="2 and 17 experts, edges 1/6 and 1/2, 1, 16 and 64 copies, 1 and 50 rounds: with one expert the "
                  "bound is T G/(2 sqrt(N)), rational; what more experts add has the square (T/2) ln M / gamma^2",
       says="the bound is T G/(2 sqrt(N)) plus a term whose square is (T/2) ln M / gamma^2, up to 10^-12")
@sabotage("half of the regret", lambda n, edge, *, copies, rounds: (
    boosted_bound(n, edge, copies=copies, rounds=rounds) + boosted_bound(1, edge, copies=copies, rounds=rounds)) / 2)
@sabotage("G = 1/(2 gamma)", lambda n, edge, *, copies, rounds: boosted_bound(
    n, edge, copies=copies, rounds=rounds) - Fraction(rounds, 2 * isqrt(copies)))
def bound_is_the_regret_over_the_edge_and_the_price_of_copies(bound=boosted_bound) -> Verdict:
    cases = []
    for n, edge, copies, rounds in BOUNDS:
        alone = bound(1, edge, copies=copies, rounds=rounds)
        more = bound(n, edge, copies=copies, rounds=rounds) - alone
        price = (1 / (2 * edge) + 1) * rounds / (2 * isqrt(copies))
        square = log_bracket(n) * Fraction(rounds) / (2 * edge**2)
        cases += [((n, edge, copies, rounds, name), one, two + SLIGHT) for name, left, right in (
            ("copies", alone, price), ("regret", more * more, square)) for one, two in ((left, right), (right, left))]
    return judge("<=", cases)

def refutes_bound_is_the_regret_over_the_edge_and_the_price_of_copies(bound, witness):
    from math import log, sqrt

    n, edge, copies, rounds, _ = witness
    right = [sqrt(rounds / 2 * log(m)) / edge + rounds * (1 / (2 * edge) + 1) / 2 / sqrt(copies) for m in (1, n)]
    made = [float(bound(m, edge, copies=copies, rounds=rounds).lower) for m in (1, n)]
    return any(abs(a - b) > 1e-9 for a, b in zip(made, right, strict=True))


FACTORS = {1: Fraction(5, 2), 3: Fraction(7, 5)}
RUNS = ((1, 2), (1, 4), (1, 6), (1, 8), (3, 3), (3, 4), (3, 5), (3, 6), (3, 7))
LIMIT = 12


def exact_bound(voters: int, experts: int) -> int:
    """Return the bound of the conservative booster for the rational factors near ``e^(1/k)``."""
    return conservative_bound(voters, experts, FACTORS[voters])


@check("ABMS20-4.2.2.boost", grade="exhaustive",
       quantifier="k = 1 with 2, 4, 6, 8 experts and k = 3 with 3 to 7: all predictions and labels, up to 12 mistakes",
       says="{the number of mistakes forced on the booster} is at most {the mistake bound of the booster}",
       reason="For k = 3 the bound is far above what the best adversary reaches.")
@sabotage("the logarithm of N to base 4, rounded down", lambda k, n: (n.bit_length() - 1) // 2)
def conservative_booster_is_within_its_bound(bound=exact_bound) -> Verdict:
    return judge("<=", (((k, n), conservative_mistakes(k, n, FACTORS[k], LIMIT), bound(k, n)) for k, n in RUNS))

def refutes_conservative_booster_is_within_its_bound(bound, k, n):
    b = FACTORS[k]

    def reach(exponents: tuple[int, ...], left: int) -> bool:
        votes = (v for v in product((1, -1), repeat=n) if sum(v[:k]) > 0)
        return left == 0 or any(reach(tuple(e + x for e, x in zip(exponents, v, strict=True)), left - 1) for v in votes
                                if sum(b**e * x for e, x in zip(exponents, v, strict=True)) <= 0)

    return reach((0,) * n, bound(k, n) + 1)


def weights_allow(mistakes: int, voters: int, experts: int) -> bool:
    """Decide ``b^M (2b/(b^2 + 1))^(kM) <= N^k`` in integers."""
    p, q = FACTORS[voters].as_integer_ratio()
    left = p**mistakes * (2 * p * q) ** (voters * mistakes)
    return left <= experts**voters * q**mistakes * (p * p + q * q) ** (voters * mistakes)


@check("ABMS20-4.2.2.boost", grade="exact",
       quantifier="k = 1, 3 and N = 1..40 experts: M mistakes leave a weight that is possible, M + 1 do not",
       says="the bound is the largest M with b^M (2b/(b^2 + 1))^(k M) <= N^k")
@sabotage("one more", lambda k, n, factor: conservative_bound(k, n, factor) + 1)
@sabotage("one less", lambda k, n, factor: max(0, conservative_bound(k, n, factor) - 1))
@judged("==")
def bound_is_the_largest_number_that_the_weights_allow(bound=conservative_bound):
    for k, n in product((1, 3), range(1, 41)):
        found = bound(k, n, FACTORS[k])
        yield (k, n), (weights_allow(found, k, n), weights_allow(found + 1, k, n)), (True, False)

def refutes_bound_is_the_largest_number_that_the_weights_allow(bound, witness):
    from math import log

    k, n = witness
    b = float(FACTORS[k])
    return bound(*witness, FACTORS[k]) != int(k * log(n) / (log(b) + k * log(2 * b / (b * b + 1))) + 1e-12)


@check("ABMS20-4.2.2.boost", grade="exhaustive", quantifier="k = 1 with 1 to 5 experts, k = 3 with 3 to 5, up to 5 "
       "mistakes: all sequences of predictions, every weight by itself; a tie is a mistake",
       says="{the number of forced mistakes by the search} equals {the number of forced mistakes by listing}")
@sabotage("a tie is no mistake", lambda k, n, factor, limit: conservative_mistakes(k, n, factor, limit) - (n == k + 1))
@judged("==")
def forced_mistakes_are_those_of_all_predictions(most=conservative_mistakes):
    for k, n in ((1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (3, 3), (3, 4), (3, 5)):
        yield (k, n), most(k, n, FACTORS[k], 5), forced_by_listing(k, n)

def refutes_forced_mistakes_are_those_of_all_predictions(most, k, n):
    b, reached = FACTORS[k], {(Fraction(1),) * n}
    for made in range(6):  # all lists of weights after so many mistakes
        reached = {tuple(w * b if v else w / b for w, v in zip(weights, vote, strict=True)) for weights in reached
                   for vote in product((0, 1), repeat=n) if 2 * sum(vote[:k]) > k
                   and 2 * sum(w for w, v in zip(weights, vote, strict=True) if v) <= sum(weights)}
        if not reached or made == 5:
            return most(k, n, b, 5) != min(made, 5)
    return False


def forced_by_listing(voters: int, experts: int, limit: int = 5) -> int:
    """Return the most mistakes, at most the limit: every weight by itself, up to the order of equal experts."""
    b = FACTORS[voters]
    votes = [v for v in product((1, -1), repeat=experts) if sum(v[:voters]) > 0]

    @cache
    def forced(good: tuple[Fraction, ...], others: tuple[Fraction, ...], left: int) -> int:
        weights, best = good + others, 0
        for vote in votes if left else ():
            if sum(w for w, v in zip(weights, vote, strict=True) if v < 0) * 2 >= sum(weights):
                after = [w * b**v for w, v in zip(weights, vote, strict=True)]
                best = max(best, 1 + forced(tuple(sorted(after[:voters])), tuple(sorted(after[voters:])), left - 1))
                if best == left:
                    break
        return best

    return forced((Fraction(1),) * voters, (Fraction(1),) * (experts - voters), limit)


@check("ABMS20-4.2.2.boost", grade="certified",
       quantifier="k = 1, 3, 5 and up to 2^30 experts: of those of equal weight half are wrong, a few more if needed",
       says="{the number of mistakes forced by even splits} is at most {2 k^2 ln M}")
@judged("<=")
def even_splits_are_within_the_bound(bound=conservative_order):
    for k, n in bound.instances():
        yield (k, n), evenly_forced(k, n), bound(k, n)

def refutes_even_splits_are_within_the_bound(bound, k, n):
    return 0.99 * smoothly_forced(k, n) > as_bracket(bound(k, n)).upper


# rows, target, edge, copies, rounds: no two margins nearly tie, but for equal ones, where the first point is asked
SMALL_RUNS = ((((0, 1, 1), (1, 0, 1), (1, 1, 0)), (1, 1, 1), Fraction(1, 6), 2, 4),
              (((1, 1, 0, 1), (0, 1, 1, 0), (1, 1, 0, 0), (0, 0, 0, 0)), (0, 1, 0, 0), Fraction(1, 5), 3, 5),
              (((0, 1, 1), (1, 1, 0), (1, 0, 0), (0, 0, 0), (1, 0, 1)), (0, 0, 0), Fraction(1, 3), 5, 4),
              (((1, 0, 0), (0, 1, 1)), (0, 1, 0), Fraction(3, 7), 1, 6),
              (((1, 1, 0), (1, 0, 1)), (1, 0, 0), Fraction(1, 2), 4, 3))


NEAR = Fraction(1, 10**30)


def run_in_balls(rows, target, edge, copies: int, rounds: int) -> tuple[list[int], Ball, list[bool], list[Ball]]:
    """Return points, the sum of the hinge losses, mistakes and the losses of one learner that sees all rounds.

    Margins that are less than 10^-30 apart are equal here, the first point is asked then.
    """
    rate, scale = (8 * ball(len(rows)).log() / rounds).sqrt(), 1 / (2 * edge)
    root = 2 * ball(scale + 1) * ball(copies).sqrt()
    paid = [[ball(0)] * len(rows) for _ in range(copies + 1)]  # the weighted mistakes of every expert, for each copy
    points, hinge, mistakes, weak = list[int](), ball(0), list[bool](), list[Ball]()
    for _ in range(rounds):
        shares = [[(-rate * p).exp() for p in losses] for losses in paid]
        right = [[sum((w if row[x] == bit else -w for w, row in zip(share, rows, strict=True)), ball(0)) / sum(
            share, ball(0)) for x, bit in enumerate(target)] for share in shares]
        margins = [sum((row[x] for row in right[:-1]), ball(0)) * ball(scale / copies) for x in range(len(target))]
        asked = next(x for x, margin in enumerate(margins) if not any(margin > other + ball(NEAR) for other in margins))
        points.append(asked)
        hinge += (1 - margins[asked]).max(0)
        mistakes.append(not margins[asked] > ball(NEAR))
        weak.append((1 - right[-1][asked]) / 2)
        weight = ball(Fraction(1, 2))
        for copy in range(copies + 1):
            for i, row in enumerate(rows):
                if row[asked] != target[asked]:
                    paid[copy][i] = paid[copy][i] + (weight if copy < copies else 1)
            weight = (weight - (right[copy][asked] * ball(scale) - 1) / root).max(0).min(1)
    return points, hinge, mistakes, weak


@check("ABMS20-4.2.2.boost", grade="certified", quantifier="five classes of 2 to 5 concepts on 3 and 4 points, 1 to 5 "
       "copies, 3 to 6 rounds, in balls, by losses that add up: the points asked, the mistakes, the hinge losses to "
       "10^-20, and those of one learner, which are floats, to 10^-12",
       says="every round of the booster is as defined")
@sabotage("a round less", lambda *given, copies, rounds: boosted_run(*given, copies=copies, rounds=rounds - 1))
@sabotage("a copy more", lambda *given, copies, rounds: boosted_run(*given, copies=copies + 1, rounds=rounds))
@sabotage("every mistake counts as none", lambda *given, **numbers: replace(
    boosted_run(*given, **numbers), mistakes=(False,) * numbers["rounds"]))
@judged("==")
def rounds_of_the_booster_are_as_defined(run=boosted_run):
    for case, (rows, target, edge, copies, rounds) in enumerate(SMALL_RUNS):
        found = run(ConceptClass.from_matrix(rows), target, edge, copies=copies, rounds=rounds)
        with ctx.workprec(256):
            points, hinge, mistakes, weak = run_in_balls(*SMALL_RUNS[case])
            pairs = [(found.hinge.lower, hinge, 20), (found.hinge.upper, hinge, 20),
                     *((Fraction(loss), other, 12) for loss, other in zip(found.weak, weak, strict=False))]
            near = [bool(abs(ball(one) - other) < ball(Fraction(1, 10**digits))) for one, other, digits in pairs]
        yield case, (list(found.points), list(found.mistakes), near), (points, mistakes, [True] * (2 + rounds))

def refutes_rounds_of_the_booster_are_as_defined(run, case):
    import numpy as np

    rows, target, edge, n, rounds = SMALL_RUNS[case]
    scale = 1 / (2 * float(edge))
    signs = np.array(rows) * 2.0 - 1
    goal = 2 * np.array(target) - 1
    weights, told = np.ones((n + 1, len(rows))), (list[int](), list[bool](), list[float]())
    rate, total = np.sqrt(8 * np.log(len(rows)) / rounds), 0.0
    for _ in range(rounds):
        said = weights @ signs / weights.sum(axis=1, keepdims=True)
        margins = np.round(scale * said[:n].mean(axis=0) * goal, 12)
        x = int(margins.argmin())
        told[0].append(x)
        told[1].append(bool(margins[x] <= 0))
        told[2].append((1 - said[n, x] * goal[x]) / 2)
        total, p = total + max(0.0, 1 - margins[x]), 0.5
        for i in range(n):
            weights[i] *= np.exp(-rate * p * (signs[:, x] != goal[x]))
            p = float(np.clip(p - (scale * said[i, x] * goal[x] - 1) / (2 * (scale + 1) * np.sqrt(n)), 0, 1))
        weights[n] *= np.exp(-rate * (signs[:, x] != goal[x]))
    found = run(ConceptClass.from_matrix(rows), target, edge, copies=n, rounds=rounds)
    return (list(found.points), list(found.mistakes)) != told[:2] or abs(float(found.hinge.upper) - total) > 1e-8 or (
        bool(np.abs(np.subtract(found.weak, told[2])).max() > 1e-8))
