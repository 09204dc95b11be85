"""FHMM23: the proofs of what two experts cost, n experts without coins, and one perfect expert of n."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product, starmap
from math import comb
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.dimensions.mistake_trees import MistakeTree
from privlearn.dimensions.with_errors import ErrorBudgets, State, randomized_littlestone_dimension_with_errors
from privlearn.exact import is_at_most, solve
from privlearn.exact.formulas import log2
from privlearn.exact.intervals import ball_bracket
from privlearn.exact.minimax import is_enclosure
from privlearn.online.experts.universal import (following_experts, following_program, most_rounds, two_experts,
                                                universal_experts)
from privlearn.online.optimal_with_errors import RandomizedOptimalAlgorithm, expected_mistakes_forced
from privlearn.papers.fhmm23.randomized_littlestone.errors_and_experts import (FEW, best_split, best_trees,
                                                                               cost_of_one_more, deepest, deepest_tree,
                                                                               matchbox_value, mistakes_of_two,
                                                                               perfect_at_least, perfect_at_most,
                                                                               rounds_below, some_experts)
from privlearn.papers.fhmm23.randomized_littlestone.instances import HALF, leaf_depths, shapes
from privlearn.papers.fhmm23.randomized_littlestone.proof import expected, mean


class Matchboxes(NamedTuple):
    """Two experts who may err k times, the chance that the first one errs, what an error costs of one who is alone."""

    k: int
    coin: Fraction = HALF
    cost_of_an_error_alone: Fraction = Fraction(1)

@cache
def cost(i: int, j: int, coin: Fraction, alone: Fraction) -> Fraction:
    """Return F: what experts with i and j errors left cost who disagree until one is out, -1 if both are."""
    if min(i, j) < 0:
        return alone * max(i, j) if max(i, j) >= 0 else Fraction(-1)
    return HALF + coin * cost(i - 1, j, coin, alone) + (1 - coin) * cost(i, j - 1, coin, alone)


@cache
def left_over(i: int, j: int, coin: Fraction) -> dict[int, Fraction]:
    """Return the law of what one expert has left when the other is out, error by error."""
    if min(i, j) < 0:
        return {max(i, j): Fraction(1)}
    law: dict[int, Fraction] = {}
    for chance, later in ((coin, left_over(i - 1, j, coin)), (1 - coin, left_over(i, j - 1, coin))):
        for r, mass in later.items():
            law[r] = law.get(r, Fraction(0)) + chance * mass
    return law


@cache
def two() -> ErrorBudgets:
    return ErrorBudgets(universal_experts(2), 0)


@proof("FHMM23-two", grade="exact", quantifier="k = 0 to 8 and all i, j <= k; for k = 100 F(k, k) in place of the "
       "learner",
       instances=lambda: [Matchboxes(k) for k in (*range(9), 100)], start=Matchboxes(2),
       steps={"more": "{j} is less than {F(0, j)}",
              "agree": "{1 + F(i - 1, j - 1)} is at most {F(i, j)}",
              "deepest": "{half the largest mean depth, with i and j errors left,} is {F(i, j)}",
              "rounds": "{F(k, k)} is {(2k + 1 - E R)/2 + E R}",
              "law": "{(k - r) u_r} is {(2k - r) u_(r+1)/2}",
              "mean": "{E R} is {(2k + 1) u_0 - 1}",
              "conclusion": "{the most mistakes that RandSOA expects} are {k + (k + 1/2) C(2k, k)/4^k}"},
       hypotheses=(Hypothesis("outcomes are fair coins", {"coin": Fraction(2, 3)}, ("agree", "deepest", "law", "mean")),
                   Hypothesis("one who is left costs 1 for each error", {"cost_of_an_error_alone": Fraction(1, 2)},
                              ("more", "deepest", "rounds"))))
def matchboxes_run_empty(given: Matchboxes, value=two_experts) -> Iterator[Line]:
    k, coin, alone = given
    if k < 9:
        F = {(i, j): cost(i, j, coin, alone) for i in range(-1, k + 1) for j in range(-1, k + 1)}
        law = left_over(k, k, coin) | {k + 1: Fraction(0)}
        R = sum((r * mass for r, mass in law.items()), Fraction(0))
        for j in range(k + 1):
            yield Line("more", "<", j, F[0, j], ("i, j", (0, j)))
        for i, j in product(range(k + 1), repeat=2):
            yield Line("agree", "<=", F[i - 1, j - 1] + 1, F[i, j], ("i, j", (i, j)))
        for i, j in product(range(k + 1), repeat=2):
            yield Line("deepest", "==", two().randomized((i, j)), F[i, j], ("i, j", (i, j)))
        yield Line("rounds", "==", F[k, k], HALF * (2 * k + 1 - R) + R)
        for r in range(k + 1):
            yield Line("law", "==", (k - r) * law[r], HALF * (2 * k - r) * law[r + 1], ("r", r))
        yield Line("mean", "==", R, (2 * k + 1) * law[0] - 1)
    learner, concepts = RandomizedOptimalAlgorithm, universal_experts(2)
    yield Line("conclusion", "==", expected_mistakes_forced(learner(concepts, k), concepts, k) if k < 9
               else cost(k, k, HALF, Fraction(1)), value(k))


def refutes_matchboxes_run_empty(given: Matchboxes, step: str, case: Any, value) -> bool:
    """Tell whether a line is false, by who goes out last and after how many errors of the other."""
    k, coin, alone = given

    def ends(i: int, j: int, q: Fraction) -> list[tuple[int, int, Fraction]]:  # rounds, what is left, chance
        return [(n + 1 + s, m - s, comb(n + s, s) * p ** (n + 1) * (1 - p) ** s)
                for n, m, p in ((i, j, q), (j, i, 1 - q)) for s in range(m + 1)]

    def paid(i: int, j: int, q: Fraction = coin, each: Fraction = alone) -> Fraction:
        found = ends(i, j, q) if min(i, j) >= 0 else [(0, max(i, j), Fraction(1))]
        return sum(((HALF * t + (each if left >= 0 else 1) * left) * mass for t, left, mass in found), Fraction(0))

    if step in ("more", "agree", "deepest"):
        i, j = case[1]
        return {"more": paid(0, j) <= j, "agree": 1 + paid(i - 1, j - 1) > paid(i, j),
                "deepest": paid(i, j) != paid(i, j, HALF, Fraction(1))}[step]
    u = [sum((mass for _, left, mass in ends(k, k, coin) if left == r), Fraction(0)) for r in range(k + 2)]
    R, r = sum((r * mass for r, mass in enumerate(u)), Fraction(0)), case[1] if case else 0
    return {"rounds": 2 * paid(k, k) != 2 * k + 1 + R, "mean": (2 * k + 1) * u[0] != R + 1,
            "law": 2 * (k - r) * u[r] != (2 * k - r) * u[r + 1], "conclusion": value(k) != matchbox_value(k)}[step]


class Advice(NamedTuple):
    """The number of experts, their errors k, those the tree allows beyond, how D(n, k) is found."""

    n: int
    k: int
    errors_beyond_k: int = 0
    rounds: Callable[[int, int], int] = most_rounds

@cache
def complete_tree(n: int, k: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the branches of a deepest complete tree for n experts and k errors: for each question who errs."""
    concepts = some_experts(n)
    budgets, columns = ErrorBudgets(concepts, k), concepts.matrix.T.tolist()

    @cache
    def below(state: State, depth: int) -> list[tuple[tuple[int, ...], ...]]:
        for column, later in ((column, [budgets.told(state, x, y) for y in (0, 1)])
                              for x, column in enumerate(columns if depth else ())):
            if min(map(budgets.dimension, later)) >= depth - 1:
                return [(tuple(int(said != y) for said in column), *rest) for y in (0, 1)
                        for rest in below(later[y], depth - 1)]
        return [()]

    return tuple(below(budgets.start, budgets.dimension(budgets.start)))


