"""GGKM21, Propositions 3, 5, 9 and 11: dimensions of composed classes, and a rule that makes an exponential one."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, floor
from typing import Any, NamedTuple

from privlearn.checking import Verdict, check, covering, judge, judged, sabotage, verifier
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import Concept, ConceptClass, aggregate, named_rule
from privlearn.dimensions import (is_threshold_sequence, littlestone_dimension, mistake_tree, sauer_bound,
                                  threshold_dimension, tree_depth)
from privlearn.dimensions.composition import closure_bound, composed_cover, is_zero_cover, zero_cover
from privlearn.dimensions.composition.digits import digit_classes, digit_concepts, digit_rule, digits_of
from privlearn.dimensions.mistake_trees import MistakeTree
from privlearn.dimensions.sweeps import RULES, classes_up_to_renaming, littlestone_of_all_classes
from privlearn.exact import Bracket, exp_bracket, is_at_most, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, formula, log2
from privlearn.papers.abms20.aggregation.instances import PAIRS, entries, sweep, values_refuted
from privlearn.papers.abms20.ramsey.instances import found_when_shared_evenly
from privlearn.papers.ggkm21.irreducibility import claim
from privlearn.papers.ggkm21.irreducibility.instances import littlestone, rows_of


@formula("at most", where=("k >= 2", "d >= 1"), corners={"k": (1, 2, 3, 4, 8, 16, 64), "d": (0, 1, 3, 10, 256)},
         loose={"d >= 1": "for d = 0 both sides are 0"})
def explicit_bound(k: int, d: int) -> Value:
    return 4.545 * k * d * log2(k)


claim("GGKM21-3", kind="proposition", uses=("ABMS20-2.def-G", "ABMS20-2.1.1.thicket"), formulas=(explicit_bound,),
      title="If LDim(H_i) <= d for i <= k, then LDim(G(H_1, ..., H_k)) is O(kd log k), for every rule G",
      note="The explicit bound, and that it holds for all pairs on four points, is checked with ABMS20, Theorem 2.1. "
           "Here the proof is run on the worst of these pairs, and the constant is made explicit.")

Cover = Callable[[ConceptClass, Sequence[int]], tuple[int, ...]]


def by_levels(tree: MistakeTree) -> tuple[int, ...]:
    """Return the points of a complete mistake tree, level by level."""
    level, points = [tree], []
    while isinstance(level[0], tuple):
        points += [node[0] for node in level]
        level = [child for node in level for child in node[1:]]
    return tuple(points)


def entropy_is_below_half(ratio: Fraction) -> bool:
    """Tell whether the binary entropy of 1/ratio is below 1/2: ``N^N / (d^d (N-d)^(N-d))`` squared is below ``2^N``."""
    n, d = ratio.numerator, ratio.denominator
    return bool(n ** (2 * n) < 2**n * d ** (2 * d) * (n - d) ** (2 * (n - d)))


def rest_of_entropy(ratio: Fraction) -> Bracket:
    """Return the entropy of ``1/ratio`` less a half, times the ratio, times ln 2, by logarithms."""
    return ratio * log_bracket(ratio) - (ratio - 1) * log_bracket(ratio - 1) - log_bracket(2) * (ratio / 2)


NINE = Fraction(909, 100)


class Composed(NamedTuple):
    """A rule, two classes (or none) of dimension d at most, k for two, and how they are covered."""

    G: str
    H_1: tuple[Concept, ...]
    H_2: tuple[Concept, ...]
    k: int
    d: int
    cover: Cover = zero_cover


def worst_pairs() -> Iterator[Composed]:
    """Yield, for three rules and all dimensions, a pair of classes on four points whose composition is deepest."""
    for name, one, two in product(("and", "or", "xor"), range(5), range(5)):
        if one or two:
            first, second = sweep().entry(RULES[name], "littlestone", one, two)[1]
            yield Composed(name, rows_of((4, first)), rows_of((4, second)), 2, max(one, two))


def all_but_the_last(concepts: ConceptClass, tree: Sequence[int]) -> tuple[int, ...]:
    return zero_cover(concepts, tree)[:-1] or (0,)


def without_a_concept(concepts: ConceptClass, tree: Sequence[int]) -> tuple[int, ...]:
    return zero_cover(concepts.without(0) if len(concepts) > 1 else concepts, tree)


def whatever_the_class(concepts: ConceptClass, tree: Sequence[int]) -> tuple[int, ...]:
    return tuple(range(2 << len(tree).bit_length()))


@proof("GGKM21-3", grade="certified",
       quantifier="AND, OR and XOR of a pair of classes on four points for every two dimensions, not both 0 (72 "
                  "pairs), the deepest tree of the composition; the constant for k = 2, 3, 4, 8, 16, 64 and d = 1, 3, "
                  "10, and for k = 2 and d = 256",
       instances=lambda: [*worst_pairs(), *(Composed("", (), (), k, d) for k, d in (
           (1, 1), *explicit_bound.instances()) if d < 256 or k == 2)],
       start=lambda: next(given for given in worst_pairs()
                          if given.d == 1 < min(map(len, given[1:3])) and given.G == "xor"),
       steps={"cover/serves": "{a labeling of V_i serves every concept on every path} is {true}",
              "cover/size": "{the number of labelings of V_i} is at most {C(N, <=d)}",
              "compose/serves": "{some G(v_1, v_2) serves every concept of G(H_1, H_2)} is {true}",
              "compose/size": "{the labelings G(v_1, v_2)} are at most {the pairs (v_1, v_2)}",
              "leaves": "{2^N} is at most {the labelings G(v_1, v_2)}",
              "count": "{2^N} is at most {C(N, <=d)^k}",
              "constant": "{y h(1/y) - y/2 for y = 9.09, or 4 e log k for k > 2,} is less than {0, or k^3}",
              "order": "{the largest N with 2^N <= C(N, <=d)^k} is at most {4.545 k d log2(k)}",
              "conclusion": "{LDim(G(H_1, H_2))} is at most {4.545 k d log2(k)}"},
       hypotheses=(
           Hypothesis("the classes have dimension at most d", {"d": lambda given: given.d - 1},
                      ("cover/size", "count", "conclusion")),
           Hypothesis("a labeling of each cover serves every concept on every path",
                      lambda: (given._replace(cover=cover) for given in worst_pairs()
                               for cover in (all_but_the_last, without_a_concept)),
                      ("cover/serves", "compose/serves", "leaves")),
           Hypothesis("the covers are small", {"cover": whatever_the_class},
                      ("cover/size", "cover/serves", "compose/serves"))))
def covers_bound_the_deepest_tree(given: Composed, bound=explicit_bound) -> Iterator[Line]:
    k, d, stated = given.k, given.d, bound.holds_for(given.k, given.d)
    if given.H_1:
        classes = [ConceptClass.from_matrix(rows) for rows in given[1:3]]
        composed = aggregate(RULES[given.G], *classes)
        tree = by_levels(mistake_tree(composed))
        covers, N = [given.cover(concepts, tree) for concepts in classes], len(tree).bit_length()
        for i, (cover, concepts) in enumerate(zip(covers, classes, strict=True), 1):
            yield Line("cover/serves", "==", is_zero_cover(cover, concepts, tree), True, f"class {i}")
            yield Line("cover/size", "<=", len(cover), sauer_bound(N, d), f"class {i}")
        made = composed_cover(RULES[given.G], *covers, nodes=len(tree))
        yield Line("compose/serves", "==", is_zero_cover(made, composed, tree), True)
        yield Line("compose/size", "<=", len(made), len(covers[0]) * len(covers[1]))
        yield Line("leaves", "<=", 1 << N, len(made))
        yield Line("count", "<=", 1 << N, sauer_bound(N, d) ** k)
    if k > 2:
        yield Line("constant", "<", log_bracket(k) / log_bracket(2) * exp_bracket(1) * 4, k**3)
    elif k == 2:
        yield Line("constant", "<", rest_of_entropy(NINE), 0)
    if stated:
        yield Line("order", "<=", closure_bound(*[d] * k), bound(k, d))
    if given.H_1:
        yield Line("conclusion", "<=", littlestone_dimension(composed), bound(k, d) if stated else 0)


def refutes_covers_bound_the_deepest_tree(given: Composed, step: str, case: Any, bound) -> bool:
    """Tell whether a line is false: labelings node by node, the largest N one after the other."""
    rule, (H_1, H_2, k, d) = RULES.get(given.G, 0), given[1:5]
    if step == "order":
        deeper = int(as_bracket(bound(k, d)).upper) + 1
        return deeper < 1 or 2**deeper <= sum(comb(deeper, j) for j in range(d + 1)) ** k
    composed = sorted({tuple(rule >> (2 * a + b) & 1 for a, b in zip(f, g, strict=True)) for f in H_1 for g in H_2})
    tree = by_levels(mistake_tree(ConceptClass.from_matrix(composed)))
    depth, covers = len(tree).bit_length(), [given.cover(ConceptClass.from_matrix(rows), tree) for rows in (H_1, H_2)]
    if step == "conclusion":
        return littlestone(tuple(composed)) > (as_bracket(bound(k, d)).lower if d else 0)
    if step == "cover/size":
        return max(map(len, covers)) > sum(comb(depth, j) for j in range(d + 1))
    if step == "count":
        return 2**depth > sum(comb(depth, j) for j in range(d + 1)) ** 2
    made = {tuple(rule >> (2 * (left >> i & 1) + (right >> i & 1)) & 1 for i in range(len(tree)))
            for left, right in product(*covers)}
    paths = [[(1 << level) - 1 + (leaf >> depth - level) for level in range(depth)] for leaf in range(1 << depth)]
    served = [(composed, made), *((rows, {tuple(v >> i & 1 for i in range(len(tree))) for v in cover})
                                  for rows, cover in zip((H_1, H_2), covers, strict=True))]
    return len(made) < 2**depth if step == "leaves" else any(
        not any(all(v[i] == row[tree[i]] for i in path) for v in labelings)
        for rows, labelings in served for row in rows for path in paths)


def attained(one: int, two: int) -> int:
    """Return the largest dimension on four points: the closure bound, cut off at 4, and one less for 1 and 1."""
    return min(4, closure_bound(one, two)) - (one == two == 1)


@check("GGKM21-3", grade="exhaustive",
       quantifier="all 65,535^2 pairs of classes on four points under the 8 rules that need both arguments",
       says="{the largest dimension of a composition} is {the smaller of 4 and the closure bound, but 3 for 1 and 1}")
@verifier(lambda value, entry: values_refuted("littlestone")(lambda rule, one, two: value(one, two), entry))
@sabotage("without exception", lambda one, two: min(4, closure_bound(one, two)))
@sabotage("the sum", lambda one, two: min(4, one + two))
@sabotage("a term dropped: fewer than d flips",
          lambda one, two: min(4, closure_bound(max(0, one - 1), max(0, two - 1))))
def the_bound_is_attained_but_for_one_and_one(value: Callable[[int, int], int] = attained) -> Verdict:
    return covering(judge("==", ((entry, found, value(*entry[1:3])) for entry, found in entries("littlestone")
                                 if entry[0] in RULES.values())), PAIRS // 2)


@check("GGKM21-3", grade="exact", quantifier="k = 2: the constant to four decimals, by integers",
       says="entropy 1/2 is reached between d/N = 1/9.0887 and 1/9.0886, which is the limit of the bound")
@verifier(lambda ratio, which: is_at_most(rest_of_entropy(ratio - which), 0) == (which > 0))
@sabotage("9.0888", Fraction(90888, 10000))
@sabotage("9.0886", Fraction(90886, 10000))
@sabotage("9", Fraction(9))
@judged("==")
def entropy_gives_the_limit(ratio: Fraction = Fraction(90887, 10000)) -> Iterator[Any]:
    yield Fraction(0), entropy_is_below_half(ratio), True
    yield Fraction(1, 10000), entropy_is_below_half(ratio - Fraction(1, 10000)), False


claim("GGKM21-5", kind="proposition", status="quoted",
      reason="a theorem of Ghazi, Golowich, Kumar and Manurangsi on an order of growth; only dimension 1, which it "
             "does not cover, is settled here",
      uses=("GGKM21-3",),
      title="For k and d beyond a constant, some H with LDim(H) <= d has a 3k-fold OR of dimension Omega(kd log k)",
      note="A statement about an order of growth, with no constants to check. What can be said of d = 1, where it is "
           "false, is checked below it.")
claim("GGKM21-5.one", kind="remark", section="0 Irreducible and composed classes", uses=("ABMS20-2.def-G",),
      title="For d = 1 the k-fold OR of one class has dimension at most k, and some reach it: the logarithm needs more",
      note="Not in what we read of the paper. The proof on the page is for all classes.")


def flipped_parts(parts: int) -> ConceptClass:
    """Return the class of the empty set and some singletons, each point once as it is and once flipped."""
    return ConceptClass.from_matrix([[(i == x) ^ s for x in range(parts) for s in (0, 1)] for i in range(parts + 1)])


def or_of_copies(concepts: ConceptClass, copies: int) -> ConceptClass:
    """Return the class of the ORs of so many concepts of a class."""
    made = concepts
    for _ in range(copies - 1):
        made = aggregate(named_rule("or", 2), made, concepts)
    return made


@check("GGKM21-5.one", grade="exhaustive", quantifier="all 872 classes of dimension 1 on four points, k = 1, ..., 4; "
       "partitions into 3 to 6 parts, each point also flipped, k = 1, 2, 3",
       says="{the largest dimension of a k-fold OR} is {k}")
@sabotage("the closure bound", lambda k: closure_bound(*[1] * k))
@sabotage("one more from two copies on", lambda k: k + (k > 1))
@sabotage("always 1", lambda k: 1)
def copies_of_one_simple_class_add_up(value: Callable[[int], int] = lambda k: k) -> Verdict:
    least, sizes = classes_up_to_renaming(4)
    simple = littlestone_of_all_classes(4)[least] == 1
    found: list[Any] = [((4, k), largest_or(least[simple].tolist(), k), value(k)) for k in range(1, 5)]
    found += [((-parts, k), littlestone_dimension(or_of_copies(flipped_parts(parts), k)), value(k))
              for parts in range(3, 7) for k in (1, 2, 3)]
    return covering(judge("==", found), 4 * int(sizes[simple].sum()) + 12)


def largest_or(numbers: list[int], copies: int) -> int:
    """Return the largest dimension of the OR of so many copies of a class on four points."""
    table = littlestone_of_all_classes(4)
    largest = -1
    for number in numbers:
        members = {f for f in range(16) if number >> f & 1}
        made = set(members)
        for _ in range(copies - 1):
            made = {f | g for f in made for g in members}
        largest = max(largest, int(table[sum(1 << f for f in made)]))
    return largest

def refutes_copies_of_one_simple_class_add_up(value: Callable[[int], int], _, k) -> bool:
    singletons = ConceptClass.from_matrix([[int(i == x) for x in range(k + 1)] for i in range(k + 1)])
    rows = {tuple(map(max, zip(*chosen, strict=True))) for chosen in product(singletons.rows(), repeat=k)}
    depth = tree_depth(mistake_tree(ConceptClass.from_matrix(sorted(rows))))
    return value(k) < depth or value(k) > k  # k distinct ones are all that an OR can show before it is known


@formula("at most", corners={"k": (1, 2, 3, 8), "d": (0, 1, 2, 8)})
def by_two_k_colours(k: int, d: int) -> Value:
    return (2 * k) ** (4 * k * d + 1)


@formula("at most", where=("k >= 2", "d >= 1"), corners={"k": (1, 2, 3, 8), "d": (0, 1, 2, 8)},
         loose={"d >= 1": "for d = 0 all functions are constant"})
def explicit_power(k: int, d: int) -> Value:
    return 2 ** (9 * k * d * log2(k))


claim("GGKM21-9", kind="proposition", uses=("ABMS20-2.1.2.plan", "ABMS20-4.2.1.colouring", "ABMS20-4.2.1.ramsey"),
      formulas=(by_two_k_colours, explicit_power),
      title="If T(H_i) <= d for i <= k, then T(G(H_1, ..., H_k)) is at most 2^O(kd log k)",
      note="The search with 2k colours, whose programs are checked with ABMS20, Section 2.1.2, gives less than "
           "(2k)^(4kd + 1), and so at most 2^(9 k d log2(k)). Both are checked. What small classes reach is on "
           "the card of ABMS20, Theorem 2.2.")


@check("GGKM21-9", grade="certified", against="optimum",
       quantifier="k = 1, 2, 3, 8 and d = 0, 1, 2, 8, the second bound from k = 2 and d = 1 on",
       says="{2(d + 1)} is at most {what the greedy search finds with 2k evenly spread colours above the bound}")
@judged("<=")
def ladders_above_the_bound_have_a_long_part(bounds=(by_two_k_colours, explicit_power)):
    for place, bound in enumerate(bounds):
        for k, d in bound.instances():
            yield (k, d, place), 2 * (d + 1), found_when_shared_evenly(1 + floor(as_bracket(bound(k, d)).upper), 2 * k)

def refutes_ladders_above_the_bound_have_a_long_part(bounds, k, d, place):
    needed = 1  # to record 2k(2d) + 2 vertices
    for _ in range(4 * k * d + 1):
        needed = 2 * k * (needed - 1) + 2
    return 1 + floor(as_bracket(bounds[place](k, d)).upper) < needed


claim("GGKM21-11", kind="proposition", status="quoted",
      reason="a proposition of Ghazi, Golowich, Kumar and Manurangsi; comparing digits, our own route, reaches it for "
             "small dimensions only",
      uses=("ABMS20-2.def-G", "ABMS20-2.def-T"),
      title="For d >= 6, some rule makes of 3k classes with T <= d one with T = 2^(k floor(d/5))",
      note="Checked where comparing digits does it, which need not be the construction of the paper: for k = 1 up to "
           "d = 49. For large d the power of two outgrows the digits, and the paper's own construction, which we have "
           "not read, is needed.")

CASES = (*((1, max(6, 5 * t)) for t in range(1, 10)), *((2, max(6, 5 * t)) for t in range(1, 5)), (3, 6), (3, 10))
Instance = tuple[int, int, int]  # points, base, digits


def smallest_base(k: int, d: int) -> Instance:
    """Return the points of the statement, the least base in which the digits of 3k classes are enough, their number."""
    points, digits = 2 ** (k * (d // 5)), (3 * k + 1) // 2
    return points, next(b for b in range(2, points + 2) if b**digits >= points), digits


def with_bases(change: Callable[[int, int, int], Instance]) -> Callable[[int, int], Instance]:
    """Return the choice of points, base and digits with a change to it."""
    return lambda k, d: change(*smallest_base(k, d))


@check("GGKM21-11", grade="exact", quantifier="k = 1 and d = 6, ..., 49; k = 2 and d = 6, ..., 24; k = 3 and d = 6, "
       "..., 14 (one d for each floor(d/5))",
       says="3k classes of threshold dimension at most d compose to one of dimension 2^(k floor(d/5)), the number of "
       "points")
@sabotage("a digit more", with_bases(lambda points, base, digits: (points, base, digits + 1)))
@sabotage("half of the points", with_bases(lambda points, base, digits: (points // 2, base, digits)))
@sabotage("a single digit", with_bases(lambda points, base, digits: (points, points, 1)))
@judged("==")
def digits_make_an_exponential_dimension(choose: Callable[[int, int], Instance] = smallest_base) -> Iterator[Any]:
    for k, d in CASES:
        points, base, digits = choose(k, d)
        classes = digit_classes(points, base=base, digits=digits)
        made = digit_concepts(points, base=base, digits=digits)
        largest = max(threshold_dimension(concepts) for concepts in classes)
        reached = points if is_threshold_sequence([(t, t) for t in range(points)], made) else 0
        yield (k, d), (len(classes) <= 3 * k, largest <= d, reached), (True, True, 2 ** (k * (d // 5)))

def refutes_digits_make_an_exponential_dimension(choose: Callable[[int, int], Instance], k, d) -> bool:
    points, base, digits = choose(k, d)
    return points != 2 ** (k * (d // 5)) or 2 * digits - 1 > 3 * k or min(base, points) > d


@check("GGKM21-11", grade="exhaustive",
       quantifier="all pairs of numbers of 1 to 3 digits to base 3 and of 4 or 5 to base 2",
       says="the digit rule says x >= t just if x is at least t")
@sabotage("only the last digits count", lambda digits: sum(1 << v for v in range(1 << 2 * digits - 1) if v & 1))
@sabotage("every digit has to be at least as large", lambda digits: sum(
    1 << v for v in range(1 << 2 * digits - 1) if all(v >> 2 * place & 1 for place in range(digits))))
@judged("==")
def the_digit_rule_compares(rule: Callable[[int], int] = digit_rule) -> Iterator[Any]:
    for digits in range(1, 6):
        table = rule(digits)
        for x, t in product(range(3**digits if digits < 4 else 2**digits), repeat=2):
            yield (digits, x, t), table >> number_of_comparisons(x, t, digits) & 1, int(x >= t)

def refutes_the_digit_rule_compares(rule: Callable[[int], int], digits, x, t) -> bool:
    number, base = 0, 3 if digits < 4 else 2
    for place in reversed(range(digits)):
        a, b = x // base**place % base, t // base**place % base
        number = 2 * (number if place == 0 else 2 * number + (a > b)) + (a >= b)
    return bool(rule(digits) >> number & 1) != (x >= t)


def number_of_comparisons(x: int, t: int, digits: int) -> int:
    """Return the comparisons of two numbers, digit by digit, as the number of a line of the truth table."""
    base = 3 if digits < 4 else 2
    pairs = list(zip(digits_of(x, base, digits), digits_of(t, base, digits), strict=True))
    bits = [bit for a, b in pairs for bit in (a > b, a >= b)]
    return int("".join(str(int(bit)) for bit in bits[:-2] + bits[-1:]), 2)
