"""Judges of the exercises on the page equivalence."""

from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import supplied
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.exercises.least import least_with_proof
from privlearn.exercises.seeds import drawn

CHAIN = ((0, 0), (0, 1), (1, 1))


@asked("Find private coins whose factor two is lost in full.", level=2, minutes=25)
@answered
def judge_lost_factor(answer) -> str:
    """Judge parts of an instance of the proof with an error epsilon between 0 and 1/2 that is attained."""
    return supplied.tight("FX15-3.2.le", "conclusion", answer, refused=lambda given: "take 0 < epsilon <= 1/2" * (
        not 0 < given.epsilon <= Fraction(1, 2)))


def _is_law(law, size: int) -> bool:
    return isinstance(law, tuple) and len(law) == size and all(is_exact(q) and q >= 0 for q in law) and sum(law) == 1


def _distance(law: tuple[Any, ...], h: tuple[int, ...], f: tuple[int, ...]) -> Fraction:
    return sum((Fraction(q) for q, a, b in zip(law, h, f, strict=True) if a != b), Fraction(0))


def _branches(answer, points: int) -> str:
    """Say what is wrong with a tuple of (weight, tuple of hypotheses), "" if nothing."""
    if not isinstance(answer, tuple) or not answer:
        return "give a tuple of pairs (weight, tuple of hypotheses)"
    for pair in answer:
        if not isinstance(pair, tuple) or len(pair) != 2 or not is_exact(pair[0]) or pair[0] <= 0:
            return "every entry is a pair (positive weight, tuple of hypotheses)"
        if not isinstance(pair[1], tuple) or not pair[1] or any(
                not isinstance(h, tuple) or len(h) != points or any(bit not in (0, 1) for bit in h) for h in pair[1]):
            return f"every set is a non-empty tuple of functions on {points} points, tuples of bits"
    total = sum(Fraction(weight) for weight, _ in answer)
    return "" if total == 1 else f"the weights sum to {total}"


@asked("Find the concept and the distribution that a random set misses most often.", level=2, minutes=20)
@answered
def judge_worst_miss(answer) -> str:
    """Judge ``(concept, distribution)``: where the converted optimal protocol of T3 misses most, at alpha = 1/4."""
    from privlearn.communication import representation_of_protocol
    from privlearn.communication.public_coins import public_coin_value
    from privlearn.concepts import ConceptClass
    from privlearn.dimensions.representation import miss_probability

    if not isinstance(answer, tuple) or len(answer) != 2 or answer[0] not in CHAIN or not _is_law(answer[1], 2):
        return f"not yet: give (concept, distribution) with a concept of {CHAIN} and two probabilities"
    concept, law = answer
    chain, quarter = ConceptClass.from_matrix(CHAIN), Fraction(1, 4)
    random_sets = representation_of_protocol(public_coin_value(chain, 2).protocol)
    missed = sum((w for w, hypotheses in random_sets.branches
                  if min(_distance(law, h, concept) for h in hypotheses) > quarter), Fraction(0))
    most = miss_probability(random_sets, chain, quarter)
    if missed < most:
        return f"not yet: for this pair the random set misses with probability {missed} only"
    return f"accepted: missed with probability {missed}, the largest for any concept and distribution"


@asked("Find random triples of functions from which a protocol can choose well.", level=2, minutes=25)
@answered
def judge_better_sets(answer) -> str:
    """Judge random triples of functions on two points that make a protocol of all four functions with error 1/8."""
    from privlearn.communication.conversions import choice_game

    wrong = _branches(answer, 2)
    if wrong:
        return f"not yet: {wrong}"
    if max(len(set(hypotheses)) for _, hypotheses in answer) > 3:
        return "not yet: three messages, so at most three functions in a set"
    branches = tuple((Fraction(weight), hypotheses) for weight, hypotheses in answer)
    errors = {concept: choice_game(branches, concept).value for concept in product((0, 1), repeat=2)}
    worst = max(errors, key=lambda concept: errors[concept])
    if errors[worst] > Fraction(1, 8):
        return f"not yet: for the concept {worst} Alice errs with probability {errors[worst]} at some point"
    return f"accepted: least errors {', '.join(map(str, errors.values()))} for {', '.join(map(str, errors))}"


