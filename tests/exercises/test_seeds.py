"""Exercises with a seed: the page's solution solves the instance of every seed, and no other instance.

Each run tries two instances beside the page's, drawn anew; `make long` tries those of all ten seeds.
"""

import ast
import contextlib
import importlib
import inspect
import io
import random
from functools import cache
from pathlib import Path

import pytest

from privlearn.coursework import Exercise, of_book
from privlearn.coursework.judging import library_judge
from privlearn.exercises.seeds import drawn

ROOT = Path(__file__).resolve().parents[2]
SEEDS = range(10)
EXERCISES = list(of_book(ROOT / "book"))
SEEDED = [exercise for exercise in EXERCISES if exercise.seed is not None]


@cache
def answer(exercise: Exercise, seed: int):
    """Return what the page's solution gives to the judge where the page has another seed."""
    module, _, judge = exercise.judge.partition(":")
    given, names = [], {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(exercise.setup, "<set-up>", "exec"), names)
        names[judge] = lambda answer, its_seed: given.append((answer, its_seed))
        tree = ast.parse(exercise.with_seed(seed).solution)
        tree.body = [node for node in tree.body if not isinstance(node, ast.ImportFrom) or node.module != module]
        names |= {name: value for name, value in vars(importlib.import_module(module)).items()
                  if name.startswith("instance_")}
        exec(compile(tree, "<solution>", "exec"), names)
    assert [its_seed for _, its_seed in given] == [seed]
    return given[0][0]


def judge_of(exercise):
    module, _, judge = exercise.judge.partition(":")
    return getattr(importlib.import_module(module), judge)


def instance(exercise, seed):
    """Return the instance of a seed; where there is no function for it the seed itself is used."""
    module, _, judge = exercise.judge.partition(":")
    make = getattr(importlib.import_module(module), judge.replace("judge_", "instance_"), lambda seed: seed)
    return make(seed)


def judged(exercise, answer, seed):
    return library_judge(exercise.with_seed(seed))(answer)


def named(exercise):
    return exercise.label


def check_seeds(exercise, count):
    """Try the solution on its own instance and on so many others of the ten seeds."""
    own, *others = sorted({instance(exercise, seed): seed for seed in reversed(SEEDS)}.values())  # each instance once
    for seed in (own, *random.sample(others, min(count, len(others)))):
        assert judged(exercise, answer(exercise, seed), seed).startswith("accepted: ")
        if instance(exercise, seed) != instance(exercise, 0):
            assert judged(exercise, answer(exercise, seed), 0).startswith("not yet: ")
            assert judged(exercise, answer(exercise, 0), seed).startswith("not yet: ")


@pytest.mark.parametrize("exercise", SEEDED, ids=named)
def test_the_solution_solves_its_seed_and_no_other_instance(exercise):
    check_seeds(exercise, 2)


@pytest.mark.long
@pytest.mark.parametrize("exercise", SEEDED, ids=named)
def test_the_solution_solves_every_seed_and_no_other_instance(exercise):
    check_seeds(exercise, len(SEEDS))


@pytest.mark.parametrize("exercise", SEEDED, ids=named)
def test_ten_seeds_have_several_instances_and_the_page_says_so(exercise):
    assert len({instance(exercise, seed) for seed in SEEDS}) >= 4
    assert "another seed" in exercise.statement or "`SEED`" in exercise.statement


def test_at_least_twenty_exercises_take_a_seed_and_an_answer_that_fits_all_would_be_seen():
    takes = {exercise.label for exercise in EXERCISES if "seed" in inspect.signature(judge_of(exercise)).parameters}
    assert takes == {exercise.label for exercise in SEEDED}
    assert len(SEEDED) >= 20
    judge = "privlearn.papers.fx15.results.exercises:judge_first_sample"
    fits_all = Exercise(label="exercise-x", page="x", judge=judge, setup="", stub="SEED = 0\n", seed=0,
                        solution="SEED = 0\njudge_first_sample((24, 32, 40), SEED)")
    assert answer(fits_all, 7) == (24, 32, 40)
    assert len({instance(fits_all, seed) for seed in SEEDS}) == 10
    assert judge_of(fits_all)(answer(fits_all, 7)).startswith("accepted: ")


@pytest.mark.parametrize("seed", [-1, 1.0, True, "0", None])
def test_other_things_than_seeds_are_refused(seed):
    with pytest.raises(ValueError, match="seed must be an integer of at least 0"):
        drawn(seed, "ab")
