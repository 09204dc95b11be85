"""Symmetries of a concept class: rows and columns renamed, values flipped, and the same table again.

Definitions
-----------
A *symmetry* is a permutation of the concepts, a permutation of the points and a flip bit for each point, such that
concept ``f`` has value ``b`` at ``x`` iff the image of ``f`` has value ``b xor flip(x)`` at the image of ``x``.  A
*cell* is a pair (concept, point).  Symmetries carry protocols to protocols with the same errors in other cells, so an
optimal hard distribution can be taken constant on the *orbits* of cells.

>>> from privlearn.concepts import point_functions
>>> orbits = cell_orbits(point_functions(3), symmetry_generators(point_functions(3)))
>>> orbits  # the diagonal, and everything else
((0, 1, 1), (1, 0, 1), (1, 1, 0))
"""

from collections import Counter, deque
from dataclasses import dataclass
from functools import cached_property

from privlearn.concepts import Concept, ConceptClass
from privlearn.exact import TooLargeToEnumerate

DeterministicProtocol = tuple[tuple[int, ...], tuple[Concept, ...]]
LARGEST_ORBIT = 50_000


@dataclass(frozen=True)
class Symmetry:
    """A symmetry of a class.

    Attributes
    ----------
    concepts : tuple of int
        The image of each concept.
    points : tuple of int
        The image of each point.
    flips : tuple of int
        1 where the value is flipped on the way from ``x`` to ``points[x]``.
    """

    concepts: tuple[int, ...]
    points: tuple[int, ...]
    flips: tuple[int, ...]

    @cached_property
    def sources(self) -> tuple[list[int], list[tuple[int, int]]]:
        """For each concept the one whose image it is; for each point the one whose image it is, with its flip."""
        points = sorted(range(len(self.points)), key=self.points.__getitem__)
        return sorted(range(len(self.concepts)), key=self.concepts.__getitem__), [(x, self.flips[x]) for x in points]


def is_symmetry(symmetry: Symmetry, concepts: ConceptClass) -> bool:
    """Verify a symmetry from its definition.

    >>> is_symmetry(Symmetry(concepts=(1, 0), points=(0,), flips=(1,)), ConceptClass.from_matrix([[0], [1]]))
    True
    """
    rows, sizes = concepts.rows(), (len(concepts), concepts.size)
    if (sorted(symmetry.concepts), sorted(symmetry.points)) != tuple(list(range(size)) for size in sizes):
        return False
    return all(rows[g][y] == bit ^ flip for row, g in zip(rows, symmetry.concepts, strict=True)
               for bit, y, flip in zip(row, symmetry.points, symmetry.flips, strict=True))


def _normal(values: tuple[int, ...]) -> tuple[int, ...]:
    """Return the column or its complement, whichever begins with 0."""
    return tuple(value ^ values[0] for value in values)


def _extended(rows: list[Concept], image: list[int], used: set[int], columns: int) -> list[int] | None:
    """Complete a partial permutation of the concepts to one that keeps the columns up to flips; else ``None``."""
    depth = len(image)
    before = Counter(_normal(tuple(rows[f][x] for f in range(depth))) for x in range(columns)) if depth else None
    after = Counter(_normal(tuple(rows[g][x] for g in image)) for x in range(columns)) if depth else None
    if before != after:
        return None
    if depth == len(rows):
        return image
    for g in range(len(rows)):
        if g not in used:
            found = _extended(rows, [*image, g], used | {g}, columns)
            if found is not None:
                return found
    return None


def _with_points(rows: list[Concept], image: list[int], columns: int) -> Symmetry:
    """Find the permutation of the points and the flips that go with a permutation of the concepts."""
    waiting: dict[tuple[int, ...], list[int]] = {}
    for y in range(columns):
        waiting.setdefault(_normal(tuple(rows[g][y] for g in image)), []).append(y)
    points = tuple(waiting[_normal(tuple(row[x] for row in rows))].pop(0) for x in range(columns))
    return Symmetry(tuple(image), points, tuple(rows[0][x] ^ rows[image[0]][y] for x, y in enumerate(points)))


