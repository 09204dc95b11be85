"""FX15, Theorem 3.2: both proofs, line by line, on protocols with private coins and on representing hypotheses.

Definitions
-----------
Alice has a law of the message for each concept, Bob for each message a table of chances to answer 1.  ``shared`` is
"nothing", or another pair of them that a common fair coin may choose: then the coins are not private.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import privlearn.papers.fx15.equivalence.private_protocols  # noqa: F401  declares what is proved here
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.communication import (PrivateCoinProtocol, hypotheses_of_private_protocol,
                                     private_protocol_of_hypotheses, worst_error)
from privlearn.communication.private_coins import best_alice
from privlearn.concepts import Concept, ConceptClass, classes_up_to_symmetry
from privlearn.dimensions.representation import representation_alpha, representation_game, smallest_representation
from privlearn.exact.fractions import HALF, QUARTER, THIRD
from privlearn.learning import grid_distributions
from privlearn.papers.fx15.equivalence.instances import (REPRESENTING, WIDE, all_instances, biased_coins,
                                                         coarse_distributions, private_protocols)

Law = tuple[Fraction, ...]
Rows = tuple[Concept, ...]
Parties = tuple[tuple[Law, ...], tuple[Law, ...]]


class PrivateCoins(NamedTuple):
    """A protocol with private coins, and a law of Bob's point."""

    C: Rows
    alice: tuple[Law, ...]
    bob: tuple[Law, ...]
    D: Law
    epsilon: Fraction
    shared: Parties | str = "nothing"
    a_tie_is: str = "bad"

    @property
    def labels(self) -> dict[str, str]:
        """What a reader calls the parts whose names are others."""
        return {"shared": "what a common coin may choose instead"}


class Hypotheses(NamedTuple):
    """A class, hypotheses for it, and how Alice plays her mixture of them: she draws one, or names the likeliest."""

    C: Rows
    H: Rows
    epsilon: Fraction
    alice: str = "draws"


def mean(law: Law, values: Any) -> Fraction:
    return sum((q * value for q, value in zip(law, values, strict=True) if q), Fraction(0))


def right(table: Law, row: Concept) -> Law:
    """Return how often Bob is right at each point."""
    return tuple(q if bit else 1 - q for q, bit in zip(table, row, strict=True))


def outcomes(given: PrivateCoins) -> list[Parties]:
    """Return what the common coin chooses from, if there is one."""
    return [(given.alice, given.bob), *(() if isinstance(given.shared, str) else (given.shared,))]


class Messages:
    """What the proof names for one concept; Bob's chances given a message are those over all coins but Alice's."""

    def __init__(self, given: PrivateCoins, f: int) -> None:
        row, made = given.C[f], outcomes(given)
        self.case = ("concept", row)
        self.at_points = [sum(mean(alice[f], [right(table, row)[x] for table in bob]) for alice, bob in made)
                          / len(made) for x in range(len(row))]
        self.alice = tuple(sum(laws) / len(made) for laws in zip(*(alice[f] for alice, _ in made), strict=True))
        tables = bob_alone(given)
        self.chances = [right(table, row) for table in tables]
        successes = [mean(given.D, chances) for chances in self.chances]
        self.success, self.successes = max(successes), successes
        best = successes.index(self.success)
        self.bad = sum((q for q, p in zip(given.D, self.chances[best], strict=True)
                        if 2 * p < 1 or 2 * p == 1 and given.a_tie_is == "bad"), Fraction(0))
        h = tuple(int(2 * chance > 1) for chance in tables[best])
        self.wrong = sum((q for q, a, b in zip(given.D, h, row, strict=True) if a != b), Fraction(0))


def bob_alone(given: PrivateCoins) -> tuple[Law, ...]:
    """Return Bob's chances to answer 1, given the message only."""
    tables = [bob for _, bob in outcomes(given)]
    return tuple(tuple(sum(chances) / len(tables) for chances in zip(*rows, strict=True))
                 for rows in zip(*tables, strict=True))


