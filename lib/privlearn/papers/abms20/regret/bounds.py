"""ABMS20, Section 1: regret of classes and of composed ones against its bounds."""

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any

from privlearn.checking import Verdict, all_hold, check, covering, judge, judged, sabotage
from privlearn.concepts import ConceptClass, aggregate, all_functions, classes_up_to_symmetry, named_rule, thresholds
from privlearn.dimensions import littlestone_dimension, vc_dimension
from privlearn.exact import exp_bracket, is_at_most, log_bracket
from privlearn.exact.formulas import Formula, Value, formula
from privlearn.online import minimax_regrets, mistake_bound, regret_upper_bound
from privlearn.online.experts import HedgeRun, hedge, hedge_bound
from privlearn.online.experts.hedging import imitating_rounds
from privlearn.papers.abms20.regret import claim
from privlearn.papers.abms20.regret.instances import naive_regret
from privlearn.papers.by_definition import class_of, littlestone_by_definition

claim("ABMS20-1.Q1", kind="remark", status="checked",
      reason="a question; that the dimension of composed classes controls their regret is computed for all classes on "
             "three points",
      title="Question 1.1: is the regret of a composed class bounded through the regret of its parts?",
      uses=("ABMS20-2.def-G", "ABMS20-1.eq1", "FX15-2.5.ldim", "ABMS20-2.1"),
      note="A question has no truth value.  Checked is what turns it into one about dimensions: whatever the regret "
           "of a composed class, its Littlestone dimension controls it.")

RULES = ("and", "or", "xor")


@cache
def composed(name: str, number: int) -> tuple[ConceptClass, int, tuple[Fraction, ...]]:
    """Return the class of all ``G(h1, h2)`` for a class on 3 points, its dimension and its regrets up to T = 4."""
    base = class_of((3, number))
    made = aggregate(named_rule(name, 2), base, base)
    return made, littlestone_dimension(made), minimax_regrets(made, 4)


@check("ABMS20-1.Q1", grade="certified",
       quantifier="all 255 classes on 3 points, G = and, or, xor of two concepts, T = 1..4",
       says="{the square of the composed class's regret} is at most {(T/2) ln C(T, <=d), d its dimension}")
@sabotage("1 in place of the dimension of the cube", lambda c: 1 if len(c) == 8 else littlestone_dimension(c))
@judged("<=")
def regret_of_composed_classes_is_controlled_by_their_dimension(dimension=littlestone_dimension):
    for name, number in product(RULES, range(1, 256)):
        made, depth, regrets = composed(name, number)
        d = depth if dimension is littlestone_dimension else dimension(made)
        for rounds in range(1, 5):
            yield (name, number, rounds), regrets[rounds] ** 2, regret_upper_bound(d, rounds)

def refutes_regret_of_composed_classes_is_controlled_by_their_dimension(dimension, name, number, rounds):
    functions = [f for f in range(8) if number >> f & 1]
    rule = {"and": int.__and__, "or": int.__or__, "xor": int.__xor__}[name]
    rows = sorted({tuple(rule(f, g) >> x & 1 for x in range(3)) for f in functions for g in functions})
    d = dimension(ConceptClass.from_matrix(rows))
    twice = 2 * naive_regret(rows, rounds) ** 2 / rounds  # to be compared with ln C(T, <=d)
    return exp_bracket(twice).lower > sum(comb(rounds, j) for j in range(d + 1))


@check("ABMS20-1.Q1", grade="exact",
       quantifier="thresholds on 2, 4 and 8 points, exclusive or of two: search for trees against the online game",
       says="{the Littlestone dimension by trees} equals {the value of the online game}")
@sabotage("the VC dimension", vc_dimension)
@judged("==")
def dimension_of_composed_thresholds_is_the_value_of_their_game(dimension=littlestone_dimension):
    for bits in (1, 2, 3):
        made = aggregate(named_rule("xor", 2), thresholds(bits), thresholds(bits))
        yield tuple(made.rows()), dimension(made), mistake_bound(made)

def refutes_dimension_of_composed_thresholds_is_the_value_of_their_game(dimension, rows):
    c = ConceptClass.from_matrix(rows)
    return dimension(c) != littlestone_by_definition(c)


CONSTANTS = ConceptClass.from_matrix([[0], [1]])
LONGEST = 8
LONG_RUN = 100

