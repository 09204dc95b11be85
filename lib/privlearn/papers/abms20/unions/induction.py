"""ABMS20, Section 4.1: the two steps of the induction in the proof of Proposition 4.2."""

from functools import cache
from itertools import product

from privlearn.checking import Verdict, check, covering, judge, sabotage
from privlearn.dimensions.composition import achievable_heights
from privlearn.dimensions.composition.tree_colourings import Heights, heights_of_all_colourings, joined_height
from privlearn.exact.formulas import Value, formula
from privlearn.papers.abms20.unions import claim

HIGHEST = 7  # depth of the trees whose combinations are listed one by one

@formula("at least", where=("max(x_L, x_R) >= 0",), corners={"x_L": (-1, 0, 2), "x_R": (-1, 0, 3)},
         tex={"1 / 2": r"\frac12"})
def mean_and_half(x_L: Value, x_R: Value) -> Value:
    return (x_L + x_R) / 2 + 1 / 2


claim("ABMS20-4.2.eq-x", kind="inequality", section="4.1 Closure under unions, proof of 4.2", step_of="ABMS20-4.2",
      formulas=(mean_and_half,), uses=("ABMS20-3.1",),
      title="One colour: x >= max(x_L, x_R), x >= min(x_L, x_R) + 1, so x >= (x_L + x_R + 1) / 2, if a leaf has it",
      erratum_kind="step", repaired=True,
      erratum="A missing case: if no leaf has the colour, then x = x_L = x_R = -1, but the printed bound is -1/2. "
              "The smallest counterexample is the tree of depth 1 with both leaves of the other colour. The sum of "
              "both colours is right in that case too, as then y = y_L + 1, so the proposition stands.")


def combinations_of(depth: int) -> list[tuple[Heights, Heights]]:
    """Return the heights (of both colours) that the two sides of a tree can have."""
    below = sorted(achievable_heights(depth - 1))
    return [(one, two) for one in below for two in below]


@check("ABMS20-4.2.eq-x", grade="exhaustive",
       quantifier="all colourings of the leaves of depth 1 to 7, through the heights of the two sides; both colours",
       says="{(x_L + x_R + 1)/2} is at most {the height x}, if a leaf has the colour")
def height_is_at_least_half_the_sum_and_a_half(step=mean_and_half) -> Verdict:
    pairs = {(d, one[c], two[c]) for d in range(1, HIGHEST + 1) for one, two in combinations_of(d) for c in (0, 1)}
    return judge("<=", ((case, step(*case[1:]), joined_height(*case[1:])) for case in sorted(pairs)
                        if step.holds_for(*case[1:])))

def refutes_height_is_at_least_half_the_sum_and_a_half(step, depth, left, right):
    bound = step(left, right)
    for one, two in product(colourings(depth - 1), repeat=2):
        if (height_of(one), height_of(two)) == (left, right):
            return height_of(one + two) < bound
    return False


