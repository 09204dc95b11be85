"""ABMS20, Section 4.1: Proposition 4.2, the Littlestone dimension of a union of two classes."""

from collections.abc import Iterable
from functools import cache, partial
from itertools import product

from privlearn.checking import Verdict, all_hold, check, covering, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, thresholds
from privlearn.dimensions import littlestone_dimension
from privlearn.dimensions.composition import hamming_ball
from privlearn.dimensions.composition.tree_colourings import joined_height
from privlearn.dimensions.sweeps import dimensions_on_five_points, littlestone_of_all_classes, one_mistake_classes
from privlearn.exact.formulas import Value, formula
from privlearn.online import mistakes_forced
from privlearn.online.unions import UnionLearner
from privlearn.papers.abms20.unions import claim
from privlearn.papers.abms20.unions.threshold_dimension import extremal, members
from privlearn.papers.by_definition import class_of, depth_by_definition


@formula("at most", corners={"d_1": (-1, 0, 1, 4), "d_2": (-1, 0, 3)})
def sum_and_one(d_1: Value, d_2: Value) -> Value:
    return d_1 + d_2 + 1


@formula("equals", corners={"n": (4, 5), "d_1": (0, 1, 4), "d_2": (0, 3)})
def largest_on_points(n: int, d_1: int, d_2: int) -> Value:
    return min(n, d_1 + d_2 + 1)


claim("ABMS20-4.2", kind="proposition", formulas=(sum_and_one, largest_on_points),
       title="The Littlestone dimension of a union is at most d1 + d2 + 1",
      uses=("ABMS20-3.1", "FX15-2.5.ldim", "ABMS20-4.2.eq-x", "ABMS20-4.2.eq-sum"),
      note="For all pairs it is enough to look at classes to which no function can be added without a larger "
           "dimension. On 5 points all pairs are covered through their halves at a point; and once more, for unions "
           "that are everything, through the 1,632 maximal classes of dimension at most 1: the majority function "
           "changed on the blocks of a partition of the points.")


def balls_reach(value, dimensions: Iterable[int], points: int) -> bool:
    """Is the dimension stated that of a union of two balls, by the definition, or that of all functions?"""
    s, t = dimensions
    few, many = ([f for f in range(1 << points) if test(f.bit_count())]
                 for test in (lambda k: k <= s, lambda k: k >= points - t))
    return value(points, s, t) == has_depth(sorted({*few, *many}), points)


def total_depth(one: int, two: int, points: int) -> int:
    return sum(depth_by_definition(members(number, points), points) for number in (one, two))


def exceeds(bound, witness: tuple[int, int]) -> bool:
    """Is the dimension of the union of two classes on 4 points, by the definition, above the bound?"""
    one, two = map(members, witness)
    return depth_by_definition(sorted({*one, *two})) > bound(depth_by_definition(one), depth_by_definition(two))


@check("ABMS20-4.2", grade="exhaustive", quantifier="all d1, d2 <= 4 and all pairs of classes on 4 points: attained",
       says="{the largest Littlestone dimension of a union} equals {min(4, d_1 + d_2 + 1)}")
@verifier(lambda value, pair: exceeds(partial(value, 4), pair) or not balls_reach(
    value, map(depth_by_definition, map(members, pair)), 4))
def largest_littlestone_dimension_on_four_points(value=largest_on_points) -> Verdict:
    table = littlestone_of_all_classes(4)
    found = [((s, t), extremal(table, s, t)) for s in range(5) for t in range(5)]
    return judge("==", ((pair, largest, value(4, s, t)) for (s, t), (largest, pair) in found))


@check("ABMS20-4.2", grade="exhaustive", quantifier="all 2^32 ways to split all functions on 5 points into two "
       "classes: d1 + d2 >= 4, through the 32 single functions and the 1,632 maximal classes of dimension at most 1",
       says="{the number of points less one} is at most {d_1 + d_2}")
@sabotage("d1 + d2 >= 5", lambda points: points)
def two_classes_that_make_up_the_cube_have_dimensions_of_sum_four(least=lambda points: points - 1) -> Verdict:
    small = [(0, 1 << f) for f in range(32)] + [(1, c) for c in one_mistake_classes(5)]
    cases = [((d, c), least(5), d + dimensions_on_five_points((1 << 32) - 1 - c)[0]) for d, c in small]
    return covering(judge("<=", cases), 1 << 32)

def refutes_two_classes_that_make_up_the_cube_have_dimensions_of_sum_four(least, witness):
    inside = members(witness[1], 5)
    total = depth_by_definition(inside, 5) + has_depth([f for f in range(32) if f not in inside])
    return total < least(5)


