"""KLMNS20, Section 3: what is drawn has exactly the law of the table, for every kind of draw."""

import random
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np

import privlearn.papers.klmns20.large_domains.fast_form  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.laws import Law, choice, fold, independent, proportional, uniform
from privlearn.laws.powers import unfold
from privlearn.laws.randomness import uniform_below
from privlearn.mechanisms.noise import ClampedCount, GeometricNoise
from privlearn.papers.klmns20.large_domains.scripted import sampled

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
DIE = uniform(range(3))


def programs() -> dict[str, Law]:
    """Return one program of each kind that draws finitely many whole numbers, put together from the others."""
    coin = choice({"a": THIRD, "b": 1 - THIRD})
    return {
        "choice": choice({"a": HALF, "b": Fraction(1, 3), "c": Fraction(1, 6)}),
        "proportional": proportional({"a": 3, "b": 4, "c": 0, "d": 1}),
        "fractions": proportional({"a": HALF, "b": THIRD, "c": Fraction(1, 4)}),
        "uniform": DIE,
        "map": DIE.map(lambda k: k * k % 2),
        "then": coin.then(lambda side: DIE if side == "a" else coin),
        "fold": fold((), (1, 2, 3), lambda told, k: uniform(range(k)).map(lambda new: (*told, new))),
        "unfold": unfold(4, lambda k: uniform((k - 1, k - 2)) if k > 1 else None),
        "independent": independent([DIE, coin]),
    }


def drawn(law: Law) -> dict[Any, Fraction]:
    """Return the law of what the program draws, by all answers of the source."""
    return sampled(law.sample)


@check("KLMNS20-3.fast", grade="exhaustive",
       quantifier="a program of each kind (choice, weights, uniform, map, then, fold, unfold, independent parts) of "
                  "dice and coins: all answers of the source of random numbers, against the table",
       says="what the program draws, over all answers of the source, has the law of its table")
@sabotage("the first outcome is left out", lambda law: {k: p for k, p in drawn(law).items() if k != "a"})
@sabotage("the source's last answer never comes",
          lambda law: sampled(lambda source: law.sample(without_the_last(source))))
@judged("==")
def both_readings_of_a_program_agree(draw=drawn):
    for name, law in programs().items():
        yield name, draw(law), law.exact()

def refutes_both_readings_of_a_program_agree(draw, name):
    sixth, ninth = Fraction(1, 6), Fraction(1, 9)
    wanted: dict[str, dict[Any, Fraction]] = {
        "choice": {"a": 3 * sixth, "b": 2 * sixth, "c": sixth},
        "proportional": {"a": Fraction(3, 8), "b": HALF, "d": Fraction(1, 8)},
        "fractions": {"a": Fraction(6, 13), "b": Fraction(4, 13), "c": Fraction(3, 13)},
        "uniform": dict.fromkeys(range(3), THIRD), "map": {0: 2 * THIRD, 1: THIRD},
        "then": {**dict.fromkeys(range(3), ninth), "a": 2 * ninth, "b": 4 * ninth},
        "fold": {(0, j, k): sixth for j in range(2) for k in range(3)},
        "unfold": {0: Fraction(3, 8), 1: Fraction(5, 8)},
        "independent": {(k, side): ninth * (1 + (side == "b")) for k in range(3) for side in "ab"}}
    return draw(programs()[name]) != wanted[name]


def without_the_last(source) -> Any:
    """Return a source that gives its first answer in place of its last."""
    class Short(random.Random):
        def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
            return source.randrange(start) % max(1, start - 1)

    return Short()


RATIOS = (HALF, THIRD, Fraction(2, 3))
COINS = 6


def noise_drawn(ratio: Fraction) -> dict[Any, Fraction]:
    """Return the law of geometric noise as drawn, but for draws of more than 6 coins."""
    return sampled(GeometricNoise(ratio).sample, most=COINS)


@check("KLMNS20-3.fast", grade="exhaustive",
       quantifier="two-sided geometric noise with ratios 1/2, 1/3, 2/3: all answers but those of more than 6 "
                  "coins, whose probability is known: the probability of every value",
       says="the noise drawn with at most 6 coins has the two-sided geometric probabilities, term by term")
