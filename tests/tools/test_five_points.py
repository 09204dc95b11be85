"""The file of classes on five points and its reader, on the classes that live on four of them."""

import subprocess
import sys

import pytest

from privlearn.dimensions.sweeps.five_point_figures import five_point_figures
from tools import five_points


@pytest.fixture(scope="module")
def figures():
    return five_point_figures(0)


def test_the_reader_finds_what_was_written_with_python_alone(figures, tmp_path):
    data, reader = five_points.write(figures, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([data.name, reader.name])
    said = subprocess.run([sys.executable, "-I", reader], capture_output=True, text=True, check=True).stdout
    assert said.splitlines()[-1] == f"402 lines for {figures.orbit.sum():,} classes, the empty one included"
    number = int(figures.number[-1])
    asked = [sys.executable, "-I", reader, hex(number)]
    told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    assert len(told.splitlines()[0].split()) == number.bit_count()
    assert f"'orbit': {figures.orbit[-1]}" in told
    assert f"'vc': {figures.vc[-1]}" in told


def test_the_same_figures_give_the_same_bytes_and_a_damaged_file_is_no_file(figures, tmp_path):
    first, _ = five_points.write(figures, tmp_path / "one")
    second, reader = five_points.write(figures, tmp_path / "two")
    assert first.read_bytes() == second.read_bytes()
    second.write_bytes(second.read_bytes()[:-400])
    assert subprocess.run([sys.executable, "-I", reader], capture_output=True).returncode != 0
