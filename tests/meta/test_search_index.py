"""The search: pages are cut into passages, the index holds them word by word, the script finds them in any spelling."""

import doctest
import importlib
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import passages
import pytest
import search_index as index

from tools.pages import ROOT

SCRIPTS = [ROOT / "book/_theme/static" / name for name in ("in-words.js", "search.js")]
NOISE = r"""
<section id="noise"><h1>Noise<a class="headerlink" href="#noise">¶</a></h1>
<p>What noise cannot hide.</p>
<section class="statement theorem" id="TOY26-5.8">
<p class="statement-head"><span class="number">Theorem 5.8</span><span class="name">no learner with
  <span class="math">\(o(d)\)</span> rows</span><span class="paper">TOY26</span></p>
<p>Every learner takes more than <span class="math notranslate">\(2^{82}\)</span> rows, by Theorem 3.2.</p>
<div class="verdict"><p class="verdict-line">Holds: it is so.</p>
<details class="drawer"><p>hidden drawer</p></details></div>
</section>
<div class="cell"><div class="cell_input"><div class="highlight-ipython3 notranslate"><div class="highlight"><pre>
<span>secret_code</span>()</pre></div></div></div>
<div class="cell_output"><pre>1 2 3 4 5 6 7 8 9
rows: 30,528,336
</pre></div></div>
<section id="labels-anew"><h2>Labels anew</h2>
<p>Relabelling of neighbouring samples: 8,299 rows for all hypotheses.</p></section>
</section>"""
PRICE = r"""
<section id="price"><h1>The price of Theorem 5.8</h1>
<p>Theorem 5.8 and theorem 5.8 again: a learner that is private, the private learner of Theorem 5.8.</p>
<section class="statement theorem" id="TOY26-3.2">
<p class="statement-head"><span class="number">Theorem 3.2</span><span class="paper">TOY26</span></p>
<p>A bound.</p></section>
<p>As TOY26-3.2 says.</p></section>"""
LIBRARY = r"""
<section id="rows"><h1>Rows</h1><p>A private learner takes rows.</p>
<section id="module-privlearn.toy"><h2>toy</h2>
<dl class="py function"><dt class="sig sig-object py" id="privlearn.toy.noisy_learner"><span class="sig-name descname">
<span class="pre">noisy_learner</span></span></dt>
<dd><p>Bases: <code>object</code></p><p>Hands back the labels.</p><p>Secretly so.</p></dd></dl>
</section></section>"""
PAGES = {"book/toy/noise": NOISE, "book/toy/price": PRICE, "book/reference/toy": LIBRARY}
WANTED = {
    "Theorem 5.8": "book/toy/noise#TOY26-5.8", "thm 5.8": "book/toy/noise#TOY26-5.8",
    "TOY26-3.2": "book/toy/price#TOY26-3.2", "toy26-3.2": "book/toy/price#TOY26-3.2",
    "8,299": "book/toy/noise#labels-anew", "8299": "book/toy/noise#labels-anew", "8 299": "book/toy/noise#labels-anew",
    "30528336": "book/toy/noise#", "2^82": "book/toy/noise#TOY26-5.8", "2^{82}": "book/toy/noise#TOY26-5.8",
    "relabeling": "book/toy/noise#labels-anew", "Neighboring samples": "book/toy/noise#labels-anew",
    "samples for the relabelling": "book/toy/noise#labels-anew",
    "hypothesis": "book/toy/noise#labels-anew", "samp": "book/toy/noise#labels-anew",
    '"takes rows"': "book/reference/toy#", "private learner": "book/toy/price#",
    "noisy_learner": "book/reference/toy#privlearn.toy.noisy_learner",
    "toy.noisy_learner()": "book/reference/toy#privlearn.toy.noisy_learner",
    "hands back labels": "book/reference/toy#privlearn.toy.noisy_learner",
    "o(d) rows": "book/toy/noise#TOY26-5.8",
}
# Which query is lost, and through what: in the pages, in what the index keeps, or in the script.
FAULTS = [
    ("Theorem 5.8", "page", '<span class="number">Theorem 5.8', "<span>Theorem 5.8"),
    ("Theorem 5.8", "script", 'if (passage.kind === "t" && byLabel)', "if (false)"),
    ("thm 5.8", "script", 'thm: "theorem"', 'th: "theorem"'),
    ("TOY26-3.2", "page", 'id="TOY26-3.2"', 'id="toy26-3-2"'),
    ("8299", "script", r'.replace(/(\d)[,\s](?=\d{3})/g, "$1")', ""),
    ("8 299", "script", r'(number) => number.replace(/ /g, ",")', "(number) => number"),
    ("30528336", "page", "rows: 30,528,336", "1 2 3 4 5 6 7 8 9"),
    ("2^82", "page", r"\(2^{82}\)", "2<i>82</i>"),
    ("2^{82}", "script", r'.replace(/\^[{(]([-−]?[\p{L}\d]+)[)}]/gu, "^$1")', ""),
    ("relabeling", "script", r'[/ll(ing|ings|ed|er|ers)$/, "l$1"],', ""),
    ("Neighboring samples", "script", "|neighb|", "|"),
    ("hypothesis", "script", '[/theses$/, "thesis"],', ""),
    ("samples for the relabelling", "script", "or the to", "or to"),
    ("samp", "script", "table[id] = 1;", ""),
    ('"takes rows"', "script", '/"([^"]*)"|', "/([^ ]{99})|"),
    ("private learner", "script", "passage.page.reference ? 0 : level", "passage.page.reference ? 9 : level"),
    ("noisy_learner", "page", 'id="privlearn.toy.noisy_learner"', ""),
    ("toy.noisy_learner()", "script", '.split(".").at(-1)', ""),
    ("hands back labels", "page", "<p>Hands back the labels.</p>", ""),
    ("o(d) rows", "page", r"\(o(d)\)", ""),
]


