"""Proofs as programs: one generator of an instance yields the lines of a proof.

Definitions
-----------
A *proof* of a claim is a generator.  On an instance (a class, databases, a mechanism) it computes both sides of every
*step* from the definitions and yields them as *lines*: one, or one for each pattern, level or outcome.  The steps are
those of the proof on the page, in their order; one without a line says why it has none.  The last is the *conclusion*,
computed from its own definition, so that it inherits nothing of what the lines assume.  A number that the statement
names is a *formula*: a further parameter of the generator has it as its default.

A *hypothesis* comes with instances on which it alone fails, and with the steps that fail there: at the first of them
the proof stops.  After a line that fails later ones may be undefined, and the walk ends there.

From the generator follow a check of the claim, that every line holds on every instance of a family, and one of each
part that is a claim itself: a step of this one whose id ends with ``.<part>``, for the steps ``<part>`` or
``<part>/...``.  What these checks judge is the family with the formulas.  Their sabotages are the families without a
hypothesis, and stronger formulas; their verifier is the function ``refutes_<proof>`` of the instance, the step, the
case and the formulas, which computes the two sides on its own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, wraps
from inspect import Parameter, Signature, signature
from typing import Any

from privlearn.checking.registry import WITHOUT, check, claims_so_far
from privlearn.checking.stronger import strengthened
from privlearn.checking.verdict import Verdict, all_hold, counted, judge
from privlearn.exact.formulas import Formula

UNDEFINED = (ArithmeticError, LookupError, ValueError)  # what may end a proof after a line that fails
CONCLUSION = "conclusion"
SAMPLED = 50  # instances in which a part is changed, to be without a hypothesis
Family = Callable[[], Iterable[Any]]
_PROOFS: dict[str, "Proof"] = {}


@dataclass(frozen=True)
class Line:
    """Two sides of a step, one case of it: a pattern, a level, an outcome; ``joined`` says how many it stands for."""

    step: str
    relation: str
    left: Any
    right: Any
    case: Any = None
    joined: int = 1

    def judged_on(self, instance: Any) -> tuple[Any, Any, Any, int]:
        """Return what a check judges: the instance, step and case, the two sides, and the count."""
        return (instance, self.step, self.case), self.left, self.right, self.joined

    @property
    def verdict(self) -> Verdict:
        """What the comparison gives."""
        return judge(self.relation, [(self.case, self.left, self.right)])


@dataclass(frozen=True, eq=False)
class Hypothesis:
    """A hypothesis, with instances without it and the steps that fail on them, or why it is not needed there.

    ``without`` is a family; or parts of an instance, each with what it is changed to, a value or a function of the
    instance: the family then is the start and instances spread over the proof's own, with these parts changed.
    """

    name: str
    without: Family | Mapping[str, Any] | None = None
    breaks: tuple[str, ...] = ()
    needless: str = ""

    def __post_init__(self) -> None:
        if bool(self.without) != bool(self.breaks) or bool(self.without) == bool(self.needless):
            raise ValueError(f"hypothesis {self.name!r} must have instances without it and the steps that fail on "
                             "them, or a reason why it is not needed")


@dataclass(frozen=True, eq=False)
class Proof:
    """A proof as a program; see :func:`proof` for the fields."""

    claim: str
    lines: Callable[..., Iterator[Line]]
    steps: Mapping[str, str]
    wordless: Mapping[str, str]
    instances: Family
    start: Any
    hypotheses: tuple[Hypothesis, ...]

    @property
    def formulas(self) -> dict[str, Formula]:
        """The formulas of its lines, by their parameters."""
        return {one.name: one.default for one in signature(self.lines).parameters.values()
                if isinstance(one.default, Formula)}

    @property
    def first(self) -> Any:
        """The instance with which a reader begins."""
        return self.start() if callable(self.start) else self.start

    def walk(self, instance: Any) -> list[Line]:
        """Return the line of each step that is closest to failing, or fails; up to the first step that fails."""
        closest: dict[str, Line] = {}
        failed = ""
        for line in self.until_undefined(instance):
            if failed and line.step != failed:
                break
            failed = failed or line.step * (not line.verdict.holds)
            if line.step not in closest or _is_closer(line, closest[line.step]):
                closest[line.step] = line
        steps = list(closest)
        return [closest[step] for step in steps[:steps.index(failed) + 1 if failed else None]]

    def without(self, hypothesis: Hypothesis) -> tuple[Any, list[Line]]:
        """Return the first instance without a hypothesis on which the proof stops as it says, and the walk there."""
        for instance in self.family(hypothesis)():
            walk = self.walk(instance)
            if walk[-1].step == hypothesis.breaks[0] and not walk[-1].verdict.holds:
                return instance, walk
        raise ValueError(f"{self.claim}: without {hypothesis.name!r} the proof never stops at {hypothesis.breaks[0]}")

    @cache  # noqa: B019  # proofs live as long as the registry
    def family(self, hypothesis: Hypothesis) -> Family:
        """Return the family without a hypothesis."""
        without = hypothesis.without
        if not isinstance(without, Mapping):
            assert without is not None
            return without

        def changed() -> Iterator[Any]:
            found = list(self.instances())
            for given in (self.first, *found[::len(found) // SAMPLED or 1]):
                other = given._replace(**{name: part(given) if callable(part) and not callable(getattr(given, name))
                                          else part for name, part in without.items()})
                if other != given:
                    yield other

        return changed

    @cache  # noqa: B019  # as above
    def verdicts(self, family: Family) -> dict[str, Verdict]:
        """Return for each step with lines the verdict on all its lines on a family; a witness names step and case."""
        cases: dict[str, dict[str, list[Any]]] = {}
        for instance in family():
            for line in (self.lines if family is self.instances else self.until_undefined)(instance):
                cases.setdefault(line.step, {}).setdefault(line.relation, []).append(line.judged_on(instance))
        return {step: all_hold(*(judge(relation, found) for relation, found in by_relation.items()))
                for step, by_relation in cases.items()}

    def verdict(self, part: str, family: Family, formulas: Mapping[str, Formula]) -> Verdict:
        """Return the verdict on the lines of a part, or on all; on other families and formulas up to one that fails."""
        if family is self.instances and formulas.items() <= self.formulas.items():
            return all_hold(*(verdict for step, verdict in self.verdicts(family).items() if _is_of(step, part)))
        last, count = None, 0
        for instance in family():
            for line in self.until_undefined(instance, **formulas):
                if _is_of(line.step, part):
                    last, count = judge(line.relation, [line.judged_on(instance)]), count + line.joined
                    if not last.holds:
                        return counted(last, count)
        if last is None:
            raise ValueError(f"{self.claim}: a family must have lines of {part or 'the proof'}")
        return counted(last, count)

    def until_undefined(self, instance: Any, **formulas: Formula) -> Iterator[Line]:
        """Yield the lines; an error ends them if one has failed before, and is raised if none has."""
        failed, lines = False, self.lines(instance, **formulas)
        while True:
            try:
                line = next(lines)
            except StopIteration:
                return
            except UNDEFINED:
                if failed:
                    return
                raise
            failed = failed or not line.verdict.holds
            yield line


def _is_closer(new: Line, old: Line) -> bool:
    if not old.verdict.holds or not new.verdict.holds:
        return old.verdict.holds
    a, b = new.verdict.slack, old.verdict.slack
    return a is not None and b is not None and bool(a < b)


def proof(id: str, *, grade: str, quantifier: str, steps: Mapping[str, str], instances: Family, start: Any,
          hypotheses: Iterable[Hypothesis], wordless: Mapping[str, str] | None = None, reason: str = "",
          against: str = "law", grades: Mapping[str, str] | None = None,
          steps_of: str = "") -> Callable[[Callable[..., Iterator[Line]]], Proof]:
    """Make a proof of a claim of a generator of its lines (a decorator).

    Parameters
    ----------
    id : str
        The claim.
    grade, quantifier, reason, against : str
        Those of its checks, over ``instances``.
    steps : mapping
        Name of a step -> what its lines say, the names of the two sides in braces; in the order of the page, the last
        being ``conclusion``.
    wordless : mapping
        Name of a step that has no line -> why: a definition, a choice, a limit.
    instances : function
        Returns the family on which every line is judged.
    start : instance, or function that makes it
        The one with which a reader begins, shown on the page.
    hypotheses : iterable of Hypothesis
        Those of the statement.
    grades : mapping
        Name of a part -> the grade of its check, where it is higher than that of the others.
    steps_of : str
        The claim whose steps its parts are, if that is another one: the plan of a proof on a page of its own.
    """
    def register(lines: Callable[..., Iterator[Line]]) -> Proof:
        made = Proof(id, lines, dict(steps), dict(wordless or {}), instances, start, tuple(hypotheses))
        if id not in claims_so_far() or id in _PROOFS or list(steps)[-1:] != [CONCLUSION]:
            raise ValueError(f"{id} must be declared and without a proof, and {CONCLUSION!r} must be the last step")
        parts = ("", *dict.fromkeys(step.partition("/")[0] for step in steps))
        named = {name.rpartition(".")[2]: name for name, entry in claims_so_far().items()
                 if entry.step_of == (steps_of or id)} | {"": id}
        if unknown := (grades or {}).keys() - (set(parts) & set(named)):
            raise ValueError(f"{id}: grades must name parts of the proof that are claims, got {sorted(unknown)}")
        _PROOFS[id] = made
        for part in parts:
            if (name := named.get(part, "")) in claims_so_far():
                says = steps.get(part, f"each line of {'this step of ' * bool(part)}the proof holds")
                check(name, grade=(grades or {}).get(part, grade), quantifier=quantifier, says=says, reason=reason,
                      against=against)(_judging(made, part, claims_so_far()[name].formulas))
        return made

    return register


def _judging(made: Proof, part: str, named: tuple[Formula, ...]) -> Callable[..., Verdict]:
    """Return the function of a check, of all lines or of those of one part, with its sabotages and its verifier.

    It judges the family, with the formulas of the lines that its claim names.
    """
    formulas = {name: formula for name, formula in made.formulas.items() if formula in named}

    def parts(judged: Any) -> tuple[Family, dict[str, Formula]]:
        return (judged[0], dict(zip(formulas, judged[1:], strict=True))) if formulas else (judged, {})

    @wraps(made.lines)
    def judging(judged: Any) -> Verdict:
        return made.verdict(part, *parts(judged))

    def refutes(judged: Any, witness: Any) -> bool:
        verify = made.lines.__globals__[f"refutes_{made.lines.__name__}"]
        return bool(verify(*witness, **made.formulas | parts(judged)[1]))

    def with_formulas(family: Family) -> Any:
        return (family, *formulas.values()) if formulas else family

    right = with_formulas(made.instances)
    judging.__name__ = f"lines_of_{part}" if part else made.lines.__name__
    vars(judging).update(
        verifier=refutes,
        __signature__=Signature([Parameter("judged", Parameter.POSITIONAL_OR_KEYWORD, default=right)]),
        sabotages=[(f"{WITHOUT}{h.name}", lambda h=h: with_formulas(made.family(h))) for h in made.hypotheses
                   if any(_is_of(step, part) for step in h.breaks)]
        + [(label, lambda corrupted=corrupted: corrupted) for label, corrupted in strengthened(right)])
    return judging


def _is_of(step: str, part: str) -> bool:
    return not part or step.partition("/")[0] == part


def proofs_so_far() -> dict[str, Proof]:
    """Return the proofs of the claims that are loaded."""
    return _PROOFS


def proof_of(id: str) -> Proof | None:
    """Return the proof of a claim that is loaded, or ``None`` if none is a program."""
    return _PROOFS.get(id)
