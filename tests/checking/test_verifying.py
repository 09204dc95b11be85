"""A run of claims: what is up to date is not run again, and an interrupt keeps what was done."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from privlearn.broken import catalogue
from privlearn.checking import registry, runner, store
from privlearn.checking.verifying import verify

ONE, TWO = "BBKN14-3.4.eq-P", "BBKN14-3.4.eq-q"
RANGE = "BBKN14-"  # a minute of work, so that no machine is through with it before it is interrupted
# The command, in a process that can be interrupted even where the tests were started in the background.
COMMAND = ("import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
           "from privlearn.cli import main; sys.exit(main(sys.argv[1:]))")


@pytest.fixture
def counted(monkeypatch):
    """Note which claims are run."""
    ran, run_unit = [], runner.run_unit
    monkeypatch.setattr(runner, "run_unit", lambda id, *rest: (ran.append(id), run_unit(id, *rest))[1])
    return ran


def test_what_is_up_to_date_is_not_run_again_where_only_changes_are_asked_for(own_store, counted):
    (first,) = verify([ONE], changed=True).report["claims"]
    assert set(counted) == {ONE}
    counted.clear()
    report = verify([ONE, TWO], changed=True).report
    assert first in report["claims"]
    assert set(counted) == {TWO}
    assert report["claims"] == [store.stored_claim(row["id"]) for row in report["claims"]]
    assert report["summary"]["claims"] == 2
    counted.clear()
    verify([ONE])
    assert len(counted) == 2


def test_what_failed_is_run_again(own_store, counted, monkeypatch):
    monkeypatch.setattr(runner, "_catch", lambda check, sabotage, seed: (False, "the check passed"))
    assert not verify([ONE], changed=True).is_well
    counted.clear()
    monkeypatch.undo()
    monkeypatch.setenv("PRIVLEARN_VERDICTS", str(own_store))
    assert verify([ONE], changed=True).is_well


def test_controls_are_run_again_just_when_they_changed(own_store, monkeypatch):
    monkeypatch.setattr(registry, "select", lambda ids: {ONE: registry.load()[ONE]})
    rows = [{"kind": "auditor", "name": "exact auditor", "sound": True}]
    monkeypatch.setattr(catalogue, "run_catalogue", lambda: rows)
    assert verify([], changed=True).controls == rows
    monkeypatch.setattr(catalogue, "run_catalogue", None)
    assert verify([], changed=True).controls == rows


def processes_of(session):
    """Return the living processes of a session, each with the seconds that it has computed."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found[int(stat.parent.name)] = int(fields[11]) / os.sysconf("SC_CLK_TCK")
    return found


def test_a_run_killed_at_a_random_moment_leaves_a_store_that_the_next_one_takes_up(own_store):
    for _ in range(4):
        with subprocess.Popen([sys.executable, "-m", "privlearn", "verify", "BBKN14-3.4.", "--changed"],
                              stdout=subprocess.DEVNULL) as process:
            time.sleep(random.uniform(0.3, 1.5))
            process.kill()
        assert store.stored_claim(ONE) is None or store.stored_claim(ONE)["checked"]
    assert verify(["BBKN14-3.4."], changed=True).is_well
    assert store.stored_claim(ONE)["checked"]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize(("sent", "to_all"), [(signal.SIGINT, True), (signal.SIGINT, False), (signal.SIGTERM, False)])
def test_an_interrupt_leaves_no_process_and_keeps_what_was_done(tmp_path, sent, to_all):
    place = tmp_path / "verdicts.json"
    with subprocess.Popen([sys.executable, "-c", COMMAND, "verify", RANGE, "--jobs", "2", "--json",
                           str(tmp_path / "report.json")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=os.environ | {"PRIVLEARN_VERDICTS": str(place)}, start_new_session=True) as process:
        while sum(seconds > 1 for seconds in processes_of(process.pid).values()) < 3 and process.poll() is None:
            time.sleep(0.05)  # until the two workers have begun to work
        time.sleep(random.random())
        (os.killpg if to_all else os.kill)(process.pid, sent)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "stopped before the end" in out
    assert err == ""
    patience = time.monotonic() + 10
    while processes_of(process.pid) and time.monotonic() < patience:
        time.sleep(0.1)  # the helper that looks after shared memory ends when it sees that nobody is left
    assert processes_of(process.pid) == {}
    rows = json.loads((tmp_path / "report.json").read_text())["claims"]
    assert all(row["checked"] for row in rows)
    assert len(rows) < len(registry.select([RANGE]))
    assert len(json.loads(place.read_text())["claims"]) == len(rows)
