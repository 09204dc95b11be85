"""What a reader supplies to a proof that runs, judged by walking it: exercises on its lines.

An *answer* names parts of an instance (``{"S": (0, 0, 1), "t": 1}``); the other parts are those of the page's.  A judge
of an exercise calls one of these functions with the plain values of an answer and returns what it says.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from privlearn.checking import registry
from privlearn.checking.proofs import UNDEFINED, Line, Proof, proof_of
from privlearn.exact.brackets import as_bracket


def tight(id: str, step: str, answer: Any, refused: Callable[[Any], str] = lambda given: "") -> str:
    """Judge an instance on which every line holds and a step of the proof is an equality; ``refused`` may say no."""
    proof, given, complaint = _instance(id, answer, refused)
    if complaint:
        return f"not yet: {complaint}"
    lines = proof.walk(given)
    if not lines[-1].verdict.holds:
        return f"not yet: a hypothesis does not hold, since the proof stops at {_told(lines[-1])}"
    found = next((line for line in lines if line.step == step), None)
    if found is None:
        return "not yet: the step has nothing to compare on this instance"
    verdict = found.verdict
    return ("accepted: " if verdict.left == verdict.right else "not yet: the two sides differ, ") + _told(found)


def stops(id: str, step: str, answer: Any, refused: Callable[[Any], str] = lambda given: "") -> str:
    """Judge an instance without a hypothesis, on which the proof stops at a step and the conclusion fails as well."""
    proof, given, complaint = _instance(id, answer, refused)
    if complaint:
        return f"not yet: {complaint}"
    last = proof.walk(given)[-1]
    if last.verdict.holds or last.step != step:
        where = f"stops at {_told(last)}" if not last.verdict.holds else "goes through"
        return f"not yet: the proof {where}"
    end = list(proof.steps)[-1]
    false = [line for line in proof.until_undefined(given) if line.step == end and not line.verdict.holds]
    if not false:
        return f"not yet: the proof stops at {_told(last)}, but the statement holds here all the same"
    return f"accepted: the proof stops at {_told(last)}, and the statement is false: {_told(false[0])}"


def sharper(id: str, step: str, answer: Any, names: str, values: Callable[[Any, Any], tuple[Any, ...]]) -> str:
    """Judge a right side of a step that is below the proof's on all its lines, holds on all and is attained on one.

    It is a function of ``values``, of an instance and a case; ``names`` says what these are.
    """
    proof = _proof(id)
    if not callable(answer):
        return f"not yet: give a function of {names}"
    judged, is_attained = 0, False
    for given in proof.instances():
        for line in proof.lines(given):
            if line.step == step:
                arguments = values(given, line.case)
                judged, found, at = judged + 1, answer(*arguments), f"({names}) = ({', '.join(map(str, arguments))})"
                if not isinstance(found, (int, Fraction)):
                    return f"not yet: the function must return exact numbers, got {found!r} at {at}"
                if not Line(step, line.relation, line.left, found).verdict.holds:
                    return f"not yet: {line.left} is not at most {found}, at {at}"
                if not Line(step, "<", found, line.right).verdict.holds:
                    return f"not yet: {found} is no sharper than {_short(line.right)}, at {at}"
                is_attained = is_attained or found == line.left
    if not is_attained:
        return f"not yet: it holds on all {judged} lines of the step and is sharper, but something smaller does, too"
    return f"accepted: it holds on all {judged} lines of the step, is sharper on each, and is attained"


def _proof(id: str) -> Proof:
    registry.load(id.partition("-")[0])
    proof = proof_of(id)
    assert proof is not None
    return proof


def _instance(id: str, answer: Any, refused: Callable[[Any], str]) -> tuple[Proof, Any, str]:
    """Return a proof, the page's instance with the parts of an answer, and what is wrong with the answer."""
    proof = _proof(id)
    parts = proof.first._asdict()
    if not isinstance(answer, Mapping) or not set(answer) <= parts.keys():
        return proof, None, f"give a dictionary from some of the parts {', '.join(parts)} to their values"
    given = proof.first._replace(**{name: _like(part, parts[name]) for name, part in answer.items()})
    try:
        given = given.fitted() if hasattr(given, "fitted") else given
        proof.walk(given)
        return proof, given, refused(given)
    except (*UNDEFINED, TypeError, StopIteration) as error:
        return proof, None, f"the proof has no line for this ({error})"


def _like(part: Any, shown: Any) -> Any:
    """Return a part with tuples for lists, and fractions where the page's has fractions."""
    if isinstance(part, (tuple, list)):
        inner = shown[0] if isinstance(shown, tuple) and shown else None
        return tuple(_like(one, inner) for one in part)
    return Fraction(part) if isinstance(shown, Fraction) and isinstance(part, int) else part


def _told(line: Line) -> str:
    sign, (left, right) = {"==": "="}.get(line.relation, line.relation), map(_short, (line.left, line.right))
    return f"{line.step} ({left} {sign} {right}{' is false' * (not line.verdict.holds)})"


def _short(side: Any) -> str:
    return text if len(text := str(side)) < 50 else f"about {float(as_bracket(side).lower):.6g}"
