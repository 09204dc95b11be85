"""Noise as words of 0 and 1: bad points, Dyck words, Catalan numbers.

Definitions
-----------
A *noise word* lists the points beside an interval's end from the end outward, 0 for a clean point, 1 for a dirty
one.  Its *bad prefixes* are the non-empty ones with at least as many ones as zeros: there the hypothesis looks at
least as much like a longer (or shorter) interval as like the true one.  A *Dyck word* has as many ones as zeros and no
prefix with more ones than zeros; it is *prime* if no proper non-empty prefix is itself a Dyck word.  There are
``C_n = (2n over n) / (n + 1)`` Dyck words of length 2n, the *Catalan numbers*.

>>> first_bad_prefix((0, 0, 1, 0, 1, 1, 0)), first_bad_prefix((1, 0)), first_bad_prefix((0, 0, 1))
(6, 1, None)
>>> dyck_words(2)
((0, 0, 1, 1), (0, 1, 0, 1))
>>> [catalan(n) for n in range(8)]
[1, 1, 2, 5, 14, 42, 132, 429]
"""

from collections.abc import Sequence

from privlearn.exact import TooLargeToEnumerate, as_integer
from privlearn.exact.formulas import Value, binom, formula

MOST_WORDS = 1 << 20

Word = Sequence[int]


def first_bad_prefix(noise: Word) -> int | None:
    """Return the length of the shortest non-empty prefix with at least as many ones as zeros, or ``None``.

    Source: BBKN14, proof of Theorem 5.8: the smallest bad point beyond j is j plus this length.
    """
    height = 0
    for length, symbol in enumerate(_checked(noise), 1):
        height += 1 - 2 * symbol
        if height <= 0:
            return length
    return None


def is_dyck_word(word: Word) -> bool:
    """Tell whether a word is balanced and has no prefix with more ones than zeros (the empty word is).

    Examples
    --------
    >>> is_dyck_word((0, 1, 0, 1)), is_dyck_word((0, 1, 1, 0))
    (True, False)
    """
    height = 0
    for symbol in _checked(word):
        height += 1 - 2 * symbol
        if height < 0:
            return False
    return height == 0


def is_prime_dyck_word(word: Word) -> bool:
    """Tell whether a word is a non-empty Dyck word of which no proper non-empty prefix is a Dyck word.

    Examples
    --------
    >>> is_prime_dyck_word((0, 0, 1, 1)), is_prime_dyck_word((0, 1, 0, 1))
    (True, False)
    """
    return is_dyck_word(word) and first_bad_prefix(word) == len(word)


def starts_with_one_or_dyck_word(noise: Word) -> bool:
    """Tell whether the first symbol is 1 or some non-empty prefix is a Dyck word.

    Examples
    --------
    >>> starts_with_one_or_dyck_word((0, 0, 1, 1, 0)), starts_with_one_or_dyck_word((0, 0, 1, 0))
    (True, False)
    """
    return noise[:1] == (1,) or any(is_dyck_word(noise[:length]) for length in range(2, len(noise) + 1, 2))


def dyck_words(n: int) -> tuple[tuple[int, ...], ...]:
    """Return all Dyck words of length ``2 n``, in increasing order.

    Raises
    ------
    TooLargeToEnumerate
        If there are more than about a million.
    """
    n = as_integer(n, "n", least=0)
    if catalan(n) > MOST_WORDS:
        raise TooLargeToEnumerate(f"the Dyck words of length {2 * n}", catalan(n), MOST_WORDS)
    words: list[tuple[tuple[int, ...], int]] = [((), 0)]
    for remaining in range(2 * n, 0, -1):
        words = [((*word, symbol), height + 1 - 2 * symbol) for word, height in words for symbol in (0, 1)
                 if 0 <= height + 1 - 2 * symbol < remaining]
    return tuple(word for word, _ in words)


@formula("equals", corners={"n": (1, 2, 3, 8)})
def catalan(n: int) -> Value:
    """Return the Catalan number ``C_n``."""
    return binom(2 * n, n) / (n + 1)


def _checked(word: Word) -> Word:
    if any(symbol not in (0, 1) for symbol in word):
        raise ValueError(f"word must consist of 0 and 1, got {word!r}")
    return word
