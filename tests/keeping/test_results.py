"""A kept result counts while the code that made it is unchanged."""

import subprocess
import sys

import numpy as np
import pytest

from privlearn.keeping import kept, results as module


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.delenv("PRIVLEARN_VERDICTS", raising=False)
    (tmp_path / "pages").mkdir()
    monkeypatch.chdir(tmp_path / "pages")
    return tmp_path


@pytest.fixture
def book(folder):
    (folder / "_toc.yml").touch()
    (folder / "pyproject.toml").touch()
    return folder


@pytest.fixture
def numbers():
    """Keep, under a name each, the number of the computation; return what is found."""
    calls = []

    def compute():
        calls.append(1)
        return {"values": np.array([len(calls)])}

    return lambda names: [kept(name, compute, ["keeping/results.py"])["values"].tolist() for name in names]


def test_second_call_reads_the_first_result_and_changed_code_computes_again(book, numbers, monkeypatch):
    assert numbers("xx") == [[1], [1]]
    monkeypatch.setattr(module, "code_of", lambda files: "other")
    assert numbers("x") == [[2]]


def test_nothing_is_kept_outside_a_book(folder, numbers):
    assert numbers("xx") == [[1], [2]]


def test_a_process_of_other_code_reads_and_keeps_no_file_and_computes_once(book, numbers, monkeypatch):
    numbers("x")
    monkeypatch.setattr(module, "_made_here", None)
    module.keep_no_file()
    assert numbers("xxyy") == [[2], [2], [3], [3]]
    assert [path.name for path in (book / "_build/kept").glob("*.npz")] == ["x.npz"]


def test_second_process_waits_for_the_first_and_reads_its_result(book):
    script = ("import pathlib, time, numpy as np\n"
              "from privlearn.keeping.results import kept\n"
              "def compute():\n"
              "    pathlib.Path('calls').open('a').write('x')\n"
              "    time.sleep(1)\n"
              "    return {'values': np.array([7])}\n"
              "assert kept('x', compute, ['keeping/results.py'])['values'].tolist() == [7]\n")
    both = [subprocess.Popen([sys.executable, "-c", script]) for _ in range(2)]
    assert [process.wait(60) for process in both] == [0, 0]
    assert (book / "pages" / "calls").read_text() == "x"