@formula("at least", where=("T >= d",), corners={"d": (0, 1, 3), "T": (1, 2, 8)})
def regret_lower_bound(d: int, T: int) -> Value:
    return d * T / 8


claim("ABMS20-1.eq1", kind="inequality", formulas=(regret_lower_bound, regret_upper_bound),
      title="(1): optimal regret is between sqrt(d T / 8) and sqrt((T/2) ln C(T, <=d)), d the Littlestone dimension",
      uses=("FX15-2.5.ldim", "ABMS20-1.fn1"),
      note="The paper prints Omega and O; the constants here are ours to check.  The lower bound needs T >= d: for "
           "the cube on three points and T = 1 it would be false.  The regret is the exact value of the game, so "
           "every learner and every adversary is covered for the classes listed.")


@cache
def regrets_of_small_classes() -> tuple[tuple[ConceptClass, int, int, tuple[Fraction, ...]], ...]:
    """Return (class, classes it stands for, dimension, regrets) for orbits on 1 to 3 points, constants, a cube."""
    found = [(c, count, littlestone_dimension(c), minimax_regrets(c, LONGEST))
             for n in (1, 2, 3) for c, count in classes_up_to_symmetry(n)]
    return ((CONSTANTS, 1, 1, minimax_regrets(CONSTANTS, LONG_RUN)), *found,
            (all_functions(4), 1, 4, minimax_regrets(all_functions(4), 4)))


def judge_regrets(bound: Formula, cases: Callable[[Fraction, Any], Any]) -> Verdict:
    """Judge left and right for all classes and T >= 1 stated; a class counts as often as it stands for others."""
    rows = [(c, d, t, regret, count) for c, count, d, regrets in regrets_of_small_classes()
            for t, regret in enumerate(regrets) if t and bound.holds_for(d, t)]
    return covering(judge("<=", (((tuple(c.rows()), t), *cases(regret, bound(d, t))) for c, d, t, regret, _ in rows)),
                    sum(count for *_, count in rows))


SMALL = ("all classes on 1, 2, 3 points (one of each orbit under permutations and complements of points), d <= T <= 8; "
         "the two constants, T <= 100; all functions on 4 points, T <= 4")


@check("ABMS20-1.eq1", grade="exact", quantifier=SMALL, says="{d T / 8} is at most {the square of the optimal regret}")
def regret_is_at_least_the_root_of_dT_over_8(bound=regret_lower_bound) -> Verdict:
    return judge_regrets(bound, lambda regret, least: (least, regret**2))

def refutes_regret_is_at_least_the_root_of_dT_over_8(bound, rows, rounds):
    d = littlestone_by_definition(ConceptClass.from_matrix(rows))
    return bound(d, rounds) > naive_regret(rows, rounds) ** 2


@check("ABMS20-1.eq1", grade="certified", quantifier=SMALL.replace("d <= T", "1 <= T"),
       says="{the square of the optimal regret} is at most {(T/2) ln C(T, <=d)}")
def regret_is_at_most_the_root_of_half_T_ln_C(bound=regret_upper_bound) -> Verdict:
    return judge_regrets(bound, lambda regret, most: (regret**2, most))

def refutes_regret_is_at_most_the_root_of_half_T_ln_C(bound, rows, rounds):
    d = littlestone_by_definition(ConceptClass.from_matrix(rows))
    return not is_at_most(naive_regret(rows, rounds) ** 2, bound(d, rounds))


def walk_mean(pairs: int) -> Fraction:
    return Fraction(pairs * comb(2 * pairs, pairs), 4**pairs)


@check("ABMS20-1.eq1", grade="exact", quantifier="the two constants on one point, T = 1..100",
       says="{the optimal regret} equals {m C(2m, m)/4^m, m = T/2 rounded up}")
