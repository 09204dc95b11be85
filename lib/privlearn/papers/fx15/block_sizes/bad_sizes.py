"""FX15, Section 6.1: where the bad sizes lie (6.4), and how many they are, as printed and in truth."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import log

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.exact import Bracket, exp_bracket, is_at_most, least_integer, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.fractions import HALF
from privlearn.learners.lines import bad_scales, unstable_scales
from privlearn.learners.lines.few_unstable_scales import most_unstable_scales, stability_boxes
from privlearn.learners.lines.scales import (first_begin, first_end, first_length, good_for, most_integers,
                                             second_begin, second_end, second_length)
from privlearn.papers.fx15.block_sizes import claim
from privlearn.papers.fx15.block_sizes.instances import (ACCURACY, ALL_STEPS, LEVEL, PRIMES, UNIT, covers,
                                                         largest_chance, split_line, unstable_by_floats, unstable_in)

INTERVAL_LINES = tuple((i * UNIT / s, j * UNIT / s) for i in range(19, 0, -3) for j in range(1, i + 1, 2)
                       for s in (1, 16, 200))
INTERVAL_TIMES = (*range(1, 11), *(1 << k for k in range(4, 14)))


claim("FX15-6.4eq", kind="inequality", step_of="FX15-6.4.count",
      title="(6.4): on the logarithmic scale bad sizes lie in two open intervals", uses=("FX15-6.3.good",),
      formulas=(first_begin, first_end, second_begin, second_end),
      erratum_kind="step", repaired=True,
      erratum="'Equivalent' holds when the two intervals are disjoint; where they overlap some good sizes lie in them. "
              "Only the containment is used.")


@cache
def log2_of(t: int) -> Bracket:
    """Bracket log2 t; exactly for powers of two."""
    exact = t.bit_length() - 1
    return Bracket(Fraction(exact), Fraction(exact)) if t == 1 << exact else log_bracket(t, 192) / log_bracket(2, 192)


def is_inside(t: int, ends, r: Fraction, q: Fraction) -> bool:
    """Tell whether log2 t lies strictly between the first two or the last two ends."""
    first, last = [end(r) for end in ends[:2]], [end(r, q) for end in ends[2:4] if q < r]
    return any(not is_at_most(log2_of(t), pair[0]) and not is_at_most(pair[1], log2_of(t))
               for pair in (first, last) if pair)


def sizes_at(r: Fraction, q: Fraction) -> set[int]:
    """Return sizes of all orders, and those next to the ends; not ends themselves, which brackets cannot decide."""
    ends = [int(as_bracket(end).lower) + step for pair in ends_by_powers(r, r - q) for end in pair for step in (0, 1)]
    return {t for t in (*INTERVAL_TIMES, *ends) if t > 0 and 3 * r * t != 1 and 6 * (r - q) * t != 1}


def intervals_are_disjoint(r: Fraction, q: Fraction) -> bool:
    first, *others = ends_by_powers(r, r - q)
    return not others or is_at_most(first[1], others[0][0])


ENDS = (first_begin, first_end, second_begin, second_end, intervals_are_disjoint)


@check("FX15-6.4eq", against="optimum", grade="certified",
       quantifier="r in {19, 16, ..., 1}/20, odd q up to r in twentieths, also divided by 16 and 200; t = 1, ..., 10, "
                  "16, 32, ..., 8192 and next to the ends: those that are bad, and all where the intervals are "
                  "disjoint",
       says="log2 t lies in one of the two open intervals if t is bad and, where they are disjoint, only then")
@sabotage("always equivalent, as printed", (*ENDS[:4], lambda r, q: True))
@judged("==")
def bad_sizes_lie_in_the_intervals(parts=ENDS):
    for r, q in INTERVAL_LINES:
        only_then = parts[4](r, q)
        for t in sorted(sizes_at(r, q)):
            bad = not good_for(t, r, q)
            if bad or only_then:
                yield (r, q, t), is_inside(t, parts, r, q), bad

def refutes_bad_sizes_lie_in_the_intervals(parts, r, q, t):
    six, s = log_bracket(6), r - q
    good = 3 * r * t <= 1 or (6 * s * t <= 1 and r * t >= six.upper) or s * t >= 2 * six.upper
    within = any(as_bracket(low(*case)).lower < log(t, 2) < as_bracket(high(*case)).lower for low, high, *case in (
        (*parts[:2], r), (*parts[2:4], r, q))[:1 + (q < r)])
    return within and parts[4](r, q) if good else not within


LENGTH_OF = (first_length, second_length)

claim("FX15-6.4.count", kind="proposition", title="At most eight block sizes 2^k are bad, and at most five unstable",
      uses=("FX15-6.4eq", "FX15-6.3.probs"), formulas=LENGTH_OF, erratum_kind="false", repaired=True,
      erratum="The paper counts 3, the number for the first of the two intervals alone. Eight integers can be bad; in "
              "exact terms at most five are unstable. And a window of length 6/delta may hold only floor(6/delta) "
              "integers, so that even 3 of them are more than delta/2: 3/12 for delta = 0.49.")


def shifts(first: int, second: int) -> tuple[Fraction, Fraction]:
    """Return ``(r, q)`` with ``r = (16/(16+first))/8`` and ``r - q`` the like, 9 octaves below."""
    r, rest = Fraction(16, 16 + first) / 8, Fraction(16, 16 + second) / 2**12
    return r, r - rest


@check("FX15-6.4.count", grade="exact",
       quantifier="r and r - q each in 16 positions within an octave, nine octaves apart: all 256 pairs",
       says="at most eight sizes 2^k are bad, and eight are attained")
@sabotage("three, as printed", 3)
def at_most_eight_scales_are_bad(most: int = 8) -> Verdict:
    lengths = [most_integers(as_bracket(length())) for length in LENGTH_OF]
    return all_hold(judge("<=", [(("lengths", None), sum(lengths), most)]),
                    judge("<=", (((i, j), len(bad_scales(*shifts(i, j))), most)
                                 for i, j in product(range(16), repeat=2))),
                    judge("<=", [(("most", None), most, max(len(bad_scales(*shifts(i, i))) for i in range(16)))]))

def refutes_at_most_eight_scales_are_bad(most, witness):
    if witness[0] == "most":
        witness = (None, None)
    six, found = log_bracket(6).lower, 0
    cases = [witness] if isinstance(witness[0], int) else list(product(range(16), repeat=2))
    for i, j in cases:
        r, q = shifts(i, j)
        bad = [k for k in range(30) if 3 * r * 2**k > 1 and (r - q) * 2**k < 2 * six
               and not (r * 2**k >= six and 6 * (r - q) * 2**k <= 1)]
        found = max(found, len(bad))
    return found > most or (witness == (None, None) and found < most)


def bad_run(which: int, part: Fraction) -> tuple[int, int]:
    """Return the last good size before the bad ones and the first after them, on a line that has a light part."""
    r, q, event, first = ((part, part, "none", 1), (HALF, HALF - part, "one", 8))[which]
    return (least_integer(lambda t: event not in good_for(t, r, q), first) - 1,
            least_integer(lambda t: ("one", "two")[which] in good_for(t, r, q), first))


@check("FX15-6.4.count", grade="certified",
       quantifier="the bad sizes of a single point of mass 10^-9, and of the points beside one that has all but 10^-9 "
                  "of the mass 1/2",
       says="{2^length} is {the quotient of the ends of the bad sizes}, but for 10^-7")
@sabotage("two lengths of the first", (first_length, first_length))
@judged("<=")
def lengths_are_those_of_the_bad_sizes(lengths=LENGTH_OF):
    for which, length in enumerate(lengths):
        low, high = bad_run(which, Fraction(1, 10**9))
        found = exp_bracket(length() * log_bracket(2))
        yield (which, "no less"), Fraction(high - 1, low + 1), found
        yield (which, "no more"), found, Fraction(high, low)

def refutes_lengths_are_those_of_the_bad_sizes(lengths, which, side):
    return abs(2 ** float(as_bracket(lengths[which]()).lower) / ((3, 12)[which] * log(6)) - 1) > 1e-8


def integers_inside(start: Fraction, length: Fraction) -> int:
    return -((-(start + length)) // 1) - 1 - start // 1


LENGTHS: tuple[Fraction | int, ...] = (*map(Fraction, range(1, 5)), 2, 5,
                                       *(Fraction(k, 7) for k in (1, 6, 8, 13, 15, 27)))


def most_inside(length: Fraction | int) -> int:
    """Return the most integers in an open interval of this length, of all places in steps of a fourteenth."""
    return max(integers_inside(Fraction(i, 14), Fraction(length)) for i in range(14))


def ends_by_powers(r: Fraction, rest: Fraction) -> list[tuple[Fraction | Bracket, Fraction | Bracket]]:
    """Return two to the ends of the bad intervals: the good sizes begin and end there."""
    six = log_bracket(6, 200)
    first = (1 / (3 * r), six / r)
    return [first] if rest == 0 else [first, (1 / (6 * rest), 2 * six / rest)]


def plainly_bad(r: Fraction, q: Fraction) -> tuple[int, ...]:
    six = log_bracket(6, 200)
    return tuple(k for k in range(40) if 3 * r * 2**k > 1 and not is_at_most(2 * six, (r - q) * 2**k)
                 and not (is_at_most(six, r * 2**k) and 6 * (r - q) * 2**k <= 1))


@check("FX15-6.4.count", grade="certified",
       quantifier="111 pairs of masses from 1/4000 to 19/20: the bad scales among 0..39; twelve lengths, integers and "
                  "fractions of 7: all places in steps of a fourteenth",
       says="bad scales and the most integers in an interval are those of their definitions")
@sabotage("the first bad scale is forgotten", (lambda r, q: bad_scales(r, q)[1:], most_integers))
@sabotage("an end may be an integer", (bad_scales, lambda length: most_integers(length) + (length == 2)))
@judged("==")
def bad_scales_are_those_of_the_definition(parts=(bad_scales, most_integers)):
    scales, most = parts
    yield from (((r, q), scales(r, q), plainly_bad(r, q)) for r, q in INTERVAL_LINES)
    yield from (((length,), most(length), most_inside(length)) for length in LENGTHS)

def refutes_bad_scales_are_those_of_the_definition(parts, witness):
    scales, most = parts
    if len(witness) == 1:
        return most(*witness) != -(-witness[0] // 1)
    return list(scales(*witness)) != [k for k in range(60) if not good_for(2**k, *witness)]


@check("FX15-6.4.count", grade="certified",
       quantifier="lines of 2, 7 and 101 points with 22/25 of 7/256 on one: five scales are unstable",
       says="the unstable sizes are just 2^4, ..., 2^8")
@sabotage("a level of 3/5", lambda masses, alpha, scales: tuple(
    k for k in unstable_scales(masses, alpha, scales) if largest_chance(masses, 2**k) < Fraction(3, 5)))
def five_unstable_scales_are_attained(scales=unstable_scales) -> Verdict:
    return judge("==", ((p, scales(split_line(p), ACCURACY, range(4, 28)), (4, 5, 6, 7, 8)) for p in PRIMES))

def refutes_five_unstable_scales_are_attained(scales, p):
    masses = split_line(p)
    return scales(masses, ACCURACY, range(4, 28)) != tuple(
        k for k in range(4, 13) if largest_chance(masses, 2**k) < LEVEL)  # later ones are stable


SHORT_LINES = tuple(tuple(Fraction(k, 60) for k in parts) for parts in (
    (), (0, 0), (30,), (1, 0, 0), (60,), (11, 8), (8, 11), (2, 1), (20, 19, 19), (7, 7, 7, 1), (45, 1), (3, 3, 52),
    (1,) * 5))
ERRORS = (Fraction(1, 60), Fraction(3, 20), Fraction(1, 3))  # met by a line of 1/60, a rest of 9/60


def accurate_chance(masses: Sequence[Fraction], alpha: Fraction, draws: int) -> Fraction:
    """Return the largest probability of an answer with error at most alpha, row by row: who was seen so far."""
    outside, seen = 1 - sum(masses), {frozenset[int](): Fraction(1)}
    for _ in range(draws):
        grown: dict[frozenset[int], Fraction] = {}
        for points, chance in seen.items():
            for z, q in ((None, outside), *enumerate(masses)):
                shown = points if z is None or len(points) == 2 else points | {z}  # two points show the line
                grown[shown] = grown.get(shown, Fraction(0)) + chance * q
        seen = grown
    answers = {frozenset[int](): sum(masses), **{frozenset({z}): sum(masses) - q for z, q in enumerate(masses)}}
    line = sum((chance for points, chance in seen.items() if len(points) == 2), Fraction(0))
    return max([line, *(seen.get(points, Fraction(0)) for points, error in answers.items() if error <= alpha)])


@cache
def unstable_by_rows(masses: tuple[Fraction, ...], alpha: Fraction) -> tuple[int, ...]:
    return tuple(k for k in range(5) if accurate_chance(masses, alpha, 2**k) < LEVEL)


@check("FX15-6.4.count", grade="exact",
       quantifier="13 sets of masses in sixtieths, of none to five points, alpha = 1/60, 3/20, 1/3, met with equality "
                  "by some; blocks of 1, 2, 4, 8, 16 rows, row by row: the points seen so far",
       says="the unstable sizes are those without an accurate answer of probability 2/3")
@sabotage("the zero function never counts as accurate", lambda masses, alpha, scales: tuple(
    k for k in scales if k in unstable_scales(masses, alpha if sum(masses) > alpha else Fraction(0), scales)))
@sabotage("the line alone", lambda masses, alpha, scales: unstable_scales(masses, 0, scales))
@judged("==")
def short_lines_have_these_unstable_scales(scales=unstable_scales):
    for masses, alpha in product(SHORT_LINES, ERRORS):
        yield (masses, alpha), scales(masses, alpha, range(5)), unstable_by_rows(masses, alpha)

def refutes_short_lines_have_these_unstable_scales(scales, masses, alpha):
    r, wrong = sum(masses, Fraction(0)), []
    for k in range(5):
        t, none = 2**k, (1 - r) ** 2**k
        ones = [(1 - r + q) ** t - none for q in masses]
        accurate = [1 - none - sum(ones), none * (r <= alpha)]
        accurate += [one for one, q in zip(ones, masses, strict=True) if r - q <= alpha]
        wrong += [k] if 3 * max(accurate) < 2 else []
    return scales(masses, alpha, range(5)) != tuple(wrong)


@check("FX15-6.4.count", grade="certified",
       quantifier="every line and distribution: boxes of r T and the share of the lighter part, T the first power of "
                  "two with Pr[None] < 2/3; that they cover everything, and in each how many scales may be unstable, "
                  "by separate code",
       says="the boxes cover all lines and distributions, in none of them can more than five sizes be unstable, and "
            "the proof names their number")
@sabotage("a box is missing", (lambda goal: stability_boxes(goal)[:-1], most_unstable_scales))
@sabotage("no boxes, one for each 1/T", (lambda goal: tuple(
    (steps, (Fraction(1, 3), Fraction(1), Fraction(0), Fraction(1, 2))) for steps in ALL_STEPS), most_unstable_scales))
@sabotage("a proof of one box", (stability_boxes, lambda goal: 1))
def at_most_five_scales_are_unstable(proof=(stability_boxes, most_unstable_scales)) -> Verdict:
    found, number = proof[0](5), proof[1](5)
    cover = [(("cover", i), covers([box for other, box in found if other == steps], steps), True)
             for i, steps in enumerate(ALL_STEPS)]
    judged_boxes = {(steps, box): unstable_in(box, steps) if steps in ALL_STEPS else 99 for steps, box in found}
    return all_hold(judge("==", cover),
                    judge("<=", ((("box", i), judged_boxes[entry], 5) for i, entry in enumerate(found))),
                    judge("==", [(("number", 0), number, len(judged_boxes))]))

def refutes_at_most_five_scales_are_unstable(proof, witness):
    (kind, i), found = witness, proof[0](5)
    if kind == "number":
        return proof[1](5) != sum(len({box for steps, box in found if steps == one}) for one in ALL_STEPS)
    if kind == "box":
        return unstable_by_floats(found[i][1], found[i][0]) > 5
    mine = [box for steps, box in found if steps == ALL_STEPS[i]]  # is there a point in no box, or in two?
    ends = [sorted({end for box in mine for end in box[j:j + 2]} | some)
            for j, some in ((0, {Fraction(9, 20), Fraction(3, 5)}), (2, {Fraction(0), Fraction(1, 2)}))]
    middles = [[(x + y) / 2 for x, y in zip(side, side[1:], strict=False)] for side in ends]
    return any(sum(a < x < b and c < y < d for a, b, c, d in mine) != 1 for x, y in product(*middles))


@check("FX15-6.4.count", grade="exact", quantifier="delta = k/100 for k = 1, ..., 49, epsilon = 1/20",
       says="{3 sizes as a share of a window of ceil(6/delta)} is at most {delta/2}")
@sabotage("6/delta, not rounded up", lambda beta: 6 / beta)
def window_of_real_length_may_be_one_integer_short(length=lambda beta: Fraction(-(-6 // beta))) -> Verdict:
    return judge("<=", ((beta, Fraction(3, length(beta) // 1), beta / 2)
                        for beta in (Fraction(k, 100) for k in range(1, 50))))

def refutes_window_of_real_length_may_be_one_integer_short(length, beta):
    integers = 0
    while integers + 1 <= length(beta):
        integers += 1
    return beta * integers < 6
