"""Judges of the exercises on the page representation-learning."""

from fractions import Fraction

from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked
from privlearn.exercises.least import least_with_proof
from privlearn.exercises.seeds import drawn


def instance_hashes(seed: int) -> Fraction:
    """Return the probability with which the representation may miss, 1/8 for seed 0."""
    return drawn(seed, (Fraction(1, 8), *(Fraction(1, k) for k in (3, 5, 20, 40, 80, 160))))[0]


@asked("Find how many hashes are really needed on four points, with the exact chances on both sides.",
       level=2, minutes=20, library="miss_probability")
@answered
def judge_hashes(answer, seed: int = 0) -> str:
    """Judge the least number of hashes for a (1/16, beta)-representation of the point functions on 4 points.

    With it the probabilities of missing for that number and for one hash fewer.
    """
    from privlearn.concepts import point_functions
    from privlearn.dimensions.representation import ProbabilisticRepresentation, miss_probability
    from privlearn.learners.selection import hashed_points

    def miss(hashes: int) -> Fraction:
        return miss_probability(ProbabilisticRepresentation(hashed_points(2, hashes)), point_functions(4),
                                Fraction(1, 16))

    return least_with_proof(answer, miss, instance_hashes(seed), most=12, what="hashes")
