"""Pictures of results: one style, pure functions from results to figures, sliders."""


