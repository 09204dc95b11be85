"""What an exercise asks, how hard it is and how long it takes: said once, where its judge is defined.

``@asked(...)`` stands above a judge.  The list of all exercises, the syllabi and what is handed out read it from there.
"""

from collections.abc import Callable
from dataclasses import dataclass

LEVELS = {1: "straightforward", 2: "takes an idea", 3: "hard"}
LONGEST = 60  # minutes: what takes longer is several exercises


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What an exercise is, for those who choose among them.

    Attributes
    ----------
    level : int
        A key of ``LEVELS``.
    minutes : int
        How long it takes who has just read the page, in fives.
    sentence : str
        What is asked, a sentence without formulas.
    library : str
        The name in the library that gives the answer, or most of it, at once; empty if none does.  It may be used.
    """

    level: int
    minutes: int
    sentence: str
    library: str = ""

    def __post_init__(self) -> None:
        """Refuse what a reader could not use."""
        if self.level not in LEVELS:
            raise ValueError(f"level must be one of {', '.join(map(str, LEVELS))}, got {self.level!r}")
        if type(self.minutes) is not int or self.minutes % 5 or not 5 <= self.minutes <= LONGEST:
            raise ValueError(f"minutes must be a multiple of 5, at most {LONGEST}, got {self.minutes!r}")
        if not self.sentence[:1].isupper() or not self.sentence.endswith(".") or "$" in self.sentence:
            raise ValueError(f"sentence must begin with a capital, end with a full stop and have no formula, "
                             f"got {self.sentence!r}")


def asked(sentence: str, *, level: int, minutes: int, library: str = "") -> Callable[[Callable], Callable]:
    """Return the decorator that says of a judge what its exercise is, as an :class:`Asked` in its attribute ``asked``.

    Examples
    --------
    >>> judge = asked("Find a witness.", level=1, minutes=5)(lambda answer: "accepted: it is one")
    >>> judge.asked.minutes
    5
    """
    about = Asked(sentence=sentence, level=level, minutes=minutes, library=library)

    def mark(judge: Callable) -> Callable:
        judge.asked = about  # type: ignore[attr-defined]
        return judge

    return mark
