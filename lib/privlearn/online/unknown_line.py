"""Predicting points of an unknown line with at most two mistakes.

The learner for the lines of a plane: say 0 until a point of the line is known, then 0 everywhere else until a second
one is, which settles the line.  Only points of the line make it change its mind.

>>> [predict_on_line(((0, 0), (1, 1)), (2, y), 3) for y in range(3)]
[0, 0, 1]
"""

from privlearn.exact.primes import as_prime

Place = tuple[int, int]


def predict_on_line(known: tuple[Place, ...], point: Place, p: int) -> int:
    """Return 1 iff the known points of the line force ``point`` to lie on it.

    Parameters
    ----------
    known : tuple of (x, y)
        Points of the line ``y = a x + b`` over Z_p seen so far, with distinct x.
    point : (x, y)
    p : int
        A prime.

    Raises
    ------
    ValueError
        If p is no prime, or no line ``y = a x + b`` holds the first two known points.

    Notes
    -----
    Guarantee: at most two mistakes on any sequence of points labelled by a line.  Source: FX15, Section 5.
    """
    as_prime(p)
    if len(known) < 2:
        return int(point in known)
    (x0, y0), (x1, y1) = known[:2]
    if (x0 - x1) % p == 0:
        raise ValueError(f"known must hold points with distinct x, got {known}")
    a = (y1 - y0) * pow(x1 - x0, -1, p) % p
    return int((y0 + a * (point[0] - x0) - point[1]) % p == 0)
