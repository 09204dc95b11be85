"""From protocols to representations and back: the constructions behind the two equivalence theorems.

Definitions
-----------
In a one-way protocol for the *evaluation problem* of a class, Alice holds a concept f, Bob a point x; Alice sends one
message and Bob answers f(x).  What Bob does with a fixed message is a function of x: a hypothesis.  So a protocol with
public coins is a random set of hypotheses, a probabilistic representation; and a set of hypotheses is a protocol, once
Alice knows which of them to name.

How well can she choose?  Let a representation draw the set ``H`` with probability ``w_H``.  Her best strategy for the
concept f is a zero-sum game against the point, with the value

    min over mixtures y_H on each H of max_x sum_H w_H Pr_{h ~ y_H}[h(x) != f(x)]
        = max over distributions D of sum_H w_H min_{h in H} Pr_D[h != f] .

So the least error of a protocol made from a representation is the *mean* over H of the least error in H, whereas
representing bounds the *probability* that it exceeds alpha.  A deterministic representation is the case of one set.

>>> from privlearn.concepts import ConceptClass
>>> choice_game(((Fraction(1), ((0, 0), (1, 1))),), (0, 1)).value
Fraction(1, 2)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from math import lcm

from privlearn.communication.protocols import PrivateCoinProtocol, PublicCoinProtocol
from privlearn.concepts import Concept, ConceptClass
from privlearn.dimensions.representation import ProbabilisticRepresentation, representation_game
from privlearn.exact import MinimaxProgram, as_integer, as_probability, solve
from privlearn.exact.rationals import Number

Branches = Sequence[tuple[Fraction, tuple[Concept, ...]]]
Weights = Sequence[Sequence[Fraction]]


def representation_of_protocol(protocol: PublicCoinProtocol) -> ProbabilisticRepresentation:
    """Return the random set of Bob's tables: public coins drawn, one hypothesis for each message.

    Guarantee: if the protocol errs with probability at most ``alpha beta`` on every input, this is an
    (alpha, beta)-probabilistic representation, of size at most the number of messages.  Equal sets are merged.

    Source: FX15, Theorem 3.1, first part.

    >>> representation_of_protocol(PublicCoinProtocol(((Fraction(1), (0, 1), ((1, 1), (0, 0))),))).branches
    ((Fraction(1, 1), ((0, 0), (1, 1))),)
    """
    total: dict[tuple[Concept, ...], Fraction] = {}
    for weight, _, bob in protocol.branches:
        hypotheses = tuple(sorted(set(bob)))
        total[hypotheses] = total.get(hypotheses, Fraction(0)) + weight
    return ProbabilisticRepresentation(tuple((weight, hypotheses) for hypotheses, weight in sorted(total.items())))


@dataclass(frozen=True)
class ChoiceGame:
    """Alice's solved game for one concept.

    Attributes
    ----------
    value : Fraction
        Her least error.
    mixtures : tuple of tuples of Fraction
        For each set of hypotheses the probabilities with which she names its members.
    distribution : tuple of Fraction
        Probabilities of the points; with them no choice has error below ``value``.
    """

    value: Fraction
    mixtures: tuple[tuple[Fraction, ...], ...]
    distribution: tuple[Fraction, ...]


def choice_game(branches: Branches, concept: Concept) -> ChoiceGame:
    """Solve Alice's game for one concept exactly.

    Parameters
    ----------
    branches : sequence of (weight, hypotheses)
        Weights are probabilities that sum to 1, every set is non-empty.
    concept : tuple of bits

    Raises
    ------
    ValueError
        If the weights do not sum to 1, a set is empty or a hypothesis has another number of points.

    Examples
    --------
    >>> choice_game(((Fraction(1), ((0, 0), (1, 1))),), (0, 1)).mixtures
    ((Fraction(1, 2), Fraction(1, 2)),)
    """
    weights = [as_probability(weight, "weight") for weight, _ in branches]
    if sum(weights) != 1:
        raise ValueError(f"the weights of the branches must sum to 1, got {sum(weights)}")
    if any(len(hypotheses) == 0 for _, hypotheses in branches):
        raise ValueError("every branch must have at least one hypothesis: Alice has to name one")
    if any(len(h) != len(concept) for _, hypotheses in branches for h in hypotheses):
        raise ValueError(f"hypotheses must have {len(concept)} points, as the concept has")
    sizes = tuple(len(hypotheses) for _, hypotheses in branches)
    listed = [(weight, h) for weight, (_, hypotheses) in zip(weights, branches, strict=True) for h in hypotheses]
    tasks = tuple({i: weight for i, (weight, h) in enumerate(listed) if h[x] != bit} for x, bit in enumerate(concept))
    solved = solve(MinimaxProgram(blocks=sizes, tasks=tasks))
    mixtures = tuple(solved.point[end - size:end] for size, end in zip(sizes, accumulate(sizes), strict=True))
    return ChoiceGame(solved.value, mixtures, solved.task_weights)


def is_choice_game(game: ChoiceGame, branches: Branches, concept: Concept) -> bool:
    """Verify a solved game from the definition: the mixtures and the distribution both guarantee the value.

    >>> branches = ((Fraction(1), ((0, 0), (1, 1))),)
    >>> game = choice_game(branches, (0, 1))
    >>> is_choice_game(game, branches, (0, 1)), is_choice_game(game, branches, (0, 0))
    (True, False)
    """
    laws = [*game.mixtures, game.distribution]
    if [len(law) for law in laws] != [*(len(hypotheses) for _, hypotheses in branches), len(concept)]:
        return False
    if any(sum(law) != 1 or min(law) < 0 for law in laws):
        return False
    at_points = [sum(weight * p for (weight, hypotheses), mixture in zip(branches, game.mixtures, strict=True)
                     for h, p in zip(hypotheses, mixture, strict=True) if h[x] != bit) for x, bit in enumerate(concept)]
    least = sum(weight * min(sum(q for q, a, b in zip(game.distribution, h, concept, strict=True) if a != b)
                             for h in hypotheses) for weight, hypotheses in branches)
    return max(at_points) <= game.value <= least


def protocol_of_representation(representation: ProbabilisticRepresentation,
                               concepts: ConceptClass) -> PublicCoinProtocol:
    """Return the public-coin protocol of least worst error in which Bob answers by the hypothesis that Alice names.

    Guarantee: its error is the largest :func:`choice_game` value, at most ``alpha + w - alpha w`` where w is the
    representation's miss probability at alpha, whatever alpha.  Messages: the size of the representation.

    Raises
    ------
    ValueError
        For an empty class, or hypotheses on another number of points.

    Notes
    -----
    Alice's mixtures are played with public coins: one number u in [0, 1), and every concept's mixture as intervals.
    Cost: one linear program for each concept.

    Source: FX15, Theorem 3.1, second part.

    Examples
    --------
    >>> pair = ProbabilisticRepresentation(((Fraction(1), ((0, 0), (1, 1))),))
    >>> protocol_of_representation(pair, ConceptClass.from_matrix([[0, 1]])).branches
    ((Fraction(1, 2), (0,), ((0, 0), (1, 1))), (Fraction(1, 2), (1,), ((0, 0), (1, 1))))
    """
    if len(concepts) == 0:
        raise ValueError("concepts must not be empty")
    games = [choice_game(representation.branches, concept) for concept in concepts.rows()]
    branches = []
    for i, (weight, hypotheses) in enumerate(representation.branches):
        ends = [tuple(accumulate(game.mixtures[i])) for game in games]
        cuts = sorted({Fraction(0), *(end for row in ends for end in row)})
        branches += [(weight * (high - low), tuple(sum(end <= low for end in row) for row in ends), hypotheses)
                     for low, high in pairwise(cuts)]
    return PublicCoinProtocol(tuple(branch for branch in branches if branch[0]))


def distributional_protocol(representation: ProbabilisticRepresentation, concepts: ConceptClass, weights: Weights,
                            alpha: Number, *, otherwise: int = 0) -> PublicCoinProtocol:
    """Return the protocol for one input distribution: Alice names the first alpha-good hypothesis of the drawn set.

    Parameters
    ----------
    representation : ProbabilisticRepresentation
    concepts : ConceptClass
    weights : rows of Fraction, shape (concepts, points)
        The input distribution; row f, normalised, is the distribution of Bob's point given f.
    alpha : number in [0, 1]
        A hypothesis is good for f if it differs from f with conditional probability at most alpha.
    otherwise : int
        The message where no hypothesis of the drawn set is good.

    Notes
    -----
    Guarantee: error at most ``alpha + beta - alpha beta`` under ``weights``, if the representation is an
    (alpha, beta)-probabilistic one.  Source: FX15, Theorem 3.1, second part.

    Examples
    --------
    >>> pair = ProbabilisticRepresentation(((Fraction(1), ((0, 0), (1, 1))),))
    >>> weights = ((Fraction(1, 4), Fraction(3, 4)),)
    >>> distributional_protocol(pair, ConceptClass.from_matrix([[0, 1]]), weights, Fraction(1, 4)).branches
    ((Fraction(1, 1), (1,), ((0, 0), (1, 1))),)
    """
    most, rows = as_probability(alpha, "alpha"), concepts.rows()
    if len(weights) != len(rows) or any(len(row) != concepts.size for row in weights):
        raise ValueError(f"weights must have shape {(len(rows), concepts.size)}")
    if sum(map(sum, weights)) != 1 or any(weight < 0 for row in weights for weight in row):
        raise ValueError("weights must be probabilities that sum to 1")
    smallest = min(len(hypotheses) for _, hypotheses in representation.branches)
    as_integer(otherwise, "otherwise", least=0, most=smallest - 1)

    unit = lcm(*(weight.denominator for row in weights for weight in row))
    whole = [[int(weight * unit) for weight in row] for row in weights]

    def message(hypotheses: tuple[Concept, ...], concept: Concept, law: Sequence[int]) -> int:
        errors = (sum(q for q, a, b in zip(law, h, concept, strict=True) if a != b) for h in hypotheses)
        return next((j for j, error in enumerate(errors) if error <= most * sum(law)), otherwise)

    return PublicCoinProtocol(tuple(
        (weight, tuple(message(hypotheses, f, law) for f, law in zip(rows, whole, strict=True)), hypotheses)
        for weight, hypotheses in representation.branches))


def conditional_errors(protocol: PublicCoinProtocol, concepts: ConceptClass, row: int,
                       distribution: Sequence[Fraction]) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return, for every outcome of the coins, its probability and the error over a random point, given the concept.

    >>> always_one = PublicCoinProtocol(((Fraction(1), (0,), ((1, 1),)),))
    >>> conditional_errors(always_one, ConceptClass.from_matrix([[0, 1]]), 0, (Fraction(1, 3), Fraction(2, 3)))
    ((Fraction(1, 1), Fraction(1, 3)),)
    """
    concept = concepts.rows()[row]
    return tuple((weight, sum((q for q, a, b in zip(distribution, bob[alice[row]], concept, strict=True) if a != b),
                              Fraction(0)))
                 for weight, alice, bob in protocol.branches)


