"""Results of simulations as one A4 page of SVG: win rates with intervals, and how scores spread.

Plain shapes and text only, in millimetres, from the top left; the same results give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from cardgen.play.simulate import Simulated, strategy_json

WIDTH, HEIGHT, MARGIN = 210.0, 297.0, 18.0
INK, FAINT, PAPER = "#241A14", "#C9BCA6", "#FFFFFF"
COLOURS = ("#2F5D50", "#C8992E", "#A63A24", "#2E4A6B", "#6B4A6E", "#6E5F50")
FAMILY = "Noto Sans SC"


def _text(
    x: float, y: float, words: str, size: float = 3.2, anchor: str = "start", bold: bool = False
) -> str:
    weight = 700 if bold else 400
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-family="{FAMILY}" font-weight="{weight}" font-size="{size}" '
        f'fill="{INK}" text-anchor="{anchor}">{escape(words)}</text>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, colour: str = FAINT, width: float = 0.2) -> str:
    return (
        f'<line x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}" stroke="{colour}" '
        f'stroke-width="{width}"/>'
    )


def plot_page(results: Sequence[Simulated], title: str) -> str:
    """Return a page for simulations of several player counts (or versions), one panel each.

    Strategies keep their colour over all panels.  The faint upright line is a fair share of wins.
    """
    names = list(dict.fromkeys(name for result in results for name in result.names))
    colours = {name: COLOURS[n % len(COLOURS)] for n, name in enumerate(names)}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}mm" height="{HEIGHT:g}mm" '
        f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}">',
        f'<rect x="0" y="0" width="{WIDTH:g}" height="{HEIGHT:g}" fill="{PAPER}"/>',
        _text(MARGIN, 22, title, 6, bold=True),
    ]
    y = 34.0
    parts.append(_text(MARGIN, y, "Games won, with 95% intervals", 4, bold=True))
    y += 6
    most = max(strategy_json(n, r.tally.strategies[n])["win_rate_ci95"][1] for r in results for n in r.names)
    scale = min(1.0, (int(most * 10) + 1) / 10)
    for result in results:
        y = _win_panel(parts, result, colours, y, scale)
    y = _axis(parts, y, [(share / 10, f"{10 * share}%") for share in range(int(scale * 10) + 1)], scale)
    y += 12
    parts.append(_text(MARGIN, y, "Points scored, in steps of five; the mark is the mean", 4, bold=True))
    y += 6
    top = 5 + max(max(r.tally.strategies[n].histogram) for r in results for n in r.names)
    room = HEIGHT - 22 - y
    rows = sum(len(result.names) for result in results)
    height = min(13.0, (room - 10 * len(results)) / rows)
    for result in results:
        y = _score_panel(parts, result, colours, y, top, height)
    _axis(parts, y, [(float(points), str(points)) for points in range(0, top + 1, 20)], float(top))
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


LEFT = MARGIN + 34
SPAN = WIDTH - MARGIN - LEFT - 14


def _axis(parts: list[str], y: float, ticks: Sequence[tuple[float, str]], scale: float) -> float:
    parts.append(_line(LEFT, y, LEFT + SPAN, y, INK))
    for value, words in ticks:
        x = LEFT + SPAN * value / scale
        parts.append(_line(x, y, x, y + 1, INK))
        parts.append(_text(x, y + 4.4, words, 2.8, "middle"))
    return y + 5


def _panel_head(parts: list[str], result: Simulated, y: float) -> None:
    changes = ", ".join(f"{path} = {value}" for path, value in result.changes.items())
    told = f"{result.players} players, {result.games} games" + (f", {changes}" if changes else "")
    parts.append(_text(MARGIN, y, told, 3, bold=True))


def _win_panel(parts: list[str], result: Simulated, colours: dict[str, str], y: float, scale: float) -> float:
    _panel_head(parts, result, y)
    y += 2.5
    bottom = y + 6 * len(result.names)
    fair = LEFT + SPAN * result.lineup.count(result.names[0]) / result.players / scale
    parts.append(_line(fair, y - 0.5, fair, bottom - 0.5, FAINT, 0.3))
    for name in result.names:
        row = strategy_json(name, result.tally.strategies[name])
        low, high = (LEFT + SPAN * value / scale for value in row["win_rate_ci95"])
        x, middle = LEFT + SPAN * row["win_rate"] / scale, y + 2.5
        parts.append(_text(LEFT - 3, middle + 1.1, name, 3, "end"))
        parts.append(_line(low, middle, high, middle, colours[name], 0.9))
        parts.append(f'<circle cx="{x:.2f}" cy="{middle:.2f}" r="1.2" fill="{colours[name]}"/>')
        parts.append(_text(LEFT + SPAN + 2, middle + 1.1, f"{100 * row['win_rate']:.1f}%", 2.8))
        y += 6
    return y + 5


def _score_panel(
    parts: list[str], result: Simulated, colours: dict[str, str], y: float, top: int, height: float
) -> float:
    _panel_head(parts, result, y)
    y += 2
    bins = {name: _bins(result, name, top) for name in result.names}
    peak = max(max(shares) for shares in bins.values())
    for name in result.names:
        base = y + height - 1
        tally = result.tally.strategies[name]
        points = [f"{LEFT:.2f},{base:.2f}"]
        for n, share in enumerate(bins[name]):
            up = base - (height - 2) * share / peak
            left, right = (LEFT + SPAN * min(top, 5 * (n + side)) / top for side in (0, 1))
            points += [f"{left:.2f},{up:.2f}", f"{right:.2f},{up:.2f}"]
        points.append(f"{LEFT + SPAN:.2f},{base:.2f}")
        parts.append(f'<polygon points="{" ".join(points)}" fill="{colours[name]}" fill-opacity="0.75"/>')
        mean = tally.score / tally.games
        x = LEFT + SPAN * mean / top
        parts.append(_line(x, base - height + 2, x, base, INK, 0.4))
        parts.append(_text(LEFT - 3, base - 0.5, name, 3, "end"))
        parts.append(_text(LEFT + SPAN + 2, base - 0.5, f"{mean:.1f}", 2.8))
        y += height
    return y + 7


def _bins(result: Simulated, name: str, top: int) -> list[float]:
    """Return the share of a strategy's games in each step of five points."""
    tally = result.tally.strategies[name]
    counts = [0] * (top // 5 + 1)
    for score, games in tally.histogram.items():
        counts[max(0, score) // 5] += games
    return [count / tally.games for count in counts]
