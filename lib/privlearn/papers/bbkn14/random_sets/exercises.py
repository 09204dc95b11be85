"""Judges of the exercises on the page random-sets."""

from fractions import Fraction

from privlearn.concepts import point_functions
from privlearn.concepts.sets import class_of_sets
from privlearn.dimensions.representation import representation_alpha
from privlearn.dimensions.representation.points import draw_sets, random_sets_shape
from privlearn.dimensions.representation.points.multiplicities import degrees
from privlearn.dimensions.representation.points.random_sets import good_points
from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked


@asked("Give nine sets, three through each point, that represent nine points with error 1/3.",
       level=2, minutes=20, library="affine_plane")
@answered
def judge_three_sets_through_each_point(answer) -> str:
    """Judge nine sets on the points 0..8, three through each point, that 1/3-represent the nine point functions.

    Parameters
    ----------
    answer : iterable of sets of integers
    """
    kinds = (tuple, list, set, frozenset)
    if not isinstance(answer, kinds) or not all(isinstance(chosen, kinds) for chosen in answer):
        return "not yet: give a collection of sets of the points 0..8"
    try:
        sets = class_of_sets(answer, 9)
    except (ValueError, TypeError) as error:
        return f"not yet: {error}"
    if len(sets) != 9:
        return f"not yet: give nine different sets, got {len(sets)}"
    if set(degrees(sets.matrix).tolist()) != {3}:
        return "not yet: every point must lie in exactly three sets"
    value = representation_alpha(sets, point_functions(9))
    if value > Fraction(1, 3):
        return f"not yet: these sets represent the points with {value} only"
    return f"accepted: {len(sets)} sets, three through each point, represent the points with {value}"


@asked("Find the least constant with which half of the points are good, for the sets of a seed.", level=1, minutes=10)
@answered
def judge_smallest_constant(answer, seed: int = 0) -> str:
    """Judge the least c for which c p^2 / d sets of this seed have 2^10 good points, with their numbers for c, c - 1.

    The sets are those for d = 10 and alpha = 9/10.
    """
    if not isinstance(answer, (tuple, list)) or len(answer) != 3 or not all(type(n) is int for n in answer):
        return "not yet: give three integers: c, the number of good points for c, the number for c - 1"
    constant = answer[0]
    if not 2 <= constant <= 64:
        return "not yet: c is an integer from 2 to 64"
    good = [int(good_points(draw_sets(random_sets_shape(10, Fraction(9, 10), c), seed)).sum())
            for c in (constant, constant - 1)]
    if good[0] < 1024:
        return f"not yet: with c = {constant} fewer than half of the 2048 points are good"
    if good[1] >= 1024:
        return f"not yet: c = {constant - 1} is enough as well"
    if good != [*answer[1:]]:
        return f"not yet: c = {constant} is right, but the numbers of good points are others"
    return f"accepted: c = {constant} leaves {good[0]} good points, c = {constant - 1} only {good[1]}"
