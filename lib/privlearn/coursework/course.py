"""The exercises of a part as a course: what they are called, and in which week each page is read.

Definitions
-----------
The pages of a part are cut, in their order, into *weeks* of about an hour to read.  What is read of a page is its open
prose: without code, exercises, and what stands in drawers.  An exercise is named by its label:
``exercise-smallest-rows`` is "smallest rows", and what repeats the page's own name at its beginning is left out.

>>> weeks([20, 30, 15, 70, 5]), weeks([20, 30, 20])
([1, 1, 2, 3, 3], [1, 1, 1])
>>> name_of("exercise-lines-blocks", "communication/lines"), minutes_to_read("five words of open prose")
('blocks', 1)
"""

import re
from collections.abc import Sequence
from math import ceil

WORDS_A_MINUTE = 150
WEEK, SPARE = 60, 15  # minutes to read, and how many more are no reason for another week
HEAD = re.compile(r"\A---\n.*?\n---\n", re.S)
FENCED = re.compile(r"^(?P<fence>`{3,}|:{3,})\{(?P<name>[\w:-]+)\} ?(?P<title>[^\n]*)\n(?::[^\n]*\n)*"
                    r"(?P<body>.*?)^(?P=fence)$", re.S | re.M)
EXERCISES = re.compile(r"^```\{(exercise|solution)-start\}.*?^```\{\1-end\}\n```$", re.S | re.M)
READ = ("prf:", "note", "important", "warning", "tip", "admonition", "margin")  # directives whose text is open prose


def name_of(label: str, page: str) -> str:
    """Return what an exercise is called."""
    words, own = label.removeprefix("exercise-"), page.rpartition("/")[2]
    return (words.removeprefix(f"{own}-") or words).replace("-", " ")


def minutes_to_read(text: str) -> int:
    """Return how long the open prose of a page's source takes to read."""
    prose = EXERCISES.sub("", HEAD.sub("", text))
    return ceil(_words(re.sub(r"^%.*$|^\([^)\s]*\)=$|<!--.*?-->", "", prose, flags=re.M)) / WORDS_A_MINUTE)


def _words(prose: str) -> int:
    """Count the words between directives, and those in directives of open prose."""
    inside = sum(_words(found["body"]) for found in FENCED.finditer(prose) if found["name"].startswith(READ))
    return inside + len(re.findall(r"\S*\w\S*|[=<>+-]", FENCED.sub("", prose)))


def weeks(minutes: Sequence[int]) -> list[int]:
    """Return in which week each page is read, from how long the pages take: weeks are about equally long."""
    total, before, found = sum(minutes), 0, []
    share = max(total, 1) / max(1, ceil((total - SPARE) / WEEK))
    for taken in minutes:
        found.append(1 + int((before + taken / 2) / share))
        before += taken
    return found