@asked("Find a random function for which the chain of the proof has no slack.", level=2, minutes=15)
@answered
def judge_attained(answer) -> str:
    """Judge random single functions on two points that attain 1 - (1 - 1/4)(1 - 1/3) for the concept 00.

    Bob's point is 0 with probability 1/4; a function is good if it errs with probability at most 1/4.
    """
    wrong = _branches(answer, 2)
    if wrong:
        return f"not yet: {wrong}"
    if any(len(hypotheses) != 1 for _, hypotheses in answer):
        return "not yet: one function in every set"
    law, quarter = (Fraction(1, 4), Fraction(3, 4)), Fraction(1, 4)
    errors = [(Fraction(w), _distance(law, h, (0, 0))) for w, (h,) in answer]
    missed = sum((w for w, e in errors if e > quarter), Fraction(0))
    total = sum((w * e for w, e in errors), Fraction(0))
    if missed != Fraction(1, 3):
        return f"not yet: no good function with probability {missed}, not 1/3"
    if total != Fraction(1, 2):
        return f"not yet: missing is right, but the error is {total}, not 1 - (3/4)(2/3) = 1/2"
    return "accepted: misses with probability 1/3, errs with probability 1/2 = 1 - (1 - 1/4)(1 - 1/3)"


@asked("Find errors for which the two versions of a theorem ask for different numbers of messages.",
       level=2, minutes=20, library="public_coin_messages")
@answered
def judge_versions_differ(answer) -> str:
    """Judge ``(alpha, beta, full, conference)``: errors for which the versions of Theorem 3.1 bound T3 differently."""
    from privlearn.communication.public_coins import public_coin_messages
    from privlearn.concepts import ConceptClass

    if not isinstance(answer, tuple) or len(answer) != 4 or not all(is_exact(q) and 0 <= q <= 1 for q in answer[:2]):
        return "not yet: give (epsilon, delta, messages in the full version, in the conference version)"
    alpha, beta = map(Fraction, answer[:2])
    if alpha > Fraction(1, 2):
        return "not yet: the theorem is about epsilon of at most 1/2"
    if (alpha, beta) == (Fraction(1, 8), Fraction(1, 12)):
        return "not yet: that is the page's own pair"
    chain = ConceptClass.from_matrix(CHAIN)
    full = public_coin_messages(chain, alpha + beta - alpha * beta)
    conference = public_coin_messages(chain, min(Fraction(1), alpha + beta))
    if full == conference:
        return f"not yet: both versions ask for {full} messages"
    if answer[2:] != (full, conference):
        return "not yet: the two versions differ here, but not in these numbers of messages"
    return f"accepted: {conference} messages in the conference version, {full} in the full one"


@asked("Find with which probabilities to name six functions so that a seventh is met.",
       level=2, minutes=20, library="representation_game")
@answered
def judge_mixture(answer) -> str:
    """Judge Alice's mixture for 0011101, no threshold, over a six-function representation at alpha = 1/3."""
    from privlearn.concepts import thresholds
    from privlearn.dimensions.representation import smallest_representation

    rows = smallest_representation(thresholds(3).restrict(range(7)), Fraction(1, 3)).hypotheses.rows()
    if not _is_law(answer, len(rows)):
        return f"not yet: give {len(rows)} probabilities that sum to 1, integers or Fractions"
    target = (0, 0, 1, 1, 1, 0, 1)
    errors = [sum((Fraction(p) for p, h in zip(answer, rows, strict=True) if h[x] != target[x]), Fraction(0))
              for x in range(7)]
    if max(errors) > Fraction(1, 3):
        return f"not yet: at point {errors.index(max(errors))} Bob is wrong with probability {max(errors)}"
    return f"accepted: wrong with probability at most {max(errors)} at every point"


def instance_copies(seed: int) -> tuple[Fraction, Fraction]:
    """Return the error to begin with and the error wanted, 1/3 and 1/5 for seed 0."""
    return drawn(seed, (Fraction(1, 3), Fraction(2, 7), Fraction(3, 10), Fraction(3, 8), Fraction(1, 4)),
                 (Fraction(1, 5), Fraction(1, 10), Fraction(1, 12), Fraction(1, 15), Fraction(1, 20)))


@asked("Compute a constant of your own: a least number of copies with the exact errors on both sides.",
       level=1, minutes=15, library="least_copies")
@answered
def judge_copies(answer, seed: int = 0) -> str:
    """Judge ``(m, error of m copies, error of m - 2 copies)``: the least odd m from one error to at most another."""
    start, goal = instance_copies(seed)

    def error(copies: int) -> Fraction:
        law = [Fraction(1)]
        for _ in range(copies):
            law = [(1 - start) * a + start * b for a, b in zip([*law, Fraction(0)], [Fraction(0), *law], strict=True)]
        return sum(law[copies // 2 + 1:], Fraction(0))

    return least_with_proof(answer, error, goal, most=99, what="copies", first=1, step=2)