def hypotheses_of_private_protocol(protocol: PrivateCoinProtocol, *, cut: Number = Fraction(1, 2)) -> ConceptClass:
    """Return Bob's majority answers: hypothesis of a message is 1 where he says 1 with probability above ``cut``.

    Guarantee: with ``cut = 1/2``, a deterministic representation with error at most twice that of the protocol, of size
    at most the number of messages (equal answers merge; a tie counts as 0).

    Source: FX15, Theorem 3.2, first part.

    >>> protocol = PrivateCoinProtocol(((1, 0), (0, 1)), ((0, Fraction(1, 3)), (Fraction(2, 3), 1)))
    >>> hypotheses_of_private_protocol(protocol).rows()
    [(0, 0), (1, 1)]
    """
    at = as_probability(cut, "cut")
    return ConceptClass.from_matrix([[int(q > at) for q in row] for row in protocol.bob])


def private_protocol_of_hypotheses(hypotheses: ConceptClass, concepts: ConceptClass) -> PrivateCoinProtocol:
    """Return the private-coin protocol of least error in which Bob answers by the hypothesis that Alice names.

    Guarantee: worst error equal to the least alpha with which ``hypotheses`` alpha-represents ``concepts``; Bob
    uses no coins.  Source: FX15, Theorem 3.2, second part.

    >>> from privlearn.concepts import ConceptClass
    >>> pair = ConceptClass.from_matrix([[0, 0], [1, 1]])
    >>> private_protocol_of_hypotheses(pair, ConceptClass.from_matrix([[0, 1]])).alice
    ((Fraction(1, 2), Fraction(1, 2)),)
    """
    if len(concepts) == 0:
        raise ValueError("concepts must not be empty")
    mixtures = tuple(representation_game(hypotheses, concept).mixture for concept in concepts.rows())
    return PrivateCoinProtocol(mixtures, tuple(tuple(Fraction(bit) for bit in h) for h in hypotheses.rows()))