def best_message(given: PrivateCoins) -> Iterator[Line]:
    """Averaging, bad points and the majority."""
    found = [Messages(given, f) for f in range(len(given.C))]
    for m in found:
        yield Line("le-steps/point", "<=", 1 - given.epsilon / 2, mean(given.D, m.at_points), m.case)
    for m in found:
        yield Line("le-steps/split", "==", mean(given.D, m.at_points), mean(m.alice, m.successes), m.case)
    for m in found:
        yield Line("le-steps/message", "<=", mean(m.alice, m.successes), m.success, m.case)
    for m in found:
        yield Line("le-steps/bad", "<=", m.bad / 2, 1 - m.success, m.case)
    for m in found:
        yield Line("le-steps/mass", "<=", m.bad, given.epsilon, m.case)
    for m in found:
        yield Line("majority", "<=", m.wrong, m.bad, m.case)


@cache
def rounded_alpha(bob: tuple[Law, ...], C: Rows) -> Fraction:
    """Return the least epsilon with which Bob's rounded answers represent the class, over all distributions."""
    protocol = PrivateCoinProtocol(((Fraction(1), *[Fraction(0)] * (len(bob) - 1)),), bob)
    return representation_alpha(hypotheses_of_private_protocol(protocol), ConceptClass.from_matrix(C))


def start_of_coins() -> PrivateCoins:
    """No point or one of three, and messages that name a point, of which Bob is sure with probability 3/4."""
    point = [tuple(Fraction(x == y) for x in range(3)) for y in range(3)]
    return PrivateCoins(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), ((THIRD,) * 3, *point),
                         tuple(tuple(3 * bit / 4 for bit in table) for table in point), (HALF, QUARTER, QUARTER), HALF)


def ties() -> PrivateCoins:
    """One concept, and two messages: either leaves Bob with a fair coin at one of two points."""
    return PrivateCoins(((1, 1),), ((HALF, HALF),), ((HALF, Fraction(1)), (Fraction(1), HALF)), (HALF, HALF), HALF)


@cache
def protocols() -> tuple[PrivateCoins, ...]:
    """All Bobs with two messages and chances in thirds, the best Alice, on two points; and other protocols."""
    tables = list(product([Fraction(n, 3) for n in range(4)], repeat=2))
    found = [(c, PrivateCoinProtocol(best_alice(c, bob), bob)) for c, _ in classes_up_to_symmetry(2)
             for bob in product(tables, repeat=2) if bob[0] < bob[1]]
    found += [(c, protocol) for _, c, protocol in (*private_protocols(), *biased_coins())]
    made = [ties()]
    for c, protocol in found:
        laws = grid_distributions(c.size, 6)
        made.append(PrivateCoins(tuple(c.rows()), protocol.alice, protocol.bob, laws[len(made) % len(laws)],
                                 2 * worst_error(protocol, c)))
    return tuple(made)


def larger_error() -> Iterator[PrivateCoins]:
    """Yield protocols that err twice as often as they may."""
    yield from (given._replace(epsilon=given.epsilon / 2) for given in [start_of_coins(), *protocols()[::3]]
                if given.epsilon)


def common_coins() -> Iterator[PrivateCoins]:
    """Yield protocols whose messages, and what Bob makes of them, are exchanged if a common coin says so."""
    for given in [start_of_coins(), *protocols()[::3]]:
        yield given._replace(shared=(tuple(law[::-1] for law in given.alice), given.bob[::-1]))


def ties_are_good() -> Iterator[PrivateCoins]:
    """Yield protocols in which a point is bad only if Bob is right with probability below 1/2, as it is printed."""
    yield from (given._replace(a_tie_is="not bad") for given in [start_of_coins(), ties()])


