"""FX15, Section 3.1: Newman's theorem (3.2) for equality, with a list of coins from algebra."""

from fractions import Fraction
from functools import cache

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.communication import PrivateCoinProtocol, worst_error
from privlearn.communication.equality import polynomial_equality_protocol, polynomial_error
from privlearn.concepts import points
from privlearn.exact.binary_fields import BinaryField
from privlearn.papers.fx15.equivalence_applications.newman import collisions

SHAPES = tuple((b, j, t) for b, most in ((1, 2), (2, 3), (3, 2), (4, 2)) for j in range(1, most + 1)
               for t in range(1, 2**j + 1))
FULL = tuple((b, j, t) for b in range(1, 7) for j in range(1, 4) for t in range(1, 2**j + 1))


@cache
def value_at(word: int, place: int, hashes: int) -> int:
    """Return the value of the polynomial with a word's digits as coefficients, power by power."""
    field, power, found = BinaryField(hashes), 1, 0
    while word:
        found ^= field.multiply(word % field.size, power)
        word, power = word // field.size, field.multiply(power, place)
    return found


@cache
def largest_agreement(bits: int, hashes: int, places: int) -> Fraction:
    """Return the largest share of the places at which the polynomials of two words agree."""
    return collisions(tuple(tuple(value_at(word, t, hashes) for word in range(1 << bits)) for t in range(places)))


def agreement_in_vectors(bits: int, hashes: int, places: int) -> Fraction:
    """Return the same share, the difference of two words being a word: the most zeros of one that is not 0."""
    return Fraction(max(sum(not value_at(word, place, hashes) for place in range(places))
                        for word in range(1, 1 << bits)), places)


@check("FX15-3.2eq", grade="exhaustive",
       quantifier="words of 1 to 4 bits in digits of 1 to 3 bits, 1 to 2^j places: all pairs of words",
       says="the protocol sends a place and a value, and errs with the largest share of places where two words agree")
@verifier(lambda make, b, j, t: (make(b, j, t).messages, worst_error(make(b, j, t), points(b))) != (
    t * 2**j, agreement_in_vectors(b, j, t)))
@sabotage("the last place is never drawn", lambda bits, hashes, places: polynomial_equality_protocol(
    bits, hashes, max(1, places - 1)))
@sabotage("Bob reads the lowest digit only", lambda bits, hashes, places: PrivateCoinProtocol(
    (right := polynomial_equality_protocol(bits, hashes, places)).alice,
    tuple(tuple(answers[x % (1 << hashes)] for x in range(1 << bits)) for answers in right.bob)))
@judged("==")
def protocol_errs_where_polynomials_agree(make=polynomial_equality_protocol):
    for shape in SHAPES:
        found = make(*shape)
        yield (shape, (found.messages, worst_error(found, points(shape[0]))),
               (shape[2] << shape[1], largest_agreement(*shape)))


@check("FX15-3.2eq", grade="exhaustive",
       quantifier="words of 1 to 6 bits in digits of 1 to 3 bits, 1 to 2^j places: all pairs of words; an equality "
                  "where the digits are full",
       says="the error by degrees is that of all pairs of words, and no less where a digit is cut")
@verifier(lambda error, b, j, t: error(b, j, t) < agreement_in_vectors(b, j, t) or
          b % j == 0 and error(b, j, t) > agreement_in_vectors(b, j, t))
@sabotage("as many zeros as digits", lambda b, j, t: Fraction(min(t, -(-b // j)), t))
@sabotage("a digit that is not full does not count", lambda b, j, t: Fraction(min(t, max(b // j - 1, 0)), t))
def error_by_degrees_is_that_of_all_words(error=polynomial_error) -> Verdict:
    full = [shape for shape in FULL if shape[0] % shape[1] == 0]
    return all_hold(judge("==", ((shape, error(*shape), largest_agreement(*shape)) for shape in full)),
                    judge("<=", ((shape, largest_agreement(*shape), error(*shape)) for shape in FULL)))
