"""Files are written at once or not at all, and one after the other."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

from privlearn.keeping import locked, read_json, write_json, write_text
from privlearn.keeping.files import replacing

HOLDER = ("import sys, time\nfrom pathlib import Path\nfrom privlearn.keeping import locked\n"
          "with locked(Path(sys.argv[1])):\n"
          "    print('held', flush=True)\n    time.sleep(float(sys.argv[2]))\n    print('free', flush=True)\n")
WRITER = ("import sys\nfrom pathlib import Path\nfrom privlearn.keeping import write_json\n"
          "print('begun', flush=True)\n"
          "while True:\n    for k in range(3): write_json(Path(sys.argv[1]), {'k': [k] * 200_000})\n")


def test_a_writer_killed_at_a_random_moment_leaves_the_old_content_or_the_new(tmp_path):
    place = tmp_path / "table.json"
    write_json(place, {"k": [0] * 200_000})
    for pause in (random.random() / 3 for _ in range(6)):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(place)], stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            time.sleep(pause)
            process.send_signal(signal.SIGKILL)
        found = read_json(place)["k"]
        assert len(found) == 200_000
        assert len(set(found)) == 1


def test_an_error_on_the_way_leaves_the_old_content_and_nothing_beside_it(tmp_path):
    place = tmp_path / "text"
    write_text(place, "old")

    def write_half() -> None:
        with replacing(place) as beside:
            beside.write_text("ne")
            raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        write_half()
    assert place.read_text() == "old"
    assert list(tmp_path.iterdir()) == [place]


def test_what_holds_no_object_counts_as_absent(tmp_path):
    assert read_json(tmp_path) == {}  # a folder in the place
    place = tmp_path / "table.json"
    for content in (b"", b"{", b"[1]", b"\xff", b"NaN"):
        place.write_bytes(content)
        assert read_json(place) == {}, content


def test_a_pipe_is_written_to_and_stays_a_pipe_and_a_link_leads_to_the_new_content(tmp_path):
    pipe, file, link = (tmp_path / name for name in ("pipe", "file", "link"))
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        write_text(pipe, "through")
        assert reader.stdout.read() == "through"
    assert pipe.is_fifo()
    file.write_text("old")
    link.symlink_to(file)
    write_text(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"


def held(lock, seconds):
    """Start a process that holds a lock for so long, and wait until it does."""
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(lock), str(seconds)], stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"held\n"
    return process


def test_who_comes_second_waits_and_is_told_and_a_lock_ends_with_the_process_that_held_it(tmp_path):
    lock, told = tmp_path / "lock", []
    with held(lock, 0.5) as process, locked(lock, on_wait=lambda: told.append("waiting")):
        assert process.stdout.readline() == b"free\n"
    assert told == ["waiting"]
    with held(lock, 60) as process:
        process.kill()
    with locked(lock):
        pass