@proof("FHMM23-D", grade="certified", quantifier=f"{len(FEW)} pairs of n = 1 to 5, 8, 16, 32, 64 experts and k errors, "
       "from 8 experts on with advice of log2 n kinds that tells them apart; two experts for k = 0 to 100",
       instances=lambda: [*starmap(Advice, FEW), *(Advice(2, k) for k in range(7, 101))], start=Advice(2, 2),
       steps={"experts": "{the branches on which every expert errs more than k times} are {none}",
              "pairs": "{the branches} are at most {the pairs of an expert and where it errs on one of them}",
              "sets": "{D} is at most {log2 of n times the sets of at most k of D places}",
              "two": "{D(2, k)} is {2k + 1}",
              "conclusion": "{the mistakes that can be forced without coins} are at most {D(n, k)}; "
                            "for two experts they are {2k + 1}"},
       hypotheses=(Hypothesis("some expert errs at most k times", {"errors_beyond_k": 1},
                              ("experts", "pairs", "sets", "conclusion")),
                   Hypothesis("D(n, k) is the largest such D", {"rounds": rounds_below}, ("two", "conclusion"))))
def branches_are_experts_and_errors(given: Advice, most=deepest_tree, two=mistakes_of_two) -> Iterator[Line]:
    n, k, more, rounds = given
    if k < 7:
        errors = [[tuple(at[i] for at in end) for i in range(n)] for end in complete_tree(n, k + more)]
        D = len(errors[0][0])
        yield Line("experts", "==", sum(min(map(sum, found)) > k for found in errors), 0)
        pairs = {(i, at) for found in errors for i, at in enumerate(found) if sum(at) <= k}
        yield Line("pairs", "<=", 2**D, len(pairs))
        yield Line("sets", "<=", D, most(n, k, D))
    if n == 2:
        yield Line("two", "==", rounds(n, k), two(k))
    if k < 7:
        yield Line("conclusion", "<=", D, rounds(n, k))
        if n == 2:
            yield Line("conclusion", "==", D, two(k), "two experts")


