"""The papers of the book, a row each: registry, lints, site, types and tests take what they need from here.

A new paper is a row, and a package ``papers/<key in small letters>`` with its ``CONTENTS``.

>>> [paper.key for paper in PAPERS if paper.part == "communication"]
['FX14', 'FX15']
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """A paper whose statements are checked.

    Attributes
    ----------
    key : str
        That of the bibliography, with which the ids of its claims begin.
    part : str
        The folder of the book with its pages.
    leads : bool
        Whether that part mirrors its sections one by one.
    version_of : str
        The key of the paper of which it is another version; the claims of versions name each other's.
    """

    key: str
    part: str
    leads: bool = False
    version_of: str = ""

    @property
    def package(self) -> str:
        """The name of its package in ``papers``."""
        return self.key.lower()


PAPERS = (
    Paper("ABMS20", part="closure", leads=True),
    Paper("AMSY24", part="since"),
    Paper("BBKN14", part="points-and-intervals", leads=True),
    Paper("BGHILPSS23", part="since"),
    Paper("CLNSS23", part="since"),
    Paper("FHMM23", part="since"),
    Paper("FX14", part="communication", version_of="FX15"),
    Paper("FX15", part="communication", leads=True),
    Paper("GGKM21", part="since"),
    Paper("KLMNS20", part="thresholds", leads=True),
)


def versions(key: str) -> tuple[str, ...]:
    """Return the keys of a paper and its other versions; none for a key that no paper has.

    >>> versions("FX15"), versions("ABMS20")
    (('FX14', 'FX15'), ('ABMS20',))
    """
    first = {paper.key: paper.version_of or paper.key for paper in PAPERS}
    return tuple(other for other in first if key in first and first[other] == first[key])
