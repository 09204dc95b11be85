"""Beimel, Brenner, Kasiviswanathan, Nissim: Bounds on the sample complexity for private learning and private data release."""