def has_depth(functions: list[int], points: int = 5) -> int:
    """Return the Littlestone dimension, deciding depth by depth."""
    @cache
    def reaches(part: tuple[int, ...], height: int) -> bool:
        if height == 0 or len(part) < 1 << height:
            return height == 0 and len(part) > 0
        return any(all(reaches(tuple(f for f in part if f >> x & 1 == b), height - 1) for b in (0, 1))
                   for x in range(points))

    return max(h for h in range(points + 1) if h == 0 or reaches(tuple(functions), h))


@cache
def halves_on_four_points() -> list[tuple[tuple[int, int, int, int], int, tuple[int, int]]]:
    """Return for all dimensions (a1, b1, a2, b2) of the halves of two classes on 5 points what their union can have.

    That is 1 + min over both halves of the largest dimension of a union on 4 points; with two classes of 5 points made
    of halves with the largest unions.  The union's own dimension is this for some point, or at most 0.
    """
    most = {pair: extremal(littlestone_of_all_classes(4), *pair) for pair in product(range(-1, 5), repeat=2)}
    return [((a, b, c, d), 1 + min(most[a, c][0], most[b, d][0]),
             (most[a, c][1][0] | most[b, d][1][0] << 16, most[a, c][1][1] | most[b, d][1][1] << 16))
            for a, b, c, d in product(range(-1, 5), repeat=4) if max(a, b) >= 0 and max(c, d) >= 0]


@check("ABMS20-4.2", grade="exhaustive",
       quantifier="all (2^32 - 1)^2 pairs of non-empty classes on 5 points, through the dimensions of their halves "
                  "at the root of a deepest tree; the halves' unions from the tables of all pairs on 4 points",
       says="{the dimension that the halves allow the union} is at most {d_1 + d_2 + 1}")
def bound_on_five_points_through_halves(bound=sum_and_one) -> Verdict:
    cases = ((pair, union, bound(joined_height(a, b), joined_height(c, d)))
             for (a, b, c, d), union, pair in halves_on_four_points())
    return covering(judge("<=", cases), ((1 << 32) - 1) ** 2)

def refutes_bound_on_five_points_through_halves(bound, witness):
    one, two = (members(number, 5) for number in witness)
    return has_depth(sorted({*one, *two})) > bound(has_depth(one), has_depth(two))


@check("ABMS20-4.2", grade="exhaustive",
       quantifier="all d1, d2 <= 4 and all pairs of classes on 5 points: no more by halves, attained by Hamming balls",
       says="Hamming balls have a union of dimension min(5, d_1 + d_2 + 1), and by their halves no classes have more")
@verifier(lambda value, witness: not balls_reach(value, witness, 5))
def largest_littlestone_dimension_on_five_points(value=largest_on_points) -> Verdict:
    def enclosed(s: int, t: int) -> tuple[int, int]:
        balls = hamming_ball(5, s).union(hamming_ball(5, t, 1))
        return littlestone_dimension(balls), max(union for (a, b, c, d), union, _ in halves_on_four_points()
                                                 if joined_height(a, b) <= s and joined_height(c, d) <= t)

    pairs = product(range(5), repeat=2)
    return judge("==", (((s, t), enclosed(s, t), (value(5, s, t), value(5, s, t))) for s, t in pairs))


@check("ABMS20-4.2", grade="exact", against="optimum", quantifier="balls of radius d1, d2 <= 3 about 0 and 1, 7 points",
       says="{the dimension of the union of two balls} is {d_1 + d_2 + 1, also as the largest on 7 points}")
@verifier(lambda bounds, s, t: not balls_reach(lambda _, *both: bounds[0](*both), (s, t), 7)
          or not balls_reach(bounds[1], (s, t), 7))
@judged("==")
def larger_balls_attain_both(bounds=(sum_and_one, largest_on_points)):
    for s, t in product(range(4), repeat=2):
        depth = littlestone_dimension(hamming_ball(7, s).union(hamming_ball(7, t, 1)))
        yield (s, t), (depth, depth), (bounds[0](s, t), bounds[1](7, s, t))


@check("ABMS20-4.2", grade="exact", quantifier="thresholds on 2^1 to 2^12 points, split into even and odd ones: "
       "dimensions of both parts and of the union",
       says="on 2^b points even and odd thresholds have Littlestone dimension b - 1 each, and their union has b")
@sabotage("a half of the functions loses nothing", lambda b: (b, b, b))
def thresholds_split_into_even_and_odd(value=lambda b: (b - 1, b - 1, b)) -> Verdict:
    def dimensions(b: int) -> tuple[int, ...]:
        whole = thresholds(b)
        parts = [ConceptClass.from_matrix(whole.matrix[side::2]) for side in (0, 1)]
        return tuple(map(littlestone_dimension, (*parts, whole)))

    return judge("==", ((b, dimensions(b), value(b)) for b in range(1, 13)))

