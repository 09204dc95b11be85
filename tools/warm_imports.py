"""What the process imports from which kernels are forked: all that most pages need."""
import importlib
import os

from privlearn.claims import registry, store

os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")  # as a kernel does, before matplotlib
for name in ("ipykernel.kernelapp", "matplotlib.pyplot", "privlearn.figures.slider", "privlearn.figures.style"):
    importlib.import_module(name)
registry.load()
store.read()