@proof("FX15-3.2.le", grade="exact",
       quantifier="all Bobs with two different messages and chances in thirds, the best Alice, for all classes on 2 "
                  "points up to symmetry; (nearly) optimal protocols of T3 and Thr_2, a fair coin for one point, 200 "
                  "with random Bobs and the best Alice for T3, Thr_2, Point_2, Line_2, a coin that is right with "
                  "probability 101/200; the conclusion over all distributions, the steps at one with weights in sixths",
       instances=protocols, start=start_of_coins,
       steps={"le-steps/point": "{1 - epsilon/2} is at most {Pr[right]}",
              "le-steps/split": "{Pr[right]} equals {the mean of the messages' chances to be right}",
              "le-steps/message": "{the mean of the messages' chances to be right} is at most {that of the best one}",
              "le-steps/bad": "{half the mass of the bad points} is at most {Pr[wrong, given the best message]}",
              "le-steps/mass": "{the mass of the bad points} is at most {epsilon}",
              "majority": "{Pr[the majority answer is wrong]} is at most {the mass of the bad points}",
              "size": "{the hypotheses} are at most {the messages}",
              "conclusion": "{the least epsilon with which the hypotheses represent C} is at most {epsilon}"},
       hypotheses=(
           Hypothesis("the protocol errs with probability at most epsilon/2", larger_error,
                      ("le-steps/point", "le-steps/mass", "conclusion")),
           Hypothesis("the coins of Alice and Bob are independent", common_coins,
                      ("le-steps/split", "le-steps/mass", "conclusion")),
           Hypothesis("a point where Bob is right with probability exactly 1/2 is bad", ties_are_good, ("majority",)),
           Hypothesis("epsilon is at most 1/2", needless="the proof works for all, and larger ones are tried")))
def rounded_answers_represent(given: PrivateCoins) -> Iterator[Line]:
    yield from best_message(given)
    tables = bob_alone(given)
    yield Line("size", "<=", len({tuple(2 * q > 1 for q in table) for table in tables}), len(tables))
    yield Line("conclusion", "<=", rounded_alpha(tables, given.C), given.epsilon)


def refutes_rounded_answers_represent(given: PrivateCoins, step: str, case: Any) -> bool:
    """Tell whether a line is false: the chances coin by coin, the rounded answers at laws with small denominators."""
    pairs, points = outcomes(given), range(len(given.D))
    bob = [[sum(Fraction(b[s][x]) for _, b in pairs) / len(pairs) for x in points] for s in range(len(given.bob))]
    if step == "conclusion":
        return any(min(sum(law[x] for x in points if (table[x] > HALF) != row[x]) for table in bob) > given.epsilon
                   for row in given.C for law in coarse_distributions(len(points), 6))
    row = case[1]
    f = given.C.index(row)
    hit = sum(given.D[x] * p * (1 - abs(row[x] - b[s][x])) for a, b in pairs for s, p in enumerate(a[f])
              for x in points) / len(pairs)
    alone = [sum(given.D[x] * (1 - abs(row[x] - table[x])) for x in points) for table in bob]
    if step == "le-steps/point":
        return hit < 1 - given.epsilon / 2
    if step == "le-steps/split":
        return hit != sum(p * alone[s] for a, _ in pairs for s, p in enumerate(a[f])) / len(pairs)
    best = bob[alone.index(max(alone))]
    if step == "majority":
        return any(given.D[x] and row[x] and best[x] == HALF for x in points)  # the tie is answered by 0
    return sum(given.D[x] for x in points if abs(row[x] - best[x]) >= HALF) > given.epsilon


def start_of_hypotheses() -> Hypotheses:
    """Two functions that are opposite, and represent three thresholds."""
    return Hypotheses(((0, 1), (0, 0), (1, 1)), ((0, 0), (1, 1)), HALF)


@cache
def representing() -> tuple[Hypotheses, ...]:
    """All sets of functions on two points with what they represent; smallest representations of other classes."""
    tables = list(product((0, 1), repeat=2))
    sets = [tuple(h for i, h in enumerate(tables) if mask >> i & 1) for mask in range(1, 16)]
    found = [Hypotheses(tuple(c.rows()), H, representation_alpha(ConceptClass.from_matrix(H), c))
             for c, _ in classes_up_to_symmetry(2) for H in sets]
    for c, epsilon in (*product(all_instances(), REPRESENTING), *((WIDE, e) for e in (QUARTER, THIRD, HALF))):
        found.append(Hypotheses(tuple(c.rows()), tuple(smallest_representation(c, epsilon).hypotheses.rows()), epsilon))
    return tuple(found)


def too_far() -> Iterator[Hypotheses]:
    """Yield hypotheses that represent with a larger error only."""
    for given in [start_of_hypotheses(), *representing()]:
        if least := representation_alpha(ConceptClass.from_matrix(given.H), ConceptClass.from_matrix(given.C)):
            yield given._replace(epsilon=least / 2)


def without_coins() -> Iterator[Hypotheses]:
    """Yield an Alice who always names the likeliest hypothesis of her mixture."""
    yield from (given._replace(alice="names the likeliest") for given in [start_of_hypotheses(), *representing()])


