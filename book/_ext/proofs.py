"""Proofs as a reader walks them: open text in numbered steps, each with both sides in numbers, on an object beside it.

The directive `{proof} ABMS20-5.3` holds the text of a proof, and in it a `{proof-step} eq-growth` for each step of the
program, or for several of one name before their slash. What the cell `walk("ABMS20-5.3")` shows goes into it: the
hypotheses before the steps, the numbers of the first run below them, the object at the end.
"""
import re
from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator
from statements import cell_of, html

WALK = re.compile(r'<div class="walk" data-claim="([^"]+)">')
FIRST = re.compile(r'<section class="run" data-without="">.*?<ol class="lines">(.*?)</ol>', re.DOTALL)
LINE = re.compile(r'<li data-step="([^"]+)" data-state="(\w+)">(.*?)</li>', re.DOTALL)
RUNS = '<div class="runs">'
NAMES = re.compile(r'<span data-names="([^"]+)">[^<]*</span>')


class Proof(nodes.General, nodes.Element):
    """The text of a proof."""


class Step(nodes.General, nodes.Element):
    """One step of it."""


class ProofDirective(SphinxDirective):
    """A proof, by the claim that it proves."""

    required_arguments, final_argument_whitespace, has_content = 1, True, True

    def run(self) -> list[nodes.Node]:
        """Return the block, its steps numbered."""
        block = Proof(claim=self.arguments[0])
        self.set_source_info(block)
        self.state.nested_parse(self.content, self.content_offset, block)
        for number, step in enumerate(block.findall(Step), 1):
            step["number"] = number
        return [block]


class StepDirective(SphinxDirective):
    """A step, by its name in the program."""

    required_arguments, final_argument_whitespace, has_content = 1, True, True

    def run(self) -> list[nodes.Node]:
        """Return the step."""
        step = Step(step=self.arguments[0], number=0)
        self.set_source_info(step)
        self.state.nested_parse(self.content, self.content_offset, step)
        return [step]


class Walks(SphinxPostTransform):
    """Moves every walk into its proof."""

    default_priority = 22  # after the cards
    formats = ("html",)

    def run(self, **kwargs: object) -> None:
        """Change the page."""
        blocks = {block["claim"]: block for block in self.document.findall(Proof)}
        for raw in list(self.document.findall(nodes.raw)):
            found = WALK.match(raw.astext())
            if found and found[1] in blocks:
                place = cell_of(raw)
                place.parent.remove(place)
                fill(blocks[found[1]], raw.astext())


def fill(block: Proof, walk: str) -> None:
    """Put the hypotheses before the steps, the numbers of the first run below them, and the runs at the end."""
    first, steps = FIRST.search(walk), list(block.findall(Step))
    for step in steps:
        lines = [line for line in LINE.finditer(first[1] if first else "") if is_of(line[1], step["step"])]
        told = "".join(f'<p class="now" data-step="{line[1]}" data-state="{line[2]}">{line[3]}</p>' for line in lines)
        step += html(f'<div class="numbers">{told}</div>')
    numbers = {step["step"]: f'step {step["number"]}' for step in steps}
    told = NAMES.sub(lambda name: next(
        (told for step, told in numbers.items() if is_of(name[1], step)), "the conclusion"), walk)
    hypotheses, runs = told.split(RUNS)
    block.insert(0, html(hypotheses[hypotheses.index(">") + 1:]))
    block += html(f"{RUNS}{runs.removesuffix('</div>')}")


def is_of(line: str, step: str) -> bool:
    """Tell whether a line of the program belongs to a step of the page."""
    return line == step or line.startswith(f"{step}/")


def visit_proof(self: HTML5Translator, node: nodes.Element) -> None:
    """Open the proof."""
    about = {"role": "group", "aria-label": "Proof", "data-claim": node["claim"]}
    self.body.append(self.starttag(node, "div", CLASS="proof", **about))


def visit_step(self: HTML5Translator, node: nodes.Element) -> None:
    """Open the step, with its mark."""
    self.body.append(self.starttag(node, "div", "", CLASS="step", **{"data-step": node["step"]}))
    self.body.append(f'<span class="mark">{node["number"]}</span>')


def depart_block(self: HTML5Translator, node: nodes.Element) -> None:
    """Close it."""
    self.body.append("</div>\n")


def steps_of(document: nodes.document) -> Iterator[tuple[str, list[str]]]:
    """Yield the proofs of a page: the claim, and the names of the steps."""
    for block in document.findall(Proof):
        yield block["claim"], [step["step"] for step in block.findall(Step)]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directives."""
    app.add_node(Proof, html=(visit_proof, depart_block))
    app.add_node(Step, html=(visit_step, depart_block))
    app.add_directive("proof", ProofDirective)
    app.add_directive("proof-step", StepDirective)
    app.add_post_transform(Walks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