def refutes_thresholds_split_into_even_and_odd(value, witness):
    @cache
    def of(many: int) -> int:  # so many thresholds in a row: a point splits them in two
        return max((1 + min(of(k), of(many - k)) for k in range(1, many)), default=0)

    return value(witness) != (of(2 ** (witness - 1)), of(2 ** (witness - 1)), of(2**witness))


class FirstOnly(UnionLearner):
    """The union learner without its second class: where the first is refuted it predicts 0 (corrupted)."""

    def hypothesis(self) -> tuple[int, ...]:
        """Return the label predicted at each point."""
        size = len(super().hypothesis())
        return super().hypothesis() if self.parts[0] is not None else (0,) * size


@cache
def tables_on(points: int) -> tuple[list[int], list[int]]:
    """Return the dimensions of all classes, and for every point the class of all functions that are 1 there."""
    ones = [sum(1 << f for f in range(1 << points) if f >> x & 1) for x in range(points)]
    return littlestone_of_all_classes(points).tolist(), ones


@cache
def most_by_tables(one: int, two: int, points: int, smaller: bool = False) -> int:
    """Return the most mistakes of "the first class's optimal learner, then the second's", on numbers of classes.

    With ``smaller`` it predicts the label of the smaller half instead (corrupted).
    """
    (table, columns), space, worst = tables_on(points), one or two, 0
    for ones in columns:
        said = (table[space & ones] > table[space & ~ones]) != smaller
        for label, part in ((0, ~ones), (1, ones)):
            after = one & part, two & part
            if any(after) and after != (one, two):
                worst = max(worst, (said != label) + most_by_tables(*after, points, smaller))
    return worst


PAIRS = [(2, c, d) for c in range(1, 16) for d in range(1, 16)] + [(3, 7 * k % 255 + 1, 64 - k) for k in range(64)]


@check("ABMS20-4.2", grade="exhaustive", quantifier="all adversaries, all 225 pairs of classes on 2 points and 64 "
       "pairs on 3 points: d1 + d2 + 1 mistakes at most, and as many as by the tables",
       says="the union learner makes at most d_1 + d_2 + 1 mistakes, and as many as the tables of dimensions say")
@sabotage("predicts 0 as soon as the first class is refuted", FirstOnly)
def union_learner_makes_at_most_that_many_mistakes(make=UnionLearner) -> Verdict:
    made = [((n, c, d), mistakes_forced(make(class_of((n, c)), class_of((n, d))), class_of((n, c | d))))
            for n, c, d in PAIRS]
    limits = [total_depth(c, d, n) + 1 for n, c, d in PAIRS]
    return all_hold(judge("<=", ((*case, limit) for case, limit in zip(made, limits, strict=True))),
                    judge("==", ((pair, found, most_by_tables(pair[1], pair[2], pair[0])) for pair, found in made)))

def refutes_union_learner_makes_at_most_that_many_mistakes(make, n, c, d):

    def lost(learner, left: list[int]) -> int:  # a label that is known already is asked once, too
        guess, found = learner.hypothesis(), [0]
        for x, label in product(range(n), (0, 1)):
            rest = [f for f in left if f >> x & 1 == label]
            if len(rest) == len(left) and guess[x] != label:
                found.append(99)  # again and again
            elif 0 < len(rest) < len(left):
                found.append((guess[x] != label) + lost(learner.updated(x, label), rest))
        return max(found)

    most = lost(make(class_of((n, c)), class_of((n, d))), members(c | d, n))
    return most > total_depth(c, d, n) + 1 or most != most_by_tables(c, d, n)


@check("ABMS20-4.2", grade="exhaustive", quantifier="all adversaries, all 65,025 pairs of classes on 3 points: the "
       "union learner's rule by the tables of dimensions, which is the learner itself on the pairs above",
       says="{the mistakes forced on the union learner's rule} are at most {d_1 + d_2 + 1}")
@verifier(lambda most, one, two: most(one, two, 3) > total_depth(one, two, 3) + 1)
@sabotage("the smaller half of the version space", lambda one, two, n: most_by_tables(one, two, n, smaller=True))
@judged("<=")
def rule_of_the_union_learner_makes_at_most_that_many_mistakes(most=most_by_tables):
    table = littlestone_of_all_classes(3).tolist()
    yield from (((c, d), most(c, d, 3), table[c] + table[d] + 1) for c in range(1, 256) for d in range(1, 256))