@sabotage("2m + 1 rounds as many as 2m", lambda m: walk_mean((m + 1) // 2))
def regret_of_two_constants_is_a_central_binomial(mean=walk_mean) -> Verdict:
    regrets = minimax_regrets(CONSTANTS, LONG_RUN)
    return judge("==", ((t, regrets[t], mean((t + 1) // 2)) for t in range(1, LONG_RUN + 1)))

def refutes_regret_of_two_constants_is_a_central_binomial(mean, rounds):
    walk = sum(comb(rounds, j) * abs(rounds - 2 * j) for j in range(rounds + 1))
    return mean((rounds + 1) // 2) != Fraction(walk, 2 ** (rounds + 1))


HedgeCase = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, int | None], ...], int, Fraction]


@cache
def hedge_runs() -> tuple[tuple[HedgeCase, HedgeRun], ...]:
    """Return all label sequences of T <= 7 for the constants, some for four thresholds, and one long run."""
    pair = ((0,), (1,))
    cases: list[HedgeCase] = [(pair, tuple((0, bit) for bit in labels), 1, beta)
                              for t in range(1, 8) for beta in (Fraction(1, 3), Fraction(1, 2))
                              for labels in product((0, 1), repeat=t) if labels[0] == 0]
    small = tuple(thresholds(2).rows())
    cases += [(small, tuple(zip((1, 0, 2, 1, 0), labels, strict=True)), 2, Fraction(1, 4))
              for labels in product((0, 1), repeat=5)]
    rng = random.Random(1)
    cases.append((tuple(thresholds(6).rows()), tuple((rng.randrange(64), None) for _ in range(200)), 6,
                  Fraction(11, 30)))
    return tuple((case, hedge(ConceptClass.from_matrix(case[0]), *case[1:])) for case in cases)


@check("ABMS20-1.eq1", grade="certified",
       quantifier="the two constants, all label sequences of T <= 7 (up to exchange of labels), beta = 1/3, 1/2; "
                  "four thresholds, 5 rounds, all labels; 64 thresholds, 200 rounds at random points, the label "
                  "always the less likely one: N = C(200, <=6), about 8.5e10 experts, all of them exactly",
       says="{the regret of Hedge over the flipped experts} is at most {ln N / eta + eta T / 8, eta = ln(1/beta)}",
       reason="Six flips, not one: the dimension of 64 thresholds is 6.")
@sabotage("without the term eta T / 8", lambda experts, rounds, beta: log_bracket(experts) / log_bracket(1 / beta))
@sabotage("no price for the number of experts",
          lambda experts, rounds, beta: log_bracket(1 / beta) * Fraction(rounds, 8))
@judged("<=")
def hedge_over_flipped_experts_has_small_regret(bound=hedge_bound):
    for (rows, asked, flips, beta), run in hedge_runs():
        shown = (rows, asked, flips, beta) if len(asked) < 9 else (len(rows), len(asked), flips, beta)
        yield shown, run.loss - run.best, bound(run.experts, len(asked), beta)

def refutes_hedge_over_flipped_experts_has_small_regret(bound, witness):
    rows, asked, flips, beta = witness
    if isinstance(rows, int):  # the long run has too many experts for a list: its law is judged below, the bound here
        from math import log

        run, eta = hedge_runs()[-1][1], -log(beta)
        excess = float(run.loss) - run.best
        return float(bound(run.experts, asked, beta).upper) < excess <= log(run.experts) / eta + eta * asked / 8
    loss, best, experts = listed_hedge(*witness)
    return loss - best > bound(experts, len(asked), beta).upper


def listed_hedge(rows, asked, flips: int, beta: Fraction) -> tuple[Fraction, int, int]:
    """Return loss, mistakes of the best concept and number of experts of Hedge, every expert by itself."""
    family = [j for size in range(flips + 1) for j in combinations(range(len(asked)), size)]
    states, wrong, loss = [rows] * len(family), [0] * len(family), Fraction(0)
    for t, (x, label) in enumerate(asked):
        said = []
        for i, flipped in enumerate(family):
            halves = [tuple(row for row in states[i] if row[x] == bit) for bit in (0, 1)]
            depth = [littlestone_by_definition(ConceptClass.from_matrix(half)) if half else -1 for half in halves]
            bit = int(depth[1] > depth[0])
            bit = 1 - bit if t in flipped and halves[1 - bit] else bit
            said.append(bit)
            states[i] = halves[bit]
        weights = [beta**m for m in wrong]
        loss += Fraction(sum(w for w, bit in zip(weights, said, strict=True) if bit != label), sum(weights))
        wrong = [m + (bit != label) for m, bit in zip(wrong, said, strict=True)]
    return loss, min(sum(row[x] != y for x, y in asked) for row in rows), len(family)


LISTED = [case for case, _ in hedge_runs() if len(case[1]) < 6]


@check("ABMS20-1.eq1", grade="exact",
       quantifier="the runs of fewer than 6 rounds: loss, best concept and number of experts, all of them listed",
       says="loss, best concept's mistakes and number of experts are those found by listing the experts")
@sabotage("one flip fewer", lambda c, asked, flips, beta: hedge(c, asked, flips - 1, beta))
@sabotage("the discount squared", lambda c, asked, flips, beta: hedge(c, asked, flips, beta**2))
@judged("==")
def hedge_is_that_of_all_experts(run=hedge):
    for rows, asked, flips, beta in LISTED:
        made = run(ConceptClass.from_matrix(rows), asked, flips, beta)
        yield (rows, asked, flips, beta), (made.loss, made.best, made.experts), listed_hedge(rows, asked, flips, beta)

def refutes_hedge_is_that_of_all_experts(run, rows, asked, flips, beta):
    made, sets = run(ConceptClass.from_matrix(rows), asked, flips, beta), range(1 << len(asked))
    if (made.best, made.experts) != (min(sum(r[x] != y for x, y in asked) for r in rows),
                                     sum(s.bit_count() <= flips for s in sets)):
        return True

    def errors(left, flipped: int, rest) -> list[int]:  # of one expert, round by round
        if not rest:
            return []
        halves = [tuple(row for row in left if row[rest[0][0]] == bit) for bit in (0, 1)]
        zero, one = (littlestone_by_definition(ConceptClass.from_matrix(h)) if h else -1 for h in halves)
        said = int(one > zero)
        said = 1 - said if flipped & 1 and halves[1 - said] else said
        return [int(said != rest[0][1]), *errors(halves[said], flipped >> 1, rest[1:])]

    each = [errors(tuple(rows), s, asked) for s in sets if s.bit_count() <= flips]
    loss = sum((Fraction(sum(e[t] * beta ** sum(e[:t]) for e in each), sum(beta ** sum(e[:t]) for e in each))
                for t in range(len(asked))), Fraction(0))
    return made.loss != loss


def asked_points() -> list[int]:
    """Return the points that a binary search for the least threshold asks, then 54 random ones."""
    rng = random.Random(1)
    return [31, 15, 7, 3, 1, 0, *(rng.randrange(64) for _ in range(54))]


def rounds_with_mistakes(target: int) -> tuple[int, ...]:
    """Return the rounds in which the standard optimal algorithm errs on a threshold, by intervals of thresholds."""
    low, high, errors = 0, 64, []  # thresholds low..high-1 are left; k of them have dimension floor(log k)
    for t, x in enumerate(asked_points()):
        cut = min(max(x + 1, low), high)  # thresholds below the cut say 1
        if ((cut - low).bit_length() > (high - cut).bit_length()) != (x >= target):
            errors.append(t)
        low, high = (low, cut) if x >= target else (cut, high)
    return tuple(errors)


@check("ABMS20-1.eq1", grade="exact", quantifier="all 64 thresholds on 64 points; 60 rounds, first the points of a "
       "binary search, then random ones: the flips of each, 6 at most and for some",
       says="the flips of a threshold are the rounds where the optimal algorithm errs on it, and the most are d")
@sabotage("the last flip is forgotten", lambda c, points: [rounds[:-1] for rounds in imitating_rounds(c, points)])
def every_concept_is_imitated_with_at_most_d_flips(imitate=imitating_rounds) -> Verdict:
    found = imitate(thresholds(6), asked_points())
    return all_hold(judge("==", ((i, errors, rounds_with_mistakes(i)) for i, errors in enumerate(found))),
                    judge("==", [("most", max(map(len, found)), littlestone_dimension(thresholds(6)))]))

def refutes_every_concept_is_imitated_with_at_most_d_flips(imitate, target):
    found = imitate(thresholds(6), asked_points())
    if target == "most":
        return max(map(len, found)) != 6
    left = list(range(64))
    for t, x in enumerate(asked_points()):  # the imitating expert must say what the threshold says
        halves = [[h for h in left if (x >= h) == bit] for bit in (False, True)]
        said = len(halves[1]).bit_length() > len(halves[0]).bit_length()
        if (said != (t in found[target])) != (x >= target):
            return True
        left = halves[x >= target]
    return False
