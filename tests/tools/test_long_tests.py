"""What is kept of the tests that take minutes: each of them, none that failed; and that a missing one is seen."""
import pytest

from privlearn.keeping import read_json
from tools import long_tests
from tools.long_tests import KEPT, Recorder, complaints
from tools.pages import ROOT

TESTS = '''import pytest

pytestmark = []


@pytest.mark.long
def test_one():
    pass


@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.long)])
def test_two(n):
    assert n < 2


def test_three():
    pass
'''
FOUND = ("tests/deep/test_toys.py::test_one", "tests/deep/test_toys.py::test_two")
RIGHT = {"passed": 1, "failed": 0, "skipped": 0, "seconds": 0.1}


@pytest.fixture
def house(tmp_path):
    (tmp_path / "tests/deep").mkdir(parents=True)
    (tmp_path / "tests/deep/test_toys.py").write_text(TESTS)
    return tmp_path


def test_every_long_test_was_run_and_passed_with_this_library():
    kept = read_json(ROOT / KEPT)
    assert complaints(ROOT, kept) == []
    if kept["library"] != long_tests.library():
        pytest.skip(f"long tests ran with another library, on {kept['date']}, not counted until `make long` runs")


@pytest.mark.parametrize(("rows", "told"), [
    ({}, ["test_one: not run yet", "test_two: not run yet"]),
    (dict.fromkeys(FOUND, RIGHT), []),
    ({FOUND[0]: RIGHT, FOUND[1]: RIGHT | {"failed": 1}}, ["test_two: 1 passed, 1 failed, 0 skipped"]),
    ({FOUND[0]: RIGHT, FOUND[1]: RIGHT | {"skipped": 1}}, ["test_two: 1 passed, 0 failed, 1 skipped"]),
    ({FOUND[0]: RIGHT, FOUND[1]: RIGHT | {"passed": 0}}, ["test_two: 0 passed, 0 failed, 0 skipped"]),
    (dict.fromkeys((*FOUND, "tests/deep/test_toys.py::test_three"), RIGHT), ["test_three: kept, but no long test"]),
])
def test_what_is_wrong_with_kept_results_is_told(house, rows, told):
    assert [line.partition("::")[2] for line in complaints(house, {"tests": rows})] == told


def test_marks_are_found_at_tests_at_cases_and_for_a_file_and_cases_counted_by_their_ends(house):
    recorder, settings = Recorder(), house / "pytest.ini"
    settings.write_text("[pytest]\nmarkers = long: takes minutes\n")
    pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:nbval", "-c", str(settings), str(house)], plugins=[recorder])
    rows = {name.partition("::")[2]: [row[outcome] for outcome in long_tests.OUTCOMES]
            for name, row in recorder.tests.items()}
    assert rows == {"test_one": [1, 0, 0], "test_two": [1, 1, 0], "test_three": [1, 0, 0]}
    assert tuple(long_tests.long_tests(house)) == FOUND
    (house / "tests/deep/test_toys.py").write_text(TESTS.replace("[]", "[pytest.mark.long]"))
    assert tuple(long_tests.long_tests(house)) == (*FOUND[:1], "tests/deep/test_toys.py::test_two",
                                                   "tests/deep/test_toys.py::test_three")
