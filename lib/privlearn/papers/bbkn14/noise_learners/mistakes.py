"""Wrong versions of independent noise learners and of their parts."""

from collections.abc import Callable
from fractions import Fraction

from privlearn.concepts import ConceptClass
from privlearn.laws import Law, bernoulli, pure
from privlearn.learners.noise import IndependentNoiseLearner, independent_noise, mismatches, reconstruct_interval
from privlearn.learners.noise.inner_and_outer import Inner


def broken_outer_flips_a_block(inner: Inner, concepts: ConceptClass, noise: Fraction) -> Callable:
    """Flip all points or none: the right rate at every point, but no independence."""
    members = set(concepts.rows())

    def flipped(concept) -> Law:
        return bernoulli(noise).map(lambda bit: tuple(value ^ bit for value in concept))

    return lambda database: inner(database).then(lambda c: flipped(c) if c in members else pure(None))


def broken_outer_never_fails(inner: Inner, concepts: ConceptClass, noise: Fraction) -> Callable:
    """Take the first concept of the class where the inner learner gives none."""
    members, first = set(concepts.rows()), concepts.rows()[0]
    return lambda database: inner(database).then(lambda c: independent_noise(c if c in members else first, noise))


def broken_outer_noise_from_the_data(inner: Inner, concepts: ConceptClass, noise: Fraction) -> Callable:
    """Halve the noise rate on databases that show a label 1: the rate then tells about the rows."""
    def law(database) -> Law:
        shown = any(row is not None and row[1] == 1 for row in database)
        return IndependentNoiseLearner(inner, concepts, noise / 2 if shown else noise)(database)

    return law


def broken_reconstruction_breaks_ties_by_the_data(outer) -> Callable:
    """Between equally near intervals, take the least or the largest according to the first row's label."""
    def law(database) -> Law:
        last = database[0][1]

        def nearest(h) -> int | None:
            if h is None or reconstruct_interval(h) is not None:
                return None if h is None else reconstruct_interval(h)
            walk = mismatches(h)
            ends = [t for t, height in enumerate(walk) if height == walk.min()]
            return ends[-1 if last else 0]

        return outer(database).map(nearest)

    return law
