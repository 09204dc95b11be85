"""The registry of claims: what is stated, what checks it, what must be caught.

Definitions
-----------
A *claim* has an id (``BBKN14-3.4``), a title, the ids it uses, and checks.  A *check* is a function of the object it
judges, the right object being the default of its first parameter; it returns a
:class:`~privlearn.checking.verdict.Verdict`.  A *sabotage* returns a corrupted object; the runner gives it to the same
check, and must get a failed verdict whose witness the check's *verifier*, separate code, accepts.

Claims live in ``papers/<paper>/<page>/``; the package of a page says page and section once, with :func:`on_page`::

    claim = on_page("points-and-intervals/introduction", section="1 Introduction")

and its modules declare the claims::

    claim("BBKN14-1.0.vc-log", kind="remark", title="...")

    @check("BBKN14-1.0.vc-log", grade="exhaustive", quantifier="all 255 non-empty classes on 3 points")
    @sabotage("the bound less one", lambda c: log2_size(c) - 1)
    def dimension_is_at_most_the_logarithm(bound=log2_size):
        return judge("<=", ((c.rows(), 2 ** vc_dimension(c), 2 ** bound(c)) for c in classes_on(3)))

    def refutes_dimension_is_at_most_the_logarithm(bound, rows): ...

The function ``refutes_<check>`` beside a check is its verifier: of the corrupted object and the witness, or the parts
of a witness that is a tuple, it returns whether these refute that object.  One of one expression is a line below the
check, ``@verifier(lambda bound, rows: ...)``.  A corrupted function of some length follows the check, below its
``.corrupted("...")``, and so does a function that makes a corrupted object, below ``.sabotage("...")``.  A check that
only yields its cases is a generator below ``@judged("<=")``.

A sabotage named ``without: <hypothesis>`` drops a hypothesis of the statement, which is needed as a check refuses it.

A claim's *status* says what the book does for it.  *Proved*: a complete proof stands on its page.  *Checked*: the
checks judge the statement itself, on the range that they state, without a proof.  *Quoted*: it is cited, and what is
computed beside it illustrates it.  *Definition*: there is nothing to prove.

A check whose right object is a formula (``privlearn.exact.formulas``) has one corruption already, a number that says
far more; a program makes the others (:mod:`~privlearn.checking.statements`).  A check with a parameter ``rng`` gets a
seeded ``numpy.random.Generator``; a long one, with ``parts``, gets the number of its ``part``.
"""

import importlib
import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from privlearn.checking.paper_list import PAPERS, versions
from privlearn.checking.stronger import strengthened
from privlearn.checking.verdict import GRADES, Verdict
from privlearn.checking.words import AGAINST, DEFINING, ERRATA, KINDS, STATUSES
from privlearn.exact.formulas import Formula

SIDE = re.compile(r"{([^{}]+)}")
WITHOUT = "without: "


@dataclass(frozen=True)
class Sabotage:
    """A named corruption: ``make()`` returns the corrupted object."""

    name: str
    make: Callable[[], Any]


