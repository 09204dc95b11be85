"""Wrong versions of the noisy learners of points: their laws look much the same, their privacy does not."""


from privlearn.exact.rationals import Number
from privlearn.laws import Law, bernoulli, fold, independent, pure
from privlearn.learners.points import ZERO, consistent_point, flipped


def broken_noise_only_at_ones(concept: int | None, *, size: int, rate: Number) -> Law:
    """Flip only the value at the concept's point: a 1 is never invented."""
    if concept is None:
        return pure(None)
    coin = bernoulli(rate)
    return independent([coin.map(lambda bit: 1 - bit) if x == concept else pure(0) for x in range(size)])


def broken_noisy_learner_only_at_ones(database, *, size: int, noise: Number) -> Law:
    """A1 with :func:`broken_noise_only_at_ones`."""
    return broken_noise_only_at_ones(consistent_point(database, size=size), size=size, rate=noise)


def literal_consistent_point(rows, *, size: int) -> int | None:
    """Return ``None`` also where every point is labelled 0: no *point* is consistent then."""
    concept = consistent_point(rows, size=size)
    exhausted = concept == ZERO and len({row[0] for row in rows if row is not None}) == size
    return None if exhausted else concept


def literal_noisy_learner(database, *, size: int, noise: Number) -> Law:
    """A1 with :func:`literal_consistent_point`: not wrong, but another algorithm."""
    return flipped(literal_consistent_point(database, size=size), size=size, rate=noise)


def _kept_rows(database, keep: Number) -> Law:
    coin = bernoulli(keep)
    return fold((), tuple(database), lambda rows, row: coin.map(lambda bit: (*rows, row) if bit else rows))


def literal_improper_learner(database, *, size: int, keep: Number, abort: Number, noise: Number) -> Law:
    """A2 that runs :func:`literal_noisy_learner` on the rows kept."""
    run = _kept_rows(database, keep).then(lambda rows: literal_noisy_learner(rows, size=size, noise=noise))
    return bernoulli(abort).then(lambda bit: pure(None) if bit else run)


def broken_improper_learner_noise_only_at_ones(database, *, size: int, keep: Number, abort: Number,
                                               noise: Number) -> Law:
    """A2 with :func:`broken_noise_only_at_ones`."""
    run = _kept_rows(database, keep).then(lambda rows: broken_noisy_learner_only_at_ones(rows, size=size, noise=noise))
    return bernoulli(abort).then(lambda bit: pure(None) if bit else run)
