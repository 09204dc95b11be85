"""Alon, Beimel, Moran and Stemmer: Closure properties for private classification and online prediction (2020)."""