@dataclass(eq=False)
class Check:
    """One check of a claim; calling it runs it on the right object or on the object given."""

    name: str
    function: Callable[..., Verdict]
    grade: str
    quantifier: str
    says: str = ""
    reason: str = ""
    parts: int = 0
    against: str = "law"
    sabotages: list[Sabotage] = field(default_factory=list)

    @property
    def right_object(self) -> Any:
        """The object the claim is about: the default of the function's first parameter."""
        return next(iter(inspect.signature(self.function).parameters.values())).default

    @property
    def sides(self) -> tuple[str, ...]:
        """What the verdict's two sides are called; nothing where they are no numbers to show."""
        return tuple(SIDE.findall(self.says))

    @property
    def long(self) -> bool:
        """Whether the check is cut into parts, which run on request only."""
        return self.parts > 0

    @property
    def takes_rng(self) -> bool:
        """Whether the check draws random numbers."""
        return "rng" in inspect.signature(self.function).parameters

    @property
    def verifier(self) -> Callable[..., bool] | None:
        """What is given by :func:`verifier`, or the function ``refutes_<check>`` of the check's module."""
        given: Callable[..., bool] | None = vars(self.function).get("verifier")
        return given or inspect.unwrap(self.function).__globals__.get(f"refutes_{self.function.__name__}")

    def is_refuted(self, judged: Any, witness: Any) -> bool:
        """Ask the verifier whether a witness refutes an object; one of many parameters takes the parts of a tuple."""
        verify = self.verifier
        assert verify is not None, "the runner asks for it first"
        parts = (witness,) if len(inspect.signature(verify).parameters) == 2 else witness
        return verify(judged, *parts)

    def __call__(self, *args: Any, **kwargs: Any) -> Verdict:
        """Run the check."""
        return self.function(*args, **kwargs)

    def sabotage(self, name: str) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
        """Register a function that makes a corruption of the object, under a name that says what is wrong."""
        if any(existing.name == name for existing in self.sabotages):
            raise ValueError(f"sabotage names must be distinct within {self.name}, got {name!r} twice")

        def register(function: Callable[[], Any]) -> Callable[[], Any]:
            self.sabotages.append(Sabotage(name, function))
            return function

        return register

    def corrupted(self, name: str) -> Callable[[Any], Any]:
        """Register the function that follows as a corrupted object, under a name that says what is wrong."""
        def register(function: Any) -> Any:
            self.sabotage(name)(lambda: function)
            return function

        return register


@dataclass(frozen=True)
class Claim:
    """One statement; see :func:`claim` for the fields."""

    id: str
    kind: str
    section: str
    title: str
    page: str
    uses: tuple[str, ...] = ()
    step_of: str = ""
    erratum: str = ""
    erratum_kind: str = ""
    erratum_of: str = ""
    repaired: bool = False
    note: str = ""
    same_as: tuple[str, ...] = ()
    difference: str = ""
    declared: str = ""
    reason: str = ""
    own_formulas: tuple[Formula, ...] = ()
    needless: Mapping[str, str] = field(default_factory=dict)
    checks: list[Check] = field(default_factory=list)

    @property
    def status(self) -> str:
        """What is done for the statement, one of ``STATUSES``: as declared, else as its twin's, else by its kind."""
        if self.declared or not self.same_as:
            return self.declared or ("definition" if self.kind in DEFINING else "proved")
        return self._twin.status

    @property
    def why(self) -> str:
        """Why it is not proved here: its own reason, else its twin's."""
        return self._twin.why if self.same_as and not self.declared else self.reason

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The numbers that the statement names: its own, else its twin's."""
        return self._twin.formulas if self.same_as and not self.own_formulas else self.own_formulas

    @property
    def hypotheses(self) -> dict[str, str]:
        """Its hypotheses, each with why nothing that is checked needs it; an empty text where a sabotage drops it."""
        dropped = (sabotage.name for check in self.checks for sabotage in check.sabotages)
        return {name.removeprefix(WITHOUT): "" for name in dropped if name.startswith(WITHOUT)} | dict(self.needless)

    @property
    def _twin(self) -> "Claim":
        id = self.same_as[0]
        return _CLAIMS.get(id) or load(id.split("-", 1)[0])[id]

    @property
    def paper(self) -> str:
        """The key of the paper, for example ``BBKN14``."""
        return self.id.split("-", 1)[0]


Judging = Callable[..., Verdict]
_CLAIMS: dict[str, Claim] = {}
_NOTHING = object()  # what no one gives; None may be a corrupted object


