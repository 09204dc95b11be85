"""ABMS20, Section 4.1: Proposition 4.3, the Littlestone dimension of a union of many classes."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, covering, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass
from privlearn.dimensions import littlestone_dimension
from privlearn.dimensions.sweeps import littlestone_of_all_classes
from privlearn.exact import is_at_most
from privlearn.exact.formulas import Value, formula, log2
from privlearn.online.experts import WeightedMajority
from privlearn.online.unions import (GOLAY, HAMMING, chip_game, classes_from_strategy, cyclic_code, is_covered,
                                     sphere_bound)
from privlearn.online.unions.chips import states_along, strategy
from privlearn.papers.abms20.many_unions import claim
from privlearn.papers.abms20.many_unions.experts import Family, TableExpert, union_of
from privlearn.papers.abms20.many_unions.weighted_majority import evenly, split_evenly
from privlearn.papers.by_definition import depth_by_definition, littlestone_by_definition

GRID = (*((k, d) for d in range(3) for k in range(1, 17)), *((k, d) for d in (3, 4) for k in range(1, 9)))

@formula("at most", where=("k >= 1",), corners={"k": (2, 2**58, 2**98, 1), "d": (0, 1, 400, 800)},
         tex={"log2(k)": r"\log k"},
         loose={"k >= 1": "no class is left, and 0 has no logarithm",
                "3": "the constants of the source are not sharp: 1/log(4/3), 2.41, is"})
def printed_bound(k: int, d: int) -> Value:
    return 3 * d + 3 * log2(k)


claim("ABMS20-4.3", kind="proposition", formulas=(printed_bound,),
      title="k classes of Littlestone dimension at most d have a union of dimension at most 3 d + 3 log k",
      uses=("FX15-2.5.ldim", "ABMS20-1.fn1", "ABMS20-4.3.eq-wm", "ABMS20-4.3.lower"),
      erratum_kind="misprint",
      erratum='The statement says "for every 0 < epsilon < 1/2", but no epsilon occurs in it: the quantifier is left '
              "over and can be dropped.",
      note="The chip game gives the exact maximum over all families of classes, on all domains: the optimal learners "
           "of the classes are its experts, and its strategies become classes.")


@cache
def maximal_classes() -> np.ndarray:
    """Return the classes on 4 points of dimension at most 1 to which no function can be added."""
    table, everything = littlestone_of_all_classes(4), np.arange(1 << 16)
    larger = [np.where(everything >> f & 1 == 1, 9, table[everything | 1 << f]) for f in range(16)]
    return everything[(table == 1) & (np.min(larger, axis=0) > 1)]


@check("ABMS20-4.3", grade="exhaustive",
       quantifier="all triples of maximal classes of dimension at most 1 on 4 points (so all triples of such classes)",
       says="{the dimension of a union of three classes} is at most {the value of the chip game}")
@sabotage("the lower bound d + floor(log k) as the maximum", lambda k, d: d + k.bit_length() - 1)
def union_of_three_is_within_the_chip_game(value=chip_game) -> Verdict:
    table, classes = littlestone_of_all_classes(4), maximal_classes()
    bound, found = value(3, 1), {}
    pairs = np.unique(classes[:, None] | classes[None, :])
    for c in classes.tolist():
        for d in np.unique(table[pairs | c]).tolist():
            if d not in found:
                found[d] = (c, int(pairs[table[pairs | c] == d][0]))
    verdict = judge("<=", ((witness, d, bound) for d, witness in sorted(found.items())))
    return covering(verdict, len(classes) * (len(classes) + 1) * (len(classes) + 2) // 6)

def refutes_union_of_three_is_within_the_chip_game(value, witness):
    third, pair = witness  # the pair is the union of two classes: find them
    inside = [c for c in maximal_classes().tolist() if c & ~pair == 0]
    split = any(a | b == pair for a, b in combinations_with_replacement(inside, 2))
    return split and depth_by_definition([f for f in range(16) if (pair | third) >> f & 1]) > value(3, 1)


@check("ABMS20-4.3", grade="certified",
       quantifier="k <= 16 with d <= 2, k <= 8 with d <= 4, k = 2 with d <= 20; the game's value is the maximum over "
                  "all families; up to 2^98 classes with d = 800: what the adversary of even splits forces",
       says="{the value of the chip game} is at most {3 d + 3 log k}")
def largest_dimension_is_at_most_three_times_d_plus_log_k(bound=printed_bound) -> Verdict:
    cases = [(case, split_evenly(*case)) for case in bound.instances()]
    cases += [(case, chip_game(*case)) for case in (*GRID, *((2, d) for d in range(3, 21)))]
    return judge("<=", ((case, value, bound(*case)) for case, value in cases))

def refutes_largest_dimension_is_at_most_three_times_d_plus_log_k(bound, k, d):
    small = k <= 16 and d <= 4
    n = next(n for n in range(99) if not survives((d,) * k, n + 1)) if small else evenly(k, d)
    return not is_at_most(n, bound(k, d))


@cache
def survives(lives: tuple[int, ...], rounds: int) -> bool:
    """Can the adversary force so many mistakes?  Every expert by itself, all 2^k predictions; -1 lives: out."""
    if max(lives) < 0 or rounds == 0:
        return max(lives) >= 0
    return any(all(survives(tuple(sorted(max(j - (bit != label), -1) for j, bit in zip(lives, said, strict=True))),
                            rounds - 1) for label in (0, 1)) for said in product((0, 1), repeat=len(lives)))


@check("ABMS20-4.3", grade="exact",
       quantifier="k <= 16 with d <= 2 and k <= 8 with d <= 4",
       says="{the value of the chip game} is at most {the sphere bound}")
@verifier(lambda value, k, d: not survives((d,) * k, value(k, d)) or survives((d,) * k, value(k, d) + 1))
@sabotage("2 d + 1 + floor(log k)", lambda k, d: 2 * d + 1 + k.bit_length() - 1)
def chip_game_is_within_the_sphere_bound(value=chip_game) -> Verdict:
    return judge("<=", (((k, d), value(k, d), sphere_bound(k, d)) for k, d in GRID))


EACH = 60
PAIRS = ((2, 1), (4, 1), (4, 0), (8, 0), (3, 2))


@cache
def families() -> tuple[tuple[Family, int], ...]:
    """Return 60 seeded families of k classes on 4 points of dimension exactly d for each pair (k, d)."""
    rng, table = np.random.default_rng(43), littlestone_of_all_classes(4)
    pool = [np.nonzero(table == d)[0] if d != 1 else maximal_classes() for d in range(3)]
    return tuple((tuple(sorted(rng.choice(pool[d], k).tolist())), d) for k, d in PAIRS for _ in range(EACH))


class PredictsTheMinority(WeightedMajority):
    """Weighted majority that predicts the label of smaller weight."""

    def hypothesis(self) -> tuple[int, ...]:
        """Return the label predicted at each point."""
        return tuple(1 - label for label in super().hypothesis())


@check("ABMS20-4.3", grade="exact", quantifier="k <= 4, d <= 2 with a value of at least 1: classes on up to 63 points",
       says="the k classes have largest dimension d, and their union has the value of the chip game as dimension")
@sabotage("paths with one mistake too many are kept",
          lambda k, d: classes_from_strategy(strategy(k, d, chip_game(k, d)), d + 1))
@sabotage("one round too few is played",
          lambda k, d: classes_from_strategy(strategy(k, d, max(chip_game(k, d) - 1, 1)), d))
@judged("==")
def explicit_classes_attain_the_value(build=lambda k, d: classes_from_strategy(strategy(k, d, chip_game(k, d)), d)):
    for k, d in product(range(1, 5), range(3)):
        if chip_game(k, d):
            found = build(k, d)
            union = ConceptClass.from_matrix(np.vstack([c.matrix for c in found]))
            dimensions = len(found), max(map(littlestone_dimension, found)), littlestone_dimension(union)
            yield (k, d), dimensions, (k, d, chip_game(k, d))

def refutes_explicit_classes_attain_the_value(build, k, d):
    found = build(k, d)
    union = ConceptClass.from_matrix([row for c in found for row in c.rows()])
    value = next(n for n in range(99) if not survives((d,) * k, n + 1))
    largest = max(map(littlestone_by_definition, found))
    return (len(found), largest, littlestone_by_definition(union)) != (k, d, value)


Code = tuple[tuple[int, ...], int, int]  # centres, length, radius


@cache
def perfect_codes() -> tuple[Code, ...]:
    return (cyclic_code(HAMMING, 4), 7, 1), (cyclic_code(GOLAY, 12), 23, 3)


@check("ABMS20-4.3", grade="exhaustive", quantifier="16 balls of radius 1 around Hamming's words, all 2^7 functions on "
       "7 points; 4,096 balls of radius 3 around Golay's words, all 2^23 functions on 23 points",
       says="the balls cover all functions, and the sphere bound is the number of points")
@sabotage("another polynomial, x^3 + 1, for Hamming's code",
          make=lambda: ((cyclic_code(0b1001, 4), 7, 1), perfect_codes()[1]))
@judged("==")
def balls_around_perfect_codes_attain_the_sphere_bound(codes: tuple = perfect_codes()):
    for centres, length, radius in codes:
        covered = is_covered(centres, length, radius)
        missing = int(covered.argmin()) if not covered.all() else -1
        yield (length, missing), (missing, sphere_bound(len(centres), radius)), (-1, length)

def refutes_balls_around_perfect_codes_attain_the_sphere_bound(codes, length, missing):
    centres, _, radius = next(code for code in codes if code[1] == length)
    return missing >= 0 and all((missing ^ word).bit_count() > radius for word in centres)


class ForgetsMistakes(WeightedMajority):
    """The majority of the experts that are left, without a discount."""

    def updated(self, point: int, label: int) -> WeightedMajority:
        """Return the learner after it was told a label."""
        return type(self)(super().updated(point, label).experts, self.discount)


PLAYED = ((1, 0, 0), (2, 0, 1), (2, 1, 3), (3, 1, 3), (4, 1, 4), (3, 2, 5))  # experts, lives, mistakes


def experts_left(tree, lives: int, labels: tuple[int, ...]) -> tuple[int, ...]:
    """Return how many experts have 0, 1, ... lives left: those that differ from the labels on so many nodes less."""
    wrong = np.zeros(len(tree[0]), dtype=int)
    for label in labels:
        wrong += np.array(tree[0]) != label
        tree = tree[1 + label]
    return tuple(int((wrong == lives - j).sum()) for j in range(lives + 1))


@check("ABMS20-4.3", grade="exhaustive",
       quantifier="strategies for 1 to 4 experts with up to 2 lives and up to 5 mistakes: all sequences of labels",
       says="the states along a strategy count the experts by their wrong predictions, round by round")
@sabotage("the experts that are right lose a life",
          lambda tree, lives, labels: states_along(tree, lives, [1 - label for label in labels]))
@sabotage("the state after the last label is left out",
          lambda tree, lives, labels: states_along(tree, lives, labels)[:max(1, len(labels))])
@judged("==")
def states_count_the_experts_by_their_mistakes(states=states_along):
    for k, d, m in PLAYED:
        tree = strategy(k, d, m) if m else ((0,), None, None)
        for labels in product((0, 1), repeat=m):
            yield ((k, d, m, labels), states(tree, d, labels),
                   [experts_left(tree, d, labels[:played]) for played in range(m + 1)])

def refutes_states_count_the_experts_by_their_mistakes(states, k, d, m, labels):
    tree = strategy(k, d, m) if m else ((0,), None, None)
    found: list[tuple[int, ...]] = []
    said: list[Any] = []
    node: Any = tree
    for played in range(m + 1):
        wrong = [sum(row[i] != label for row, label in zip(said, labels[:played], strict=True)) for i in range(k)]
        found.append(tuple(wrong.count(d - j) for j in range(d + 1)))
        if played < m:
            said.append(node[0])
            node = node[1 + labels[played]]
    return list(states(tree, d, labels)) != found


TOLD = tuple((family, beta, tuple(zip(points, labels, strict=True))) for family, _ in families()[::25]
             for beta in (Fraction(0), Fraction(1, 3), Fraction(1, 2)) for points in ((0, 2, 1, 3), (3, 3, 0, 2))
             for labels in product((0, 1), repeat=4))
States = list[tuple[tuple[Fraction, ...], tuple[int, ...]]]


def states_of(maker, family: Family, beta: Fraction, rounds: tuple[tuple[int, int], ...]) -> States:
    """Return the weights and predictions of a learner after each round, as long as some expert is left."""
    learner, found = maker(tuple(map(TableExpert, family)), beta), []
    for point, label in rounds:
        found.append((learner.weights(), learner.hypothesis()))
        try:
            learner = learner.updated(point, label)
        except ValueError:
            return found
    return [*found, (learner.weights(), learner.hypothesis())]


def states_by_history(family: Family, beta: Fraction, rounds: tuple[tuple[int, int], ...]) -> States:
    """Return the same by running every expert through all rounds by itself."""
    found: States = []
    for played in range(len(rounds) + 1):
        weights, said = [], []
        for number in family:
            expert, weight = TableExpert(number), Fraction(1)
            for point, label in rounds[:played]:
                weight *= beta if expert.hypothesis()[point] != label else 1
                if not expert.half(point, label):
                    weight = Fraction(-1)
                    break
                expert = expert.updated(point, label)
            weights.append(max(weight, Fraction(0)))
            said.append(expert.hypothesis() if weight >= 0 else None)
        if not any(said):
            return found
        votes = [sum(w * (2 * some[x] - 1) for w, some in zip(weights, said, strict=True) if some) for x in range(4)]
        found.append((tuple(weights), tuple(int(vote > 0) for vote in votes)))
    return found


@check("ABMS20-4.3", grade="exhaustive", quantifier="12 of the families on 4 points, beta = 0, 1/3, 1/2, two sequences "
       "of four points, all labels: every expert by itself, from the first round on",
       says="the weights and predictions after each round are those of the experts' mistakes")
@sabotage("predicts the label of smaller weight", PredictsTheMinority)
@sabotage("no discount", ForgetsMistakes)
@judged("==")
def weights_are_those_of_the_mistakes(maker=WeightedMajority):
    for case in TOLD:
        yield case, states_of(maker, *case), states_by_history(*case)

def refutes_weights_are_those_of_the_mistakes(maker, witness):
    family, beta, rounds = witness
    left, mistakes = [list(union_of((number,)).rows()) for number in family], [0] * len(family)
    for place, (weights, said) in enumerate(states_of(maker, *witness)):
        guesses = [TableExpert(number_of(rows)).hypothesis() if rows else () for rows in left]
        right = tuple(beta**m if rows else Fraction(0) for m, rows in zip(mistakes, left, strict=True))
        ones = [sum(w for w, some in zip(right, guesses, strict=True) if some and some[x]) for x in range(4)]
        if weights != right or said != tuple(int(2 * one > sum(right)) for one in ones):
            return True
        if place < len(rounds):
            x, y = rounds[place]
            mistakes = [m + (some[x] != y) if some else m for m, some in zip(mistakes, guesses, strict=True)]
            left = [[row for row in rows if row[x] == y] for rows in left]
    return False


def number_of(rows: list[tuple[int, ...]]) -> int:
    """Return the number of a class on 4 points."""
    return sum(1 << sum(bit << x for x, bit in enumerate(row)) for row in rows)
