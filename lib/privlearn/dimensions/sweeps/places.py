"""Where a class on at most four points stands among all of them.

Definitions
-----------
The *place* of a class is its number among those that are the least of their orbits under permutations of the points
(:mod:`~privlearn.dimensions.sweeps.numbers`), counted from 0, the empty class.  On four points places are 0 to 3,983.
Two places have one *figure* if flips of values take a class of the one to one of the other; Littlestone's dimension,
also randomised, the VC and the representation dimension are the same on a figure, the threshold dimension is not.

>>> from privlearn.concepts import thresholds
>>> place_of(thresholds(1)), place_of(thresholds(2)).place
(Place(place=8, order=(1, 0), orbit=2), 2040)
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.dimensions.sweeps.four_points import (littlestone_of_all_classes, threshold_of_all_classes,
                                                     vc_of_all_classes)
from privlearn.dimensions.sweeps.numbers import (MOST_POINTS, classes_up_to_renaming, moved_functions, number_of_class,
                                                 read_only, renamings_of_all_classes)


@dataclass(frozen=True)
class Place:
    """Where a class stands in the atlas.

    Attributes
    ----------
    place : int
    order : tuple of int
        Point x of the class is point ``order[x]`` of the class at this place.
    orbit : int
        How many classes on as many points are this one, renamed.
    """

    place: int
    order: tuple[int, ...]
    orbit: int


def place_of(concepts: ConceptClass) -> Place:
    """Return the place of a class among those on as many points.

    Raises
    ------
    TooLargeToEnumerate
        For more than 4 points.

    Examples
    --------
    >>> place_of(ConceptClass.from_matrix([[0, 1], [1, 1]])) == place_of(ConceptClass.from_matrix([[1, 1], [1, 0]]))
    False
    """
    number, renamed = number_of_class(concepts), renamings_of_all_classes(concepts.size)
    least, sizes = classes_up_to_renaming(concepts.size)
    images = renamed[:, number]
    place = int(np.searchsorted(least, images.min()))
    return Place(place, tuple(permutations(range(concepts.size)))[int(images.argmin())], int(sizes[place]))


@lru_cache(maxsize=MOST_POINTS)
def figures(points: int) -> np.ndarray:
    """Return, for every place, the least place that flips and renamings lead to.

    Examples
    --------
    >>> figures(1).tolist(), len(np.unique(figures(4)))
    ([0, 1, 1, 3], 402)
    """
    least, _ = classes_up_to_renaming(points)
    smallest = renamings_of_all_classes(points).min(axis=0)
    flipped = [smallest[moved_functions(least, [f ^ flip for f in range(1 << points)])] for flip in range(1 << points)]
    return read_only(np.searchsorted(least, np.min(flipped, axis=0)))


def alike(concepts: ConceptClass) -> int:
    """Return how many classes on as many points, up to renaming, have the three dimensions of a class, itself counted.

    Examples
    --------
    >>> from privlearn.concepts import all_functions
    >>> alike(all_functions(4)), alike(ConceptClass.from_matrix([[0, 1], [1, 1]]))
    (1, 3)
    """
    least, _ = classes_up_to_renaming(concepts.size)
    tables = [table(concepts.size)[least]
              for table in (vc_of_all_classes, littlestone_of_all_classes, threshold_of_all_classes)]
    place = place_of(concepts).place
    return int(np.all([table == table[place] for table in tables], axis=0).sum())
