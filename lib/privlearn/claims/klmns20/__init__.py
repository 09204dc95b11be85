"""KLMNS20: privately learning thresholds (Kaplan, Ligett, Mansour, Naor and Stemmer)."""
