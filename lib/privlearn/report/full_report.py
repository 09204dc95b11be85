"""The report of a class, as data and as text.

Definitions
-----------
The report has ``concepts, points``, the three dimensions (``None`` where the search met its limit, with the bounds
under ``limits``), ``witnesses`` in row and column numbers from 0, ``named_witnesses``, the same in names, if there are
names, else ``None``, ``bounds`` and ``left_out`` (:mod:`~privlearn.report.known_bounds`), and ``atlas``: for a class on
at most four points where it stands among all of them, else ``None``.

>>> from privlearn.concepts import thresholds
>>> report = class_report(thresholds(2))
>>> report["threshold_dimension"], report["witnesses"]["shattered_set"], report["limits"]
(4, (0,), {})
"""

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from privlearn.concepts import ConceptClass
from privlearn.dimensions import randomized_littlestone_dimension
from privlearn.dimensions.sweeps.numbers import MOST_POINTS, classes_up_to_renaming
from privlearn.dimensions.sweeps.places import alike, place_of
from privlearn.report.known_bounds import Wishes, known_bounds
from privlearn.report.searches import Note, find_dimensions

WITNESSES = {"vc_dimension": "shattered_set", "littlestone_dimension": "mistake_tree",
             "threshold_dimension": "threshold_sequence"}
LONGEST_LINE = 400  # characters of a witness printed for people; the data have all of it
Report = dict[str, Any]


def class_report(concepts: ConceptClass, *, wishes: Wishes | None = None, limit: int | None = None,
                 seconds: Fraction | None = None, named: bool = False, note: Note = str) -> Report:
    """Return the report of a class.

    Parameters
    ----------
    concepts : ConceptClass
    wishes : Wishes, optional
        What is asked of a learner.
    limit, seconds, note
        As for :func:`~privlearn.report.searches.find_dimensions`.
    named : bool
        Show the witnesses by name, too.
    """
    found = find_dimensions(concepts, limit=limit, seconds=seconds, note=note)
    report: Report = {"concepts": len(concepts), "points": concepts.size}
    report |= {name: b.lower if b.exact else None for name, b in found.items()}
    report["witnesses"] = {WITNESSES[name]: bounds.witness for name, bounds in found.items()}
    report["named_witnesses"] = named_witnesses(concepts, report["witnesses"]) if named else None
    report["limits"] = {name: [b.lower, b.upper] for name, b in found.items() if not b.exact}
    report["bounds"], report["left_out"] = known_bounds(
        concepts, vc=found["vc_dimension"].lower, littlestone=found["littlestone_dimension"].lower,
        wishes=wishes or Wishes())
    report["atlas"] = atlas_place(concepts)
    return report


def atlas_place(concepts: ConceptClass) -> dict[str, Any] | None:
    """Return the place of a class among all on as many points; ``None`` for more than four points, or no concept.

    Examples
    --------
    >>> from privlearn.concepts import thresholds
    >>> place = atlas_place(thresholds(2))
    >>> place["place"], place["of"], place["order"], place["same_dimensions"]
    (2040, 3984, [3, 2, 1, 0], 5)
    """
    if not len(concepts) or not 1 <= concepts.size <= MOST_POINTS:
        return None
    found, least = place_of(concepts), classes_up_to_renaming(concepts.size)[0]
    return {"place": found.place, "of": len(least), "order": list(found.order), "orbit": found.orbit,
            "same_dimensions": alike(concepts),
            "randomized_littlestone_dimension": str(randomized_littlestone_dimension(concepts))}


def named_witnesses(concepts: ConceptClass, witnesses: dict[str, Any]) -> dict[str, Any]:
    """Return the witnesses with the names of points and concepts in the places of their numbers.

    Examples
    --------
    >>> named = ConceptClass.from_matrix([[1, 1], [0, 1]], ["left", "right"], ["both", "one"])
    >>> named_witnesses(named, {"shattered_set": (0,), "mistake_tree": (0, 1, 0), "threshold_sequence": ((1, 1),)})
    {'shattered_set': ['left'], 'mistake_tree': ['left', 'one', 'both'], 'threshold_sequence': [['one', 'right']]}
    """
    points, rows = concepts.point_names, concepts.concept_names
    shattered, tree, sequence = (witnesses[name] for name in WITNESSES.values())
    return {"shattered_set": None if shattered is None else [points[x] for x in shattered],
            "mistake_tree": None if tree is None else _named_tree(tree, points, rows),
            "threshold_sequence": [[rows[h], points[x]] for h, x in sequence]}


def _named_tree(tree: Any, points: Sequence[Hashable], rows: Sequence[Hashable]) -> Any:
    if not isinstance(tree, tuple):
        return rows[tree]
    point, zero, one = tree
    return [points[point], _named_tree(zero, points, rows), _named_tree(one, points, rows)]


def report_lines(report: Report) -> Iterator[str]:
    """Yield the lines of the report for people: witnesses by name where there are names, long ones cut."""
    yield f"{report['concepts']:,} concepts on {report['points']:,} points"
    witnesses = report["named_witnesses"] or report["witnesses"]
    for name, witness in WITNESSES.items():
        value = report[name]
        if value is None:
            low, high = report["limits"][name]
            value = f"out of reach, between {low} and {high}"
        yield f"{name.replace('_', ' ')}: {value}"
        if witnesses[witness] is not None:
            text = str(witnesses[witness])
            yield f"  {witness.replace('_', ' ')}: {text if len(text) <= LONGEST_LINE else f'{text[:LONGEST_LINE]}...'}"
    if place := report["atlas"]:
        yield (f"atlas: class {place['place']:,} of {place['of']:,} on {report['points']} points up to renaming; "
               f"{place['same_dimensions']:,} of them with these dimensions; "
               f"randomised Littlestone dimension {place['randomized_littlestone_dimension']}")
    for bound in report["bounds"]:
        yield f"{bound['name']}: {bound['value']:,}  [{bound['source']}]"
    for row in report["left_out"]:
        yield f"left out: {row['name']} ({row['reason']})"
