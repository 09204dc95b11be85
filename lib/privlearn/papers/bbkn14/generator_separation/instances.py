"""BBKN14, Section 6: instances that several checks of the page generator-separation share."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from privlearn.laws import pure
from privlearn.learners.generic.exponential import point_learner
from privlearn.learners.pseudorandom import PseudorandomGenerator, image_test, subset_point_learner, toy_generator
from privlearn.learners.pseudorandom.generators import Distinguisher
from privlearn.learners.pseudorandom.image_points import Learner, naming_probability

SHAPES = ((3, 8), (4, 8), (6, 12), (8, 16), (10, 16))  # (l, d); at (4, 8) two seeds collide

toy = cache(toy_generator)


def bit_laws(test: Callable[[int], int]) -> Distinguisher:
    """Return the deterministic distinguisher that says 1 iff ``test`` is true."""
    bits = (pure(0), pure(1))
    return lambda string: bits[bool(test(string))]


def listed_distinguishers(generator: PseudorandomGenerator) -> dict[str, Distinguisher]:
    """Return named tests: single bits, parity, weight, size, and seeds tried one by one."""
    d, half = generator.output_bits, 2 ** (generator.seed_bits - 1)
    return {
        "lowest bit": bit_laws(lambda s: s & 1), "highest bit": bit_laws(lambda s: s >> (d - 1)),
        "parity": bit_laws(lambda s: s.bit_count() & 1), "weight above half": bit_laws(lambda s: 2 * s.bit_count() > d),
        "below a third": bit_laws(lambda s: 3 * s < 2**d), "divisible by 3": bit_laws(lambda s: s % 3 == 0),
        "first seed": image_test(generator, 1), "half of the seeds": image_test(generator, half),
        "all seeds": image_test(generator),
    }


ROWS, RATIO, ROOT = (1, 4, 16, 64), Fraction(4), 2  # e^epsilon = 4, so its root is 2


def draws_from_image(generator: PseudorandomGenerator) -> Learner:
    """Learner (b): private and proper for POINT-hat, reads the whole image."""
    return subset_point_learner(generator.image, generator.size, RATIO)


def draws_from_all(generator: PseudorandomGenerator) -> Learner:
    """Learner (c): private and efficient, but not proper for POINT-hat: it may name any point."""
    return point_learner(generator.size, RATIO)


@cache
def named(make, shape: tuple[int, int], rows: int) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return least success on the image, the largest off it, acceptance on ``G(U_l)`` and ``U_d``, from all strings."""
    generator = toy(*shape)
    learner = make(generator)
    table = [naming_probability(learner, j, rows) for j in range(generator.size)]
    on_image = sum((table[j] for j in generator.outputs), Fraction(0)) / len(generator.outputs)
    on_all = sum((p for p in table if p), Fraction(0)) / generator.size  # most strings are never named
    inside = {*generator.image}
    return (min(table[j] for j in inside), max((p for j, p in enumerate(table) if p and j not in inside),
                                               default=Fraction(0)), on_image, on_all)


def exact_advantage(learner, shape: tuple[int, int], rows: int) -> tuple[Fraction, Fraction]:
    """Return least success on the image and the advantage of the learner's distinguisher."""
    success, _, on_image, on_all = named(learner, shape, rows)
    return success, abs(on_image - on_all)


Successes = tuple[Fraction, ...]
# the first four points are the image
UNEVEN: Successes = (Fraction(19, 25),) * 4 + (Fraction(23, 25),) * 12 + (Fraction(18, 25),) * 48


def naming_ratio(successes: Successes) -> Fraction:
    """Return the privacy ratio between any two databases of "name j with probability s_j, else any other point"."""
    others = len(successes) - 1
    lows, highs = [(1 - s) / others for s in successes], list(successes)
    return max(max(highs) / min(lows), max(lows) / min(highs), max(lows) / min(lows))


# e^{epsilon/2}: epsilon is about 1/32, below 1/16, so that 8 / (epsilon alpha) rules the count
SMALL_ROOT = Fraction(65, 64)
