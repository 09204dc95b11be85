"""Pictures of results: one style, pure functions from results to figures, sliders."""

from privlearn.extras import explained

with explained():
    from matplotlib.scale import register_scale

    from privlearn.figures.log_axes import DecadesScale

register_scale(DecadesScale)
