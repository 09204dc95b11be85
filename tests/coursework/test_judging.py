"""The verdict on an answer's code, in one process."""

import dataclasses

import pytest

from privlearn.coursework.judging import Judgement, judge_answer, judgement, library_judge
from privlearn.papers.bbkn14.generic_learner import exercises


def test_the_stub_is_not_yet_an_answer_the_solution_is_one_and_the_last_counts(two_subsets, capsys):
    assert judge_answer(two_subsets, two_subsets.stub).kind == "not yet"
    judged = judge_answer(two_subsets, two_subsets.solution)
    assert judged == Judgement("accepted", "accepted: both prove the value 3/7")
    assert judged.accepted
    assert capsys.readouterr().out.splitlines()[-1] == judged.message
    stub, solution = two_subsets.stub, two_subsets.solution
    assert judge_answer(two_subsets, f"{solution}\n{stub}").kind == "not yet"
    assert judge_answer(two_subsets, f"{stub}\n{solution}").accepted
    own = "from privlearn.papers.bbkn14.generic_learner.exercises import judge_two_subsets\n"
    assert judge_answer(two_subsets, own + solution).accepted
    with pytest.raises(KeyboardInterrupt):
        judge_answer(two_subsets, "raise KeyboardInterrupt")


@pytest.mark.parametrize(("code", "told"), [
    ("", "nothing was given to judge_two_subsets"),
    ("print('accepted: both prove the value 3/7')", "nothing was given to judge_two_subsets"),
    ("judge_two_subsets = lambda answer: 'accepted: mine'\nprint(judge_two_subsets(1))", "nothing was given to"),
    ("x = (", "line 1: SyntaxError: '(' was never closed"),
    ("x = 1\ny = nothing", "line 2: NameError: name 'nothing' is not defined"),
    ("raise SystemExit('accepted: so')", "line 1: SystemExit: accepted: so"),
    ("class E(Exception):\n    def __str__(self): raise SystemExit\nraise E", "line 3: "),
    ("def f(): return f()\nf()", "line 1: RecursionError: maximum recursion depth exceeded"),
    ("print(judge_two_subsets(1))\n1 / 0", "line 2: ZeroDivisionError"),
])
def test_an_answer_that_is_none_is_not_yet_accepted(two_subsets, code, told):
    judged = judge_answer(two_subsets, code)
    assert judged.kind == "not yet"
    assert judged.message.startswith(f"not yet: {told}")


def test_faults_of_ours_and_other_words_than_a_judges_are_the_judges(two_subsets, monkeypatch):
    broken = dataclasses.replace(two_subsets, setup="from privlearn.nowhere import anything")
    assert judge_answer(broken, two_subsets.solution).message.startswith(
        "the judge failed (its set-up: ModuleNotFoundError: No module named 'privlearn.nowhere')")
    monkeypatch.setattr(exercises, "is_representation_game", lambda *arguments: 1 / 0)
    assert judge_answer(two_subsets, two_subsets.solution).kind == "the judge failed"
    assert {judgement(said).kind for said in ("perhaps", "", None, 5)} == {"the judge failed"}


def test_an_answer_that_counts_does_not_choose_its_seed(two_subsets, monkeypatch):
    monkeypatch.setattr(exercises, "judge_two_subsets", lambda answer, seed=0: f"accepted: {answer} for {seed}")
    seeded = dataclasses.replace(two_subsets, seed=0, stub="SEED = 0\nprint(judge_two_subsets(1, SEED))")
    other = seeded.with_seed(7)
    assert other.stub == "SEED = 7\nprint(judge_two_subsets(1, SEED))"
    for code in (other.stub, seeded.stub, "print(judge_two_subsets(1, seed=3))"):
        assert judge_answer(other, code, library_judge(other)).message == "accepted: 1 for 7"
    assert judge_answer(seeded, other.stub).message == "accepted: 1 for 7"
    assert two_subsets.with_seed(7) is two_subsets


@pytest.mark.parametrize("seed", [-1, True, "0", 0.0])
def test_other_seeds_are_refused(two_subsets, seed):
    with pytest.raises(ValueError, match="seed must be an integer of at least 0"):
        two_subsets.with_seed(seed)
