"""The one style of all figures: colour-blind safe, deterministic SVG, legible in light and dark.

Definitions
-----------
Figures are drawn dark on white; the book's style sheet inverts their lightness on dark pages, keeping the hues.  The
first code cell of every page calls :func:`use`, which also starts the inline backend: a kernel whose first figure is
drawn inside a style context would silently lose all later ones.
"""

import matplotlib as mpl

# Okabe and Ito's colours, without their yellow, which is too faint for lines
BLUE, ORANGE, GREEN, RED, PURPLE, SKY, BLACK = (
    "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#000000")
COLOURS = (BLUE, ORANGE, GREEN, RED, PURPLE, SKY, BLACK)
MARKERS = ("o", "s", "^", "D", "v", "P", "X")


def use() -> None:
    """Apply the style to all figures of this kernel and make inline figures deterministic SVG."""
    from cycler import cycler

    mpl.rcParams.update({
        "axes.prop_cycle": cycler(color=COLOURS),
        "axes.axisbelow": True,
        "axes.grid": True,
        "axes.spines.right": False,
        "axes.spines.top": False,
        "figure.figsize": (6.4, 3.8),
        "figure.facecolor": "white",
        "font.family": "sans-serif",
        "font.size": 11,
        "grid.alpha": 0.3,
        "legend.frameon": False,
        "lines.linewidth": 1.8,
        "lines.markersize": 5,
        "svg.fonttype": "none",
        "svg.hashsalt": "privlearn",
    })
    shell = _shell()
    if shell is not None:
        shell.run_line_magic("matplotlib", "inline")
        shell.run_line_magic("config", "InlineBackend.figure_formats = ['svg']")
        shell.run_line_magic(
            "config", "InlineBackend.print_figure_kwargs = {'bbox_inches': 'tight', 'metadata': {'Date': None}}")
        shell.run_line_magic("config", "InlineBackend.rc = {}")


def _shell():  # type: ignore[no-untyped-def]  # IPython is not typed
    try:
        from IPython import get_ipython
    except ImportError:
        return None
    return get_ipython()