@sabotage("the coin's sides exchanged", lambda ratio: noise_drawn(1 - ratio))
@sabotage("one-sided", lambda ratio: {abs(k) if k != "cut" else k: p for k, p in noise_drawn(ratio).items()})
@judged("==")
def noise_is_two_sided_geometric(noise=noise_drawn):
    for g in RATIOS:
        wanted: dict[Any, Fraction] = {"cut": COINS * g ** (COINS - 1) * (1 - g) + g**COINS}  # at most one coin stops
        for up in range(COINS - 1):
            for down in range(COINS - 1 - up):
                wanted[up - down] = wanted.get(up - down, Fraction(0)) + (1 - g) ** 2 * g ** (up + down)
        yield g, noise(g), wanted

def refutes_noise_is_two_sided_geometric(noise, g):
    found = noise(g)
    short = [sum((1 - g) ** 2 * g ** (abs(k) + 2 * m) for m in range((COINS - abs(k)) // 2)) for k in range(-4, 5)]
    return [found.get(k, 0) for k in range(-4, 5)] != short or sum(found.values()) != 1


def clamped(count: int, rows: int, ratio: Fraction) -> dict[Any, Fraction]:
    """Return the law of a noisy count as drawn, but for draws of more than 6 coins."""
    return sampled(ClampedCount(ratio, count, rows).sample, most=COINS)


@check("KLMNS20-3.fast", grade="exhaustive",
       quantifier="counts 0 to 3 of 3 rows with noise of ratio 1/2 and 1/3, clamped: all answers of at most 6 coins; "
                  "the part that is drawn is at most the table, and what is left out of it the mass of longer draws",
       says="what is drawn is at most the table of the clamped count, and misses at most the longer draws' mass")
@sabotage("the count is not added", lambda count, rows, ratio: clamped(0, rows, ratio))
@judged("<=")
def a_noisy_count_is_clamped(count=clamped):
    for g in (HALF, THIRD):
        for k in range(4):
            part = count(k, 3, g)
            for value, mass in ClampedCount(g, k, 3).exact().items():
                yield (g, k, value), part.get(value, Fraction(0)), mass
            yield (g, k, None), 1 - COINS * g ** (COINS - 1) * (1 - g) - g**COINS, sum(part.values()) - part["cut"]

def refutes_a_noisy_count_is_clamped(count, g, k, value):
    mass = {x: (1 - g) / (1 + g) * g ** abs(x - k) for x in range(-60, 61)}
    whole = sum(p for x, p in mass.items() if min(max(x, 0), 3) == value)
    return value is not None and count(k, 3, g).get(value, 0) > whole + Fraction(1, 10**12)


UNUSED = np.random.PCG64(0)


class Bytes(np.random.Generator):
    """A generator whose only bytes are those given, one after the other."""

    def __init__(self, values: Iterable[int]):
        super().__init__(UNUSED)
        self._values = iter(values)

    def bytes(self, length: int) -> bytes:
        """Return the next value as big-endian bytes; none left is an error."""
        return next(self._values).to_bytes(length, "big") if length else b""


def tried(rng, bound: int) -> int | None:
    """Return the whole number drawn, or None if another byte is asked for."""
    try:
        return uniform_below(rng, bound)
    except StopIteration:
        return None


@check("KLMNS20-3.fast", grade="exhaustive",
       quantifier="bounds 1 to 17, 100, 128, 255 and 256, all 256 bytes of a generator of bytes: every number below "
                  "the bound is drawn from equally many, and fewer than half of them ask for another",
       says="every number below the bound comes from equally many bytes, and no other number comes")
@sabotage("the byte modulo the bound", lambda rng, bound: rng.bytes(1)[0] % bound)
@judged("==")
def whole_numbers_are_uniform(draw=tried):
    for bound in (*range(1, 18), 100, 128, 255, 256):
        found = [draw(Bytes([byte]), bound) for byte in range(256)]
        wide = next(1 << k for k in range(9) if 1 << k >= bound)
        yield bound, [found.count(k) for k in range(bound)], [256 // wide] * bound
        yield bound, set(found) <= {*range(bound), None}, True

def refutes_whole_numbers_are_uniform(draw, bound):
    times = [0] * bound
    for byte in range(256):
        number = draw(Bytes([byte]), bound)
        if number is not None:
            times[number] += 1
    return len(set(times)) > 1 or 2 * sum(times) <= 256
