"""Pages that show no code: what their cells compute with stands in one drawer, at the end of the page."""
from docutils import nodes

DRAWER = '<details class="drawer backstage"><summary>How this page computed its numbers and pictures</summary>'


def move_code(document: nodes.document) -> None:
    """Take the code out of all cells of a page and put it at its end; cells that have nothing else go."""
    taken = []
    for cell in [cell for cell in document.findall(nodes.container) if "cell" in cell["classes"]]:
        code = [node for node in cell.children if "cell_input" in node["classes"]]
        cell["hide_mode"], cell.children = "", [node for node in cell.children if node not in code]
        taken += code
        if not cell.children:
            cell.parent.remove(cell)
    page = next(document.findall(nodes.section))
    page += [nodes.raw("", DRAWER, format="html"), *taken, nodes.raw("", "</details>", format="html")]
