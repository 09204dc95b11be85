"""Judges of the exercises on the page closure-accuracy."""


from privlearn.checking import supplied
from privlearn.concepts import ConceptClass, aggregate
from privlearn.dimensions import vc_dimension
from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked


@asked("Find a rule and classes for which an improper function raises the dimension.", level=2, minutes=25)
@answered
def judge_improper(answer) -> str:
    """Judge ``(rule, H_1, h_1, H_2)`` on 3 points: the class of G(h_1, c), c in H_2, beats G(H_1, H_2) in dimension.

    The rule is the truth table of G in two arguments, an integer below 16 but 8; classes are lists of tuples of bits.
    """
    if not isinstance(answer, (tuple, list)) or len(answer) != 4:
        return "not yet: give (rule, H_1, h_1, H_2)"
    rule, first, function, second = answer
    if type(rule) is not int or not 0 <= rule < 16:
        return "not yet: the rule is an integer from 0 to 15; and is 8, or is 14, exclusive or is 6"
    if rule == 8:
        return "not yet: the proof has the example with and; take another rule"
    given = (first, [function], second)
    if not all(isinstance(concepts, (list, tuple)) and 0 < len(concepts) <= 64 for concepts in given):
        return "not yet: a class is a list of functions, at least one and at most 64"
    if not all(isinstance(h, (list, tuple)) and len(h) == 3 and not set(h) - {0, 1} for c in given for h in c):
        return "not yet: functions are tuples of three bits"
    rows = [[tuple(int(bit) for bit in h) for h in concepts] for concepts in given]
    if rows[1][0] in rows[0]:
        return "not yet: h_1 is one of H_1, so the class is a part of G(H_1, H_2)"
    classes = [ConceptClass.from_matrix(concepts) for concepts in rows]
    whole, partial = (vc_dimension(aggregate(rule, c, classes[2])) for c in classes[:2])
    if partial <= whole:
        return f"not yet: the dimensions are {partial} with h_1 and {whole} with all of H_1"
    return f"accepted: dimension {partial} with the improper h_1, {whole} with H_1"


@asked("Find a target that is no composition, and a run that misses it.", level=2, minutes=20)
@answered
def judge_foreign_target(answer) -> str:
    """Judge parts of an instance of the proof whose target is no composition of concepts."""
    return supplied.stops("ABMS20-7.3", "eq18", answer, lambda given: (
        "give a step of the run for each class" * (len(given.steps) != len(given.H))))
