"""FHMM23: the proof that RandSOA pays the randomised Littlestone dimension, line by line on what may be left."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import ConceptClass
from privlearn.dimensions import mean_depth_tree, mistake_tree, randomized_littlestone_dimension, tree_depth
from privlearn.dimensions.balanced_trees import branches
from privlearn.dimensions.mistake_trees import MistakeTree
from privlearn.exact import solve
from privlearn.exact.minimax import is_enclosure
from privlearn.online.mistake_program import mistake_program
from privlearn.online.optimal_with_errors import (BudgetLearner, CoinLearner, RandomizedOptimalAlgorithm,
                                                  expected_mistakes_forced)
from privlearn.papers.by_definition import littlestone_by_definition
from privlearn.papers.fhmm23.randomized_littlestone.dimension import twice_the_mistakes
from privlearn.papers.fhmm23.randomized_littlestone.game import CERTAIN, Counting, Exchanged, FairCoins, Shifted
from privlearn.papers.fhmm23.randomized_littlestone.instances import (HALF, SMALL, Row, class_of, game_value,
                                                                      up_to_symmetry, worst_in_rounds)
from privlearn.papers.fhmm23.randomized_littlestone.proof import (Trees, dimension as dimension_by_trees, expected,
                                                                  mean, value)

Rule = Callable[[Fraction, Fraction], Fraction]


def balance(a: Fraction, b: Fraction) -> Fraction:
    """Return the chance of predicting 1 with which the worse label costs least."""
    return min(Fraction(1), max(Fraction(0), (1 + b - a) / 2))


def fair_coin(a: Fraction, b: Fraction) -> Fraction:
    """Return 1/2."""
    return HALF


def larger_dimension(a: Fraction, b: Fraction) -> Fraction:
    """Return the label whose part has the larger dimension, as a chance: no coins."""
    return Fraction(b >= a)


class Game(NamedTuple):
    """A class, how the learner chooses its chance of predicting 1, and who labels."""

    H: Row
    p: Rule = balance
    labelled_by: str = "a concept of H"


@cache
def left_of(rows: Row) -> frozenset[Row]:
    """Return all that may be left of a class after some labels of a concept."""
    parts = {tuple(row for row in rows if row[x] == y) for x in range(len(rows[0])) for y in (0, 1)} - {(), rows}
    return frozenset({rows}).union(*map(left_of, parts))


@cache
def split(rows: Row, x: int) -> tuple[Row, Row]:
    return tuple(row for row in rows if not row[x]), tuple(row for row in rows if row[x])


@cache
def dimension(rows: Row) -> Fraction:
    return randomized_littlestone_dimension(class_of(rows)) if rows else Fraction(-1)


@cache
def most_paid(given: Game, left: Row, points: int, rounds: int) -> Fraction:
    """Return the most that the learner expects to pay, by backward induction over the rounds."""
    found = Fraction(0)
    for x in range(points) if rounds else ():
        parts = split(left, x)
        p = given.p(*map(dimension, parts))
        for charge, part in zip((p, 1 - p), parts, strict=True):
            if part or given.labelled_by == "anybody":
                found = max(found, charge + most_paid(given, part, points, rounds - 1))
    return found


def games() -> list[Game]:
    """Return all classes on three points up to symmetry, and two on four with a point that is worth 3/2 or 0."""
    return [Game(rows) for rows in (*up_to_symmetry(3), *CERTAIN)]


def start() -> Game:
    """Return nine concepts on four points, eight of which have the label 1 at the first."""
    return Game(CERTAIN[1])


def played(**parts: Any) -> Callable[[], Iterable[Game]]:
    """Return the family of all games, with another rule or other labels."""
    return lambda: (given._replace(**parts) for given in [start()] + games())


@proof("FHMM23-RandSOA", grade="exhaustive",
       quantifier=f"{SMALL}, and two classes on four points with a point where one label is worth 3/2 and the other 0; "
                  "everything that may be left; sequences of one round more than there are points",
       instances=games, start=start,
       steps={"certain": "{what the only label costs} is {RL(V)}",
              "balanced/cost": "{what the worse label costs} is {(1 + a + b)/2}",
              "balanced/dimension": "{(1 + a + b)/2} is at most {RL(V)}",
              "skewed/cost": "{what the worse label costs} is {max(a, b)}",
              "skewed/dimension": "{max(a, b)} is at most {RL(V)}",
              "conclusion": "{the most mistakes expected} are at most {RL(H)}"},
       hypotheses=(
           Hypothesis("a concept of H labels the sequence", played(labelled_by="anybody"), ("conclusion",)),
           Hypothesis("p makes the worse label cheapest", played(p=fair_coin),
                      ("certain", "balanced/cost", "skewed/cost", "conclusion")),
           Hypothesis("the learner tosses coins", played(p=larger_dimension), ("balanced/cost", "conclusion"))))
def what_is_paid_is_lost(given: Game) -> Iterator[Line]:
    points = len(given.H[0])
    rounds: dict[str, list[tuple[Any, ...]]] = {"certain": [], "balanced": [], "skewed": []}
    for V in sorted(left_of(given.H), key=len, reverse=True):
        for x in range(points):
            a, b = map(dimension, split(V, x))
            p = given.p(a, b)
            kind = "certain" if min(a, b) < 0 else "balanced" if abs(a - b) <= 1 else "skewed"
            rounds[kind].append((f"{len(V)} concepts left, point {x}", V, a, b, (p + a, 1 - p + b)))
    for case, V, _, b, costs in rounds["certain"]:
        yield Line("certain", "==", costs[b >= 0], dimension(V), case)
    for kind in ("balanced", "skewed"):
        worth = [(1 + a + b) / 2 if kind == "balanced" else max(a, b) for _, _, a, b, _ in rounds[kind]]
        for (case, *_, costs), least in zip(rounds[kind], worth, strict=True):
            yield Line(f"{kind}/cost", "==", max(costs), least, case)
        for (case, V, *_), least in zip(rounds[kind], worth, strict=True):
            yield Line(f"{kind}/dimension", "<=", least, dimension(V), case)
    yield Line("conclusion", "<=", most_paid(given, given.H, points, points + 1), dimension(given.H))


def refutes_what_is_paid_is_lost(given: Game, step: str, case: Any) -> bool:
    """Tell whether a line is false, by the game of two lines, on all that is left of this size."""
    points = range(len(given.H[0]))
    if step == "conclusion":
        return paid(given, given.H, len(points) + 1) > game_value(given.H)
    words = case.replace(",", "").split()
    for V in (V for V in left_of(given.H) if len(V) == int(words[0])):
        zero, one = (tuple(row for row in V if row[int(words[-1])] == y) for y in (0, 1))
        a, b = game_value(zero), game_value(one)
        p, certain, close = given.p(a, b), not (zero and one), abs(a - b) <= 1
        if step == "certain" and certain and (1 - p + b if one else p + a) != game_value(V):
            return True
        if step.endswith("cost") and not certain and close == step.startswith("balanced") and max(
                p + a, 1 - p + b) != ((1 + a + b) / 2 if close else max(a, b)):
            return True
    return False


def paid(given: Game, left: Row, rounds: int) -> Fraction:
    """Return the most that is paid, over the labels and the points one by one."""
    found = [Fraction(0)]
    for x, y in ((x, y) for x in range(len(given.H[0])) for y in (0, 1) if rounds):
        later = tuple(row for row in left if row[x] == y)
        p = given.p(*(game_value(tuple(row for row in left if row[x] == label)) for label in (0, 1)))
        if later or given.labelled_by == "anybody":
            found.append((1 - p if y else p) + paid(given, later, rounds - 1))
    return max(found)


Learner = type[BudgetLearner]
LEARNERS = RandomizedOptimalAlgorithm, FairCoins, Counting, Shifted, Exchanged


class Walk(NamedTuple):
    """A class, the class whose tree the adversary walks down, its coin, which trees count, the optimal learner."""

    H: Row
    tree_of: Row
    coin: Fraction = HALF
    trees: str = "all"
    learner: Learner = RandomizedOptimalAlgorithm

def walks() -> list[Walk]:
    """Return all classes on three points up to symmetry, each with its own tree."""
    return [Walk(rows, rows) for rows in up_to_symmetry(3)]


def larger_trees() -> list[Walk]:
    """Return classes with a tree of all functions."""
    return [given._replace(tree_of=up_to_symmetry(3)[-1]) for given in walks()]


def paid_on_walk(learner: CoinLearner, tree: MistakeTree, coin: Fraction) -> Fraction:
    """Return what a learner expects to pay on a walk down a tree, the labels called by a coin."""
    if not isinstance(tree, tuple):
        return Fraction(0)
    said = learner.prediction(tree[0]).exact()
    return sum((chance * (said.get(1 - y, Fraction(0)) + paid_on_walk(learner.updated(tree[0], y), tree[1 + y], coin))
                for y, chance in ((0, 1 - coin), (1, coin))), Fraction(0))


@proof("FHMM23-11", grade="certified", quantifier=f"{SMALL}; five learners on the deepest tree, sequences of any "
       "length; every learner with coins by a linear program", instances=walks,
       start=lambda: Walk(tuple(product((0, 1), repeat=3))[:-1], tuple(product((0, 1), repeat=3))[:-1]),
       steps={"walk": "{what a learner expects to pay on a walk down the tree} is {half its mean depth}",
              "branch": "{that} is at most {the most that it expects to pay on a sequence of labels of a concept}",
              "RandSOA": "{the most that RandSOA expects to pay} is at most {RL(H)}",
              "conclusion": "{the value of the game against all learners} is {RL(H)}"},
       hypotheses=(Hypothesis("the adversary's coin is fair", {"coin": Fraction(3, 4)}, ("walk",)),
                   Hypothesis("a concept of H labels each branch", larger_trees, ("branch",)),
                   Hypothesis("trees need not be complete", {"trees": "complete"}, ("RandSOA", "conclusion")),
                   Hypothesis("p makes the worse label cheapest", {"learner": FairCoins}, ("RandSOA",))))
def learners_pay_half_the_depth(given: Walk) -> Iterator[Line]:
    concepts, others = class_of(given.H), class_of(given.tree_of)
    tree, most = mean_depth_tree(others), dimension_by_trees(Trees(given.H, trees=given.trees))
    half = mean(tree, given.coin) / 2
    for learner in LEARNERS:
        yield Line("walk", "==", paid_on_walk(learner(others), tree, given.coin), half, learner.__name__)
    for learner in LEARNERS:
        yield Line("branch", "<=", half, expected_mistakes_forced(learner(concepts), concepts), learner.__name__)
    yield Line("RandSOA", "<=", expected_mistakes_forced(given.learner(concepts), concepts), most)
    program = mistake_program(concepts)
    found = solve(program)
    yield Line("conclusion", "==", found.lower if is_enclosure(found, program) and found.lower == found.upper else -1,
               most)


def refutes_learners_pay_half_the_depth(given: Walk, step: str, case: Any) -> bool:
    """Tell whether a line is false, branch by branch, round by round, and by the game of two lines."""
    tree = mean_depth_tree(class_of(given.tree_of))
    learners, half = {one.__name__: one for one in LEARNERS}, expected(tree, given.coin) / 2
    if step == "conclusion":
        return game_value(given.H) != value(given.H, Trees(given.H, trees=given.trees))
    if step == "walk":
        waiting: list[Any] = [(Fraction(1), tree, learners[case](class_of(given.tree_of)))]
        paid = Fraction(0)
        for chance, (x, *parts), learner in waiting:
            said = learner.prediction(x).exact()
            for y, here in enumerate((chance * (1 - given.coin), chance * given.coin)):
                paid += here * said.get(1 - y, Fraction(0))
                waiting += [(here, parts[y], learner.updated(x, y))] * isinstance(parts[y], tuple)
        return paid != half
    made = (learners[case] if case else given.learner)(class_of(given.H))
    most = worst_in_rounds(made, given.H, 0, len(given.H[0]) + 1)
    return half > most if step == "branch" else most > value(given.H, Trees(given.H, trees=given.trees))


class Tree(NamedTuple):
    """A class, and how a mistake tree of it is found."""

    H: Row
    tree: Callable[[ConceptClass], MistakeTree] = mistake_tree


@cache
def mistakes_without_coins(rows: Row) -> int:
    """Return the value of the game in which the prediction is known to the adversary."""
    pairs = [split(rows, x) for x in range(len(rows[0]))]
    found = [tuple(map(mistakes_without_coins, pair)) for pair in pairs if all(pair)]
    return max((min(max(a, b + 1), max(a + 1, b)) for a, b in found), default=0)


@proof("FHMM23-twice", grade="exhaustive", quantifier="all 65,535 classes on four points (up to renaming and flips)",
       instances=lambda: [Tree(rows) for rows in up_to_symmetry(4)], start=lambda: Tree(CERTAIN[1]),
       steps={"coins": "{what the game with coins costs} is at most {what it costs without}",
              "tree": "{what it costs without} is {the depth of a deepest complete tree}",
              "mean": "{half of that} is at most {RL(H)}",
              "conclusion": "{M*_D(H)} is at most {2 M*(H)}"},
       hypotheses=(Hypothesis("the tree is complete", {"tree": mean_depth_tree}, ("tree", "mean")),))
def coins_save_half_at_most(given: Tree, bound=twice_the_mistakes) -> Iterator[Line]:
    H, depth = given.H, tree_depth(given.tree(class_of(given.H)))
    yield Line("coins", "<=", game_value(H), mistakes_without_coins(H))
    yield Line("tree", "==", mistakes_without_coins(H), depth)
    yield Line("mean", "<=", Fraction(depth, 2), dimension(H))
    yield Line("conclusion", "<=", mistakes_without_coins(H), bound(game_value(H)))


def refutes_coins_save_half_at_most(given: Tree, step: str, case: Any, bound) -> bool:
    """Tell whether a line is false, by complete trees tried depth by depth and by all learners at once."""
    H, paid, made = given.H, game_value(given.H), given.tree(class_of(given.H))
    most, depth = littlestone_by_definition(class_of(H)), max(map(len, branches(made)))
    return {"coins": paid > most, "tree": depth != most, "mean": depth > 2 * paid,
            "conclusion": most > bound(paid)}[step]
