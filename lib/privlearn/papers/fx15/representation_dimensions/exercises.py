"""Judges of the exercises on the page representation-dimensions."""

from fractions import Fraction

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked


@asked("Represent eight points by as few hypotheses as possible, in a table.",
       level=2, minutes=25, library="smallest_representation")
@answered
def judge_five_for_eight(answer) -> str:
    """Judge a table of hypotheses on 8 points that represents the point functions with 9/20, as few rows as possible.

    Parameters
    ----------
    answer : sequence of rows of 8 bits
    """
    from privlearn.concepts import ConceptClass, point_functions
    from privlearn.dimensions.representation import representation_game
    from privlearn.dimensions.representation.points import columns_of
    from privlearn.dimensions.representation.points.columns import comparable_pair

    if not isinstance(answer, (list, tuple)) or not answer or not all(
            isinstance(row, (list, tuple)) and len(row) == 8 and set(map(type, row)) == {int} and set(row) <= {0, 1}
            for row in answer[:6]):
        return "not yet: give a list of rows of 8 bits, at least one"
    if len(answer) > 5:
        return f"not yet: {len(answer)} hypotheses are more than needed"
    table = ConceptClass.from_matrix(list(answer))
    pair = comparable_pair(columns_of(table))
    if pair is not None:
        return (f"not yet: every hypothesis that is 1 at point {pair[0]} is 1 at point {pair[1]}; with half the mass "
                f"on each, all of them err with probability 1/2 on the first point's function")
    for j, f in enumerate(point_functions(8).rows()):
        game = representation_game(table, f)
        if game.value > Fraction(9, 20):
            law = ", ".join(map(str, game.distribution))
            return f"not yet: for point {j} the distribution ({law}) leaves every hypothesis an error of {game.value}"
    return f"accepted: {len(table)} hypotheses, and no table of fewer has columns none of which contains another"


@asked("Prove the value 1/3 of a random pair of hypotheses on both sides.",
       level=2, minutes=25, library="probabilistic_representation_value")
@answered
def judge_value_one_third(answer) -> str:
    """Judge a proof that two hypotheses miss one of 00, 01, 11 with probability exactly 1/3, at alpha = 1/4.

    Parameters
    ----------
    answer : (branches, weights)
        ``branches``: pairs (probability, two hypotheses); ``weights``: triples (probability, concept, distribution).
    """
    from privlearn.concepts import ConceptClass
    from privlearn.dimensions.representation import (ProbabilisticRepresentation, RepresentationValue,
                                                     is_representation_value, miss_probability)

    ordered, quarter, third = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]]), Fraction(1, 4), Fraction(1, 3)
    branches, weights = answer
    if len(branches) > 50 or len(weights) > 50 or any(len(some) > 2 for _, some in branches):
        return "not yet: at most 50 branches of 2 hypotheses each, and 50 weights"
    if any(len(f) != 2 or len(law) != 2 for _, f, law in weights) or any(len(h) != 2 for _, some in branches
                                                                      for h in some):
        return "not yet: concepts, hypotheses and distributions have two entries each"
    numbers = [p for p, _ in branches] + [p for p, _, _ in weights] + [q for _, _, law in weights for q in law]
    if not all(is_exact(p) for p in numbers):
        return "not yet: give integers or Fractions, not floats"
    drawn = ProbabilisticRepresentation(tuple((Fraction(p), tuple(map(tuple, some))) for p, some in branches))
    missed = miss_probability(drawn, ordered, quarter)
    if missed > third:
        return f"not yet: some concept and distribution are missed with probability {missed}"
    hard = tuple((Fraction(p), (tuple(f), tuple(map(Fraction, law)))) for p, f, law in weights)
    if not is_representation_value(RepresentationValue(third, drawn, hard), ordered, 2, quarter):
        return "not yet: the random set is good enough, but the weights do not prove that 1/3 cannot be beaten"
    return "accepted: both sides prove the value 1/3"
