"""The lints of the built site report each kind of planted fault, and nothing of what is no request."""
import json
import os
import sys
import tempfile
import zlib
from pathlib import Path

import pytest

from tools import site_lints

HOST = "http://elsewhere.invalid/a"
REQUESTS = {
    "script": '<script src="http://elsewhere.invalid/a"></script>',
    "script without a scheme": '<script src="//elsewhere.invalid/a"></script>',
    "script as browsers read it": r'<SCRIPT SRC=" http:\\elsewhere.invalid/a"></SCRIPT>',
    "script in words": '<script>fetch("http://elsewhere.invalid/a")</script>',
    "script with escapes": r'<script>x = {"u": "http:\/\/elsewhere.invalid/a"}</script>',
    "module": '<script type="module">import "http://elsewhere.invalid/a"</script>',
    "map of modules": '<script type="importmap">{"imports": {"a": "http://elsewhere.invalid/a"}}</script>',
    "handler": """<body onload="fetch('http://elsewhere.invalid/a')">""",
    "style that never ends": "<style>@import 'http://elsewhere.invalid/a';",
    "base": '<base href="http://elsewhere.invalid/a">',
    "refresh": '<meta http-equiv="Refresh" content="0; URL=\'http://elsewhere.invalid/a\'">',
    "image": '<img src="http://elsewhere.invalid/a">',
    "image in two sizes": '<img srcset="a.png 1x,http://elsewhere.invalid/a 2x">',
    "source": '<picture><source srcset="a.png, http://elsewhere.invalid/a 600w"></picture>',
    "video": '<video src="http://elsewhere.invalid/a"></video>',
    "poster": '<video poster="http://elsewhere.invalid/a"></video>',
    "audio": '<audio src="http://elsewhere.invalid/a"></audio>',
    "track": '<track src="http://elsewhere.invalid/a">',
    "frame": '<iframe src="http://elsewhere.invalid/a"></iframe>',
    "page in a frame": "<iframe srcdoc=\"<img src='http://elsewhere.invalid/a'>\"></iframe>",
    "embedded": '<embed src="http://elsewhere.invalid/a">',
    "object": '<object data="http://elsewhere.invalid/a"></object>',
    "packed page": '<iframe src="data:text/html,http://elsewhere.invalid/a"></iframe>',
    "drawn image": '<svg><image xlink:href="http://elsewhere.invalid/a"/></svg>',
    "drawn use": '<svg><use href="http://elsewhere.invalid/a"/></svg>',
    "drawn filter": '<svg><path filter="url(http://elsewhere.invalid/a)"/></svg>',
    "style": "<style>p { background: url('http://elsewhere.invalid/a') }</style>",
    "style attribute": '<p style="background: u\\72 l(http://elsewhere.invalid/a)"></p>',
    "style import": "<style>@import 'http://elsewhere.invalid/a' print;</style>",
    "set of images": '<style>p { background: image-set("http://elsewhere.invalid/a" 2x) }</style>',
    "font": "<style>@media print { @font-face { src: url(//elsewhere.invalid/a) } }</style>",
} | {f"link {relation}": f'<link rel="{relation}" href="http://elsewhere.invalid/a">' for relation in (
    "stylesheet", "alternate stylesheet", "icon", "preload", "modulepreload", "prefetch", "dns-prefetch", "preconnect",
    "manifest")}
QUIET = {
    "links to follow": f'<a href="{HOST}">a</a><map><area href="{HOST}"></map><svg><a xlink:href="{HOST}"/></svg>',
    "relations": f'<link rel="canonical" href="{HOST}"><link rel="license" href="{HOST}">',
    "form": f'<form action="{HOST}"></form>',
    "namespaces": '<svg xmlns="http://www.w3.org/2000/svg"/><script>x = "http://www.w3.org/2000/svg"</script>'
                  '<style>@namespace svg url(http://www.w3.org/2000/svg);</style>',
    "words": f"<p>{HOST}</p><!-- {HOST} --><pre>&lt;img src={HOST}&gt;</pre>",
    "comments": f"<script>// {HOST}\nx = /\\/\\/a/;</script><style>/* url({HOST}) */ p {{ content: '{HOST}' }}</style>",
    "own files": '<img src="../a.png"><script src="/a.js?v=1"></script>'
                 '<meta http-equiv="refresh" content="0; url=b.html">',
    "pictures within": '<img srcset="data:image/png;base64,//8A 1x">'
                       '<style>p { background: url(data:image/svg+xml,a) }</style>',
}


def site(folder: Path, **files: str) -> Path:
    """Write a small site; `__` in a name stands for its dot."""
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("page", REQUESTS.values(), ids=REQUESTS)
def test_request_to_another_host_is_reported(tmp_path, page):
    [complaint] = site_lints.requests(site(tmp_path, page__html=page))
    assert complaint.startswith("page.html: ")
    assert "elsewhere.invalid/a" in complaint


@pytest.mark.parametrize("page", QUIET.values(), ids=QUIET)
def test_what_is_no_request_is_not_reported(tmp_path, page):
    assert site_lints.requests(site(tmp_path, page__html=page)) == []


def test_requests_of_other_files_and_a_site_without_pages_are_reported(tmp_path):
    assert site_lints.requests(tmp_path) == [f"{tmp_path.name}: no page"]
    folder = site(tmp_path, page__html="", a__css=f'@import url("{HOST}");', b__js=f"import '{HOST}'",
                  c__svg=f'<svg><image href="{HOST}"/></svg>', notes__txt=HOST)
    assert site_lints.requests(folder) == [
        f"a.css: style sheet asks for {HOST}", f"b.js: script asks for {HOST}", f"c.svg: image href asks for {HOST}"]


