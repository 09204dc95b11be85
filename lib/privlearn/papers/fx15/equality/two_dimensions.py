"""FX15, Section 3.1: points, where the two dimensions part: log b against a constant."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.communication import worst_error
from privlearn.communication.equality import (random_zeros_error, random_zeros_protocol, symmetric_points_value,
                                              two_message_limit)
from privlearn.communication.public_coins import public_coin_value
from privlearn.concepts import ConceptClass, point_functions
from privlearn.dimensions.representation import (is_smallest_representation, representation_alpha,
                                                 smallest_representation)
from privlearn.dimensions.representation.points import class_of_columns, layer_value, smallest_size_for, sperner_size
from privlearn.dimensions.representation.points.columns import pairs_with_zero
from privlearn.exact import Bracket
from privlearn.exact.formulas import Value, binom, floor, formula
from privlearn.exact.fractions import HALF, THIRD
from privlearn.papers.fx15.equality import claim
from privlearn.papers.fx15.one_way_protocols.instances import least_over_block_sizes, value_without_own_zeros
from privlearn.papers.fx15.representation_dimensions.instances import brute_force_size

BELOW_HALF = (Fraction(1, 4), THIRD, Fraction(9, 20))
ZEROS = Fraction(5, 7)
HALVES = Fraction(62, 111)


@formula("at most", corners={"k": (1, 2, 3, 5)}, tex={"k / 2": "k/2"})
def sperner_points(k: int) -> Value:
    """Return how many points at most k hypotheses represent with an error below 1/2."""
    return binom(k, floor(k / 2))


claim("FX15-3.1app.point", kind="proposition", title="Points: DRDim is Omega(log b), PRDim is O(1)",
      formulas=(sperner_points,), uses=("FX15-2.3", "FX15-2.4", "FX15-2.4.protocol", "FX15-3.1.le", "FX15-3.2.ge"),
      note="That b bits need more than b hypotheses is for all b; the least numbers are exact for b <= 3. Two messages "
           "with public coins err with probability below 1/3 on every domain: R^pub at error 1/3 is one bit.")


def least_size(count: int, alpha: Fraction) -> int:
    """The least number of hypotheses: by a search over antichains of columns, or (below 1/3) by tables."""
    if alpha >= THIRD:
        return smallest_size_for(count, alpha)
    return smallest_representation(point_functions(count), alpha).size


@cache
def value_of_five() -> Fraction:
    """The least value of a table of five hypotheses on eight points: all antichains of columns, one of each orbit."""
    def grown(chosen: tuple[int, ...], left: list[int]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == 8:
            yield chosen
        for i, c in enumerate(left):
            yield from grown((*chosen, c), [d for d in left[i + 1:] if c & d not in (c, d)])

    orders = list(permutations(range(5)))
    first = {min(tuple(sorted(sum((c >> h & 1) << g for h, g in enumerate(order)) for c in columns))
                 for order in orders) for columns in grown((), list(range(32)))}
    return min(representation_alpha(class_of_columns(columns, 5), point_functions(8)) for columns in first)


def second_route(count: int, alpha: Fraction) -> int | None:
    """The same by tables with adversarial distributions, refused unless the verifier of their certificate agrees; for
    eight points and 1/3 five do not, by all their antichains, and six do: eight pairs of five, and the zero function.
    """
    concepts = point_functions(count)
    if (count, alpha) == (8, THIRD):
        six = ConceptClass.from_matrix(pairs_with_zero(6).matrix[:, :8])
        return 6 if value_of_five() > THIRD >= representation_alpha(six, concepts) else None
    found = smallest_representation(concepts, alpha)
    return found.size if is_smallest_representation(found, concepts, alpha) else None


@check("FX15-3.1app.point", grade="certified",
       quantifier="b = 1, 2, 3 and epsilon = 1/4, 1/3, 9/20: the least number of hypotheses by two routes, and "
                  "Sperner's bound is at most that (5, attained, for b = 3 and 9/20)",
       says="both routes find the same least number of hypotheses, and Sperner's bound does not exceed it")
@sabotage("different columns are enough: b hypotheses", lambda count, alpha: (count - 1).bit_length())
@sabotage("epsilon = 1/2, where the two constant functions represent every class",
          lambda count, alpha: smallest_representation(point_functions(count), HALF).size)
@sabotage("one hypothesis more", lambda count, alpha: least_size(count, alpha) + 1)
def least_sizes_by_two_routes(size=least_size) -> Verdict:
    grid = list(product((1, 2, 3), BELOW_HALF))
    return all_hold(judge("<=", (((b, e), sperner_size(1 << b), size(1 << b, e)) for b, e in grid)),
                    judge("==", (((b, e), size(1 << b, e), second_route(1 << b, e)) for b, e in grid)))

def refutes_least_sizes_by_two_routes(size, b, alpha):
    """Too few columns for an antichain; too few or too many by all sets of functions, on eight points by layers."""
    k = size(1 << b, alpha)
    if all(comb(k, s) < 1 << b for s in range(k + 1)):
        return True
    if b < 3 or alpha < THIRD:
        return k != (brute_force_size(point_functions(1 << b), alpha) if b < 3 else second_route(8, alpha))
    enough = 5 if layer_value(5, 2) <= alpha else 6  # the pairs of five; with the zero function beside them 1/3
    return k > enough or (k == 5 and value_of_five() > alpha)


@check("FX15-3.1app.point", grade="exhaustive",
       quantifier="all sets of columns of k = 1, 2, 3 hypotheses, the pairs of five: those of error below 1/2",
       says="{the points that k hypotheses represent with error below 1/2} are at most {C(k, floor(k/2))}")
@judged("<=")
def points_represented_are_an_antichain(most=sperner_points):
    for (k,) in most.instances():
        some = [c for c in range(1 << k) if c.bit_count() == 2 or k < 4]
        for size in range(1, len(some) + 1) if k < 4 else (len(some),):
            for columns in combinations(some, size):
                if representation_alpha(class_of_columns(columns, k), point_functions(size)) < HALF:
                    yield (k, columns), size, most(k)

def refutes_points_represented_are_an_antichain(most, k, columns):
    """For every point three quarters of a mixture on its own hypotheses, the rest on the others, err less than 1/2."""
    def wrong(own: int, other: int) -> Fraction:
        rest = ~own & (1 << k) - 1
        return (Fraction(3 * (own & other).bit_count(), 4 * own.bit_count())
                + Fraction((rest & other).bit_count(), 4 * rest.bit_count() or 1))

    return len(columns) > most(k) and all(columns) and all(wrong(*pair) < HALF for pair in permutations(columns, 2))


@check("FX15-3.1app.point", grade="exact",
       quantifier="b <= 64: any k with C(k, floor(k/2)) >= 2^b is above b, so DRDim > log2 b for every epsilon < 1/2",
       says="{b} is less than {the least k with C(k, floor(k/2)) >= 2^b}")
@sabotage("only different columns: 2^k >= 2^b", lambda count: (count - 1).bit_length())
def more_than_b_hypotheses_are_needed(least=sperner_size) -> Verdict:
    return judge("<", ((b, b, least(1 << b)) for b in range(1, 65)))

def refutes_more_than_b_hypotheses_are_needed(least, b):
    k = least(1 << b)
    return k <= b and comb(k, k // 2) < 1 << b  # so few cannot be right: the claimed number is no antichain


def value(count: int, messages: int) -> Fraction:
    return symmetric_points_value(count, messages).value


@check("FX15-3.1app.point", grade="certified",
       quantifier="8, 16, 32 points, k = 2, ..., 6 messages: the symmetric value is the least average error over all "
                  "partitions under the hard distribution; on 8 points also the value over all protocols",
       says="{the value of the symmetric game} equals {the least error by partitions or all protocols}")
@sabotage("no block answers 0 for its own points", value_without_own_zeros)
@judged("==")
def public_values_of_points(judged=value):
    for k in range(2, 7):
        yield (8, k, "all protocols"), judged(8, k), public_coin_value(point_functions(8), k).value
        for n in (8, 16, 32):
            share = symmetric_points_value(n, k).diagonal_share
            yield (n, k, "partitions"), judged(n, k), least_over_block_sizes(n, k, share)

def refutes_public_values_of_points(judged, n, k, _):
    branches = public_coin_value(point_functions(n), k).protocol.branches
    return max(sum(w for w, alice, bob in branches if bob[alice[f]][x] != (f == x))
               for f in range(n) for x in range(n)) < judged(n, k)


@check("FX15-3.1app.point", grade="exact",
       quantifier="2, ..., 6 points, (zeros, halves) = (5/7, 62/111), (1/2, 1/2), (1, 1/3), (0, 0): the error of the "
                  "two-message protocol is the formula, whatever the number of points; 35/111 < 1/3 for the first",
       says="the worst error of the two-message protocol is the formula, which is below 1/3 at the first pair")
@sabotage("forgets that halves err on half of the other points",
          lambda zeros, halves: max((1 - halves) * zeros, (1 - halves) * (1 - zeros) ** 2))
def two_messages_err_less_than_a_third(error=random_zeros_error) -> Verdict:
    pairs = ((ZEROS, HALVES), (HALF, HALF), (Fraction(1), THIRD), (Fraction(0), Fraction(0)))
    return all_hold(judge("==", (((n, *pair), worst_error(random_zeros_protocol(n, *pair), point_functions(n)),
                                  error(*pair)) for n, pair in product(range(2, 7), pairs))),
                    judge("<", [("below 1/3", error(ZEROS, HALVES), THIRD)]))

def refutes_two_messages_err_less_than_a_third(error, n, x, w):
    own = other = Fraction(0)  # wrong at the function's own point 0, and at point 1
    for bits in product((0, 1), repeat=n):
        chance = (1 - w) * x ** bits.count(1) * (1 - x) ** bits.count(0)  # bit 1: the point is answered by 0
        own, other = own + chance * bits[0], other + chance * (1 - bits[0]) * (1 - bits[1])
        other += w / 2**n * (bits[0] == bits[1])
    return max(own, other) != error(x, w)


@check("FX15-3.1app.point", grade="certified",
       quantifier="2^b points, b = 3, ..., 14, two messages: value < 1/(6 - 2 sqrt 2) <= value + 1/(3 2^b), and the "
                  "limit is below 35/111",
       says="the value on N points is below 1/(6 - 2 sqrt 2) by at most 1/(3 N), and this limit is below 35/111")
@sabotage("1/3", lambda: Bracket(THIRD, THIRD))
def two_message_values_tend_to_the_limit(limit=two_message_limit) -> Verdict:
    found = {1 << b: value(1 << b, 2) for b in range(3, 15)}
    return all_hold(judge("<", ((n, v, limit()) for n, v in found.items())),
                    judge("<=", ((n, limit(), v + Fraction(1, 3 * n)) for n, v in found.items())),
                    judge("<", [("protocol", limit(), random_zeros_error(ZEROS, HALVES))]))

def refutes_two_message_values_tend_to_the_limit(limit, n):
    z = round(n * 0.7071)  # a mixture of halves and z zeros that balances both kinds of errors
    other, halves = (n - z) * (n - z - 1) / (n * (n - 1)), (n / 2 - 1) / (n - 1)
    weight = (halves - 0) / (halves - other + z / n)
    return abs(weight * z / n - float(limit().lower)) > 1 / (3 * n)
