"""The book's stages: skipped if nothing changed, stopped whole, one run at a time."""
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.tools.processes import living
from tools import book
from tools.pages import ROOT

# A run of stages in a folder of its own, in a process that can be interrupted even where the tests cannot.
RUN = """
import signal, sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)
from tools import book, environment
book.ROOT = Path(sys.argv[1]); book.BUILD = book.ROOT / "_build"; book.SEALS = book.BUILD / "seals.json"
environment.LOCK = book.ROOT / "lock"
stage = book.Stage("one", (sys.executable, "-c", sys.argv[2], "found-by-the-test"), (), ())
book.stages = lambda part: [stage]
book.STAGES, book.BOOK = ("one",), "one"
sys.argv = ["book"]
sys.exit(book.main())
"""
WAITS = "import pathlib, time; pathlib.Path('begun').touch(); time.sleep({seconds})"


@pytest.fixture
def stage(tmp_path, monkeypatch):
    """A stage that adds a letter to a log and copies a file; the folder is its root."""
    monkeypatch.setattr(book, "ROOT", tmp_path)
    monkeypatch.setattr(book, "SEALS", tmp_path / "_build/seals.json")
    (tmp_path / "source").write_text("1")
    script = ("import pathlib; pathlib.Path('log').open('a').write('x')\n"
              "pathlib.Path('result').write_text(pathlib.Path('source').read_text()); print('copied')")
    return book.Stage("copy", (sys.executable, "-c", script), ("source",), ("result",))


def runs() -> int:
    return len((book.ROOT / "log").read_text())


def test_a_stage_is_skipped_when_nothing_has_changed_but_the_times_of_files(stage, capsys):
    assert [book.build([stage]), book.build([stage])] == [0, 0]
    assert runs() == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("copy: copied (")
    assert second == "copy: nothing has changed"
    for name in ("source", "result"):
        os.utime(book.ROOT / name)
        book.build([stage])
        assert runs() == 1


@pytest.mark.parametrize(("name", "content"), [("source", "2"), ("result", "2"), ("result", ""), ("result", None),
                                               ("_build/seals.json", '{"copy": "'), ("_build/seals.json", "")])
def test_a_stage_runs_again_when_what_it_read_made_or_noted_is_other_or_lost(stage, name, content):
    book.build([stage])
    if content is None:
        (book.ROOT / name).unlink()
    else:
        (book.ROOT / name).write_text(content)
        os.utime(book.ROOT / name, (1, 1))
    assert book.build([stage]) == 0
    assert runs() == 2
    assert (book.ROOT / "result").read_text() == (book.ROOT / "source").read_text()


def test_a_stage_that_fails_ends_the_run_and_is_not_skipped_next_time(stage, capsys):
    book.build([stage])
    failing = book.Stage("copy", (sys.executable, "-c", "print('because'); raise SystemExit(3)"), (), ())
    assert book.build([failing, stage]) == 3
    assert runs() == 1
    assert "because\ncopy: FAILED (" in capsys.readouterr().out
    book.build([stage])
    assert runs() == 2


def started(root: Path, seconds: int) -> subprocess.Popen:
    """Start a run whose stage waits, and wait until it does."""
    process = subprocess.Popen([sys.executable, "-c", RUN, str(root), WAITS.format(seconds=seconds)], cwd=ROOT,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    while not (root / "begun").exists() and process.poll() is None:
        time.sleep(0.05)
    return process


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize(("sent", "to_all"), [(signal.SIGINT, True), (signal.SIGTERM, False), (signal.SIGTERM, True)])
def test_an_interrupt_ends_the_stage_that_runs(tmp_path, monkeypatch, sent, to_all):
    with started(tmp_path, 600) as process:
        (os.killpg if to_all else os.kill)(process.pid, sent)
        out = process.communicate(timeout=30)[0]
    assert process.returncode == 130
    assert "one: stopped (" in out
    assert living(str(tmp_path)) == []
    assert book.read_json(tmp_path / "_build/seals.json") == {}


def test_a_second_run_waits_for_the_first(tmp_path):
    with started(tmp_path, 8) as first:  # longer than the second takes to begin
        (tmp_path / "begun").unlink()
        second = started(tmp_path, 0)
        assert first.wait(30) == 0
        out, err = second.communicate(timeout=30)
    assert second.returncode == 0
    assert err == "another run is at work here: waiting for it\n"
    assert "one: done (" in out


def test_a_part_verifies_its_claims_and_executes_its_pages_and_another_is_named_with_those_that_are():
    claims, pages, *_ = book.stages("thresholds")
    assert "KLMNS20-3.6" in claims.command
    assert not [word for word in claims.command if word.startswith("BBKN14")]
    assert pages.command[-1] == "thresholds"
    run = subprocess.run([sys.executable, "-m", "tools", "book", "nowhere"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 2
    assert "invalid choice: 'nowhere'" in run.stderr
    assert "thresholds" in run.stderr