@pytest.mark.parametrize(("lint", "files", "told"), [
    (site_lints.links,
     {"a__html": '<a href="b.html#Here">a</a><a href="b.html#here">b</a><a href="c.html">c</a>'
                 f'<a href="#top" id="top">d</a><a href="{HOST}">e</a>', "b__html": '<p id="Here"></p>'},
     ["a.html: leads to b.html#here", "a.html: leads to c.html"]),
    (site_lints.repeated_ids, {"a__html": '<p id="a"></p><p id="b"></p><p id="a"></p>'}, ["a.html: id a 2 times"]),
    (site_lints.raw_mathematics, {"a__html": r'<span class="math notranslate">\(x\)</span>',
                                  "b__html": r'<pre>\(x\)</pre><math><mi class="mathcal">x</mi></math>'},
     [r"a.html: holds \(", 'a.html: holds class="math notranslate']),
], ids=["links that lead nowhere", "a name of two places", "mathematics that is not typeset"])
def test_a_planted_fault_is_reported(tmp_path, lint, files, told):
    assert lint(site(tmp_path, **files)) == told


def test_a_lost_line_of_output_and_a_heavy_page_are_reported(tmp_path):
    site(tmp_path, a__html="<pre>1 &lt; <span>2</span>\n3</pre>", b__html="")
    cell = {"metadata": {}, "outputs": [{"output_type": "stream", "name": "stdout", "text": "1 < 2\n3\n"}]}
    for name in ("a", "b"):
        (tmp_path / f"{name}.ipynb").write_text(json.dumps({"cells": [cell]}), encoding="utf-8")
    assert site_lints.unprinted(tmp_path, tmp_path) == ["b.html: without 1 < 2"]
    site(tmp_path, a__html='<img src="a.svg">', b__html="<p></p>", a__svg="x" * 500)
    assert site_lints.heavy(tmp_path, 1000, 400, 600) == ["a.html: loads 517 bytes, 517 of its own"]
    assert site_lints.heavy(tmp_path, 1000, 600, 600) == []
    assert site_lints.heavy(tmp_path, 1000, 600, 200) == ["half of the pages load more than 262 bytes of their own"]


@pytest.mark.parametrize(("name", "text"), [
    ("page.html", "<p>File /work/Bücher &amp; Söhne/lib/a.py:3</p>"),
    ("page.ipynb", json.dumps({"text": "\x1b[32m/work/Bücher & Söhne/lib/a.py:3\x1b[39m"})),
    ("link.html", '<a href="file:///work/B%C3%BCcher%20%26%20S%C3%B6hne/lib/a.py">a</a>'),
    ("claims.json", '{"folder": "/work/Bücher & Söhne"}'),
])
def test_path_of_the_machine_is_reported_however_it_is_written(tmp_path, name, text):
    (tmp_path / name).write_text(text, encoding="utf-8")
    [complaint] = site_lints.machine_paths(tmp_path, [Path("/work/Bücher & Söhne")])
    assert complaint.startswith(f"{name}: holds /work/B")


def test_paths_in_a_packed_inventory_and_from_the_home_folder_are_reported(tmp_path, monkeypatch):
    names = zlib.compress(b"name py:module 1 /work/book/a.html -\n")
    (tmp_path / "objects.inv").write_bytes(b"# 1\n# 2\n# 3\n# 4\n" + names)
    assert site_lints.machine_paths(tmp_path, [Path("/work/book")]) == ["objects.inv: holds /work/book/a.html"]
    monkeypatch.setenv("HOME", "/home/reader")
    site(tmp_path, page__html="<p>~/books/one/lib/a.py and /home/reader/.cache</p>")
    assert site_lints.machine_paths(tmp_path, [Path("/home/reader/books/one"), site_lints.home()]) == [
        "page.html: holds /home/reader/.cache", "page.html: holds ~/books/one/lib/a.py"]


def test_names_that_only_begin_alike_are_no_paths_and_a_missing_home_is_no_private_folder(tmp_path, monkeypatch):
    site(tmp_path, page__html="<p>/work/bookshelf, network/work/book, /tmp, /tmp/ and ../tmp/a</p>")
    assert site_lints.machine_paths(tmp_path, [Path("/work/book"), Path("/tmp"), Path("/"), Path("~")]) == []
    site(tmp_path, page__html="<p>/tmp/tmpx1y2/a.py</p>")
    assert site_lints.machine_paths(tmp_path, [Path("/tmp")]) == ["page.html: holds /tmp/tmpx1y2/a.py"]
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    site(tmp_path, page__html="<p>~/a</p>")
    assert site_lints.machine_paths(tmp_path, site_lints.places()) == []


@pytest.mark.parametrize("place", [
    pytest.param(site_lints.ROOT, id="root"), pytest.param(sys.prefix, id="environment"),
    pytest.param(os.path.dirname(os.__file__), id="library"), pytest.param(tempfile.gettempdir(), id="temporary"),
    pytest.param(os.path.expanduser("~"), id="home"),
])
def test_every_private_folder_of_this_machine_is_known(tmp_path, place):
    site(tmp_path, page__html=f"<p>{place}/a.py</p>")
    [complaint] = site_lints.machine_paths(tmp_path, site_lints.places())
    assert complaint == f"page.html: holds {place}/a.py"


def test_what_others_have_built_is_left_out_and_nothing_else(tmp_path):
    for name in ("index.html", "lite/lab.html", "live/pyodide-1.2.3/page.html", "live/page.html", "lite-page.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text('<img src="http://elsewhere.invalid/a.png">')
    assert [found.partition(":")[0] for found in site_lints.requests(tmp_path)] == [
        "index.html", "lite-page.html", "live/page.html"]
