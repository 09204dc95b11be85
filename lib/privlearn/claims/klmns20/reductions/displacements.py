"""KLMNS20, Section 1: how far noisy boundaries of blocks stray."""

from fractions import Fraction
from math import prod

from privlearn.claims import check, judged, sabotage
from privlearn.claims.klmns20.reductions.counts import small_noises
from privlearn.learners.interior_point.noisy_blocks import displacement_tail

CASES = tuple((blocks, ratio, limit) for blocks, most in ((1, 2), (2, 4), (3, 3), (4, 2), (5, 1))
              for ratio in (Fraction(1, 2), Fraction(2, 5)) for limit in range(most + 1))


@check("KLMNS20-1.equiv-ipp-qr", grade="exhaustive",
       quantifier="(K, largest limit) = (1, 2), (2, 4), (3, 3), (4, 2), (5, 1), noises of ratio 1/2 and 2/5: the "
                  "masses of all noises whose displacements stay within the limit, one after another",
       says="{the tail of the largest displacement} equals {1 less the mass of all noises that stay within the limit}",
       fingerprint=lambda tail: [tail(*case) for case in CASES])
@sabotage("a single noise in place of their sums", lambda blocks, ratio, limit: 1 - (
    1 - 2 * ratio ** (limit + 1) / (1 + ratio)) ** (blocks - 1))
@sabotage("no boundary may reach the limit",
          lambda blocks, ratio, limit: displacement_tail(blocks, ratio, max(limit - 1, 0)))
@sabotage("as many noises as blocks", lambda blocks, ratio, limit: displacement_tail(blocks + 1, ratio, limit))
@judged("==")
def the_tail_of_the_largest_displacement(tail=displacement_tail):
    for blocks, ratio, limit in CASES:
        one = (1 - ratio) / (1 + ratio)
        inside = (prod(one * ratio ** abs(k) for k in noise) for noise in small_noises(blocks, limit))
        yield (blocks, ratio, limit), tail(blocks, ratio, limit), 1 - sum(inside)

@the_tail_of_the_largest_displacement.verifier
def _(tail, witness):
    blocks, ratio, limit = witness
    masses = {0: Fraction(1)}  # of the walks that have stayed within the limit, by the place where they are
    for _ in range(blocks - 1):
        masses = {place: sum((mass * ratio ** abs(place - old) for old, mass in masses.items()), Fraction(0))
                  * (1 - ratio) / (1 + ratio) for place in range(-limit, limit + 1)}
    return tail(blocks, ratio, limit) != 1 - sum(masses.values())
