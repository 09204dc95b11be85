"""Symmetries of a class, and the databases and outputs up to them: few variables for a large program.

Definitions
-----------
A *symmetry* of a class C permutes the points and complements the values at some of them, mapping C to itself.
Averaging a mechanism over the symmetries keeps its privacy and does not increase its worst failure over a family of
games that is closed under them, so one variable for each orbit of pairs (database, output) is enough.

>>> class_symmetries(ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]]))  # the second one: exchange both, complement
[((0, 1), (0, 0)), ((1, 0), (1, 1))]
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product

from privlearn.concepts import Concept, ConceptClass
from privlearn.exact import TooLargeToEnumerate
from privlearn.learning.distributions import Database

Counts = tuple[int, ...]  # how often each row (x, y) occurs, row (x, y) in place 2 x + y
Symmetry = tuple[tuple[int, ...], tuple[int, ...]]  # point x goes to images[x]; flips[x] = 1 complements its value


def class_symmetries(*classes: ConceptClass) -> list[Symmetry]:
    """Return the permutations of the points, with complementations, that map every given class to itself.

    Examples
    --------
    >>> class_symmetries(ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]]))
    [((0, 1), (0, 0)), ((1, 0), (1, 1))]
    """
    size = classes[0].size
    if any(other.size != size for other in classes):
        raise ValueError("classes must have the same number of points")
    if size > 5:
        raise TooLargeToEnumerate("the group of symmetries", f"2^{size} {size}!", 3840)
    wanted = [(c.rows(), set(c.rows())) for c in classes]
    return [(images, flips) for images in permutations(range(size)) for flips in product((0, 1), repeat=size)
            if all({moved_by(row, images, flips) for row in rows} == found for rows, found in wanted)]


def moved_by(concept: Concept, images: Sequence[int], flips: Sequence[int]) -> Concept:
    moved = [0] * len(concept)
    for x, bit in enumerate(concept):
        moved[images[x]] = bit ^ flips[x]
    return tuple(moved)


@dataclass(frozen=True, eq=False)
class Orbits:
    """Databases and outputs up to symmetry: the variables of the program."""

    points: int
    outputs: tuple[Concept, ...]
    group: list[Symmetry]
    places: list[tuple[int, ...]] = field(default_factory=list)
    output_images: list[tuple[int, ...]] = field(default_factory=list)
    known: dict[Counts, tuple[Counts, int]] = field(default_factory=dict)
    classes: dict[Counts, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        number = {output: k for k, output in enumerate(self.outputs)}
        for images, flips in self.group:
            self.places.append(tuple(2 * images[x] + (y ^ flips[x]) for x in range(self.points) for y in (0, 1)))
            self.output_images.append(tuple(number[moved_by(output, images, flips)] for output in self.outputs))

    def canonical(self, counts: Counts) -> tuple[Counts, int]:
        """Return the representative of the orbit and the number of a symmetry that leads there."""
        if counts not in self.known:
            moved = []
            for place in self.places:
                image = [0] * len(counts)
                for row, count in enumerate(counts):
                    image[place[row]] = count
                moved.append(tuple(image))
            best = max(moved)
            self.known[counts] = best, moved.index(best)
        return self.known[counts]

    def class_of(self, shape: Counts) -> list[int]:
        """Return, for each output, the least output in its orbit under the symmetries that fix ``shape``."""
        if shape not in self.classes:
            fixing = [images for place, images in zip(self.places, self.output_images, strict=True)
                      if all(shape[place[row]] == count for row, count in enumerate(shape))]
            self.classes[shape] = [min(images[k] for images in fixing) for k in range(len(self.outputs))]
        return self.classes[shape]

    def variable(self, counts: Counts, output: int) -> tuple[Counts, int]:
        """Return the orbit of a pair: representative of the database, representative of the output."""
        shape, symmetry = self.canonical(counts)
        return shape, self.class_of(shape)[self.output_images[symmetry][output]]


def count_vectors(places: int, rows: int) -> Iterator[Counts]:
    if places == 1:
        yield (rows,)
        return
    for first in range(rows, -1, -1):
        yield from ((first, *rest) for rest in count_vectors(places - 1, rows - first))


def counts_of(database: Database, points: int) -> Counts:
    """Return how often each labelled row occurs, row ``(x, y)`` in place ``2 x + y``."""
    counts = [0] * (2 * points)
    for x, y in database:
        counts[2 * x + y] += 1
    return tuple(counts)
