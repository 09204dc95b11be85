"""FX15, Section 1.2: least covers for a known distribution, and random ones."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import Concept, ConceptClass, all_functions, lines, points, thresholds
from privlearn.dimensions.representation import (ProbabilisticRepresentation, is_smallest_cover, largest_packing,
                                                 random_cover_value, smallest_cover)
from privlearn.dimensions.representation.covers import CoverValue, is_cover_value
from privlearn.exact import as_fraction
from privlearn.exact.formulas import Value, formula
from privlearn.papers.fx15.known_distributions import claim

ALPHAS = (Fraction(1, 8), Fraction(1, 4), Fraction(1, 2))
CLASSES = {"Thr_2": thresholds(2), "Point_2": points(2), "AllFunctions(3)": all_functions(3), "Line_2": lines(2),
           "two constants": ConceptClass.from_matrix([[0, 0], [1, 1]])}
Law = tuple[Fraction, ...]


def laws(size: int) -> list[Law]:
    """The uniform distribution and eleven others with small denominators, by a fixed rule."""
    found = [(Fraction(1, size),) * size]
    for k in range(1, 12):
        weights = [(7 * k * k + 3 * k * x + 5 * x * x + k // 3) % 7 for x in range(size)]
        weights[k % size] += 1
        found.append(tuple(Fraction(w, sum(weights)) for w in weights))
    return found


def cases_of_covers() -> Iterator[tuple[str, Law, Fraction]]:
    for name, concepts in CLASSES.items():
        yield from product((name,), laws(concepts.size), ALPHAS)


claim("FX15-1.2.fixedD", kind="definition",
      title="For a known distribution the representation dimension is the logarithm of the covering number",
      uses=("FX15-2.3",))


@check("FX15-1.2.fixedD", grade="exhaustive",
       quantifier="Thr_2, Point_2, AllFunctions(3), Line_2 and the two constants on 2 points; the uniform and eleven "
                  "other distributions; epsilon 1/8, 1/4, 1/2; all sets of functions of one less",
       says="the functions found are a cover, and no set of one function less is")
@sabotage("centres from the class only", lambda concepts, law, e: smallest_cover(concepts, law, e, proper=True))
@sabotage("a largest packing in place of a least cover", largest_packing)
@judged("==")
def covering_numbers_are_least(cover=smallest_cover):
    for name, law, e in cases_of_covers():
        found = cover(CLASSES[name], law, e)
        yield (name, law, e, len(found)), is_smallest_cover(found, CLASSES[name], law, e), True

def refutes_covering_numbers_are_least(cover, name, law, e, size):
    rows, n = CLASSES[name].rows(), CLASSES[name].size

    def covers(some) -> bool:
        return all(min(sum(q for q, a, b in zip(law, f, h, strict=True) if a != b) for h in some) <= e for f in rows)

    found = cover(CLASSES[name], law, e)
    smaller = combinations(product((0, 1), repeat=n), size - 1)
    return len(found) == size and (not covers(found) or any(covers(some) for some in smaller if some))


TRIED = tuple((name, law, e) for name, concepts in CLASSES.items() for law in laws(concepts.size)[:5:2] for e in ALPHAS)


@cache
def lists_of_functions(place: int) -> tuple[tuple[Concept, ...], ...]:
    """Return a least cover, lists that differ from it in one function, and the concepts themselves."""
    name, law, e = TRIED[place]
    right, functions = smallest_cover(CLASSES[name], law, e), tuple(product((0, 1), repeat=CLASSES[name].size))
    return (right, right[1:], right[:-1], (*right, right[0]), (*right, functions[-1]), (), tuple(CLASSES[name].rows()),
            *((*right[1:], f) for f in functions))


def near_sets(name: str, law: Law, e: Fraction) -> dict[Concept, frozenset[int]]:
    return {h: frozenset(i for i, f in enumerate(CLASSES[name].rows()) if sum(
        (q for q, a, b in zip(law, f, h, strict=True) if a != b), Fraction(0)) <= e)
            for h in product((0, 1), repeat=CLASSES[name].size)}


@check("FX15-1.2.fixedD", grade="exhaustive",
       quantifier="the same classes, three distributions and epsilon: a least cover, all lists with its first function "
                  "replaced, lists of one function less or more, the concepts themselves; all sets of functions",
       says="a list of functions is accepted exactly if it covers and all lists that do are as long")
@sabotage("nobody asks whether fewer do", lambda some, concepts, law, e: all(any(
    sum(q for q, a, b in zip(law, f, h, strict=True) if a != b) <= e for h in some) for f in concepts.rows()))
@sabotage("nobody asks whether they cover",
          lambda some, concepts, law, e: len(some) == len(smallest_cover(concepts, law, e)))
@judged("==")
def least_covers_are_accepted_and_others_refused(verify=is_smallest_cover):
    for place, (name, law, e) in enumerate(TRIED):
        near, everyone = near_sets(name, law, e), set(range(len(CLASSES[name])))
        reached, least = {frozenset[int]()}, 0
        while everyone not in reached:
            reached, least = {old | more for old in reached for more in near.values()}, least + 1
        for which, some in enumerate(lists_of_functions(place)):
            covers = set().union(*(near[h] for h in some)) == everyone
            yield (place, which), verify(some, CLASSES[name], law, e), covers and len(some) == least

def refutes_least_covers_are_accepted_and_others_refused(verify, place, which):
    name, law, e = TRIED[place]
    some, kinds = lists_of_functions(place)[which], set(near_sets(name, law, e).values())
    number = len(CLASSES[name])
    covers = all(any(sum(q for q, a, b in zip(law, f, h, strict=True) if a != b) <= e for h in some)
                 for f in CLASSES[name].rows())
    fewer = any(len(frozenset().union(*few)) == number for size in range(1, min(len(some), len(kinds) + 1))
                for few in combinations(kinds, size))
    return verify(some, CLASSES[name], law, e) != (covers and not fewer)


@formula("at least", corners={"N": (2, 5, 8), "w": (Fraction(0), Fraction(1, 4), Fraction(4, 5))})
def random_size(N: int, w: Value) -> Value:
    """Return how many random functions miss a concept with probability w at least, N being the covering number."""
    return N * (1 - w)


claim("FX15-1.2.fixedD-ineq", kind="inequality", formulas=(random_size,),
      title="PRDim^D at (epsilon/2, delta) is at least DRDim^D at epsilon, less log(1/(1 - delta))",
      uses=("FX15-1.2.fixedD", "FX15-2.4"),
      note="In sizes: k >= N (1 - w), for the least miss probability w of k functions at epsilon/2 and the covering "
           "number N at epsilon; this is the inequality for every delta from w on.")


@cache
def half_radius_miss(concepts: ConceptClass, law: Law, alpha: Fraction, size: int) -> Fraction:
    """The least miss probability of random sets of ``size`` functions at alpha/2, verified."""
    solved = random_cover_value(concepts, law, alpha / 2, size)
    if not is_cover_value(solved, concepts, law, alpha / 2, size):
        raise ArithmeticError("a value does not verify")
    return solved.value


@check("FX15-1.2.fixedD-ineq", grade="certified",
       quantifier="the classes, distributions and epsilon of the definition, k = 1, 2, 3: all random k-sets",
       says="{the covering number at epsilon times 1 - w} is at most {the size k of the random sets}")
@sabotage("epsilon in place of epsilon/2 on the left",
          lambda concepts, law, e, k: random_cover_value(concepts, law, e, k).value)
def random_covers_are_no_smaller(miss=half_radius_miss) -> Verdict:
    return judge("<=", (((name, law, e, k), len(smallest_cover(CLASSES[name], law, e)) * (
        1 - miss(CLASSES[name], law, e, k)), k) for name, law, e in cases_of_covers() for k in (1, 2, 3)))

def refutes_random_covers_are_no_smaller(miss, name, law, e, k):
    functions, rows = list(product((0, 1), repeat=CLASSES[name].size)), CLASSES[name].rows()

    def near(f: Concept, h: Concept) -> bool:
        return sum(q for q, a, b in zip(law, f, h, strict=True) if a != b) <= e

    least = next(size for size in range(1, len(rows) + 1) if any(
        all(any(near(f, h) for h in some) for f in rows) for some in combinations(functions, size)))
    return least * (1 - miss(CLASSES[name], law, e, k)) > k


PROVED = tuple((name, law, e, k) for name in CLASSES for law in laws(CLASSES[name].size)[:4:3] for e in ALPHAS[:2]
               for k in ((1, 2) if name != "two constants" else (1, 5)))


@cache
def proofs(place: int) -> tuple[CoverValue, ...]:
    """Return a value with its proof, and some that differ from it in one place."""
    name, law, e, k = PROVED[place]
    right, size = random_cover_value(CLASSES[name], law, e, k), CLASSES[name].size
    first, *others = right.concept_weights
    nothing = ProbabilisticRepresentation(((Fraction(1), ((0,) * size,)),))
    everything = ProbabilisticRepresentation(((Fraction(1), tuple(product((0, 1), repeat=size))),))
    return (right, *(replace(right, value=right.value + part) for part in (Fraction(1, 100), -Fraction(1, 100))),
            *(replace(right, representation=other) for other in (nothing, everything)),
            *(replace(right, concept_weights=tuple(weights)) for weights in (
                [*others, first], [2 * w for w in (first, *others)], [w / 2 for w in (first, *others)],
                [first + 1, others[0] - 1, *others[1:]], [first, *others, Fraction(0)], others,
                [Fraction(1), *[Fraction(0)] * len(others)])))


def proves(solved: CoverValue, name: str, law: Law, e: Fraction, k: int) -> bool:
    """Decide by all lists of k functions."""
    near, weights, number = near_sets(name, law, e), solved.concept_weights, len(CLASSES[name])
    branches = solved.representation.branches
    missed = [sum((w for w, some in branches if not any(i in near[h] for h in some)), Fraction(0))
              for i in range(number)]
    if len(weights) != number or min(weights) < 0 or sum(weights) != 1 or max(missed) > solved.value:
        return False
    whole = {frozenset[int]()}
    for _ in range(k):
        whole = {old | more for old in whole for more in near.values()}
    escaped = min(sum((w for i, w in enumerate(weights) if i not in met), Fraction(0)) for met in whole)
    return max(len(set(some)) for _, some in branches) <= k and escaped >= solved.value


@check("FX15-1.2.fixedD-ineq", grade="exhaustive",
       quantifier="the same classes, two distributions, epsilon 1/8 and 1/4, k = 1 and 2 (two constants: 1 and 5): the "
                  "value that is found, and eleven proofs that differ from its own in one place; all sets of k",
       says="a proof of a least miss probability is accepted exactly if both sides of it hold")
@sabotage("the weights of the concepts are not looked at", lambda solved, concepts, law, e, k: is_cover_value(replace(
    solved, concept_weights=random_cover_value(concepts, law, e, k).concept_weights), concepts, law, e, k))
@sabotage("a function more", lambda solved, concepts, law, e, k: is_cover_value(solved, concepts, law, e, k + 1))
@judged("==")
def proofs_are_accepted_exactly_if_both_sides_hold(verify=is_cover_value):
    for place, (name, law, e, k) in enumerate(PROVED):
        for which, solved in enumerate(proofs(place)):
            yield (place, which), verify(solved, CLASSES[name], law, e, k), proves(solved, name, law, e, k)

def refutes_proofs_are_accepted_exactly_if_both_sides_hold(verify, place, which):
    name, law, e, k = PROVED[place]
    solved, rows = proofs(place)[which], CLASSES[name].rows()
    weights, branches = solved.concept_weights, solved.representation.branches

    def missed(some: tuple[Concept, ...]) -> set[int]:
        return {i for i, f in enumerate(rows) if all(
            sum(q for q, a, b in zip(law, f, h, strict=True) if a != b) > e for h in some)}

    sound = (len(weights) == len(rows) and all(w >= 0 for w in weights) and sum(weights) == 1
             and all(sum(w for w, some in branches if i in missed(some)) <= solved.value for i in range(len(rows)))
             and all(len(set(some)) <= k for _, some in branches)
             and all(sum(weights[i] for i in missed(some)) >= solved.value for some in
                     product(product((0, 1), repeat=len(rows[0])), repeat=k)))
    return verify(solved, CLASSES[name], law, e, k) != sound


def equality_cases() -> Iterator[tuple[str, Fraction, int]]:
    """Uniform distribution, alpha below the least distance of two concepts: no function is near two."""
    yield from product(("Thr_2", "Point_2", "AllFunctions(3)"), (Fraction(1, 8),), (1, 2, 3))


@check("FX15-1.2.fixedD-ineq", grade="certified", against="optimum",
       quantifier="Thr_2, Point_2, AllFunctions(3), uniform distribution, epsilon = 1/8, k = 1, 2, 3: k = N (1 - w) "
                  "exactly, so the inequality cannot be improved by a constant",
       says="{the covering number at epsilon times 1 - w} equals {the size k of the random sets}")
@judged("==")
def constant_is_sharp(bound=random_size):
    for name, e, k in equality_cases():
        law = laws(CLASSES[name].size)[0]
        covering = len(smallest_cover(CLASSES[name], law, e))
        yield (name, e, k), as_fraction(bound(covering, half_radius_miss(CLASSES[name], law, e, k))), Fraction(k)

def refutes_constant_is_sharp(bound, name, e, k):
    n = len(CLASSES[name])  # draw k of the concepts uniformly: the random cover misses with probability 1 - k/|C|
    drawn = list(combinations(range(n), k))
    return bound(n, 1 - Fraction(sum(0 in some for some in drawn), len(drawn))) != k