def claim(id: str, *, kind: str, section: str, title: str, page: str, uses: tuple[str, ...] = (), step_of: str = "",
          erratum: str = "", erratum_kind: str = "", erratum_of: str = "", repaired: bool = False,
          note: str = "", same_as: tuple[str, ...] = (), difference: str = "",
          status: str = "", reason: str = "", formulas: tuple[Formula, ...] = (),
          needless: Mapping[str, str] | None = None) -> Claim:
    """Declare a claim.

    Parameters
    ----------
    id : str
        Paper key, hyphen, number: ``BBKN14-3.4``.
    kind, section, title : str
        One of ``KINDS``; the paper's section; what the statement says.
    page : str
        The page of the book that states it, below ``book/`` and without ending.
    uses : tuple of str
        Ids that its statement or proof invokes.
    step_of : str
        For a step of a proof: the id of the numbered statement on whose card it is a line.
    erratum : str
        What is wrong in the paper and what is true instead.
    erratum_kind : str
        Of what kind that is, one of ``ERRATA``.
    erratum_of : str
        The claim of ``same_as`` whose erratum, in the other version of the paper, this one repeats: counted once.
    repaired : bool
        Whether the statement is stated, and checked, in a form that differs from the printed one.
    note : str
        What the checks cover and do not, and what else a reader of their verdicts should know.
    same_as : tuple of str
        Ids of claims with the same content (another version of the paper), whose checks count for this claim, too.
    difference : str
        How this version's wording or numbers differ.
    status, reason : str
        One of ``STATUSES``; by default its twin's, else ``definition`` for ``DEFINING`` kinds, else ``proved``.  With
        ``checked``, ``quoted``, ``open`` and ``assumption`` a clause that says why it is not proved here.
    formulas : tuple of Formula
        The numbers that the statement names (:mod:`privlearn.exact.formulas`): its page displays them, and its checks
        refuse their stronger variants (:mod:`~privlearn.checking.statements`).
    needless : mapping
        Hypothesis that no check needs -> why.
    """
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, got {kind!r}")
    if id in _CLAIMS:
        raise ValueError(f"id must be new, got {id!r} twice")
    if erratum_kind not in ERRATA if erratum else erratum_kind or repaired:
        raise ValueError(f"erratum_kind must be one of {', '.join(ERRATA)} just where {id} has an erratum, and "
                         f"repaired may be true only there, got {erratum_kind!r} and {repaired}")
    if erratum_of and not (erratum and erratum_of in same_as):
        raise ValueError(f"erratum_of must be one of same_as of {id}, which has an erratum, got {erratum_of!r}")
    if status not in ("", *STATUSES) or bool(reason) != (status not in ("", "proved", "definition")):
        raise ValueError(f"status of {id} must be one of {', '.join(STATUSES)}, with a reason just where it is neither "
                         f"proved nor a definition, got {status!r} and {reason!r}")
    _CLAIMS[id] = Claim(id, kind, section, title, page, tuple(uses), step_of, erratum, erratum_kind, erratum_of,
                        repaired, note, tuple(same_as), difference, status, reason, tuple(formulas), needless or {})
    return _CLAIMS[id]


def claims_so_far() -> dict[str, Claim]:
    """Return the claims that have been declared until now."""
    return _CLAIMS


def on_page(page: str, *, section: str) -> Callable[..., Claim]:
    """Return :func:`claim` for the statements of one page, which stand in one section unless they say another."""
    return partial(claim, page=page, section=section)


def check(id: str, *, grade: str, quantifier: str, says: str = "", reason: str = "",
          parts: int = 0, against: str = "law") -> Callable[[Callable[..., Verdict]], Check]:
    """Register a check of the claim ``id`` (a decorator).

    Parameters
    ----------
    grade : str
        ``exact``, ``exhaustive``, ``certified``, ``numeric`` or ``statistical``; the first three refuse floats.
    quantifier : str
        Over which family of instances, in words and exact numbers.
    says : str
        A clause that is true if the check holds, without its quantifier.  Where the two sides are numbers that a reader
        may want to see, their names stand in braces: ``"{the mistakes made} are at most {the Littlestone dimension}"``.
    reason : str
        Why the grade or the instances are below the best possible, shown on the card.
    against : str
        What it compares a formula with, one of ``AGAINST``.
    parts : int
        For a check that takes minutes: into how many parts it is cut, of seconds; ``part`` (0, 1, ..., parts - 1) is a
        parameter of its function.  They run on request, and are kept (:mod:`~privlearn.checking.long_checks`).
    """
    if id not in _CLAIMS:
        raise ValueError(f"id must be a declared claim, got {id!r}")
    if grade not in GRADES:
        raise ValueError(f"grade must be one of {', '.join(GRADES)}, got {grade!r}")
    if against not in AGAINST:
        raise ValueError(f"against must be one of {', '.join(AGAINST)}, got {against!r}")

    def register(function: Callable[..., Verdict]) -> Check:
        name = function.__name__.replace("_", " ")
        if any(existing.name == name for existing in _CLAIMS[id].checks):
            raise ValueError(f"check names must be distinct within {id}, got {name!r} twice")
        if says.count("{") not in (0, 2) or len(SIDE.findall(says)) != says.count("{"):
            raise ValueError(f"says of check {name!r} of {id} must have two sides in braces or none, got {says!r}")
        if (parts > 0) != ("part" in inspect.signature(function).parameters):
            raise ValueError(f"parts must be positive just where check {name!r} of {id} has a parameter part")
        made = Check(name, function, grade, quantifier, says, reason, parts, against)
        if made.right_object is inspect.Parameter.empty:
            raise ValueError(f"check {name!r} of {id} must have the right object as default of its first parameter")
        right, given = made.right_object, vars(function).get("sabotages", ())
        for label, corrupted in strengthened(right) if not given or isinstance(right, Formula) else ():
            made.sabotage(label)(lambda corrupted=corrupted: corrupted)  # type: ignore[misc]
        for title, make in given:
            made.sabotage(title)(make)
        _CLAIMS[id].checks.append(made)
        return made

    return register


