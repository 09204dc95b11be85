"""KLMNS20, Section 1: interior points and counts of all thresholds, each from the other; how far boundaries stray."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate, product
from math import prod
from typing import Any, NamedTuple

from privlearn.checking import Verdict, all_hold, check, counted, judge, judged, sabotage, verifier
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula, Value, ceil, formula
from privlearn.exact.fractions import HALF, QUARTER
from privlearn.laws import Law, independent
from privlearn.learners.interior_point import block_answers, interior_point_law, interior_score, point_from_answers
from privlearn.learners.interior_point.counting_queries import counts, split_blocks
from privlearn.learners.interior_point.noisy_blocks import changed_blocks, cut_places, displacement_tail, shifted_noise
from privlearn.mechanisms import audit_pure, multiset_databases, refutes_pure, replace_one_unordered
from privlearn.mechanisms.audit import PureAudit
from privlearn.papers.klmns20.reductions import claim
from privlearn.papers.klmns20.reductions.instances import last_small_answer


@formula("at least", tex={"alpha": r"\alpha", "rows": "n"},
         corners={"rows": (1, 2, 3, 4, 5), "alpha": (Fraction(0), Fraction(1, 5), Fraction(1, 4), Fraction(49, 100))})
def central_score(rows: int, alpha: Value) -> Value:
    """Return a bound on the score of the point found from answers off by at most ``alpha rows``."""
    return (1 / 2 - alpha) * rows


claim("KLMNS20-1.equiv-qr-ipp", kind="proposition", title="Counts with an error below n/2 give an interior point",
      uses=("KLMNS20-1.1", "BBKN14-7.queries"),
      note="Of real answers only matters whether they reach n/2, so the three errors -E, 0, E at "
           "every point stand for all of size at most E.", formulas=(central_score,))


class Answered(NamedTuple):
    """Points S of 0..X-1, by how much their counts are answered wrongly, the alpha that is stated, and the rule."""

    X: int
    S: tuple[int, ...]
    off_by: Fraction
    alpha: Fraction
    rule: Callable[[Any, int], int] = point_from_answers


def family() -> Iterator[Answered]:
    for n, alpha in (*((n, HALF - Fraction(1, 4 * n)) for n in range(1, 7)), *central_score.instances()):
        yield from (Answered(4, S, alpha * n, alpha) for S in multiset_databases(range(4), n))


@proof("KLMNS20-1.equiv-qr-ipp", grade="exhaustive",
       quantifier="|X| = 4: all multisets, n = 1..6 with alpha n = n/2 - 1/4, n = 1..5 with alpha = 0, 1/5, 1/4, "
                  "49/100; all answers off by -alpha n, 0, alpha n",
       instances=family, start=Answered(6, (2, 2, 3, 4), Fraction(1), QUARTER),
       steps={"below": "{the answer at a c below min S} is less than {n/2}",
              "above": "{n/2} is less than {the answer at a c from max S on}",
              "interior": "{min S, the point found, and max S} are {in this order}",
              "left": "{(1/2 - alpha) n} is at most {the points up to it}",
              "right": "{(1/2 - alpha) n} is at most {the points from it on}",
              "conclusion": "{(1/2 - alpha) n} is at most {the score of the point found}"},
       hypotheses=(
           Hypothesis("answers are off by less than n/2",
                      {"off_by": lambda given: len(given.S) * HALF, "alpha": HALF}, ("below", "above", "interior")),
           Hypothesis("they are off by at most alpha n", {"alpha": lambda given: given.alpha / 2},
                      ("left", "right", "conclusion")),
           Hypothesis("the point is the first with a large answer", {"rule": last_small_answer},
                      ("interior", "left", "conclusion"))))
def large_answers_are_interior_points(given: Answered, least: Formula = central_score) -> Iterator[Line]:
    n, S, true = len(given.S), given.S, counts(given.S, given.X)
    near = [(count - given.off_by, count + 0 * HALF, count + given.off_by) for count in true]
    for c in range(S[0]):
        yield Line("below", "<", max(near[c]), n * HALF, ("c =", c))
    for c in range(S[-1], given.X):
        yield Line("above", "<", n * HALF, min(near[c]), ("c =", c))
    found = {given.rule(answers, n): answers for answers in product(*near)}
    for c, answers in found.items():
        yield Line("interior", "==", sorted((S[0], c, S[-1])), [S[0], c, S[-1]], answers)
    for step, sides in (("left", list(true)), ("right", [n, *(n - count for count in true)])):
        yield from (Line(step, "<=", (HALF - given.alpha) * n, sides[c], answers) for c, answers in found.items())
    for c, answers in found.items():
        yield Line("conclusion", "<=", least(n, given.alpha), interior_score(c, S), answers)


def refutes_large_answers_are_interior_points(given: Answered, step: str, case: Any, least: Formula) -> bool:
    """Tell whether a line is false, the points of S counted one by one."""
    n, S = len(given.S), given.S
    if step in ("below", "above"):
        count = sum(x <= case[1] for x in S)
        return 2 * (count + given.off_by) >= n if step == "below" else 2 * (count - given.off_by) <= n
    c = given.rule(case, n)
    if step == "interior":
        return not min(S) <= c <= max(S)
    sides = {"left": sum(x <= c for x in S), "right": sum(x >= c for x in S)}
    return min(sides.values()) < least(n, given.alpha) if step == "conclusion" else \
        2 * sides[step] < n - 2 * given.alpha * n


@formula("at most", where=("1 <= blocks <= rows",), tex={"rows / blocks": "n/K"},
         corners={"rows": (6, 7), "blocks": (2, 3)}, loose={"1 <= blocks <= rows": "else some block has no point"})
def block_error(rows: int, blocks: int) -> Value:
    """Return the largest error of the answers."""
    return ceil(rows / blocks) - 1


claim("KLMNS20-1.equiv-ipp-qr", kind="proposition",
      title="One interior point for each of K blocks answers all counts with error below n/K",
      uses=("KLMNS20-1.1", "KLMNS20-2.1", "BBKN14-7.queries"),
      note="Constants reconstructed. The noise is one integer for each block, not a tree of partial sums: simpler, and "
           "with less error for up to some hundreds of blocks. Our shift of the noise keeps all blocks but four, two "
           "for each end of the moved range, and is one to one; moving those cuts that really lie between the two "
           "ranks would keep all but two, but merges noises, so that no comparison of probabilities follows. The "
           "privacy of all points is proved from the number of replaced points, and not audited.",
      formulas=(block_error,))


@check("KLMNS20-1.equiv-ipp-qr", grade="exhaustive", against="optimum",
       quantifier="|X| = 6, (n, K) = (6, 3), (6, 2), (7, 3), (7, 2): all multisets, all interior points of all blocks: "
                  "the largest error",
       says="{the largest error of the answers} equals {ceil(n/K) - 1}")
def largest_error_of_the_answers(bound=block_error) -> Verdict:
    rows, total = [], 0
    for n, blocks in bound.instances():
        worst, where, cases = largest_block_error(n, blocks)
        rows.append(((n, blocks, *where), worst, bound(n, blocks)))
        total += cases
    return counted(judge("==", rows), total)


@cache
def largest_block_error(rows: int, blocks: int) -> tuple[int, Any, int]:
    """Return the largest error over all databases and interior points on 6 points, where, and the number of cases."""
    worst, where, cases = -1, None, 0
    for points in multiset_databases(range(6), rows):
        true = counts(points, 6)
        for z in product(*(range(block[0], block[-1] + 1) for block in split_blocks(points, blocks))):
            found = block_answers(z, rows, 6)
            off, cases = max(abs(a - b) for a, b in zip(found, true, strict=True)), cases + 1
            if off > worst:
                worst, where = off, (points, z)
    return worst, where, cases


def refutes_largest_error_of_the_answers(bound, n, blocks, points, z):
    ordered, ends = sorted(points), [n * j // blocks for j in range(blocks + 1)]
    parts = [ordered[a:b] for a, b in zip(ends, ends[1:], strict=False)]
    if not all(part[0] <= chosen <= part[-1] for part, chosen in zip(parts, z, strict=True)):
        return False
    said = [sum(len(part) for part, chosen in zip(parts, z, strict=True) if chosen <= c) for c in range(6)]
    most = max(map(len, parts)) - 1  # an answer counts one block wrongly, and not all of it
    off = max(abs(a - sum(x <= c for x in points)) for c, a in enumerate(said))
    found = as_bracket(bound(n, blocks))
    return found.upper < off or found.lower > most


@check("KLMNS20-1.equiv-ipp-qr", grade="exhaustive",
       quantifier="|X| = 6, (n, K) = (6, 3), (5, 5), (4, 2): all multisets and replacements: the most blocks that "
                  "change",
       says="{the most blocks that a replacement changes} equals {the number K of blocks}")
@sabotage("two blocks, those of the old and of the new point", lambda blocks: 2)
@sabotage("one block more than there are", lambda blocks: blocks + 1)
def fixed_boundaries_let_all_blocks_change(most=lambda blocks: blocks) -> Verdict:
    rows, total = [], 0
    for n, blocks in ((6, 3), (5, 5), (4, 2)):
        found = fixed_changes(n, blocks)
        rows.append(((n, blocks, *found[1]), found[0], most(blocks)))
        total += found[2]
    return counted(judge("==", rows), total)


@cache
def fixed_changes(rows: int, blocks: int) -> tuple[int, Any, int]:
    """Return the most blocks that a replacement changes, where, and the number of pairs."""
    cuts = cut_places(rows, blocks, (0,) * (blocks - 1))
    pairs = replace_one_unordered(multiset_databases(range(6), rows))
    return *max(((changed_blocks(left, cuts, right, cuts), (left, right)) for left, right in pairs),
                key=lambda found: found[0]), len(pairs)


def refutes_fixed_boundaries_let_all_blocks_change(most, n, blocks, left, right):
    size = n // blocks
    one_apart = (Counter(left) - Counter(right)).total() == 1
    changed = sum(left[k:k + size] != right[k:k + size] for k in range(0, n, size))
    return one_apart and not changed <= most(blocks) <= blocks


GRID = ((6, 2, 1), (6, 3, 1), (9, 3, 1), (15, 5, 1), (16, 4, 1))  # n, K, largest displacement


def shift_by_real_places(noise, rows: int, blocks: int, removed: int, inserted: int) -> tuple[int, ...]:
    """Move those cuts that really lie between the two ranks: fewer blocks change, but two noises can become one."""
    low, high, step = min(removed, inserted), max(removed, inserted), -1 if removed < inserted else 1
    places = cut_places(rows, blocks, noise)[1:-1]
    moved = [step if low < place <= high else 0 for place in places]
    return tuple(value + new - old for value, old, new in zip(noise, [0, *moved], moved, strict=False))


@cache
def small_noises(blocks: int, limit: int) -> tuple[tuple[int, ...], ...]:
    """Return all noises with displacements of at most ``limit``."""
    walks = product(range(-limit, limit + 1), repeat=blocks - 1)
    return tuple(tuple(b - a for a, b in zip((0, *walk), walk, strict=False)) for walk in walks)


def moved_points(rows: int, removed: int, inserted: int) -> tuple[list[int], list[int]]:
    """Return even points ``0, 2, ...`` and the same with one taken out and a new one put in at another rank."""
    points = [2 * k for k in range(rows)]
    rest = points[:removed] + points[removed + 1:]
    new = rest[inserted - 1] + 1 if inserted else -1
    return points, [*rest[:inserted], new, *rest[inserted:]]


def replaced_points(points: list[int], cuts, others: list[int], other_cuts) -> int:
    """Return how many points have to be put in or taken out, the larger of the two, block by block, summed."""
    spans = zip(zip(cuts, cuts[1:], strict=False), zip(other_cuts, other_cuts[1:], strict=False), strict=True)
    blocks = [(points[a:b], others[c:d]) for (a, b), (c, d) in spans]
    return sum(max(len({*left}.difference(right)), len({*right}.difference(left)))
               for left, right in blocks if left != right)


@check("KLMNS20-1.equiv-ipp-qr", grade="exhaustive",
       quantifier="(n, K, largest displacement) = (6, 2, 1), (6, 3, 1), (9, 3, 1), (15, 5, 1), (16, 4, 1): n "
                  "different points, all pairs of ranks, all noises: different noises stay different, at most two "
                  "change, by 1 each, and the points to be replaced, block by block, are at most four",
       says="the shift of the noise is one to one, moves at most two by 1, and replaces at most four points of blocks",
       reason="n up to 16 where the map has 6: four changed blocks need four blocks. The ratio of probabilities is "
              "e^(2 epsilon_0) for noise with ratio e^-epsilon_0: it is counted, not multiplied out.")
@sabotage("moves the cuts that really lie between the ranks", shift_by_real_places)
@sabotage("no shift at all: blocks in between all change", lambda noise, rows, blocks, removed, inserted: tuple(noise))
def shifted_noise_replaces_at_most_four_points(shift=shifted_noise) -> Verdict:
    kept, price, differing, total = [], [], [], 0
    for n, blocks, limit in GRID:
        noises, start = small_noises(blocks, limit), [2 * k for k in range(n)]
        places = {noise: cut_places(n, blocks, noise) for noise in noises}
        for i, j in ((i, j) for i, j in product(range(n), repeat=2) if i != j):
            images, other = [shift(noise, n, blocks, i, j) for noise in noises], moved_points(n, i, j)[1]
            steps = [sum((a - b) ** 2 for a, b in zip(*pair, strict=True)) for pair in zip(noises, images, strict=True)]
            apart = [replaced_points(start, places[old], other, places.get(new) or cut_places(n, blocks, new))
                     for old, new in zip(noises, images, strict=True)]
            total += len(noises)
            kept.append(((n, blocks, limit, i, j, "images"), len(set(images)), len(noises)))
            price.append(((n, blocks, limit, i, j, "price"), max(steps), 2))
            differing.append(((n, blocks, limit, i, j, "points"), max(apart), 4))
    return counted(all_hold(judge("==", kept), judge("<=", price), judge("<=", differing)), total)

def refutes_shifted_noise_replaces_at_most_four_points(shift, n, blocks, limit, i, j, what):
    walks = list(product(range(-limit, limit + 1), repeat=blocks - 1))
    noises = [tuple(w[k] - (w[k - 1] if k else 0) for k in range(blocks - 1)) for w in walks]
    images = {noise: shift(noise, n, blocks, i, j) for noise in noises}
    if what == "images":
        return len(set(images.values())) < len(noises)
    if what == "price":
        moved = [[abs(b - a) for a, b in zip(old, new, strict=True) if a != b] for old, new in images.items()]
        return any(len(steps) > 2 or max(steps, default=0) > 1 for steps in moved)
    def parts(points: list[int], noise: tuple[int, ...]) -> list[list[int]]:
        ends = [0, *(n * k // blocks + d for k, d in enumerate(accumulate(noise), 1)), n]
        return [points[a:b] for a, b in zip(ends, ends[1:], strict=False)]

    left, right = moved_points(n, i, j)
    return any(sum(max(len({*a} - {*b}), len({*b} - {*a})) for a, b in zip(parts(left, old), parts(right, new),
                                                                           strict=True)) > 4
               for old, new in images.items())


WEIGHT = Fraction(2)  # of one unit of the score in the exponential mechanism


def block_release(points) -> Law:
    """Return the law of three interior points, one for each fixed block, over |X| = 4."""
    return independent([interior_point_law(block, range(4), WEIGHT) for block in split_blocks(points, 3)])


@cache
def release_audit() -> PureAudit:
    """Return the audit of :func:`block_release` on all multisets of 6 points of 4."""
    return audit_pure(block_release, multiset_databases(range(4), 6), replace_one_unordered)


@cache
def one_block_ratio():
    return audit_pure(lambda points: interior_point_law(points, range(4), WEIGHT), multiset_databases(range(4), 2),
                      replace_one_unordered).exp_epsilon


@check("KLMNS20-1.equiv-ipp-qr", grade="exhaustive",
       quantifier="|X| = 4, n = 6, K = 3 fixed blocks, the exponential mechanism with weights 2^score in each: all "
                  "multisets, replacements and outcomes; e^epsilon of the release against the power of that of one "
                  "block",
       says="{e^epsilon of the release} equals {the cube of e^epsilon of one block}")
@verifier(lambda power, witness: power(3) > 3 or refutes_pure(witness, block_release, one_block_ratio() ** power(3)))
@sabotage("four blocks, two for each of the two points", lambda blocks: 4)
@sabotage("epsilon for each of the two blocks of the old and of the new point", lambda blocks: 2)
def fixed_blocks_cost_more_than_two(power=lambda blocks: blocks) -> Verdict:
    found = release_audit()
    return counted(judge("==", [(found.witness, found.exp_epsilon, one_block_ratio() ** power(3))]), found.pairs)


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
