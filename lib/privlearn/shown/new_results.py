"""The list of results of this book that its sources do not have, with what checks each of them.

Definitions
-----------
A *result* has a number, a title, a status, the claims whose checks are its certificate, and the pages of other results
that it corrects, if any.  The status is one of `STATUSES`: *proved here* (for all sizes, with a proof on its page),
*exhaustive* (up to the size that its title names), *certified instance* (exact values of named objects).

>>> print(bibtex(RESULTS[0], "0.1.0").splitlines()[0])
@misc{PLE-R1,
>>> sorted({result.status for result in RESULTS} - set(STATUSES))
[]
"""

import html
from collections.abc import Sequence
from dataclasses import dataclass

from privlearn.checking.registry import Claim
from privlearn.shown.atlas import Report, Table, own
from privlearn.shown.cards import link

STATUSES = ("proved here", "exhaustive", "certified instance")


@dataclass(frozen=True)
class Result:
    """A result: its number, title, status and the ids of the claims whose checks stand behind it."""

    number: int
    title: str
    status: str
    claims: tuple[str, ...] = ()


RESULTS = (
    Result(1, "What relabelling costs: 4e for general scores, (1 + sqrt e)^2 for error counts", "proved here",
           ("ABMS20-5.3",)),
    Result(2, "Up to how many rows the packing bounds for points are the optimum over all databases", "proved here",
           ("BBKN14-3.9.all",)),
    Result(3, "Two messages evaluate thresholds on independent inputs with error 1/6, and no less", "proved here",
           ("FX15-3.1app.product",)),
    Result(4, "The exact privacy of the constant-sample learner of points", "proved here", ("BBKN14-4.3",)),
    Result(5, "Recovering the end of an interval from a noisy copy fails with probability 2 mu a side", "proved here",
           ("BBKN14-5.8.exact",)),
    Result(6, "Matched paths are exactly as hard to tell apart as two exponential clocks", "proved here",
           ("KLMNS20-3.5r",)),
    Result(7, "Adaptive composition applies to TreeLog, by the classes of its paths", "proved here",
           ("KLMNS20-3.6.view",)),
    Result(8, "The heavy path is stable for few elements", "proved here", ("KLMNS20-3.stable",)),
    Result(9, "Cliques of contradicting samples of points, whole and fractional", "proved here",
           ("AMSY24-points", "AMSY24-points.cliques")),
    Result(10, "Fewer thresholds than Littlestone's dimension: on five points, and on no fewer", "exhaustive",
           ("ABMS20-1.engine",)),
    Result(11, "Littlestone's and the randomised dimension on four points: 24 pairs", "exhaustive",
           ("FHMM23-twice",)),
    Result(12, "Littlestone's dimension of halfspaces on nine grids", "certified instance", ("FX15-4.1app.hs",)),
    Result(13, "What slices of noisy size lose, for any number of them, with all constants", "proved here",
           ("CLNSS23-loss", "CLNSS23-table")),
    Result(14, "Predictions of irreducible parts: depth d is enough, and d - 1 is not", "proved here",
           ("GGKM21-4.4.depth", "GGKM21-irreducible.balls")),
    Result(15, "How often correlated samples differ, exactly", "proved here",
           ("BGHILPSS23-sampling.exact", "BGHILPSS23-replicable.threshold")),
    Result(16, "Expected mistakes with n experts, one of whom never errs, for every n", "proved here",
           ("FHMM23-perfect.exact",)),
)


def result_table(listed: Sequence[tuple[Claim, Report]]) -> Table:
    """Return the results with their status and what judged them: checks, cases, sabotages caught, seconds."""
    reports = {entry.id: report for entry, report in listed}
    return Table("Results, and how to run their checks again",
                 ("result", "status", "run again", "checks", "cases judged", "sabotages caught", "seconds"),
                 [_row(result, [reports[id] for id in result.claims if id in reports]) for result in RESULTS])


def _row(result: Result, found: Sequence[Report]) -> list[str]:
    checks = [check for report in found for check in own(report["checks"])]
    sabotages = [sabotage for report in found for sabotage in own(report["sabotages"])]
    again = "<br>".join(f"<code>privlearn verify {html.escape(id)}</code><br>{link(id)}" for id in result.claims)
    told = ([str(len(checks)), f"{sum(check['instances'] for check in checks):,}",
             f"{sum(sabotage['caught'] is True for sabotage in sabotages)} of {len(sabotages)}",
             f"{sum(check['seconds'] for check in checks):.1f}"] if found else ["", "", "", ""])
    return [f'<a href="#r{result.number}">R{result.number}</a> {html.escape(result.title)}', result.status,
            again or "the cell below it", *told]


def bibtex(result: Result, version: str) -> str:
    """Return the entry with which to cite a result.

    Examples
    --------
    >>> print(bibtex(Result(1, "A title", "proved here"), "0.1.0"))
    @misc{PLE-R1,
      title = {A title},
      author = {{The Private Learning, Executed authors}},
      howpublished = {Private Learning, Executed, version 0.1.0, Atlas, result R1 (proved here)},
      year = {2026},
    }
    """
    return "\n".join([f"@misc{{PLE-R{result.number},", f"  title = {{{result.title}}},",
                      "  author = {{The Private Learning, Executed authors}},",
                      f"  howpublished = {{Private Learning, Executed, version {version}, Atlas, "
                      f"result R{result.number} ({result.status})}},", "  year = {2026},", "}"])