def mixture(given: Hypotheses, law: Law) -> Law:
    """Return with which probabilities Alice names the hypotheses."""
    return law if given.alice == "draws" else tuple(Fraction(i == law.index(max(law))) for i in range(len(law)))


@proof("FX15-3.2.ge", grade="exact",
       quantifier="all sets of functions on 2 points, at the least epsilon, for all classes on them up to symmetry; "
                  "smallest representations of the 28 orbits of classes on at most 3 points, of Point_2 and Line_2 at "
                  "epsilon in {0, 1/8, 1/5, 1/4, 3/10, 1/3, 2/5, 9/20, 1/2}, of Thr_3 at 1/4, 1/3 and 1/2; all "
                  "concepts and points, the hardest mixture of points",
       instances=representing, start=start_of_hypotheses,
       steps={"answer": "{1 - epsilon} is at most {what the best h earns against the hardest mixture of points}",
              "minimax": "{what the best h earns against the hardest mixture of points} equals "
                         "{what Alice's mixture earns at the worst point}",
              "point": "{1 - epsilon} is at most {Pr[h(x) = f(x)] for h from Alice's mixture}",
              "messages": "{the messages} are {as many as hypotheses}",
              "conclusion": "{the largest error of the protocol, over all inputs} is at most {epsilon}"},
       wordless={"game": "the game is defined there"},
       hypotheses=(
           Hypothesis("H represents C with error epsilon, for every distribution", too_far,
                      ("answer", "point", "conclusion")),
           Hypothesis("Alice tosses coins", without_coins, ("minimax", "point", "conclusion")),
           Hypothesis("epsilon is at most 1/2", needless="the proof works for all, and larger ones are tried")))
def hypotheses_are_messages(given: Hypotheses) -> Iterator[Line]:
    H = ConceptClass.from_matrix(given.H)
    games = [representation_game(H, row) for row in given.C]
    earned = [max(sum((q for q, a, b in zip(game.distribution, h, row, strict=True) if a == b), Fraction(0))
                  for h in given.H) for game, row in zip(games, given.C, strict=True)]
    mixtures = [mixture(given, game.mixture) for game in games]
    at_points = [[sum((p for p, h in zip(law, H.rows(), strict=True) if h[x] == bit), Fraction(0))
                  for x, bit in enumerate(row)] for law, row in zip(mixtures, given.C, strict=True)]
    for row, most in zip(given.C, earned, strict=True):
        yield Line("answer", "<=", 1 - given.epsilon, most, ("concept", row))
    for row, most, chances in zip(given.C, earned, at_points, strict=True):
        yield Line("minimax", "==", most, min(chances), ("concept", row))
    for row, chances in zip(given.C, at_points, strict=True):
        for x, chance in enumerate(chances):
            yield Line("point", "<=", 1 - given.epsilon, chance, ("concept", row, "point", x))
    protocol = private_protocol_of_hypotheses(H, ConceptClass.from_matrix(given.C))
    yield Line("messages", "==", protocol.messages, len(given.H))
    played = PrivateCoinProtocol(tuple(mixture(given, law) for law in protocol.alice), protocol.bob)
    yield Line("conclusion", "<=", worst_error(played, ConceptClass.from_matrix(given.C)), given.epsilon)


def refutes_hypotheses_are_messages(given: Hypotheses, step: str, case: Any) -> bool:
    """Tell whether a line is false: a law of the points against which no h is good, or a point where Alice errs."""
    H = [tuple(h) for h in ConceptClass.from_matrix(given.H).rows()]
    game = {row: representation_game(ConceptClass.from_matrix(given.H), row) for row in given.C}
    least = {row: min(sum(q for q, a, b in zip(game[row].distribution, h, row, strict=True) if a != b) for h in H)
             for row in given.C}
    if step == "answer" or given.alice == "draws":
        return least[case[1]] > given.epsilon if case else max(least.values()) > given.epsilon
    named = {row: H[max(range(len(H)), key=lambda i: (game[row].mixture[i], -i))] for row in given.C}
    if step == "minimax":
        return named[case[1]] != case[1] and least[case[1]] < 1
    return given.epsilon < 1 and (named[case[1]][case[3]] != case[1][case[3]] if case else
                                  any(named[row] != row for row in given.C))
