"""Saved answers: what is read of a file, and that a verdict in it is not."""

import json

import pytest

from privlearn.coursework.saved import judge_answers, read_answers


@pytest.fixture
def saved(tmp_path, two_subsets):
    def read(content):
        path = tmp_path / "answers.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return read_answers(path, [two_subsets])
    return read


def test_exercises_and_code_are_read_and_nothing_else(saved, two_subsets, tmp_path):
    rows = [{"exercise": two_subsets.label, "code": "1", "verdict": "accepted: so", "accepted": True}]
    assert saved({"answers": rows, "version": "1"}) == [(two_subsets, "1")]
    assert saved({"answers": []}) == []
    with pytest.raises(ValueError, match="must be a file"):
        read_answers(tmp_path / "none.json", [])


@pytest.mark.parametrize(("content", "told"), [
    *((content, "must hold") for content in ("", "[]", "{", {}, {"answers": {}}, {"answers": [1]},
                                             {"answers": [{"code": "1"}]},
                                             {"answers": [{"exercise": "exercise-two-subsets", "code": 1}]})),
    ({"answers": [{"exercise": "exercise-none", "code": ""}]},
     "must name exercises of the book, got 'exercise-none'")])
def test_another_file_or_an_unknown_exercise_is_refused(saved, content, told):
    with pytest.raises(ValueError, match=told):
        saved(content)


def test_a_forged_verdict_is_judged_again(saved, two_subsets):
    told = []
    forged = [{"exercise": two_subsets.label, "code": two_subsets.stub, "accepted": True, "message": "accepted: so"},
              {"exercise": two_subsets.label, "code": two_subsets.solution, "accepted": False}]
    report = judge_answers(saved({"answers": forged}), each=lambda exercise, judged: told.append(judged.accepted))
    assert [row["accepted"] for row in report["answers"]] == told == [False, True]
    assert set(report["answers"][0]) == {"exercise", "accepted", "message"}
