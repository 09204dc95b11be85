"""What pages show of claims: verdict cards, tables across papers, timings, new results, and what checks would miss."""

from privlearn.shown.cards import card
