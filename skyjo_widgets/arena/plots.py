"""Pictures of results. Colours are Okabe and Ito's, which colour-blind people can tell apart."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from skyjo_widgets.arena.wording import decimal, percent
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from skyjo_widgets.arena.duel_result import DuelResult
    from skyjo_widgets.arena.statistics import Interval
    from skyjo_widgets.arena.tournament_result import TournamentResult

__all__ = ["Plot", "plot_duel", "plot_tournament"]

_COLOURS = ("#0072B2", "#D55E00")  # blue and vermillion
_GREY = "#555555"
_MATRIX_COLOURS = "PuOr"  # orange below one half, purple above; both ends dark
_MOST_NUMBERS = 16  # strategies up to which the matrix shows its numbers
_LONGEST_NAME = 24
_DPI = 100


class Plot(Figure):
    """A figure that shows itself as the last line of a cell, whether or not pyplot is in use."""

    def _repr_png_(self) -> bytes:
        png = io.BytesIO()
        self.savefig(png, format="png", dpi=_DPI)
        return png.getvalue()


def plot_duel(result: DuelResult, lang: str | None = None) -> Plot:
    """Draw a duel: shares of games won with their intervals, and the spread of points in a round."""
    figure = Plot(figsize=(9.6, 3.4), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(1, 1.15))
    names = [_short(name) for name in result.names]
    _shares(left, names, result.shares, _COLOURS, lang)
    _mark_even(left, 0.5, lang)
    _spread(right, names, [result.games.round_scores(player) for player in range(2)], lang)
    return figure


def plot_tournament(result: TournamentResult, lang: str | None = None) -> Plot:
    """Draw a tournament: the ranking with its intervals, and who finishes ahead of whom how often."""
    count = len(result.names)
    height = max(3.6, 1.2 + 0.32 * count)
    figure = Plot(figsize=(5.4 + height, height), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(4.6, height))
    order = [result.names.index(standing.name) for standing in result.ranking]
    names = [_short(standing.name) for standing in result.ranking]
    _shares(left, names, [standing.share for standing in result.ranking], [_COLOURS[0]] * count, lang)
    _mark_even(left, 1 / result.seats, lang)
    _matrix(right, names, 100 * result.matrix[np.ix_(order, order)], lang)
    return figure


def _shares(
    axes: Axes, names: Sequence[str], shares: Sequence[Interval], colours: Sequence[str], lang: str | None
) -> None:
    for place, (share, colour) in enumerate(zip(shares, colours, strict=True)):
        axes.plot([100 * share.low, 100 * share.high], [place, place], color=colour, linewidth=3, alpha=0.55)
        axes.plot(100 * share.mean, place, "o", color=colour, markersize=8)
        mean = say("arena.percent", lang, number=percent(share, lang)[0])
        axes.annotate(
            mean,
            (100 * share.mean, place),
            xytext=(0, 8),
            textcoords="offset points",
            ha="center",
            fontsize=9,
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 0.8},
        )
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.75)
    axes.set_xlim(-4, 104)
    axes.set_xticks(
        range(0, 101, 25), [say("arena.percent", lang, number=tick) for tick in range(0, 101, 25)]
    )
    axes.set_title(f"{say('arena.plot.wins', lang)} ({say('arena.plot.interval', lang)})", fontsize=11)
    axes.grid(axis="x", color="#e4e4e4")
    _plain_frame(axes)


def _mark_even(axes: Axes, fair: float, lang: str | None) -> None:
    axes.axvline(100 * fair, color=_GREY, linestyle="--", linewidth=1.2, zorder=1)
    axes.annotate(
        say("arena.plot.even", lang),
        (100 * fair, 0),
        xycoords=("data", "axes fraction"),
        xytext=(3, 3),
        textcoords="offset points",
        color=_GREY,
        fontsize=9,
    )


def _spread(axes: Axes, names: Sequence[str], scores: Sequence[NDArray[np.int64]], lang: str | None) -> None:
    everything = np.concatenate(scores)
    if everything.size:
        # Whole points in bins of whole width, so that no bin is favoured; the far tails are cut off.
        low, high = np.percentile(everything, (0.5, 99.5)).astype(int)
        width = max(1, round((high - low) / 30))
        edges = np.arange(low, high + width + 1, width) - 0.5
        for name, points, colour, dash in zip(names, scores, _COLOURS, ("-", "--"), strict=True):
            weights = np.full(points.size, 100 / max(points.size, 1))
            counts, _ = np.histogram(points, edges, weights=weights)
            mean = decimal(float(points.mean()), 1, lang)
            label = say("arena.plot.mean", lang, name=name, mean=mean)
            axes.stairs(counts, edges, color=colour, linewidth=2, linestyle=dash, label=label)
            axes.stairs(counts, edges, color=colour, alpha=0.12, fill=True)
            axes.axvline(points.mean(), color=colour, linestyle=dash, linewidth=1)
        axes.legend(frameon=False)
    axes.set_title(say("arena.plot.points", lang), fontsize=11)
    axes.set_ylabel(say("arena.plot.share", lang))
    axes.yaxis.set_major_formatter(lambda tick, _: say("arena.percent", lang, number=f"{tick:g}"))
    axes.set_ylim(bottom=0)
    _plain_frame(axes)


def _matrix(axes: Axes, names: Sequence[str], shares: NDArray[np.float64], lang: str | None) -> None:
    count = len(names)
    axes.imshow(shares, cmap=_MATRIX_COLOURS, vmin=0, vmax=100)
    if count <= _MOST_NUMBERS:
        for row in range(count):
            for column in range(count):
                share = shares[row, column]
                if np.isfinite(share):
                    dark = abs(share - 50) > 30  # noqa: PLR2004 - where white reads better than black
                    colour = "white" if dark else "black"
                    axes.text(column, row, f"{share:.0f}", ha="center", va="center", color=colour, fontsize=9)
    axes.set_xticks(range(count), names, rotation=45, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(count), names)
    axes.set_title(say("arena.plot.matrix", lang), fontsize=11)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _plain_frame(axes: Axes) -> None:
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="y", length=0)


def _short(name: str) -> str:
    # A dollar sign would start a formula.
    text = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
    return text.replace("$", r"\$")
