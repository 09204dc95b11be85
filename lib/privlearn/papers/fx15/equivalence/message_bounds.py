"""FX15, Section 3: what bounds the messages of private coins from below, piece by piece."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random

import privlearn.papers.fx15.equivalence.constants  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.communication.private_coins import private_coin_message_bounds, two_messages_suffice
from privlearn.communication.private_coins.message_bounds import Adversary, common_error, incompatible_adversaries
from privlearn.concepts import T3, ConceptClass, all_functions
from privlearn.exact.fractions import QUARTER, THIRD
from privlearn.papers.fx15.equivalence.instances import public_messages

SMALL_LAWS = tuple(tuple(Fraction(w, sum(whole)) for w in whole) for whole in product(range(4), repeat=3)
                   if sum(whole) in (1, 3, 5))


def error_of_best_row(left: Adversary, right: Adversary) -> Fraction:
    """Return the least of the larger error of a row: the left one pays where that is cheapest, until both pay alike."""
    pairs = [(p, q) for a, b, p, q in zip(left[0], right[0], left[1], right[1], strict=True) if a != b and p + q]
    paid, unpaid = Fraction(0), sum((q for _, q in pairs), Fraction(0))
    for p, q in sorted(pairs, key=lambda pair: pair[0] / (pair[0] + pair[1])):
        share = min(Fraction(1), (unpaid - paid) / (p + q))
        paid, unpaid = paid + share * p, unpaid - share * q
    return max(paid, unpaid)


@cache
def asked_pairs() -> tuple[tuple[Adversary, Adversary], ...]:
    """Return pairs of concepts and distributions on three points."""
    zero = (0, 0, 0)
    return tuple(((zero, law), (f, other)) for f in product((0, 1), repeat=3)
                 for k, law in enumerate(SMALL_LAWS) for other in SMALL_LAWS[k % 2::2])


@check("FX15-3.cor", grade="exact",
       quantifier="0 and all functions on three points, distributions of denominator 1, 3 and 5 with weights up to 3: "
                  "the dual maximum against a row that lets one adversary pay where it costs least",
       says="{the least error with which a row serves two adversaries} equals {that of the best row}")
@sabotage("both pay alike at every point", lambda left, right: sum(
    (min(p, q) for a, b, p, q in zip(left[0], right[0], left[1], right[1], strict=True) if a != b), Fraction(0)) / 2)
@sabotage("only the point where both lose most", lambda left, right: max(
    (p * q / (p + q) for a, b, p, q in zip(left[0], right[0], left[1], right[1], strict=True) if a != b and p + q),
    default=Fraction(0)))
@judged("==")
def one_row_serves_two_adversaries_with_error(error=common_error):
    for pair in asked_pairs():
        yield pair, error(*pair), error_of_best_row(*pair)

def refutes_one_row_serves_two_adversaries_with_error(error, witness):
    (f, law), (g, other) = witness
    at = [(p, q) for a, b, p, q in zip(f, g, law, other, strict=True) if a != b]
    places = [Fraction(0), Fraction(1), *(q / (p + q) for p, q in at if p + q)]  # where a term of the dual changes
    return error(*witness) != max(sum((min(t * p, (1 - t) * q) for p, q in at), Fraction(0)) for t in places)


@cache
def asked_lists() -> tuple[tuple[tuple[Adversary, ...], Fraction], ...]:
    """Return lists of up to seven adversaries on three points, each with an error."""
    rng, functions = Random("incompatible"), [*product((0, 1), repeat=3)]
    lists = [tuple((rng.choice(functions), rng.choice(SMALL_LAWS)) for _ in range(k % 8)) for k in range(48)]
    return tuple((many, e) for many in lists for e in (Fraction(0), Fraction(1, 5), THIRD, Fraction(1, 2)))


def are_incompatible(some: tuple[Adversary, ...], error: Fraction) -> bool:
    """Decide whether no row serves two of them."""
    return all(error_of_best_row(a, b) > error for a, b in combinations(some, 2))


def most_incompatible(many: tuple[Adversary, ...], error: Fraction) -> int:
    """Return the most adversaries of which no row serves two, over all sublists."""
    return next(k for k in range(len(many), -1, -1)
                if any(are_incompatible(some, error) for some in combinations(many, k)))


@check("FX15-3.cor", grade="exact",
       quantifier="48 drawn lists of 0 to 7 adversaries on three points, errors 0, 1/5, 1/3 and 1/2: all sublists",
       says="the adversaries found are incompatible, and no longer sublist is")
@sabotage("the first that are incompatible with all before", lambda many, e: tuple(
    a for k, a in enumerate(many) if all(error_of_best_row(a, b) > e for b in many[:k])))
@sabotage("an error of exactly e is too much", lambda many, e: incompatible_adversaries(
    many, max(Fraction(0), e - Fraction(1, 10**6))))
@judged("==")
def incompatible_adversaries_are_as_many_as_possible(find=incompatible_adversaries):
    for place, (many, e) in enumerate(asked_lists()):
        found = find(many, e)
        inside = any(some == tuple(found) for some in combinations(many, len(found)))
        yield place, (len(found), inside, are_incompatible(found, e)), (most_incompatible(many, e), True, True)

def refutes_incompatible_adversaries_are_as_many_as_possible(find, place):
    many, e = asked_lists()[place]
    found, served = find(many, e), {}
    for (i, (f, law)), (j, (g, other)) in combinations(enumerate(many), 2):
        at = [(p, q) for a, b, p, q in zip(f, g, law, other, strict=True) if a != b]
        places = [Fraction(0), *(q / (p + q) for p, q in at if p + q)]
        served[i, j] = max(sum((min(t * p, (1 - t) * q) for p, q in at), Fraction(0)) for t in places) <= e
    free = [mask for mask in range(1 << len(many))
            if not any(served[i, j] for i, j in served if mask >> i & 1 and mask >> j & 1)]
    chosen = [tuple(many[i] for i in range(len(many)) if mask >> i & 1) for mask in free]
    return tuple(found) not in chosen or len(found) != max(mask.bit_count() for mask in free)


BOUNDED = tuple((concepts, e) for concepts in (
    T3, all_functions(1), all_functions(2), all_functions(3), ConceptClass.from_matrix([[0, 1, 0]]),
    ConceptClass.from_matrix([[0, 0, 1], [1, 0, 1]]),
    ConceptClass.from_matrix([[0, 0, 0], [0, 0, 1], [0, 1, 1], [1, 1, 1]]),
    ConceptClass.from_matrix([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]]))
    for e in (Fraction(0), Fraction(1, 7), Fraction(1, 6), Fraction(1, 5), QUARTER, Fraction(3, 10), THIRD,
              Fraction(49, 100), Fraction(1, 2)))


def bounds_by_parts(concepts: ConceptClass, error: Fraction, adversaries: tuple[Adversary, ...]) -> tuple[int, int]:
    """Return the largest of the lower bounds, each by itself, and the upper one."""
    rows, n = concepts.rows(), concepts.size
    if len(rows) == 1 or error >= Fraction(1, 2):
        return 1, 1
    if two_messages_suffice(concepts, error):
        return 2, 2
    traces = [len({tuple(row[x] for x in some) for row in rows}) for k in range(1, n + 1) if 2 * k * error < 1
              for some in combinations(range(n), k)]
    parts = (3, public_messages(concepts, error), *traces, most_incompatible(adversaries, error))
    return max(parts), len(rows)


def a_few_adversaries(concepts: ConceptClass) -> tuple[Adversary, ...]:
    """Return the first four concepts, each with the uniform distributions on the first and the last two points."""
    n = concepts.size
    ends = {range(min(n, 2)), range(max(0, n - 2), n)}
    laws = sorted(tuple(Fraction(int(x in end), len(end)) for x in range(n)) for end in ends)
    return tuple(product(concepts.rows()[:4], laws))


@check("FX15-3.cor", grade="exact",
       quantifier="eight classes of 1 to 8 concepts, nine errors from 0 to 1/2, without adversaries and with the "
                  "first four concepts, the mass uniform on the first or the last two points",
       says="the lower bound is the largest of its parts, and the upper one the number of concepts where two messages "
            "are too few")
@sabotage("adversaries are not asked", lambda concepts, error, some=(): private_coin_message_bounds(concepts, error))
@sabotage("one message is never enough", lambda concepts, error, some=(): max(
    (2, 2), private_coin_message_bounds(concepts, error, some)))
@judged("==")
def lower_bound_is_the_largest_of_its_parts(bounds=private_coin_message_bounds):
    for place, (concepts, e) in enumerate(BOUNDED):
        for some in ((), a_few_adversaries(concepts)):
            yield (place, len(some)), bounds(concepts, e, some), bounds_by_parts(concepts, e, some)

def refutes_lower_bound_is_the_largest_of_its_parts(bounds, witness):
    concepts, e = BOUNDED[witness[0]]
    some, rows, n = a_few_adversaries(concepts)[:witness[1]], set(concepts.rows()), concepts.size
    if 2 * e >= 1 or len(rows) == 1 or two_messages_suffice(concepts, e):
        least = 1 if 2 * e >= 1 or len(rows) == 1 else 2
        return bounds(concepts, e, some) != (least, least)
    shown = [len({sum(row[x] << x for x in range(n) if mask >> x & 1) for row in rows})
             for mask in range(1 << n) if 2 * e * mask.bit_count() < 1]
    apart = [len(few) for mask in range(1 << len(some)) if are_incompatible(
        few := tuple(a for i, a in enumerate(some) if mask >> i & 1), e)]
    return bounds(concepts, e, some) != (max(3, public_messages(concepts, e), *shown, *apart), len(rows))
