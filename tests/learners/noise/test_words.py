"""Noise words: Dyck words, their number, bad prefixes."""

from itertools import product

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.learners.noise import catalan, dyck_words, first_bad_prefix, is_dyck_word
from privlearn.learners.noise.words import is_prime_dyck_word, starts_with_one_or_dyck_word


def test_the_empty_word_is_a_dyck_word_but_not_prime():
    assert is_dyck_word(())
    assert not is_prime_dyck_word(())
    assert first_bad_prefix(()) is None
    assert not starts_with_one_or_dyck_word(())


@pytest.mark.parametrize("n", range(6))
def test_listed_words_are_exactly_the_dyck_words(n):
    assert dyck_words(n) == tuple(w for w in product((0, 1), repeat=2 * n) if is_dyck_word(w))


def test_as_many_words_as_are_allowed_are_listed(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        dyck_words(20)
    monkeypatch.setattr("privlearn.learners.noise.words.MOST_WORDS", 5)
    assert len(dyck_words(3)) == 5
    monkeypatch.setattr("privlearn.learners.noise.words.MOST_WORDS", 4)
    with pytest.raises(TooLargeToEnumerate, match="length 6"):
        dyck_words(3)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: is_dyck_word((0, 2)), "0 and 1"), (lambda: catalan(-1), "n must be")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("word", [word for n in range(7) for word in product((0, 1), repeat=n)])
def test_prime_words_and_starts_are_those_of_the_definition(word):
    dyck = [n for n in range(1, len(word) + 1) if sum(word[:n]) * 2 == n and all(
        2 * sum(word[:k]) <= k for k in range(n))]
    assert is_prime_dyck_word(word) == (dyck == [len(word)])
    assert starts_with_one_or_dyck_word(word) == (word[:1] == (1,) or bool(dyck))


@pytest.mark.parametrize("word", [word for n in range(8) for word in product((0, 1), repeat=n)])
def test_bad_prefixes_and_dyck_words_are_those_of_the_definition(word):
    ahead = [sum(word[:k]) - word[:k].count(0) for k in range(len(word) + 1)]
    assert first_bad_prefix(word) == next((k for k in range(1, len(word) + 1) if ahead[k] >= 0), None)
    assert is_dyck_word(word) == (max(ahead) == 0 == ahead[-1])


def test_catalan_numbers_count_themselves():
    assert [catalan(n + 1) for n in range(9)] == [sum(catalan(k) * catalan(n - k) for k in range(n + 1))
                                                  for n in range(9)]
    assert catalan(0) == 1


@pytest.mark.parametrize("word", [(-1,), (2,), (0, 0, 2), (1, 2)])
def test_every_symbol_is_checked(word):
    for function in (first_bad_prefix, is_dyck_word, is_prime_dyck_word):
        with pytest.raises(ValueError, match="word must consist of 0 and 1"):
            function(word)


def test_the_refusal_names_length_and_number(monkeypatch):
    assert dyck_words(0) == ((),)
    with pytest.raises(ValueError, match="n must be"):
        dyck_words(-1)
    monkeypatch.setattr("privlearn.learners.noise.words.MOST_WORDS", 13)
    with pytest.raises(TooLargeToEnumerate, match=r"length 8\D.*\b14\b.*\b13\b"):
        dyck_words(4)
