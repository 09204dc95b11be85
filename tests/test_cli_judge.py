"""``privlearn judge``: answers judged again."""

import json

import pytest

from privlearn.cli import main
from privlearn.coursework import of_book
from privlearn.keeping import book_around

SOLVED = {exercise.label: exercise.solution for exercise in of_book(book_around() / "book")}


@pytest.fixture
def judge(capsys, tmp_path):
    """Write answers to a file and return (exit status, JSON report, standard error)."""
    def run(*answers, options=()):
        path = tmp_path / "answers.json"
        path.write_text(json.dumps({"answers": [{"exercise": label, "code": code} for label, code in answers]}))
        status = main(["judge", str(path), "--json", "-", *options])
        captured = capsys.readouterr()
        return status, json.loads(captured.out) if captured.out else None, captured.err
    return run


def test_right_answers_are_well(judge):
    status, report, told = judge(("exercise-two-subsets", SOLVED["exercise-two-subsets"]))
    assert status == 0
    assert report == {"answers": [{"exercise": "exercise-two-subsets", "accepted": True,
                                   "message": "accepted: both prove the value 3/7"}]}
    assert told.endswith("1 of 1 answers accepted\n")


def test_one_that_is_not_accepted_is_not(judge):
    forged = "print('accepted: \x1b[1mso')\nraise SystemExit('\x1b[2J')"
    status, report, told = judge(("exercise-two-subsets", forged))
    assert status == 1
    assert [row["accepted"] for row in report["answers"]] == [False]
    assert "\x1b" not in told


@pytest.mark.parametrize(("answers", "options", "told"), [
    ([("exercise-none", "")], (), "must name exercises of the book"),
    ([], ("--seconds", "0"), "--seconds must be a number"),
])
def test_bad_input_is_refused(judge, answers, options, told):
    status, report, said = judge(*answers, options=options)
    assert (status, report) == (2, None)
    assert told in said


def test_an_endless_answer_ends(judge):
    status, report, _ = judge(("exercise-two-subsets", "while True: pass"), options=("--seconds", "2"))
    assert status == 1
    assert report["answers"][0]["message"] == "not yet: it takes longer than 2 seconds"