@cache
def has_height(leaves: tuple[int, ...], height: int) -> bool:
    """Has the complete tree with these leaves (1: of the colour) a subtree of the height, by the definition?"""
    if len(leaves) == 1:
        return height == 0 and leaves[0] == 1
    left, right = leaves[:len(leaves) // 2], leaves[len(leaves) // 2:]
    return (has_height(left, height) or has_height(right, height)
            or height > 0 and has_height(left, height - 1) and has_height(right, height - 1))


def height_of(leaves: tuple[int, ...]) -> int:
    """Return the height of a tallest subtree of colour 1, -1 for none."""
    return max((h for h in range(len(leaves).bit_length()) if has_height(leaves, h)), default=-1)


def colourings(depth: int) -> list[tuple[int, ...]]:
    return list(product((0, 1), repeat=1 << depth))


@check("ABMS20-4.2.eq-x", grade="exhaustive",
       quantifier="all colourings of the leaves of depth 1 to 4, heights from all colourings one by one",
       says="{max(x_L, x_R, min(x_L, x_R) + 1)} equals {the height x}, if a leaf has the colour")
@sabotage("the larger side alone", lambda left, right: (max(left, right),))
def height_is_the_larger_of_both_lower_bounds(
        parts=lambda left, right: (max(left, right), min(left, right) + 1)) -> Verdict:
    cases = {}
    for d in range(1, 5):
        below, heights = heights_of_all_colourings(d - 1)[:, 0].tolist(), heights_of_all_colourings(d)[:, 0].tolist()
        for number, height in enumerate(heights):
            left, right = below[number % len(below)], below[number // len(below)]
            if max(left, right) >= 0:
                cases[d, left, right] = height
    return judge("==", ((case, max(parts(*case[1:])), height) for case, height in cases.items()))

def refutes_height_is_the_larger_of_both_lower_bounds(parts, depth, left, right):
    below = {height_of(c): c for c in colourings(min(depth - 1, 3))}
    whole = below[left] + below[right]
    return height_of(whole) != max(parts(left, right))


@formula("at least", corners=dict.fromkeys(("x_L", "y_L", "x_R", "y_R"), (-1, 0, 2)))
def means_and_one(x_L: Value, y_L: Value, x_R: Value, y_R: Value) -> Value:
    return (x_L + y_L) / 2 + (x_R + y_R) / 2 + 1


@formula("equals", corners={"d": (0, 1, 2, 59)})
def depth_less_one(d: int) -> Value:
    return d - 1


claim("ABMS20-4.2.eq-sum", kind="inequality", section="4.1 Closure under unions, proof of 4.2", step_of="ABMS20-4.2",
      formulas=(means_and_one, depth_less_one),
      title="Both colours: x + y >= (x_L + y_L) / 2 + (x_R + y_R) / 2 + 1, hence x + y >= d - 1",
      uses=("ABMS20-3.1", "ABMS20-4.2.eq-x"))


@check("ABMS20-4.2.eq-sum", grade="exhaustive",
       quantifier="all colourings of the leaves of depth 1 to 7, through the heights of the two sides",
       says="{(x_L + y_L)/2 + (x_R + y_R)/2 + 1} is at most {the sum x + y of both heights}")
def sum_of_both_heights_is_the_mean_and_one(least=means_and_one) -> Verdict:
    cases = ((d, one, two) for d in range(1, HIGHEST + 1) for one, two in combinations_of(d) if one <= two)
    return judge("<=", (((d, one, two), least(*one, *two),
                         joined_height(one[0], two[0]) + joined_height(one[1], two[1])) for d, one, two in cases))

def refutes_sum_of_both_heights_is_the_mean_and_one(least, depth, one, two):

    def both(leaves: tuple[int, ...]) -> Heights:
        return height_of(tuple(1 - c for c in leaves)), height_of(leaves)

    if depth > 3:
        return False
    known = {both(c): c for c in colourings(depth - 1)}
    return sum(both(known[one] + known[two])) < least(*one, *two)


@check("ABMS20-4.2.eq-sum", grade="exhaustive",
       quantifier="all colourings of the leaves of each depth from 0 to 59, through the set of their heights",
       says="{the least sum x + y of both heights} equals {d - 1}")
def heights_add_up_to_at_least_the_depth_less_one(least=depth_less_one) -> Verdict:
    found = [(d, min(x + y for x, y in achievable_heights(d))) for d in range(60)]
    return judge("==", ((d, smallest, least(d)) for d, smallest in found))

def refutes_heights_add_up_to_at_least_the_depth_less_one(least, witness):
    if witness <= 3:
        totals = (height_of(c) + height_of(tuple(1 - leaf for leaf in c)) for c in colourings(witness))
        return min(totals) != least(witness)
    alone = 0  # the height of a colour that all leaves but one have; the other one has height 0
    for depth in range(2, witness + 1):
        alone = max(depth - 1, 1 + min(depth - 1, alone))
    return alone != least(witness)  # no sum is smaller: the step from the sides to the whole, above


@check("ABMS20-4.2.eq-sum", grade="exhaustive", quantifier="all 65,814 colourings of the leaves of depth 0 to 4",
       says="the recursion gives exactly the pairs of heights (x, y) that the colourings have")
def recursion_finds_the_heights_of_all_colourings(found=achievable_heights) -> Verdict:
    listed = [(d, {(x, y) for x, y in heights_of_all_colourings(d).tolist()}) for d in range(5)]
    return covering(judge("==", ((d, sorted(found(d)), sorted(pairs)) for d, pairs in listed)), 65814)

def refutes_recursion_finds_the_heights_of_all_colourings(found, witness):
    pairs = {(height_of(tuple(1 - leaf for leaf in c)), height_of(c)) for c in colourings(min(witness, 3))}
    return witness <= 3 and pairs != set(found(witness))

@recursion_finds_the_heights_of_all_colourings.sabotage("x = min(x_L, x_R) + 1 even if no leaf has the colour")
def x_min_x_l_x_r():
    def careless(depth: int) -> frozenset[Heights]:
        if depth == 0:
            return achievable_heights(0)
        below = careless(depth - 1)
        return frozenset((max(a, c, 1 + min(a, c)), max(b, d, 1 + min(b, d))) for a, b in below for c, d in below)

    return careless


@check("ABMS20-4.2.eq-sum", grade="exhaustive",
       quantifier="depths 1 to 59: one colour alone, or all x, y from 0 to d - 1 with x + y >= d - 1",
       says="the pairs of heights (x, y) that occur are exactly those of the closed form")
@sabotage("without the two heights of one colour alone",
          lambda d: {(x, y) for x in range(d) for y in range(d - 1 - x, d)})
def heights_have_a_closed_form(closed=lambda d: {(-1, d), (d, -1)} | {
        (x, y) for x in range(d) for y in range(d - 1 - x, d)}) -> Verdict:
    return judge("==", ((d, len(achievable_heights(d) ^ closed(d)), 0) for d in range(1, 60)))

def refutes_heights_have_a_closed_form(closed, witness):
    pairs = {(height_of(tuple(1 - leaf for leaf in c)), height_of(c)) for c in colourings(min(witness, 3))}
    return witness <= 3 and pairs != closed(witness)