def read(html: dict[str, str]) -> list[dict]:
    return [index.read(name, "Toys §2", text) for name, text in html.items()]


def found(pages: list[dict], script: str, *queries: str) -> dict[str, list[str]]:
    """Return the first three results of each query, as the site's script has them, run by Node."""
    ask = f"""const found = {{}};
    for (const query of {json.dumps(queries)}) {{
      found[query] = BOOK_SEARCH.find(query).slice(0, 3).map((one) => BOOK_SEARCH.address(one.passage));
    }}
    console.log(JSON.stringify(found));"""
    node = Path(sys.executable).with_name("node")
    text = index.script(pages) + script + ask
    done = subprocess.run([node, "-"], input=text, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def script() -> str:
    return "".join(path.read_text(encoding="utf-8") for path in SCRIPTS)


def test_every_query_leads_to_its_place(script):
    answers = found(read(PAGES), script, *WANTED)
    assert {query: places[0] for query, places in answers.items() if places} == WANTED


@pytest.mark.parametrize(("query", "where", "right", "wrong"), FAULTS)
def test_a_planted_fault_loses_its_query(script, query, where, right, wrong):
    texts = PAGES if where == "page" else {"script": script}
    assert any(right in text for text in texts.values())
    spoilt = {name: text.replace(right, wrong) for name, text in texts.items()}
    answer = found(read(spoilt if where == "page" else PAGES), spoilt.get("script", script), query)[query]
    assert answer[:1] != [WANTED[query]]


def test_all_words_must_be_there_names_in_code_come_after_statements_and_the_reference_last(script):
    pages = {**PAGES, "book/toy/words": "<section id='a'><h1>Words</h1><p>About a noisy learner.</p></section>",
             "book/toy/more": """<section id="b"><h1>More</h1>
<section class="statement lemma" id="TOY26-1"><p class="statement-head"><span class="number">Lemma 1</span>
<span class="name">the noisy learner</span><span class="paper">TOY26</span></p><p>It learns.</p></section></section>"""}
    places = found(read(pages), script, "noisy_learner")["noisy_learner"]
    assert places == ["book/toy/more#TOY26-1", WANTED["noisy_learner"], "book/toy/words#"]
    answer = found(read(PAGES), script, "noise", "noise unheard", "bound price", "learner private", '"learner private"',
                   "private learner", "rows")
    assert answer["noise"]
    assert answer["noise unheard"] == []
    assert answer["bound price"] == ["book/toy/price#TOY26-3.2"]  # one in the statement, one in the title of its page
    assert answer["learner private"]
    assert answer['"learner private"'] == []
    for query in ("private learner", "rows"):
        assert len(answer[query]) > 1
        assert answer[query][-1] == "book/reference/toy#"


def test_every_passage_is_in_the_index_as_it_was_without_code_drawers_and_rows_of_small_numbers():
    text = "\n".join(passage["text"] for page in read(PAGES) for passage in page["passages"])
    assert "Holds: it is so." in text
    assert "rows: 30,528,336" in text
    assert not [word for word in ("hidden drawer", "secret_code", "7 8 9", "¶", "Bases", "Secretly") if word in text]
    found = passages.passages("<section id='a'><h1>A</h1><ul><li>one<li>two</ul><p>three<br>four</section>")
    assert found[0].name == "A"
    assert found[0].text.split("\n") == ["one", "two", "three", "four"]
    pages = read(PAGES)
    text = index.script(pages)
    written = json.loads(text.removeprefix("const SEARCH_INDEX = ").removesuffix(";\n"))
    word = dict(zip(index.characters(), written["words"].split("`"), strict=False))
    for page, (name, content) in zip(pages, written["pages"], strict=True):
        assert page["name"] == name
        texts = content.split("`")[2::3]
        assert len(texts) == len(page["passages"])
        for passage, coded in zip(page["passages"], texts, strict=True):
            whole = f"{passage['label']}\n{passage['name']}\n{passage['text']}".rstrip("\n")
            assert [word[letter] for letter in coded] == list(index.cut(whole))


def test_claims_give_names_and_get_passages():
    pages = read(PAGES)
    claim = {"page": "toy/price", "step_of": "", "section": "3 Bounds", "kind": "theorem"}
    claims = {"TOY26-3.2": SimpleNamespace(id="TOY26-3.2", title="Theorem 3.2: at most 2^d", **claim),
              "TOY26-5.8": SimpleNamespace(id="TOY26-5.8", title="Not taken", **claim),
              "TOY26-3.2.x": SimpleNamespace(id="TOY26-3.2.x", title="a step", **claim | {"step_of": "TOY26-3.2"}),
              "TOY26-9": SimpleNamespace(id="TOY26-9", title="elsewhere", **claim | {"page": "toy/absent"})}
    statements = {"TOY26-3.2": ("book/toy/price", "theorem", "TOY26", "Theorem 3.2"),
                  "TOY26-5.8": ("book/toy/noise", "theorem", "TOY26", "Theorem 5.8")}
    domains = {"prf": SimpleNamespace(data={"statements": statements}), "std": SimpleNamespace(anonlabels={})}
    index.add_claims(pages, claims, domains)
    by_place = {(page["name"], one["kind"], one["anchor"]): one for page in pages for one in page["passages"]}
    assert by_place["book/toy/price", "statement", "TOY26-3.2"]["name"] == "at most 2^d"
    assert by_place["book/toy/noise", "statement", "TOY26-5.8"]["name"] == "no learner with o(d) rows"
    step = by_place["book/toy/price", "claim", "TOY26-3.2"]
    assert (step["label"], step["name"]) == ("TOY26-3.2.x Step of Theorem 3.2", "a step")
    assert [one["kind"] for one in pages[1]["passages"]].count("claim") == 1


@pytest.mark.parametrize("name", ["plain_formulas", "passages", "search_index"])
def test_examples_in_docstrings(name):
    tried = doctest.testmod(importlib.import_module(name))
    assert tried.attempted > 0
    assert tried.failed == 0
