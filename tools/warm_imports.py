"""What the process from which kernels are forked does beforehand: imports, fonts and grammars that most pages need."""
import gc
import importlib
import io
import os

from privlearn.checking import registry, store

MAGICS = ("ast_mod", "auto", "basic", "config", "display", "execution", "extension", "history", "logging", "namespace",
          "osm", "packaging", "pylab", "script")
OF_KERNELS = ("ipykernel.kernelapp", "ipykernel.debugger", "tornado.platform.asyncio", "IPython.core.completerlib",
              "IPython.core.debugger", "IPython.core.logger", "IPython.core.oinspect", "IPython.core.pylabtools",
              "IPython.extensions.storemagic", *(f"IPython.core.magics.{name}" for name in MAGICS))
OF_PAGES = ("matplotlib_inline.backend_inline", "matplotlib.pyplot", "PIL.GifImagePlugin", "PIL.JpegImagePlugin",
            "highspy", "numba", "scipy.optimize", "privlearn.figures.live", "privlearn.figures.style")

gc.disable()  # until all is there
os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")  # as a kernel does, before matplotlib
for name in (*OF_KERNELS, *OF_PAGES):
    importlib.import_module(name)
for entry in registry.load().values():
    store.behind(entry)
    store.stored_claim(entry.id)
store.stored_controls()


def draw_once() -> None:
    """Draw a picture: the first one of a process finds the fonts, and builds the grammar of formulas."""
    from matplotlib.figure import Figure

    from tools.quick_drawing import draw_quickly

    draw_quickly()
    figure = Figure(layout="constrained")
    figure.subplots().set(xscale="log", title="a title", xlabel="$2^n$")
    figure.savefig(io.BytesIO(), format="svg", bbox_inches="tight")


draw_once()
# What is here lives as long as each kernel: their collectors need not look at it, nor after every 700 new objects.
gc.collect()
gc.freeze()
gc.set_threshold(100_000)
gc.enable()