def refutes_branches_are_experts_and_errors(given: Advice, step: str, case: Any, most, two) -> bool:
    """Tell whether a line is false, by complete trees tried depth by depth."""
    n, k, more, rounds = given
    if step == "two":
        return two(k) != rounds(2, k) or sum(comb(rounds(2, k) + 1, i) for i in range(k + 1)) >= 2**rounds(2, k)
    rows = tuple(some_experts(n).rows())
    D = deepest(rows, k + more)
    if step in ("experts", "pairs"):
        return deepest(rows, k) < D
    return not is_at_most(D, most(n, k, D)) if step == "sets" else two(k) != D if case else rounds(n, k) < D


class Perfect(NamedTuple):
    """A tree, the number n of experts at its leaves, the chance of the coin for the label 1, what n experts cost."""

    T: MistakeTree
    n: int
    coin: Fraction = HALF
    cost: Callable[[int], Fraction] = best_split

def even_tree(n: int) -> MistakeTree:
    """Return the tree that splits n experts as evenly as can be."""
    return (0, even_tree(n // 2), even_tree(n - n // 2)) if n > 1 else 0


def trees_of_experts() -> Iterator[Perfect]:
    """Yield the even trees at the corners of the formulas, and all shapes of depth at most 4."""
    yield from (Perfect(even_tree(n), n) for n, in perfect_at_least.instances())
    yield from (Perfect(tree, len(leaf_depths(tree))) for tree in shapes(4))


def with_an_error(n: int) -> Fraction:
    """Return what n experts cost the best of whom may err once."""
    return randomized_littlestone_dimension_with_errors(universal_experts(n), 1)


def erring_experts() -> Iterator[Perfect]:
    yield from (given._replace(cost=with_an_error) for given in trees_of_experts() if given.n < 5)


@proof("FHMM23-perfect", grade="certified", quantifier="67 shapes of trees of depth at most 4; n = 1 to 5, 7, 15, 16, "
       "17, 64, 255, 256 with even trees: the best of all divisions into two camps",
       instances=trees_of_experts, start=Perfect((0, (0, 0, 0), 0), 3),
       steps={"entropy": "{E_T} is at most {log2 of the leaves}",
              "conclusion": "{log4 n, rounded down, or M*(n)} is at most {M*(n), or log4 n}"},
       wordless={"leaves": "n is the number of leaves here", "even": "a choice of a tree; the conclusion tries all"},
       hypotheses=(Hypothesis("the coin is fair", {"coin": Fraction(1, 4)}, ("entropy",)),
                   Hypothesis("one expert never errs", erring_experts, ("conclusion",))))
def depth_is_an_entropy(given: Perfect, least=perfect_at_least, most=perfect_at_most) -> Iterator[Line]:
    T, n, coin, cost = given
    bits = log2(Fraction(n))
    yield Line("entropy", "<=", mean(T, coin), bits if isinstance(bits, Fraction) else ball_bracket(bits))
    yield Line("conclusion", "<=", least(n), cost(n), "below")
    yield Line("conclusion", "<=", cost(n), most(n), "above")


def refutes_depth_is_an_entropy(given: Perfect, step: str, case: Any, least, most) -> bool:
    """Tell whether a line is false, by recursions down the tree and by trees whose depths differ by one at most."""
    found: Any = best_trees(given.n)
    if given.cost is not best_split:
        experts = universal_experts(given.n)
        found = expected_mistakes_forced(RandomizedOptimalAlgorithm(experts, 1), experts, 1)
    below, above = (least(given.n), found), (found, most(given.n))
    return {"conclusion": not is_at_most(*(below if case == "below" else above)),
            "entropy": 2 ** float(expected(given.T, given.coin)) > given.n * (1 + 1e-9)}[step]


class Followed(NamedTuple):
    """The number of experts that have not erred, the chances with which they are followed, what the game costs.

    With chance ``followed`` somebody is followed at all.
    """

    m: int
    chances: Callable[[int], list[Fraction]]
    cost: Callable[[int], Fraction]
    followed: Fraction = Fraction(1)


def equal_chances(m: int) -> list[Fraction]:
    """Follow each expert with chance 1/m."""
    return [Fraction(1, m)] * m


def the_first_more_often(m: int) -> list[Fraction]:
    """Follow the first expert twice as often as each other one."""
    return [Fraction(1 + (i == 0), m + 1) for i in range(m)]


@cache
def game_of_followers(n: int) -> Fraction:
    """Return the value of the game, by a linear program for each number of experts."""
    if n == 1:
        return Fraction(0)
    program = following_program(tuple(map(game_of_followers, range(1, n))))
    found = solve(program)
    return found.lower if is_enclosure(found, program) and found.lower == found.upper else Fraction(-1)


@proof("FHMM23-following", grade="certified", quantifier="n = 1 to 12: laws in sixths on m experts and all "
       "others; every number that errs; every law by a linear program",
       instances=lambda: [Followed(m, equal_chances, game_of_followers) for m in range(1, 13)],
       start=Followed(4, equal_chances, game_of_followers),
       steps={"likeliest": "{1/m} is at most {the chance that who is followed is the likeliest of the m, or has erred}",
              "equal": "{what is paid if j of m experts err} is at most {1/m + ... + 1/(m - j + 1)}",
              "conclusion": "{the value of the game} is {1/2 + ... + 1/n}"},
       hypotheses=(Hypothesis("an expert is followed", {"followed": HALF}, ("likeliest",)),
                   Hypothesis("the chances are equal", {"chances": the_first_more_often}, ("equal",)),
                   Hypothesis("the learner follows experts", {"cost": best_split}, ("conclusion",))))
def likeliest_experts_err(given: Followed, more=cost_of_one_more) -> Iterator[Line]:
    m, chances = given.m, given.chances(given.m)
    for law in combinations_with_replacement(range(7), m):
        if sum(law) <= 6:
            yield Line("likeliest", "<=", Fraction(1, m), given.followed * Fraction(6 - sum(law[:-1]), 6), law)
    for j in range(1, m):
        yield Line("equal", "<=", sum(sorted(chances)[-j:]), sum(Fraction(1, m - i) for i in range(j)), ("j", j))
    yield Line("conclusion", "==", given.cost(m), following_experts(m))
    if more.holds_for(m):
        yield Line("conclusion", "==", given.cost(m) - given.cost(max(1, m - 1)), more(m), "one more")


def refutes_likeliest_experts_err(given: Followed, step: str, case: Any, more) -> bool:
    """Tell whether a line is false; for the conclusion by equal chances, the worst number of which errs."""
    m, chances = given.m, given.chances(given.m)
    costs = [Fraction(0)]
    for size in range(2, m + 1):
        costs.append(max(Fraction(j, size) + costs[size - j - 1] for j in range(1, size)))
    if step == "likeliest":
        return m * (max(case) + 6 - sum(case)) * given.followed < 6
    if step == "equal":
        return any(sum(some) > costs[m - 1] - costs[m - 1 - case[1]] for some in combinations(chances, case[1]))
    claimed, found = (following_experts(m), given.cost(m)) if case is None else (
        more(m), given.cost(m) - given.cost(max(1, m - 1)))
    return claimed != found
