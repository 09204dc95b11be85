"""The atlas: all classes on four points up to renaming, with their dimensions and what proves them.

Definitions
-----------
Classes stand at the *places* of :mod:`~privlearn.dimensions.sweeps.places`, 1 to 3,983; the empty class is left out.
The *representation size* is that of the smallest set of functions that holds, for every concept and every distribution
on the points, one that errs with probability at most 1/4; its logarithm is the representation dimension.

>>> entry = next(entry for entry in entries() if entry.rows == ("0000", "1000"))
>>> entry.place, entry.orbit, entry.littlestone, entry.randomized, entry.witnesses["mistake_tree"]
(3, 4, 1, Fraction(1, 2), [0, 0, 1])
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from privlearn.dimensions.littlestone import mistake_tree
from privlearn.dimensions.randomized_littlestone import mean_depth_tree
from privlearn.dimensions.representation import smallest_representation
from privlearn.dimensions.sweeps.four_points import (littlestone_of_all_classes, threshold_of_all_classes,
                                                     vc_of_all_classes)
from privlearn.dimensions.sweeps.mean_depths import mean_depths_of_all_classes
from privlearn.dimensions.sweeps.numbers import MOST_POINTS, class_of_number, classes_up_to_renaming
from privlearn.dimensions.sweeps.places import figures
from privlearn.dimensions.threshold import threshold_sequence
from privlearn.dimensions.vc import shattered_set
from privlearn.keeping import kept
from privlearn.keeping.code import files_behind

QUARTER = Fraction(1, 4)
WITNESSES = {"shattered_set": shattered_set, "mistake_tree": mistake_tree, "mean_depth_tree": mean_depth_tree,
             "threshold_sequence": threshold_sequence}


@dataclass(frozen=True)
class Entry:
    """A class of the atlas; witnesses are in row and column numbers, rows in the order of their functions' numbers.

    Attributes
    ----------
    place, number, orbit, figure : int
        ``number`` is the class's own, ``figure`` the least place that flips and renamings lead to.
    vc, littlestone, threshold : int
    randomized : Fraction
    representation : int
        The representation size at error 1/4.
    witnesses : dict
        ``shattered_set``, ``mistake_tree``, ``mean_depth_tree``, ``threshold_sequence``.
    """

    place: int
    number: int
    orbit: int
    figure: int
    vc: int
    littlestone: int
    threshold: int
    randomized: Fraction
    representation: int
    witnesses: dict[str, object]

    @property
    def rows(self) -> tuple[str, ...]:
        """The concepts as words of bits, the value at point 0 first."""
        return tuple("".join(map(str, row)) for row in class_of_number(self.number, MOST_POINTS).rows())


def entries() -> Iterator[Entry]:
    """Yield the classes on four points up to renaming, without the empty one, by place.

    Cost: some seconds once, for the representation sizes and the witnesses, which are kept
    (:mod:`~privlearn.keeping`).

    Examples
    --------
    >>> first = next(entries())
    >>> first.place, first.rows, first.littlestone
    (1, ('0000',), 0)
    """
    least, sizes = classes_up_to_renaming(MOST_POINTS)
    stored = kept("atlas", _slow_parts, files_behind(__name__))
    tables = [table(MOST_POINTS)[least].tolist() for table in (
        vc_of_all_classes, littlestone_of_all_classes, threshold_of_all_classes, mean_depths_of_all_classes)]
    columns = zip(least.tolist(), sizes.tolist(), figures(MOST_POINTS).tolist(), *tables,
                  stored["representation"].tolist(), stored["witnesses"].tolist(), strict=True)
    for place, (number, orbit, figure, vc, littlestone, threshold, depth, size, witnesses) in enumerate(columns):
        if number:
            yield Entry(place, number, orbit, figure, vc, littlestone, threshold,
                        Fraction(depth, 2 << MOST_POINTS), size, json.loads(witnesses))


def _slow_parts() -> dict[str, np.ndarray]:
    """Return the representation sizes, one search for each figure, and the witnesses as JSON, by place."""
    least, _ = classes_up_to_renaming(MOST_POINTS)
    classes = [class_of_number(number, MOST_POINTS) if number else None for number in least.tolist()]
    sizes = {place: smallest_representation(concepts, QUARTER).size
             for place in np.unique(figures(MOST_POINTS)).tolist() if (concepts := classes[place])}
    return {"representation": np.array([sizes.get(place, 0) for place in figures(MOST_POINTS).tolist()]),
            "witnesses": np.array([json.dumps({name: find(concepts) for name, find in WITNESSES.items()})
                                   if concepts else "{}" for concepts in classes])}
