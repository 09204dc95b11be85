"""What stands at the judges: every exercise says what it asks, how hard it is, how long it takes."""

import importlib
import re
from pathlib import Path

import pytest

from privlearn.coursework import of_book
from privlearn.exercises.asked import Asked, asked

ROOT = Path(__file__).resolve().parents[2]
EXERCISES = list(of_book(ROOT / "book"))


def judge_of(exercise):
    module, _, name = exercise.judge.partition(":")
    return getattr(importlib.import_module(module), name)


def unsaid(judges):
    """Return the names of the judges that say nothing, or what another one says."""
    sentences = [getattr(judge, "asked", None) and judge.asked.sentence for judge in judges]
    return [judge.__name__ for judge, sentence in zip(judges, sentences, strict=True)
            if not sentence or sentences.count(sentence) > 1]


def test_every_judge_says_what_is_asked_and_each_something_else_of_what_the_library_has():
    judges = [judge_of(exercise) for exercise in EXERCISES]
    assert len({*judges}) == len(judges) >= 160
    assert unsaid(judges) == []
    assert unsaid([*judges, lambda answer: "accepted: 1"]) == ["<lambda>"]
    assert unsaid([judges[0], asked(judges[0].asked.sentence, level=1, minutes=5)(lambda answer: "")]) != []
    assert unknown(filter(None, (judge_of(exercise).asked.library for exercise in EXERCISES))) == []
    assert unknown(["solve_the_exercise"]) == ["solve_the_exercise"]


def unknown(names):
    """Return the names that no function or class of the library has."""
    known = {name for path in (ROOT / "lib/privlearn").rglob("*.py")
             for name in re.findall(r"^ *(?:def|class) (\w+)", path.read_text(encoding="utf-8"), re.M)}
    return [name for name in names if name not in known]


@pytest.mark.parametrize(("changed", "argument"), [
    ({"level": 0}, "level"), ({"level": 4}, "level"), ({"minutes": 7}, "minutes"), ({"minutes": 0}, "minutes"),
    ({"minutes": 65}, "minutes"), ({"minutes": 5.0}, "minutes"), ({"sentence": ""}, "sentence"),
    ({"sentence": "find it."}, "sentence"), ({"sentence": "Find it"}, "sentence"),
    ({"sentence": "Find $n$."}, "sentence")])
def test_what_a_reader_could_not_use_is_refused(changed, argument):
    with pytest.raises(ValueError, match=argument):
        Asked(**{"sentence": "Find it.", "level": 1, "minutes": 5} | changed)
