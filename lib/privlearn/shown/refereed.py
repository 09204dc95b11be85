"""What referees found who read the pages against the papers: what was read, and what has changed since.

Definitions
-----------
A *reading* is of one page: when, what was found and changed, and for each statement whether it was faithful to the
paper, its proof complete, its checks about this statement, and what became of a false variant of it.  It holds for the
text that was read: each statement is bound to it by a hash, and one that has changed since has lost its mark until it
is read again.

Readings are kept in ``book/atlas/refereed.json``; without the book's sources there are none.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from privlearn.checking import registry
from privlearn.keeping import read_json
from privlearn.shown.atlas import Table
from privlearn.shown.cards import link
from privlearn.shown.notation import typeset

FRAME = re.compile(r"^(?P<ticks>`{3,})\{prf:\w+\} .*\n:label: (?P<id>[A-Z]+\d\d-\S+)\n(?P<text>(?:.*\n)*?)(?P=ticks)$",
                   re.MULTILINE)
QUESTIONS = {"faithful": "faithful?", "proof": "proof", "check": "do the checks judge it?",
             "variant": "a false variant"}
STEP = re.compile(r"^ *\((?P<id>[A-Z]+\d\d-\S+)\)=\n(?P<text>(?:(?! *\([\w.-]+\)=$|`{3,}$).*\n)*)", re.MULTILINE)


def books() -> list[Path]:
    """Return the folder with the sources of the pages, sought around the working directory, if there is one."""
    here = Path.cwd().resolve()
    return [one / "book" for one in (here, *here.parents) if (one / "book/atlas/refereed.md").is_file()][:1]


def statements(text: str) -> dict[str, str]:
    r"""Return id -> hash of what a page states as a claim, in frames and lines of proofs; white space does not count.

    >>> page = "```{prf:lemma} X20, Lemma 1\n:label: X20-1\n\nAll is  well.\n```\n"
    >>> statements(page) == statements(page.replace("  ", " ")) != statements(page.replace("All", "Most"))
    True
    """
    found = [*FRAME.finditer(text), *STEP.finditer(text)]
    return {one["id"]: hashlib.sha256(" ".join(one["text"].split()).encode()).hexdigest()[:12] for one in found}


def readings() -> Iterator[tuple[str, str, Mapping[str, Any], dict[str, str]]]:
    """Yield each page with statements or a reading: name, title, the reading (else empty), its statements' hashes."""
    for folder in books():
        kept = read_json(folder / "atlas/refereed.json")
        for page in dict.fromkeys([*(entry.page for entry in registry.load().values()), *kept]):
            text = (folder / f"{page}.md").read_text(encoding="utf-8")
            title = re.search(r"^# (.*)$", text, re.MULTILINE)
            yield page, title[1] if title else page, kept.get(page, {}), statements(text)


def standing(reading: Mapping[str, Any], now: Mapping[str, str]) -> dict[str, str]:
    """Return of each statement of a page whether it stands as ``read``, has ``changed`` since, or is ``unread``."""
    read = reading.get("statements", {})
    return {id: "unread" if id not in read else "read" if read[id]["hash"] == hash else "changed"
            for id, hash in now.items()}


def pages_table() -> Table:
    """Return for each page when it was read, how many statements stand as read, and what was found."""
    rows = []
    for page, title, reading, now in readings():
        marks = [*standing(reading, now).values()]
        said = f"{marks.count('read')} of {len(marks)}" if marks else "none in a frame"
        name = f'<a href="../{page}.html">{typeset(title)}</a>'
        rows.append([name, reading.get("date", "not yet"), said, typeset(reading.get("found", ""))])
    return Table("Pages and their readings", ("page", "read", "statements as read", "what was found"),
                 rows, stacked=True)


def statements_table() -> Table:
    """Return what was found of each statement that was read, and which have changed since or were not read."""
    rows = []
    for _, _, reading, now in readings():
        for id, mark in standing(reading, now).items():
            found = reading["statements"][id] if mark != "unread" else {}
            name = link(id) + (f" ({mark})" if mark != "read" else "")
            rows.append([name, *(typeset(found.get(question, "")) for question in QUESTIONS)])
    return Table("Statements", ("statement", *QUESTIONS.values()), rows, stacked=True)
