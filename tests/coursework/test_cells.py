"""Exercises as they stand on the pages: what is asked, what an answer may use, and who judges it."""

import contextlib
import io
import random
from pathlib import Path

import pytest

from privlearn.coursework.cells import cells, exercises, needed, of_book
from privlearn.coursework.judging import judge_answer

BOOK = Path(__file__).resolve().parents[2] / "book"
PAGE = '''# A page

```{code-cell} ipython3
---
tags: [hide-input]
mystnb:
  image:
    alt: "none"
---
from fractions import Fraction
from math import comb, pi

from privlearn.papers.some.page.exercises import judge_this, judge_that
```

```{code-cell} ipython3
half = Fraction(1, 2)
other = 5
half, other = half + 1, other
print(other)
```

```{exercise-start}
:label: exercise-this
```
Find *this*.
```{exercise-end}
```

```{code-cell} ipython3
:tags: [exercise-stub]
mine = 3
print(judge_this(mine))
```

```{solution-start} exercise-this
:class: dropdown
```
Because.

```{code-cell} ipython3
:tags: [exercise-solution]
print(judge_this(mine + comb(4, 2) * half))
```

```{solution-end}
```
'''


def test_an_exercise_has_its_statement_code_judge_and_the_set_up_that_they_need():
    (found,) = exercises(PAGE, "some/page")
    assert (found.label, found.page, found.statement) == ("exercise-this", "some/page", "Find *this*.")
    assert found.judge == "privlearn.papers.some.page.exercises:judge_this"
    assert found.stub == "mine = 3\nprint(judge_this(mine))"
    assert found.solution == "mine = 3\nprint(judge_this(mine + comb(4, 2) * half))"
    assert found.explanation == "Because."
    assert found.setup.splitlines() == [
        "from fractions import Fraction", "from math import comb",
        "from privlearn.papers.some.page.exercises import judge_this",
        "half = Fraction(1, 2)", "other = 5", "half, other = half + 1, other"]
    assert [cell.tags for cell in cells(PAGE)] == [("hide-input",), (), ("exercise-stub",), ("exercise-solution",)]
    assert exercises("# A page", "some/page") == []


@pytest.mark.parametrize("lost", ["exercise-stub", "exercise-solution", "{solution-end}",
                                  "import judge_this, judge_that"])
def test_an_exercise_without_its_parts_is_refused(lost):
    with pytest.raises(ValueError, match="exercise-this on the page some/page must have"):
        exercises(PAGE.replace(lost, "import math as judging" if "import" in lost else "nothing"), "some/page")


@pytest.mark.parametrize(("earlier", "later", "found"), [
    ("x = 1\nx = 2", "x", "x = 2"),
    ("x = 1\nif x:\n    y = 2", "y", "x = 1\nif x:\n    y = 2"),
    ("x = 1\nfor x in ():\n    pass", "x", "x = 1\nfor x in ():\n    pass"),
    ("n = 3", "[n for n in range(4)]", ""),
    ("n = 3\n\n\ndef f():\n    return n", "f()", "n = 3\ndef f():\n    return n"),
    ("import a.b as c, d", "d", "import d"),
    ("@cached\ndef f(): pass", "f", "@cached\ndef f(): pass"),
    ("x = []\nx += [1]", "x", "x = []\nx += [1]"),
])
def test_needed_are_the_statements_that_bind_what_is_loaded(earlier, later, found):
    assert needed([earlier], later) == found


def test_every_exercise_of_the_book_is_read():
    found = list(of_book(BOOK))
    written = sum(page.read_text(encoding="utf-8").count("{exercise-start}") for page in BOOK.rglob("*.md"))
    assert len(found) == len({exercise.label for exercise in found}) == written >= 160


@pytest.mark.parametrize("count", [16, pytest.param(None, marks=pytest.mark.long)])
def test_the_set_up_is_enough_for_stub_and_solution(count):
    """Of some, drawn anew in each run: the site's worker tries all of them (`tests/site/test_worker.py`)."""
    found = list(of_book(BOOK))
    assert not any("matplotlib" in exercise.setup for exercise in found)
    for exercise in random.sample(found, count or len(found)):
        with contextlib.redirect_stdout(io.StringIO()):
            kinds = [judge_answer(exercise, code).kind for code in (exercise.stub, exercise.solution)]
        assert (exercise.label, kinds) == (exercise.label, ["not yet", "accepted"])
