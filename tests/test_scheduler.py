"""`privlearn verify --scheduler` on a Dask cluster of two local processes, one of which is killed in the middle."""

import io
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager, redirect_stderr

import pytest

from privlearn.claims import registry, runner
from privlearn.cli import main
from privlearn.dimensions.sweeps import five_point_census

dask, distributed = pytest.importorskip("dask"), pytest.importorskip("distributed")
IDS = ["BBKN14-6.eff", "BBKN14-3.3", "BBKN14-4.2.1.A4"]  # about twenty checks of a tenth of a second


@contextmanager
def workers_forked():
    """Let workers be forked from one process that has imported everything: three of them start in these tests."""
    registry.load()
    with dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"}):
        warm = [name for name in sys.modules if name.startswith("privlearn.")]
        distributed.utils.get_mp_context().set_forkserver_preload(["distributed", *warm])
        yield


@pytest.fixture(scope="module")
def cluster():
    # a killed worker comes back after a while; the test that kills one is the last to use both
    with workers_forked(), distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0",
            silence_logs=50) as local:
        yield local


@pytest.fixture(scope="module")
def alone():
    return stable(runner.run(registry.select(IDS)))


@pytest.fixture(autouse=True)
def own_store(tmp_path, monkeypatch):
    monkeypatch.setenv("PRIVLEARN_VERDICTS", str(tmp_path / "verdicts.json"))


def stable(report):
    """Return a report without its times."""
    text = json.dumps(report)
    return json.loads(text, object_hook=lambda row: {k: v for k, v in row.items() if k != "seconds"})


def verify(cluster, folder):
    place = folder / "report.json"
    status = main(["verify", *IDS, "--scheduler", cluster.scheduler_address, "--json", str(place)])
    return status, stable(json.loads(place.read_text()))


class KillAtFirstResult(io.StringIO):
    """A stream for the lines of progress that kills a process when the first one arrives."""

    def __init__(self, victim):
        super().__init__()
        self.victim = victim
        self.killed = False

    def write(self, text):
        if not self.killed:
            self.killed = True
            os.kill(self.victim, signal.SIGKILL)
        return super().write(text)


def test_cluster_gives_the_same_report(cluster, alone, tmp_path):
    assert len([row for claim in alone["claims"] for row in claim["checks"]]) > 10
    assert verify(cluster, tmp_path) == (0, alone)


def test_sweeps_follow_the_cluster(cluster):
    rows, before = list(range(100, 108)), cluster.scheduler.transition_counter
    with runner.on_cluster(cluster.scheduler_address):
        there = five_point_census(rows, jobs=2)
    assert cluster.scheduler.transition_counter > before
    assert (there.counts == five_point_census(rows).counts).all()


def test_nothing_is_lost_with_a_worker_killed_in_the_middle(cluster, alone, tmp_path):
    progress = KillAtFirstResult(next(iter(cluster.workers.values())).pid)
    with redirect_stderr(progress):
        result = verify(cluster, tmp_path)
    assert progress.killed
    assert result == (0, alone)


def test_absent_scheduler_is_bad_input(capsys, monkeypatch):
    monkeypatch.setattr(runner, "SECONDS_TO_CONNECT", 1)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        assert main(["verify", *IDS, "--scheduler", address]) == 2
    assert "scheduler must be the address of a running Dask scheduler" in capsys.readouterr().err


def test_number_of_jobs_is_the_clusters():
    found = subprocess.run([sys.executable, "-m", "privlearn", "verify", "--jobs", "2", "--scheduler", "tcp://h:1"],
                           capture_output=True, text=True)
    assert found.returncode == 2
    assert "not allowed with" in found.stderr
