"""Classes up to the symmetries of the cube: permutations of the points, and complements of a point's value.

Definitions
-----------
Two classes on the same points are *equivalent* if one becomes the other when the points are renumbered and, at some
of the points, all values are exchanged (0 for 1).  Whatever compares functions only by where they differ does not see
such a change: representation dimensions, one-way complexities, the Vapnik-Chervonenkis and Littlestone dimensions.

>>> [(c.matrix.tolist(), orbit) for c, orbit in classes_up_to_symmetry(1)]
[([[0]], 2), ([[0], [1]], 1)]
"""

from collections.abc import Iterator
from itertools import permutations, product

from privlearn.concepts.concept_class import Concept, ConceptClass
from privlearn.exact import TooLargeToEnumerate, as_integer


def cube_symmetries(points: int) -> list[tuple[tuple[int, ...], Concept]]:
    """Return all ``n! 2^n`` pairs (permutation of the points, bits to add): ``f`` becomes ``x -> f(p[x]) xor b[x]``.

    Examples
    --------
    >>> cube_symmetries(1), len(cube_symmetries(3))
    ([((0,), (0,)), ((0,), (1,))], 48)
    """
    n = as_integer(points, "points", least=1)
    if n > 6:
        raise TooLargeToEnumerate(f"the symmetries of the cube of {n} points", f"{n}! 2^{n}", 46080)
    return list(product(permutations(range(n)), product((0, 1), repeat=n)))


def moved(concepts: ConceptClass, permutation: tuple[int, ...], added: Concept) -> ConceptClass:
    """Return the class of the functions ``x -> f(permutation[x]) xor added[x]``.

    Raises
    ------
    ValueError
        If ``permutation`` is none of the points, or ``added`` is no tuple of as many bits.

    Examples
    --------
    >>> from privlearn.concepts import initial_segments
    >>> moved(initial_segments(2), permutation=(1, 0), added=(0, 0)).rows()
    [(0, 0), (0, 1), (1, 1)]
    """
    if sorted(permutation) != list(range(concepts.size)):
        raise ValueError(f"permutation must hold 0..{concepts.size - 1} once each, got {permutation!r}")
    if len(added) != concepts.size or any(bit not in (0, 1) for bit in added):
        raise ValueError(f"added must be a tuple of {concepts.size} bits, got {added!r}")
    return ConceptClass.from_matrix(concepts.matrix[:, list(permutation)] ^ list(added))


def classes_up_to_symmetry(points: int) -> Iterator[tuple[ConceptClass, int]]:
    """Yield one class of every orbit of the non-empty classes on few points, with the size of its orbit.

    Raises
    ------
    TooLargeToEnumerate
        For more than 4 points (65,535 classes in 401 orbits).

    Notes
    -----
    A class is an integer with one bit for each function; the least integer of an orbit represents it.  The sizes sum
    to ``2^(2^points) - 1``.

    Examples
    --------
    >>> [(len(concepts), orbit) for concepts, orbit in classes_up_to_symmetry(2)]
    [(1, 4), (2, 4), (2, 2), (3, 4), (4, 1)]
    """
    n = as_integer(points, "points", least=1)
    if n > 4:
        raise TooLargeToEnumerate(f"the collection of classes on {n} points", f"2^{1 << n} - 1", (1 << 16) - 1)
    functions = list(product((0, 1), repeat=n))
    number = {f: i for i, f in enumerate(functions)}
    images = [[1 << number[tuple(f[p[x]] ^ b[x] for x in range(n))] for f in functions] for p, b in cube_symmetries(n)]
    seen = bytearray(1 << len(functions))
    for chosen in range(1, 1 << len(functions)):
        if not seen[chosen]:
            members = [i for i in range(len(functions)) if chosen >> i & 1]
            orbit = {sum(image[i] for i in members) for image in images}
            for other in orbit:
                seen[other] = 1
            yield ConceptClass.from_matrix([functions[i] for i in members]), len(orbit)
