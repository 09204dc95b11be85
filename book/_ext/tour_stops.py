"""The tour: pages whose sections are stops, each with a picture and a number, and which show no code.

A section with a stop (`privlearn.figures.stops`) gets the class `halt`, its page the class `tour`. What the cells
compute with stands in one drawer, at the end of the page.
"""
from backstage import move_code
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.typing import ExtensionMetadata

STOP = '<div class="stop"'


class Stops(SphinxPostTransform):
    """Marks the stops of a page, and moves its code behind them."""

    default_priority = 19  # once the outputs of cells are chosen, before their code is folded
    formats = ("html",)

    def run(self, **kwargs: object) -> None:
        """Change the page."""
        stops = [raw for raw in self.document.findall(nodes.raw) if raw.astext().startswith(STOP)]
        if stops:
            page = next(self.document.findall(nodes.section))
            page["classes"].append("tour")
            for raw in stops:
                section_of(raw)["classes"].append("halt")
            move_code(self.document)


def section_of(node: nodes.Node) -> nodes.section:
    """Return the section in which a node stands."""
    return node if isinstance(node, nodes.section) else section_of(node.parent)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the transform."""
    app.add_post_transform(Stops)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
