"""KLMNS20, Section 1.1: quantiles are interior points of windows of ranks, and columns of reals are words in order."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import ceil, frexp, inf, nextafter
from struct import pack, unpack

import numpy as np

import privlearn.papers.klmns20.consequences.learning_and_quantiles  # noqa: F401  declares what is checked here
from privlearn.checking import Verdict, check, counted, judge, judged, sabotage, verifier
from privlearn.exact.fractions import HALF
from privlearn.learners.interior_point import plan_threshold_learner, real_of_word, words_of_reals
from privlearn.learners.interior_point.learned_thresholds import (ThresholdPlan, real_cut, threshold_law,
                                                                  word_threshold_law)
from privlearn.learners.interior_point.quantiles import rank_window, window_law, window_ranks, window_rows, window_start
from privlearn.learners.interior_point.reductions import around_the_cut, around_the_cut_of_words
from privlearn.learners.interior_point.tree_log import TreeLogPlan, fast_tree_log_law, plan_tree_log, tree_log_law
from privlearn.mechanisms import add_remove_one, replace_one, replace_one_unordered
from privlearn.mechanisms.columns import reals
from privlearn.papers.klmns20.consequences.learning_and_quantiles import TENTH

PLACES = (Fraction(0), Fraction(1, 10), HALF, Fraction(2, 3), Fraction(1))
SMALL = tuple(rows for n in range(6) for rows in combinations_with_replacement(range(4), n))
Rows = tuple[int, ...]


def window_of(window, rows: Rows, place: Fraction, length: int) -> Rows:
    """Return the window of some points of 2 bits, given in falling order, as a sorted tuple."""
    return tuple(sorted(window(np.array(rows[::-1], dtype=np.uint64), place, length, 2).tolist()))


def by_definition(rows: Rows, place: Fraction, length: int) -> Rows:
    """Return the last window whose middle is not beyond the place, of those that leave no end to spare."""
    starts = range(max(0, len(rows) - length) + 1)
    start = max((a for a in starts if a + Fraction(length, 2) <= place * len(rows)), default=0)
    return (*sorted(rows), *[3] * length)[start:start + length]


@check("KLMNS20-1.cor", grade="exhaustive",
       quantifier="all multisets of at most 5 of 4 points, given in falling order, places 0, 1/10, 1/2, 2/3, 1, "
                  "windows of 1 to 4 ranks: those of the last start, among all, whose middle is not beyond the place",
       says="the window stands at the quantile's rank, and is filled up with the domain's last point")
@verifier(lambda window, rows, place, length: window_of(window, rows, place, length) != by_definition(
    rows, place, length))
@sabotage("the window begins at the quantile's rank", lambda points, place, length, bits: np.concatenate(
    [np.sort(points), np.full(length, 3, np.uint64)])[int(place * len(points)):][:length])
@sabotage("missing points are the domain's first", lambda points, place, length, bits: np.concatenate(
    [rank_window(points, place, length, bits)[:len(points)], np.zeros(max(0, length - len(points)), np.uint64)]))
@sabotage("the points are not sorted", lambda points, place, length, bits: np.concatenate(
    [points, np.full(length, 3, np.uint64)])[window_start(len(points), place, length):][:length])
@judged("==")
def the_window_stands_at_the_rank(window=rank_window):
    for rows, place, length in product(SMALL, PLACES, (1, 2, 3, 4)):
        yield (rows, place, length), window_of(window, rows, place, length), by_definition(rows, place, length)


@check("KLMNS20-1.cor", grade="exhaustive",
       quantifier="all pairs of multisets of at most 5 of 4 points, one point replaced, added or removed, places 0, "
                  "1/10, 1/2, 2/3, 1, windows of 1 to 3 ranks: how many points of the window are replaced",
       says="{the most points of the window that a changed row replaces} is at most {1}")
@sabotage("as many ranks, spread over all points", lambda points, place, length, bits: np.sort(
    np.append(points, 3))[[k * len(points) // length for k in range(length)]])
@sabotage("at the first or the last rank, as the number of points is even or odd",
          lambda points, place, length, bits: rank_window(points, Fraction(len(points) % 2), length, bits))
def a_changed_row_replaces_one_point(window=rank_window) -> Verdict:
    pairs = [*add_remove_one(SMALL), *replace_one_unordered(SMALL)]
    worst = []
    for place, length in product(PLACES, (1, 2, 3)):
        found = {rows: Counter(window_of(window, rows, place, length)) for rows in SMALL}
        left, right = max(pairs, key=lambda pair: (found[pair[0]] - found[pair[1]]).total())
        worst.append(((place, length, left, right), (found[left] - found[right]).total(), 1))
    return counted(judge("<=", worst), len(pairs) * len(worst))

def refutes_a_changed_row_replaces_one_point(window, place, length, left, right):
    shared = sum(min(left.count(x), right.count(x)) for x in range(4))
    rest = list(window_of(window, right, place, length))
    for x in window_of(window, left, place, length):
        if x in rest:
            rest.remove(x)
    return max(len(left), len(right)) - shared == 1 and len(rest) > 1


@cache
def least_counts(total: int, place: Fraction, length: int) -> tuple[int, int]:
    """Return the fewest points at most, and at least, an interior point of the window, over all databases."""
    found = [(sum(x <= z for x in rows), sum(x >= z for x in rows))
             for rows in combinations_with_replacement(range(4), total)
             for window in [by_definition(rows, place, length)] for z in range(window[0], window[-1] + 1)]
    below, above = zip(*found, strict=True)
    return min(below), min(above)


RANKED = tuple((n, place, length) for n in range(5) for place in PLACES for length in (1, 2, 3, 5))


@check("KLMNS20-1.cor", grade="exhaustive",
       quantifier="0 to 4 points, all multisets of 4 points, places 0, 1/10, 1/2, 2/3, 1, windows of 1, 2, 3, 5 ranks: "
                  "the fewest rows at most, and at least, any point between the window's ends",
       says="the ranks promised are the fewest rows at most and at least the answer, over all databases")
@sabotage("one more at most the answer",
          lambda total, *case: (window_ranks(total, *case)[0] + 1, window_ranks(total, *case)[1]))
@sabotage("the window's middle in place of its ends", lambda total, place, rows: (
    min(total, window_start(total, place, rows) + 1 + rows // 2), max(0, total - window_start(total, place, rows) -
                                                                     rows // 2)))
@judged("==")
def ranks_promised_are_the_fewest(ranks=window_ranks):
    for case in RANKED:
        yield case, ranks(*case), least_counts(*case)

def refutes_ranks_promised_are_the_fewest(ranks, witness):
    total, place, length = witness
    padded = [*range(total), *[total] * length]  # different points: no other database has fewer on either side
    start = max([a for a in range(max(0, total - length) + 1) if 2 * a + length <= 2 * place * total] or [0])
    ends = padded[start], padded[start + length - 1]
    return tuple(ranks(*witness)) != (sum(x <= ends[0] for x in range(total)), sum(x >= ends[1] for x in range(total)))


LEAST = tuple((Fraction(*place), rows, Fraction(*alpha)) for place, rows, alpha in (
    ((3, 7), 8, (1, 3)), ((4, 9), 7, (1, 3)), ((5, 11), 7, (1, 10)), ((7, 9), 7, (1, 10)), ((1, 10), 8, (1, 3)),
    ((1, 10), 5, (2, 5)), ((7, 9), 8, (2, 5)), ((7, 9), 7, (3, 5)), ((1, 2), 7, (3, 5)), ((5, 11), 8, (3, 5))))
GRID = tuple(product(PLACES, (1, 2, 5, 8), (Fraction(1, 20), Fraction(1, 3), Fraction(3, 5))))


def is_enough(total: int, place: Fraction, rows: int, alpha: Fraction) -> bool:
    """Tell whether the ranks of so many points are within the share alpha of the quantile's."""
    below, above = window_ranks(total, place, rows)
    return total >= rows and below >= (place - alpha) * total and above >= (1 - place - alpha) * total


