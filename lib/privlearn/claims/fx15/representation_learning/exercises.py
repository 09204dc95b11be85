"""Judges of the exercises on the page representation-learning."""

from fractions import Fraction

from privlearn.claims.answers import answered


@answered
def judge_hashes(answer) -> str:
    """Judge the least number of hashes for a (1/16, 1/8)-representation of the point functions on 4 points."""
    from privlearn.concepts import point_functions
    from privlearn.dimensions.representation import ProbabilisticRepresentation, miss_probability
    from privlearn.learners.selection import hashed_points

    if isinstance(answer, bool) or not isinstance(answer, int) or not 0 <= answer <= 12:
        return "not yet: give an integer from 0 to 12"

    def miss(hashes: int) -> Fraction:
        return miss_probability(ProbabilisticRepresentation(hashed_points(2, hashes)), point_functions(4),
                                Fraction(1, 16))

    if miss(answer) > Fraction(1, 8):
        return f"not yet: with {answer} hashes some distribution is missed with probability {miss(answer)}"
    if answer and miss(answer - 1) <= Fraction(1, 8):
        return "not yet: one hash less is enough as well"
    return f"accepted: the worst distribution is missed with probability {miss(answer)}"
