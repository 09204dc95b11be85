"""Answers judged in processes of their own: honest ones are judged as anywhere, hostile ones do not score."""

import dataclasses

import pytest

from privlearn.coursework.apart import judge_apart

FORGED = "accepted: both prove the value 3/7"
CALL = "\nprint(judge_two_subsets(1))"
HOSTILE = {
    "ends its process": "import os\nos._exit(0)",
    "ends its process after a right answer": "{solution}\nimport os\nos._exit(0)",
    "raises SystemExit": "raise SystemExit(0)",
    "interrupts": "raise KeyboardInterrupt",
    "recurses": "import sys\nsys.setrecursionlimit(10**9)\ndef f(): return f()\nf()",
    "takes all memory": "mine = bytearray(1 << 36)" + CALL,
    "prints a verdict": f"print('{FORGED}', flush=True)",
    "prints to all that is open": f"import os\nfor k in range(3, 64):\n try: os.write(k, b'{FORGED}\\n')\n"
                                  " except OSError: pass",
    "writes what ends a run": "import os, json\nfor k in range(3, 64):\n"
                              f" try: os.write(k, json.dumps({{'end': '{FORGED}'}}).encode() + b'\\n')\n"
                              " except OSError: pass",
    "tells a verdict to who asked": "import os\nfor k in range(3):\n try:\n"
                                    "  with open(f'/proc/{os.getppid()}/fd/1', 'w') as out: "
                                    f"out.write('\"{FORGED}\"\\n')\n except OSError: pass" + CALL,
    "rebinds the judge": f"judge_two_subsets = lambda answer: '{FORGED}'" + CALL,
    "changes the judge's module": "import sys\nfrom privlearn.papers.bbkn14.generic_learner import exercises\n"
                                  f"exercises.judge_two_subsets = lambda answer: '{FORGED}'\n"
                                  "from privlearn.exercises import answers\nanswers.is_exact = lambda value: True\n"
                                  "sys.modules['privlearn.dimensions.representation'] = None" + CALL,
    "changes what sends its values": "import privlearn.coursework.judging as judging\n"
                                     f"told = judging.Judgement('accepted', '{FORGED}')\n"
                                     "judging.judgement = lambda said: told" + CALL,
    "finds the judge among all objects": "import gc\nnames = ('judge', 'asked', 'judge_two_subsets')\n"
                                         "for found in gc.get_objects():\n"
                                         " if getattr(found, '__name__', '') in names:\n"
                                         f"  try: found.__code__ = (lambda *a, said=0, judge=0: '{FORGED}').__code__\n"
                                         "  except Exception: pass" + CALL,
    "says it is a string": f"class Said(str): startswith = lambda *a: True\nprint(judge_two_subsets(Said('{FORGED}')))",
    "lies about its arithmetic": "class Sharp(int):\n __sub__ = __rsub__ = __mul__ = lambda *a: 0\n"
                                 " __eq__ = __le__ = __ge__ = lambda *a: True\n __hash__ = int.__hash__\n"
                                 "print(judge_two_subsets(((Sharp(1),) * 5, (Sharp(1),) * 10)))",
    "gives what cannot be plain": "print(judge_two_subsets(object()))",
    "leaves a process behind": "import os, time\nif os.fork() == 0:\n os.setsid()\n time.sleep(5)\n os._exit(0)" + CALL,
    "ends the judge": "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)" + CALL,
}


@pytest.mark.parametrize("code", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_answer_does_not_score(two_subsets, code):
    seconds = 2 if code == HOSTILE["recurses"] else 8  # of which it takes all
    judged = judge_apart(two_subsets, code.replace("{solution}", two_subsets.solution), seconds=seconds)
    assert not judged.accepted
    assert judged.kind == "not yet" or "ends the judge" in HOSTILE and HOSTILE["ends the judge"] == code


@pytest.mark.parametrize("code", ["while True: pass", "import time\ntime.sleep(1000)",
                                  "print(judge_outside_count(lambda size, database: sum(1 for _ in iter(int, 1))))"])
def test_an_endless_answer_is_not_yet_one(outside_count, code):
    assert judge_apart(outside_count, code, seconds=2).message == "not yet: it takes longer than 2 seconds"


def test_the_stub_is_not_yet_an_answer_and_the_solution_is_one(two_subsets, outside_count):
    for exercise in (two_subsets, outside_count):
        assert judge_apart(exercise, exercise.stub).kind == "not yet"
    assert judge_apart(two_subsets, two_subsets.solution).message == FORGED
    assert judge_apart(outside_count, outside_count.solution).accepted


@pytest.mark.parametrize(("function", "told"), [
    ("lambda size, database: 1 // 0", "the function raised ZeroDivisionError"),
    ("lambda size, database: exit()", "the function raised SystemExit"),
    ("lambda size, database: __import__('os')._exit(0)", "the code ended its process"),
    ("lambda size, database: object()", "give numbers"),
    ("lambda size, database: judge_outside_count(len)", "not yet"),
    ("lambda size, database: database.clear()", "the function raised AttributeError"),
])
def test_a_function_that_fails_is_not_yet_an_answer(outside_count, function, told):
    judged = judge_apart(outside_count, f"print(judge_outside_count({function}))", seconds=15)
    assert judged.kind == "not yet"
    assert told in judged.message


def test_a_fault_of_ours_is_the_judges_and_a_forged_verdict_would_be_seen(two_subsets):
    broken = dataclasses.replace(two_subsets, judge="privlearn.papers.no_such.exercises:judge_two_subsets")
    assert judge_apart(broken, two_subsets.solution).kind == "the judge failed"
    # The control: a judge that repeats what it is given accepts what every test above refuses.
    believing = dataclasses.replace(two_subsets, judge="builtins:str")
    assert judge_apart(believing, f"print(str('{FORGED}'))").message == FORGED