def sabotage(name: str, corrupted: Any = _NOTHING, *,
             make: Callable[[], Any] | None = None) -> Callable[[Judging], Judging]:
    """Give a check a corrupted object that it must refuse (a decorator below :func:`check`).

    Parameters
    ----------
    name : str
        Says what is wrong; new within the check.
    corrupted : object
        The corrupted object itself.
    make : function, optional
        Makes it when it is needed; just one of the two is given.
    """
    if (corrupted is _NOTHING) == (make is None):
        raise ValueError(f"sabotage {name!r} must be given either the corrupted object or make, "
                         f"got {'neither' if make is None else 'both'}")

    def give(function: Judging) -> Judging:
        vars(function).setdefault("sabotages", []).insert(0, (name, make or (lambda: corrupted)))
        return function

    return give


def verifier(refutes: Callable[..., bool]) -> Callable[[Judging], Judging]:
    """Give a check its verifier, a function of the corrupted object and the witness (a decorator below :func:`check`).

    With more than two parameters it takes the parts of a witness that is a tuple, one after the other.
    """
    def give(function: Judging) -> Judging:
        vars(function)["verifier"] = refutes
        return function

    return give


def load(paper: str = "") -> dict[str, Claim]:
    """Import every module that the papers' ``CONTENTS`` name and return id -> claim, in that order.

    Of one paper (``BBKN14``) it imports only the modules of its versions, and returns only their claims.
    """
    wanted = versions(paper) or (paper,) if paper else ()
    _import_papers(wanted)
    return {id: entry for id, entry in _CLAIMS.items() if not wanted or entry.paper in wanted}


@cache  # a run asks for the registry thousands of times
def _import_papers(wanted: tuple[str, ...]) -> None:
    """Import what the papers' tables of contents name (of all papers for none)."""
    for paper in PAPERS:
        if not wanted or paper.key in wanted:
            content = importlib.import_module(f"privlearn.papers.{paper.package}")
            for page, *modules in content.CONTENTS:
                for module in modules:
                    importlib.import_module(f"{content.__name__}.{page}.{module}")
    places = {paper.key: place for place, paper in enumerate(PAPERS)}  # others may have been imported before
    ordered = sorted(_CLAIMS.items(), key=lambda item: places.get(item[1].paper, len(places)))
    _CLAIMS.clear()
    _CLAIMS.update(ordered)


def select(prefixes: list[str]) -> dict[str, Claim]:
    """Return the claims named exactly or by prefix (all for an empty list); an exact id means that claim alone.

    Raises
    ------
    ValueError
        If a name matches no claim.
    """
    claims = load()
    if not prefixes:
        return claims
    chosen: set[str] = set()
    for prefix in prefixes:
        found = {prefix} if prefix in claims else {id for id in claims if prefix and id.startswith(prefix)}
        if not found:
            raise ValueError(f"id must be a claim or the beginning of one, got {prefix!r} (a new module must stand in "
                             "the row of its page in CONTENTS of papers/<paper>/__init__.py)")
        chosen |= found
    return {id: entry for id, entry in claims.items() if id in chosen}
