"""`privlearn verify --scheduler` on Dask clusters: a worker killed, workers of other code, and strangers' addresses."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import joblib
import pytest

from privlearn.checking import cluster as clusters, registry, runner
from privlearn.checking.verifying import verify as verify_and_keep
from privlearn.cli import main
from privlearn.dimensions.sweeps import five_point_census
from privlearn.keeping.code import HOME

dask, distributed = pytest.importorskip("dask"), pytest.importorskip("distributed")
QUIET = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "silence_logs": 50}
IDS = ["BBKN14-6.eff", "BBKN14-3.3", "BBKN14-4.2.1.A4"]  # about twenty checks of a tenth of a second
pytestmark = pytest.mark.usefixtures("own_store")


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
            n_workers=2, threads_per_worker=1, **QUIET) as local:
        yield local


@pytest.fixture(scope="module")
def alone():
    return stable(runner.run(registry.select(IDS)))


def stable(report):
    text = json.dumps(report)
    return json.loads(text, object_hook=lambda row: {k: v for k, v in row.items() if k != "seconds"})


def verify(cluster, folder):
    place = folder / "report.json"
    status = main(["verify", *IDS, "--scheduler", cluster.scheduler_address, "--json", str(place)])
    return status, stable(json.loads(place.read_text()))


def test_cluster_gives_the_same_report_and_sweeps_follow_it(cluster, alone, tmp_path):
    assert len([row for claim in alone["claims"] for row in claim["checks"]]) > 10
    assert verify(cluster, tmp_path) == (0, alone)
    rows, before = list(range(100, 108)), cluster.scheduler.transition_counter
    with clusters.on_cluster(cluster.scheduler_address):
        there = five_point_census(rows, jobs=2)
    assert cluster.scheduler.transition_counter > before
    assert (there.counts == five_point_census(rows).counts).all()


def test_nothing_is_lost_with_a_worker_killed_in_the_middle(cluster, alone):
    victims = [next(iter(cluster.workers.values())).pid]

    def kill_at_first_result(*told):
        if victims:
            os.kill(victims.pop(), signal.SIGKILL)

    run = verify_and_keep(IDS, scheduler=cluster.scheduler_address, progress=kill_at_first_result)
    assert not victims
    assert stable(run.report) == alone


@pytest.fixture
def scheduler():
    """A cluster inside this process, without workers."""
    with distributed.LocalCluster(n_workers=0, processes=False, protocol="tcp://", **QUIET) as local:
        yield local


JOIN = """
import asyncio, sys
sys.path[:] = dict.fromkeys(sys.path)  # each folder once
{before}
from distributed import Worker

async def work():
    async with Worker({address!r}, nthreads=1) as worker:
        await worker.finished()

asyncio.run(work())
"""


@pytest.fixture
def join(scheduler):
    """Let a worker join, on a library of its own or with something done before; return its address."""
    started = []

    def start(lib=HOME.parent, before=""):
        known, deadline = set(scheduler.scheduler_info["workers"]), time.monotonic() + 30
        program = JOIN.format(before=before, address=scheduler.scheduler_address)
        started.append(subprocess.Popen([sys.executable, "-c", program], env=os.environ | {"PYTHONPATH": str(lib)},
                                        stderr=subprocess.DEVNULL))
        while not (new := set(scheduler.scheduler.workers) - known) and time.monotonic() < deadline:
            time.sleep(0.01)
        return new.pop()

    yield start
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def other_library(tmp_path_factory):
    """A copy of the library of which one sign is changed."""
    lib = tmp_path_factory.mktemp("other") / "lib"
    shutil.copytree(HOME, lib / "privlearn", ignore=shutil.ignore_patterns("__pycache__"))
    with (lib / "privlearn" / "figures" / "__init__.py").open("a") as file:
        file.write("\n")
    return lib


NO_LIBRARY = f"sys.path.remove({str(HOME.parent)!r})"


def refused(capfd, address):
    """Return the one line with which a run is refused at once."""
    assert main(["verify", *IDS, "--scheduler", address]) == 2
    said = capfd.readouterr().err
    assert said.startswith("privlearn: ")
    assert said.count("\n") == 1, said
    return said


OTHER_PYTHON = ("from types import SimpleNamespace as Other\nfrom privlearn.checking import fit_workers\n"
                "fit_workers.sys = Other(version_info=Other(major=3, minor=99))")


@pytest.mark.parametrize(("lib", "before", "told"), [
    ("other_library", "", ["must have this code of the library, got other code at {address}"]),
    (None, NO_LIBRARY, ["every worker must have the library", "{address}"]),
    (None, OTHER_PYTHON, ["got 3.99 at {address}"])], ids=["other code", "no library", "another Python"])
def test_a_worker_of_another_kind_is_refused_by_its_address(scheduler, join, request, capfd, lib, before, told):
    address = join(request.getfixturevalue(lib) if lib else HOME.parent, before)
    said = refused(capfd, scheduler.scheduler_address)
    assert all(words.format(address=address) in said for words in told)


def sixteen_naps(scheduler, program):
    """Run work on the cluster after a worker of another kind has joined; return that worker's address."""
    with clusters.on_cluster(scheduler.scheduler_address):
        late = program()
        assert late in scheduler.scheduler.workers
        joblib.Parallel(n_jobs=-1)(joblib.delayed(time.sleep)(0.05) for _ in range(16))
    return late


