"""`privlearn verify --scheduler` on a Dask cluster of two local processes, one of which is killed in the middle."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading

import pytest

from privlearn.claims import registry, runner
from privlearn.cli import main

distributed = pytest.importorskip("distributed")
PREFIX = "BBKN14-2.1"


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None,
                                  silence_logs=50) as local:
        yield local


@pytest.fixture(scope="module")
def alone():
    return stable(runner.run(registry.select([PREFIX])))


def stable(report):
    """Return a report without its times."""
    text = json.dumps(report)
    return json.loads(text, object_hook=lambda row: {k: v for k, v in row.items() if k != "seconds"})


def verify(cluster, folder):
    place = folder / "report.json"
    status = main(["verify", PREFIX, "--scheduler", cluster.scheduler_address, "--json", str(place)])
    return status, stable(json.loads(place.read_text()))


@pytest.fixture(autouse=True)
def own_store(tmp_path, monkeypatch):
    monkeypatch.setenv("PRIVLEARN_VERDICTS", str(tmp_path / "verdicts.json"))


def test_cluster_gives_the_same_report(cluster, alone, tmp_path):
    assert verify(cluster, tmp_path) == (0, alone)


def test_nothing_is_lost_with_a_worker_killed_in_the_middle(cluster, alone, tmp_path, capsys):
    victim = next(iter(cluster.workers.values())).pid
    killed = threading.Event()

    def kill_at_the_first_result():
        while not killed.wait(0.01):
            if "[  1/" in seen.getvalue() or "[ 1/" in seen.getvalue() or "[1/" in seen.getvalue():
                os.kill(victim, signal.SIGKILL)
                killed.set()

    import io

    seen = io.StringIO()
    hunter = threading.Thread(target=kill_at_the_first_result)
    hunter.start()
    try:
        from contextlib import redirect_stderr

        with redirect_stderr(seen):
            result = verify(cluster, tmp_path)
    finally:
        died = killed.is_set()
        killed.set()
        hunter.join()
    assert died
    assert result == (0, alone)


def test_sweeps_follow_the_cluster(cluster):
    from privlearn.dimensions.five_points import five_point_census

    rows = list(range(100, 116))
    with runner.on_cluster(cluster.scheduler_address):
        there = five_point_census(rows, jobs=2)
    assert (there.counts == five_point_census(rows).counts).all()


def test_absent_scheduler_is_bad_input(capsys, monkeypatch):
    monkeypatch.setattr(runner, "SECONDS_TO_CONNECT", 1)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        assert main(["verify", PREFIX, "--scheduler", address]) == 2
    assert "scheduler must be the address of a running Dask scheduler" in capsys.readouterr().err


def test_number_of_jobs_is_the_clusters():
    found = subprocess.run([sys.executable, "-m", "privlearn", "verify", "--jobs", "2", "--scheduler", "tcp://h:1"],
                           capture_output=True, text=True)
    assert found.returncode == 2
    assert "not allowed with" in found.stderr
