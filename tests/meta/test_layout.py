"""What the book is made with and where it lies: packages are named, locked, present and used, places are there."""

import re
from importlib.metadata import version

import pytest

from tools.pages import ROOT

USES = {  # of each package, where it is used and how
    "jupyter-book": ("tools/build_site.py", r"from jupyter_book\.cli\.main import main"),
    "jupytext": ("tools/execute_pages.py", r"jupytext\.read\("),
    "numpy": ("lib/privlearn/concepts/concept_class.py", "import numpy"),
    "matplotlib": ("lib/privlearn/figures/explorer.py", "from matplotlib.figure import Figure"),
    "ipywidgets": ("lib/privlearn/figures/live.py", "from ipywidgets import"),
    "nbval": ("tools/gate.py", '"--nbval"'),
}


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("package", USES)
def test_each_package_is_named_locked_present_and_used(package):
    assert re.search(rf"^{package}\b", read("requirements.in"), re.MULTILINE)
    locked = re.search(rf"^{package}==(\S+) \\$", read("requirements.txt"), re.MULTILINE)
    assert locked[1] == version(package)
    place, use = USES[package]
    assert re.search(use, read(place))


def test_each_place_is_there_and_what_controls_need_besides_is_locked_too():
    for place in ("book", "_config.yml", "_toc.yml", "requirements.txt", "lib", "tests"):
        assert (ROOT / place).exists(), place
    for package in ("jupyterlab-widgets", "anywidget"):
        assert f"\n{package}=={version(package)} " in read("requirements.txt")