def symmetry_generators(concepts: ConceptClass) -> tuple[Symmetry, ...]:
    """Return symmetries that generate all permutations of the concepts which come from symmetries.

    Notes
    -----
    For each ``i`` and each ``j > i`` one symmetry that fixes the concepts before ``i`` and carries ``i`` to ``j``,
    where there is one: a strong generating set.  Found by backtracking, a partial permutation of the concepts being
    kept only while it keeps the columns, up to complements and as a multiset.

    Examples
    --------
    >>> symmetry_generators(ConceptClass.from_matrix([[0], [1]]))
    (Symmetry(concepts=(1, 0), points=(0,), flips=(1,)),)
    """
    rows, columns = concepts.rows(), concepts.size
    found: list[Symmetry] = []
    for i in range(len(rows)):
        for j in range(i + 1, len(rows)):
            start = [*range(i), j]
            image = _extended(rows, start, set(start), columns)
            if image is not None:
                found.append(_with_points(rows, image, columns))
    return tuple(found)


def cell_orbits(concepts: ConceptClass, generators: tuple[Symmetry, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the number of the orbit of every cell (concept, point), orbits being numbered by first appearance.

    >>> cell_orbits(ConceptClass.from_matrix([[0], [1]]), (Symmetry((1, 0), (0,), (1,)),))
    ((0,), (0,))
    """
    size = concepts.size
    cells = range(len(concepts) * size)
    number = [-1] * len(cells)
    count = 0
    for cell in cells:
        if number[cell] < 0:
            waiting = [cell]
            while waiting:
                f, x = divmod(waiting.pop(), size)
                if number[f * size + x] < 0:
                    number[f * size + x] = count
                    waiting += [g.concepts[f] * size + g.points[x] for g in generators]
            count += 1
    return tuple(tuple(number[f * size:(f + 1) * size]) for f in range(len(concepts)))


def carried(protocol: DeterministicProtocol, symmetry: Symmetry) -> DeterministicProtocol:
    """Return the image of a deterministic protocol: the error at a cell moves to the cell's image.

    >>> carried(((0, 0), ((0,),)), Symmetry((1, 0), (0,), (1,)))
    ((0, 0), ((1,),))
    """
    (alice, bob), (concepts, points) = protocol, symmetry.sources
    return _canonical((tuple([alice[f] for f in concepts]),
                       tuple([tuple([table[x] ^ flip for x, flip in points]) for table in bob])))


def _canonical(protocol: DeterministicProtocol) -> DeterministicProtocol:
    """Number the messages by the first concept that uses them; unused tables are dropped."""
    alice, bob = protocol
    place = {message: number for number, message in enumerate(dict.fromkeys(alice))}
    return tuple([place[message] for message in alice]), tuple([bob[message] for message in place])


def protocol_orbit(protocol: DeterministicProtocol, generators: tuple[Symmetry, ...]) -> list[DeterministicProtocol]:
    """Return all images of a deterministic protocol; one drawn uniformly errs equally on all cells of an orbit.

    Raises
    ------
    TooLargeToEnumerate
        For more than 50,000 images.

    Examples
    --------
    >>> protocol_orbit(((0, 0), ((0,),)), (Symmetry((1, 0), (0,), (1,)),))
    [((0, 0), ((0,),)), ((0, 0), ((1,),))]
    """
    start = _canonical(protocol)
    seen, waiting = {start: None}, deque([start])
    while waiting:
        current = waiting.popleft()
        for generator in generators:
            image = carried(current, generator)
            if image not in seen:
                seen[image] = None
                waiting.append(image)
        if len(seen) > LARGEST_ORBIT:
            raise TooLargeToEnumerate("the orbit of a protocol", f"more than {LARGEST_ORBIT}", LARGEST_ORBIT)
    return list(seen)
