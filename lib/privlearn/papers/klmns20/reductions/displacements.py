"""KLMNS20, Section 1: how far noisy boundaries of blocks stray."""

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.learners.interior_point.noisy_blocks import changed_blocks, cut_places, displacement_tail, shifted_noise
from privlearn.papers.klmns20.reductions.counts import small_noises

CASES = tuple((blocks, ratio, limit) for blocks, most in ((1, 2), (2, 4), (3, 3), (4, 2), (5, 1))
              for ratio in (Fraction(1, 2), Fraction(2, 5)) for limit in range(most + 1))


@check("KLMNS20-1.equiv-ipp-qr", grade="exhaustive",
       quantifier="(K, largest limit) = (1, 2), (2, 4), (3, 3), (4, 2), (5, 1), noises of ratio 1/2 and 2/5: the "
                  "masses of all noises whose displacements stay within the limit, one after another",
       says="{the tail of the largest displacement} equals {1 less the mass of all noises that stay within the limit}")
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

def refutes_the_tail_of_the_largest_displacement(tail, blocks, ratio, limit):
    masses = {0: Fraction(1)}  # of the walks that have stayed within the limit, by the place where they are
    for _ in range(blocks - 1):
        masses = {place: sum((mass * ratio ** abs(place - old) for old, mass in masses.items()), Fraction(0))
                  * (1 - ratio) / (1 + ratio) for place in range(-limit, limit + 1)}
    return tail(blocks, ratio, limit) != 1 - sum(masses.values())


# rows, blocks, noise
NOISES = tuple((rows, blocks, noise) for rows in (1, 2, 3, 5, 8) for blocks in (1, 2, 3, 4)
               for noise in product((-9, -1, 0, 2), repeat=blocks - 1))


def cuts_one_by_one(rows: int, blocks: int, noise: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cuts: each at its even place, moved by the noises up to it, within the rows, not before the last."""
    cuts = [0]
    for j in range(1, blocks):
        place = (rows * j - rows * j % blocks) // blocks + sum(noise[:j])
        cuts.append(max(cuts[-1], sorted((0, place, rows))[1]))
    return (*cuts, rows)


def moves_of(rows: int, blocks: int, removed: int, inserted: int) -> list[int]:
    """Return by how much each cut, the ends among them, is to move."""
    found = [0] * (blocks + 1)
    for j in range(1, blocks):
        before = rows * j // blocks  # so many rows stand before the cut
        found[j] = (removed < before) * -1 + (inserted < before)  # one leaves them, one joins them
    return found


def blocks_of(points: tuple[int, ...], cuts: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the blocks between cuts."""
    return [tuple(x for rank, x in enumerate(points) if a <= rank < b) for a, b in zip(cuts, cuts[1:], strict=False)]


@check("KLMNS20-1.equiv-ipp-qr", grade="exhaustive",
       quantifier="1, 2, 3, 5 and 8 rows, one to four blocks, all noises of -9, -1, 0, 2: the cuts one by one; all "
                  "pairs of ranks, for 8 rows of one noise in seven: each cut moves by the rows that join those before "
                  "it; the blocks of 0..n-1 with the noise against those of 0..n-1 and of 1..n without",
       says="cuts stand where the noise moves them, a shift moves them by the rows that cross, and blocks are compared")
@sabotage("the cuts may fall", (lambda rows, blocks, noise: (0, *(
    sorted((0, rows * j // blocks + sum(noise[:j]), rows))[1] for j in range(1, blocks)), rows),
                                shifted_noise, changed_blocks))
@sabotage("the cuts move the other way", (cut_places, lambda noise, rows, blocks, removed, inserted: shifted_noise(
    noise, rows, blocks, inserted, removed), changed_blocks))
@sabotage("the blocks that stay", (cut_places, shifted_noise, lambda left, cuts, right, others: (
    len(cuts) - 1 - changed_blocks(left, cuts, right, others))))
@judged("==")
def cuts_and_their_moves_are_those_listed(three=(cut_places, shifted_noise, changed_blocks)):
    places, shift, changed = three
    for k, (rows, blocks, noise) in enumerate(NOISES):
        cuts, even = cuts_one_by_one(rows, blocks, noise), cuts_one_by_one(rows, blocks, (0,) * (blocks - 1))
        yield (k, "cuts"), places(rows, blocks, noise), cuts
        for points, other in ((tuple(range(rows)), tuple(range(rows))), (tuple(range(rows)), (*range(1, rows), rows))):
            apart = sum(a != b for a, b in zip(blocks_of(points, cuts), blocks_of(other, even), strict=True))
            yield (k, "blocks", other[0]), changed(points, cuts, other, even), apart
        for removed, inserted in product(range(rows), repeat=2) if rows < 8 or k % 7 == 0 else ():
            moves = moves_of(rows, blocks, removed, inserted)
            yield (k, removed, inserted), shift(noise, rows, blocks, removed, inserted), tuple(
                old + after - before for old, before, after in zip(noise, moves, moves[1:], strict=False))

def refutes_cuts_and_their_moves_are_those_listed(three: Any, witness: Any) -> bool:
    k, *what = witness
    (rows, blocks, noise), even = NOISES[k], (0,) * (NOISES[k][1] - 1)
    cuts = three[0](rows, blocks, noise)
    if what == ["cuts"]:
        return any(cuts[j] != max(0, *(min(rows, rows * i // blocks + sum(noise[:i])) for i in range(1, j + 1)))
                   for j in range(1, blocks)) or (cuts[0], cuts[-1]) != (0, rows)
    if what[0] == "blocks":
        ends, others = cuts_one_by_one(rows, blocks, noise), cuts_one_by_one(rows, blocks, even)
        spans = [(range(a, b), range(c + what[1], d + what[1]))
                 for a, b, c, d in zip(ends, ends[1:], others, others[1:], strict=False)]
        return three[2](range(rows), ends, range(what[1], rows + what[1]), others) != sum(a != b for a, b in spans)
    new, (low, high) = three[1](noise, rows, blocks, *what), sorted(what)
    return any(sum(new[:j]) - sum(noise[:j]) != (
        (1 if what[0] > what[1] else -1) if low < rows * j // blocks <= high else 0) for j in range(1, blocks))