@check("KLMNS20-1.cor", grade="exact",
       quantifier="places 0, 1/10, 1/2, 2/3, 1, windows of 1, 2, 5, 8 ranks, alpha = 1/20, 1/3, 3/5: from the number "
                  "returned to 40 more the ranks promised are within alpha; for ten more triples it is the least such",
       says="from the number of points returned on, the rank is within the share alpha; in ten cases it is the least")
@verifier(lambda enough, place, rows, alpha: any(not is_enough(n, place, rows, alpha) for n in range(
    enough(place, rows, alpha), 300)) or ((place, rows, alpha) in LEAST and is_enough(
        enough(place, rows, alpha) - 1, place, rows, alpha)))
@sabotage("half as many", lambda place, rows, alpha: max(rows, window_rows(place, rows, alpha) // 2))
@sabotage("one fewer", lambda place, rows, alpha: window_rows(place, rows, alpha) - 1)
@sabotage("one more", lambda place, rows, alpha: window_rows(place, rows, alpha) + 1)
@sabotage("an answer in the window's middle, whatever its place",
          lambda place, rows, alpha: max(rows, ceil(Fraction(rows) / (2 * alpha))))
@judged("==")
def rows_for_a_share_of_the_ranks(enough=window_rows):
    for case in GRID:
        first = enough(*case)
        yield case, [is_enough(n, *case) for n in range(first, first + 40)], [True] * 40
    for case in LEAST:
        yield case, enough(*case), 1 + max(n for n in range(200) if not is_enough(n, *case))


@cache
def tiny_plan() -> TreeLogPlan:
    """Return a plan of few rows on 4 points."""
    return plan_tree_log(2, neighbours=replace_one, epsilon=2, delta=Fraction(1, 10), beta=Fraction(1, 4))


@check("KLMNS20-1.cor", grade="exhaustive",
       quantifier="all multisets of at most 5 of 4 points, places 0, 1/10, 1/2, 2/3, 1, a plan of few rows: the law of "
                  "the learner on the window by its definition",
       says="a private quantile is an interior point of its window, with the law of the plan")
@sabotage("the median whatever the place", lambda points, place, plan: window_law(points, HALF, plan))
@sabotage("one rank fewer", lambda points, place, plan: fast_tree_log_law(
    rank_window(points, place, plan.rows - 1, plan.domain_bits), plan.domain_bits, plan.parameters))
@judged("==")
def quantiles_have_the_law_of_the_plan(law=window_law):
    plan = tiny_plan()
    for rows, place in product(SMALL, PLACES):
        window = by_definition(rows, place, plan.rows)
        yield ((rows, place), law(np.array(rows[::-1], dtype=np.uint64), place, plan).exact(),
               tree_log_law(window, plan.domain_bits, plan.parameters).exact())

def refutes_quantiles_have_the_law_of_the_plan(law, rows, place):
    plan, total = tiny_plan(), len(rows)
    start = max([a for a in range(max(0, total - plan.rows) + 1) if 2 * a + plan.rows <= 2 * place * total] or [0])
    window = (*sorted(rows), *[3] * plan.rows)[start:start + plan.rows]
    found = law(np.array(rows, dtype=np.uint64), place, plan).exact()
    return found != fast_tree_log_law(np.array(window, dtype=np.uint64), 2, plan.parameters).exact()


ZERO = 1 << 63  # the word of 0
LARGEST = float(np.finfo(np.float64).max)
FLOATS = tuple(sorted({sign * x for sign in (1.0, -1.0) for x in (
    0.0, LARGEST, nextafter(LARGEST, 0), 0.1, 1e300, 4321.09, 5e-324, 1e-323, *(
        y for k in (-1074, -1073, -1050, -1023, -1022, -1021, -53, -1, 0, 1, 52, 53, 1000, 1023)
        for y in (2.0**k, 2.0**k * 1.75, nextafter(2.0**k, 0), nextafter(2.0**k, inf))))}))
REALS = (-0.0, *FLOATS)


def near(x: float) -> list[float]:
    """Return the number and its neighbours, if they are finite."""
    return [y for y in (nextafter(x, -inf), x, nextafter(x, inf)) if abs(y) < inf]


def floats_before(x: float) -> int:
    """Return how many floats are at least 0 and below x, by its exponent; so many from the least word of a positive."""
    share, exponent = frexp(x)
    if x == 0 or exponent < -1021:  # multiples of 2^-1074
        return int(x / 2.0**-1074)
    return (exponent + 1021) * 2**52 + int(share * 2**53)


def word_by_counting(x: float) -> int:
    """Return the word of 0 and how many floats lie between; -0.0, which is 0, has a word of its own."""
    return ZERO + floats_before(x) if x >= 0 else ZERO - 1 - floats_before(-x)


@check("KLMNS20-1.cor", grade="exact",
       quantifier="116 floats: both zeros, the least and the greatest, powers of two from 2^-1074 to 2^1023, their "
                  "neighbours, and others, of either sign: the word against the number of floats in between",
       says="the word of a real is that of 0 and the number of floats in between")
@sabotage("the bits as they are: negative numbers above the positive ones",
          lambda numbers: (numbers + 0.0).view(np.uint64))
@sabotage("negative numbers in the wrong order",
          lambda numbers: (numbers + 0.0).view(np.uint64) ^ np.uint64(1 << 63))
@sabotage("two zeros", lambda numbers: words_of_reals(numbers) - (np.signbit(numbers) & (numbers == 0)))
@judged("==")
def words_count_the_floats(words=words_of_reals):
    for place, word in enumerate(words(np.array(REALS)).tolist()):
        yield place, word, word_by_counting(REALS[place])

def refutes_words_count_the_floats(words, place):
    (bits,), (word,) = unpack(">q", pack(">d", abs(REALS[place]))), words(np.array(REALS[place:][:1])).tolist()
    return word != (ZERO + bits if REALS[place] >= 0 else ZERO - 1 - bits)


WORDS = tuple(sorted({0, 1, ZERO - 1, 2 * ZERO - 1, *(
    word + step for word in map(word_by_counting, FLOATS) for step in (-1, 0, 1))}))
ENDS = word_by_counting(-LARGEST), word_by_counting(LARGEST)


@check("KLMNS20-1.cor", grade="exact",
       quantifier="the words of the floats of 'words count the floats' and their neighbours, 0, 1 and 2^64 - 1: as a "
                  "fraction, the number that has the word; beyond the finite numbers the nearest of these",
       says="the real of a word has this word, or is the nearest finite one")
@sabotage("the word before", lambda word: real_of_word(word - 1))
@sabotage("words beyond the greatest float give 0", lambda word: real_of_word(word) if word <= ENDS[1] else 0.0)
@judged("==")
def reals_have_their_words(real=real_of_word):
    for word in WORDS:
        found = real(word)
        minus_zero = word == ZERO - 1  # of no row
        yield word, word_by_counting(found) - minus_zero, min(max(word, ENDS[0]), ENDS[1])

def refutes_reals_have_their_words(real, word):
    x = real(word)
    (again,) = words_of_reals(np.array([x])).tolist()
    return again != word + (word == ZERO - 1) and not (abs(x) == LARGEST and (word > again) == (x > 0))


@check("KLMNS20-1.cor", grade="exact",
       quantifier="the words of 'reals have their words' as cuts, and -1: of the same floats, those at most the real "
                  "cut and those whose word is at most the cut; the cut itself has such a word, and its successor has "
                  "not",
       says="a real is at most the real cut just if its word is at most the cut")
@verifier(lambda cut, word: any((x <= cut(word)) != (w <= word) for x in (
    *FLOATS, *near(cut(word))) for w in words_of_reals(np.array([x])).tolist()))
@sabotage("the real of the word before", lambda word: real_cut(word - 1))
@sabotage("the real of the word after", lambda word: real_cut(word + 1))
@sabotage("no cut below all numbers", lambda word: real_of_word(word))
@judged("==")
def real_cuts_separate_as_their_words(cut=real_cut):
    for word in (-1, *WORDS):
        limit = cut(word)
        tried = [*FLOATS, *near(limit)]
        yield word, [x <= limit for x in tried], [word_by_counting(x) <= word for x in tried]


COLUMNS = {"a list": [3, -7.5, 0, 2**53, -2**53, 1e-300], "a range": range(-3, 4), "nothing": [],
           "whole numbers": np.array([-2**53, 2**53]), "bytes": np.array([0, 255], dtype=np.uint8),
           "single floats": np.array([0.1, -3.5, 1e38], dtype=np.float32), "floats": np.array(FLOATS),
           "half floats in a list": [np.float16(0.1), np.float32(0.1), np.int64(9)],
           "objects": np.array([1, 2.5, np.float64(0.1)], dtype=object)}


def exactly(x) -> Fraction:
    """Return a number of any kind as a fraction."""
    return Fraction(x.item() if isinstance(x, np.generic) else x)


@check("KLMNS20-1.cor", grade="exact",
       quantifier="lists of integers and floats of several sizes, a range, arrays of integers, of floats of 32 and 64 "
                  "bits and of objects, and no row at all: each entry as a fraction",
       says="a column of reals keeps every value")
@verifier(lambda read, name: any(exactly(x) - exactly(y) for x, y in zip(read(COLUMNS[name]), COLUMNS[name],
                                                                         strict=True)))
@sabotage("the last bit is lost",
          lambda column: (reals(column).view(np.uint64) & np.uint64(2**64 - 2)).view(np.float64))
@sabotage("whole numbers only", lambda column: np.floor(reals(column)))
@judged("==")
def columns_keep_their_values(read=reals):
    for name, column in COLUMNS.items():
        yield name, [Fraction(x) for x in read(column).tolist()], [exactly(x) for x in column]


LABELLED = tuple(rows for n in range(4) for rows in product([(x, y) for x in range(3) for y in (0, 1)], repeat=n))


def in_arrays(rows) -> tuple[np.ndarray, np.ndarray]:
    """Return points and labels as users' columns hold them."""
    return np.array([x for x, _ in rows], dtype=np.uint64), np.array([y == 1 for _, y in rows], dtype=bool)


@check("KLMNS20-1.cor", grade="exhaustive",
       quantifier="all databases of at most 3 labelled rows of 3 points, in any order, m = 1, 2, 3: the cuts found in "
                  "arrays, without a sort, against those of the sorted records",
       says="the cuts that are found in a column are those of the records")
@sabotage("only the first 2m rows are read", lambda words, ones, size, m: around_the_cut_of_words(
    words[:2 * m], ones[:2 * m], size, m))
@sabotage("no predecessors of the points labelled 0", lambda words, ones, size, m: tuple(sorted(
    [*words[ones].tolist(), *[-1] * m][:m] + [*words[~ones].tolist(), *[size - 1] * m][:m])))
@judged("==")
def cuts_of_words_are_those_of_records(cuts=around_the_cut_of_words):
    for rows in LABELLED:
        for m in (1, 2, 3):
            yield (rows, m), cuts(*in_arrays(rows), 3, m), around_the_cut(rows, 3, m)

def refutes_cuts_of_words_are_those_of_records(cuts, rows, m):
    ones, zeros = (sorted(x for x, y in rows if y == label) for label in (1, 0))
    wanted = [*([-1] * m + ones)[-m:], *([x - 1 for x in zeros] + [2] * m)[:m]]
    return list(cuts(*in_arrays(rows), 3, m)) != sorted(wanted)


@cache
def small_plan() -> ThresholdPlan:
    """Return a plan for four points."""
    return plan_threshold_learner(domain_bits=2, neighbours=replace_one, epsilon=3, delta=TENTH / 2, beta=TENTH * 2,
                                  kind="exponential")


NAMES = ("", "01", "30", "113120", "01112030", "310020111130")  # point and label of each record


def in_records(name: str) -> tuple[tuple[int, int], ...]:
    """Return the records of a name."""
    return tuple((int(x), int(y)) for x, y in zip(name[::2], name[1::2], strict=True))


@check("KLMNS20-1.cor", grade="exact",
       quantifier="six databases of 0 to 6 labelled rows of 4 points, the exponential mechanism inside: the exact law "
                  "of the threshold learned from a column and its labels, against that from the records",
       says="the threshold learned from a column has the law of the one learned from the records",
       reason="The records' law has checks of its own, on domains of 2^64 points too.")
@verifier(lambda law, name, cut: law(*in_arrays(in_records(name)), small_plan()).masses().get(cut, 0) != threshold_law(
    in_records(name), small_plan()).masses().get(cut, 0))
@sabotage("the labels exchanged", lambda words, ones, plan: word_threshold_law(words, ~ones, plan))
@sabotage("one cut higher", lambda words, ones, plan: word_threshold_law(words, ones, plan).map(lambda cut: cut + 1))
@judged("==")
def columns_are_learned_as_records(law=word_threshold_law):
    for name in NAMES:
        found = law(*in_arrays(in_records(name)), small_plan()).exact()
        wanted = threshold_law(in_records(name), small_plan()).exact()
        for cut in sorted({*found, *wanted}):
            yield (name, cut), found.get(cut), wanted.get(cut)
