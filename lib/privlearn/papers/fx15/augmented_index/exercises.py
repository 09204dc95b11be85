"""Judges of the exercises on the page augmented-index."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from privlearn.checking import supplied
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked


@asked("Find a protocol for three bits with two messages and error 1/4.",
       level=1, minutes=15, library="least_index_error")
@answered
def judge_two_messages(answer) -> str:
    """Judge a map from the 8 strings of 3 bits to messages 0 and 1 whose error is at most 1/4."""
    from privlearn.communication.augmented_index import index_errors

    if not callable(answer):
        return "not yet: give a function of a string (a tuple of 3 bits) that returns 0 or 1"
    alice = [answer(x) for x in product((0, 1), repeat=3)]
    if any(message not in (0, 1) for message in alice):
        return f"not yet: messages must be 0 or 1, got {alice}"
    errors = index_errors(alice)
    mean = sum(errors) / 3
    shown = ", ".join(map(str, errors))
    if mean > Fraction(1, 4):
        return f"not yet: the errors at the three positions are {shown}; their mean {mean} is above 1/4"
    return f"accepted: errors {shown} at the three positions, {mean} on average"


@asked("Write the reduction from augmented index to thresholds as two dictionaries.",
       level=2, minutes=25, library="index_reduction")
@answered
def judge_reduction(answer) -> str:
    """Judge ``(concept of each string, point of each prefix)`` for the thresholds on 8 points."""
    from privlearn.communication.tree_reduction import IndexReduction, reduction_failure

    if not isinstance(answer, tuple) or len(answer) != 2 or not all(isinstance(part, Mapping) for part in answer):
        return "not yet: give two dictionaries, strings of 3 bits -> threshold, strings of 0 to 2 bits -> point"
    strings, prefixes = answer
    if any(t not in range(8) for t in strings.values()) or any(x not in range(8) for x in prefixes.values()):
        return "not yet: thresholds and points are numbers from 0 to 7"
    lost = reduction_failure(IndexReduction(3, dict(strings), dict(prefixes)), lambda t, x: int(x >= t))
    if lost is not None:
        x, i = lost
        return f"not yet: string {x}, position {i}: the value is not the bit, or one of the two is missing"
    return "accepted: all 8 strings and 3 positions, 24 pairs"


@asked("Find which number of messages comes closest to the bound.", level=1, minutes=15, library="least_index_error")
@answered
def judge_slacks(answer) -> str:
    """Judge ``(k, errors)``: the least errors e_k, 1 < k < 8, and the k with the least ``log2 k - (1 - H(e_k)) 3``."""
    from privlearn.communication import binary_entropy, least_index_error
    from privlearn.communication.information import log2_bracket

    if not isinstance(answer, tuple) or len(answer) != 2 or not isinstance(answer[1], Mapping):
        return "not yet: give a number of messages, and a dictionary from 2, ..., 7 to the least errors"
    k, given = answer
    if not all(is_exact(given.get(messages)) for messages in range(2, 8)):
        return "not yet: the dictionary gives an exact error for each of 2, ..., 7"
    errors = {messages: least_index_error(3, messages).error for messages in range(2, 8)}
    wrong = next((messages for messages in errors if given[messages] != errors[messages]), None)
    if wrong:
        return f"not yet: the least error with {wrong} messages is not {given[wrong]}"
    slack = {messages: log2_bracket(messages) - (1 - binary_entropy(error)) * 3 for messages, error in errors.items()}
    least = min(slack, key=lambda messages: slack[messages].lower)
    if type(k) is not int or k != least:
        return f"not yet: the errors are right; another k than {k!r} has the least slack"
    return f"accepted: {float(slack[least].lower):.3f} bits at k = {least}"


@asked("Arrange concepts in a tree from which augmented index cannot be played.", level=1, minutes=10)
@answered
def judge_wrong_tree(answer) -> str:
    """Judge parts of an instance of the proof with a tree that is no mistake tree."""
    return supplied.stops("FX15-4.2", "value", answer)