def test_a_worker_that_joins_later_with_other_code_ends_the_run(scheduler, join, other_library):
    join()
    with pytest.raises(ValueError, match="every worker must have this code of the library, got other code at tcp://"):
        sixteen_naps(scheduler, lambda: join(other_library))


def test_a_worker_that_joins_later_without_the_library_leaves_and_nothing_is_lost(scheduler, join):
    join()
    late = sixteen_naps(scheduler, lambda: join(before=NO_LIBRARY))
    assert late not in scheduler.scheduler.workers


def test_workers_lost_again_and_again_are_one_line(scheduler, join):
    join()
    scheduler.scheduler.allowed_failures = 0
    with pytest.raises(ValueError, match="workers must last, got 1 lost .* at tcp://"):
        sixteen_naps(scheduler, lambda: join(before=NO_LIBRARY))


def test_a_cluster_without_workers_is_refused(scheduler, capfd, monkeypatch):
    monkeypatch.setattr(clusters, "SECONDS_TO_CONNECT", 0.5)
    assert "scheduler must have a worker, got none within 0.5 seconds" in refused(capfd, scheduler.scheduler_address)


@pytest.mark.parametrize("address", ["", "127.0.0.1:8786", "http://127.0.0.1:8786", "tcp://127.0.0.1", "tcp://:8786",
                                     "tcp://127.0.0.1:0", "tcp://127.0.0.1:99999", "tcp://a b:1", "tcp://h:1\n"])
def test_what_is_no_address_is_refused(address):
    with pytest.raises(ValueError, match="scheduler must be an address tcp://HOST:PORT, got"), \
            clusters.on_cluster(address):
        pass


def test_an_unknown_host_a_port_where_nobody_listens_and_a_worker_are_refused_at_once(join, capfd):
    assert "(unknown host)" in refused(capfd, "tcp://no-such-host.invalid:8786")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        assert "(nobody listens there)" in refused(capfd, f"tcp://127.0.0.1:{free.getsockname()[1]}")
    assert "(a Worker listens there)" in refused(capfd, join())


STRANGERS = {
    "silent": lambda line: line.recv(1 << 20) and line.recv(1 << 20),
    "closing": lambda line: None,
    "speaking": lambda line: line.sendall(b"SSH-2.0-OpenSSH_9.2p1\r\n"),
    "web server": lambda line: line.recv(9) and line.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n"),
    "zeros": lambda line: line.sendall(bytes(100)),
}


@pytest.fixture
def stranger(request):
    """The address of a program that listens and is no scheduler."""
    def answer():
        with listener:
            while True:
                try:
                    line, _ = listener.accept()
                except OSError:
                    return
                with line:
                    STRANGERS[request.param](line)

    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    yield f"tcp://127.0.0.1:{listener.getsockname()[1]}"
    listener.shutdown(socket.SHUT_RDWR)
    thread.join()


@pytest.mark.parametrize("stranger", list(STRANGERS), indirect=True)
def test_a_stranger_that_listens_is_refused(stranger, capfd, monkeypatch):
    monkeypatch.setattr(clusters, "SECONDS_TO_CONNECT", 1)
    said = refused(capfd, stranger)
    assert "(what listens there is none)" in said or "(no answer within 1 seconds)" in said


def test_number_of_jobs_is_the_clusters():
    found = subprocess.run([sys.executable, "-m", "privlearn", "verify", "--jobs", "2", "--scheduler", "tcp://h:1"],
                           capture_output=True, text=True)
    assert found.returncode == 2
    assert "not allowed with" in found.stderr
