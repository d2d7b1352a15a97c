"""PDF operators for reportlab shapes: the path and the paint, and no more state than changes."""

from __future__ import annotations

from typing import Any, NamedTuple

from reportlab.graphics import shapes
from reportlab.lib.rl_accel import fp_str

from cardgen.pdf.canvas import SheetCanvas

_KAPPA = 0.5522847498
"""Control point distance of a quarter circle of radius 1 (4/3 · (√2 - 1))."""
_PATH_OPERATORS = ((2, "m"), (2, "l"), (6, "c"), (0, "h"))
_NON_ZERO = 1


class _Paint(NamedTuple):
    """The graphics state that shapes set; None where nothing has been set yet."""

    fill: Any = None
    stroke: Any = None
    width: Any = None
    cap: Any = None
    join: Any = None
    dash: Any = None
    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0


def draw_group(canvas: SheetCanvas, group: shapes.Group) -> None:
    """Draw a group of shapes at the current matrix."""
    canvas.saveState()
    _draw(canvas, group, _Paint())
    canvas.restoreState()


def clip_to(canvas: SheetCanvas, group: shapes.Group) -> None:
    """Narrow the clip to the clipping path that the group holds; the caller saves the state."""
    for node in group.contents:
        if isinstance(node, shapes.Group):
            clip_to(canvas, node)
        elif getattr(node, "isClipPath", 0):
            canvas.write(f"{path_code(node)} {_clip_operator(node)} n")


def _draw(canvas: SheetCanvas, node: Any, paint: _Paint) -> _Paint:
    """Draw one node; return the graphics state that it leaves behind."""
    if isinstance(node, shapes.Group):
        if not node.contents:
            return paint
        scoped = tuple(node.transform) != (1, 0, 0, 1, 0, 0) or any(
            getattr(child, "isClipPath", 0) for child in node.contents
        )
        if not scoped:
            for child in node.contents:
                paint = _draw(canvas, child, paint)
            return paint
        canvas.saveState()
        if tuple(node.transform) != (1, 0, 0, 1, 0, 0):
            canvas.write(f"{fp_str(*node.transform)} cm")
        inner = paint
        for child in node.contents:
            inner = _draw(canvas, child, inner)
        canvas.restoreState()
        return paint
    if getattr(node, "isClipPath", 0):
        canvas.write(f"{path_code(node)} {_clip_operator(node)} n")
        return paint
    if isinstance(node, shapes.DirectDraw):
        _draw_gradient(canvas, node)
        return paint
    return _draw_shape(canvas, node, paint)


def _draw_gradient(canvas: SheetCanvas, node: Any) -> None:
    """Shade the inside of the gradient's shape; its black underlay would show at the edges."""
    canvas.saveState()
    canvas.setFillAlpha(1)
    outline = node._clip_shape
    canvas.write(f"{path_code(outline)} {_clip_operator(outline)} n")
    if hasattr(node, "_r"):
        canvas.radialGradient(node._cx, node._cy, node._r, node._rl_colors, node._positions, node._extend)
    else:
        line = (node._x0, node._y0, node._x1, node._y1)
        canvas.linearGradient(*line, node._rl_colors, node._positions, node._extend)
    canvas.restoreState()


def _draw_shape(canvas: SheetCanvas, node: Any, paint: _Paint) -> _Paint:
    given = node.getProperties()
    fill, stroke = given.get("fillColor"), given.get("strokeColor")
    if isinstance(node, shapes.Line | shapes.PolyLine):
        fill = None
    if fill is None and stroke is None:
        return paint
    want = paint
    if fill is not None:
        alpha = given.get("fillOpacity")
        want = want._replace(fill=fill.rgb(), fill_alpha=1.0 if alpha is None else float(alpha))
    if stroke is not None:
        alpha = given.get("strokeOpacity")
        want = want._replace(
            stroke=stroke.rgb(),
            width=given.get("strokeWidth", 1),
            cap=given.get("strokeLineCap") or 0,
            join=given.get("strokeLineJoin") or 0,
            dash=tuple(given.get("strokeDashArray") or ()),
            stroke_alpha=1.0 if alpha is None else float(alpha),
        )
    _change(canvas, paint, want)
    star = "" if given.get("fillMode", _NON_ZERO) == _NON_ZERO else "*"
    both = {(True, True): "B", (True, False): "f", (False, True): "S"}[fill is not None, stroke is not None]
    canvas.write(f"{path_code(node)} {both}{star if fill is not None else ''}")
    return want


def _change(canvas: SheetCanvas, now: _Paint, want: _Paint) -> None:
    if want.fill != now.fill:
        canvas.write(f"{fp_str(*want.fill)} rg")
    if want.stroke != now.stroke:
        canvas.write(f"{fp_str(*want.stroke)} RG")
    if want.width != now.width:
        canvas.write(f"{fp_str(want.width)} w")
    if want.cap != now.cap:
        canvas.write(f"{want.cap} J")
    if want.join != now.join:
        # SVG's mitre limit is 4, that of PDF 10.
        canvas.write(f"{want.join} j 4 M" if want.join == 0 else f"{want.join} j")
    if want.dash != now.dash and (want.dash or now.dash):
        canvas.write(f"[{fp_str(*want.dash) if want.dash else ''}] 0 d")
    if want.fill_alpha != now.fill_alpha:
        canvas.setFillAlpha(want.fill_alpha)
    if want.stroke_alpha != now.stroke_alpha:
        canvas.setStrokeAlpha(want.stroke_alpha)


def _clip_operator(node: Any) -> str:
    return "W" if getattr(node, "fillMode", _NON_ZERO) in (None, _NON_ZERO) else "W*"


def path_code(node: Any) -> str:
    """The operators that build the outline of a shape."""
    match node:
        case shapes.Path():
            return _path(node)
        case shapes.Rect() if node.rx:
            return _rounded(node.x, node.y, node.width, node.height, node.rx, node.ry or node.rx)
        case shapes.Rect():
            return f"{fp_str(node.x, node.y, node.width, node.height)} re"
        case shapes.Circle():
            return _rounded(node.cx - node.r, node.cy - node.r, 2 * node.r, 2 * node.r, node.r, node.r)
        case shapes.Ellipse():
            rx, ry = node.rx, node.ry
            return _rounded(node.cx - rx, node.cy - ry, 2 * rx, 2 * ry, rx, ry)
        case shapes.Line():
            return f"{fp_str(node.x1, node.y1)} m {fp_str(node.x2, node.y2)} l"
        case shapes.PolyLine() | shapes.Polygon():
            pairs = [fp_str(*node.points[i : i + 2]) for i in range(0, len(node.points) - 1, 2)]
            lines = "".join(f" {pair} l" for pair in pairs[1:])
            return f"{pairs[0]} m{lines}{' h' if isinstance(node, shapes.Polygon) else ''}"
    raise TypeError(f"no outline for {type(node).__name__}")


def _path(node: shapes.Path) -> str:
    parts, at = [], 0
    for operator in node.operators:
        count, letter = _PATH_OPERATORS[operator]
        parts.append(f"{fp_str(*node.points[at : at + count])} {letter}" if count else letter)
        at += count
    return " ".join(parts)


def _rounded(x: float, y: float, w: float, h: float, rx: float, ry: float) -> str:
    """A rectangle with elliptical corners, from the top edge clockwise (as seen with y down)."""
    kx, ky = rx * (1 - _KAPPA), ry * (1 - _KAPPA)
    r, b = x + w, y + h
    parts = [
        f"{fp_str(x + rx, y)} m {fp_str(r - rx, y)} l",
        f"{fp_str(r - kx, y, r, y + ky, r, y + ry)} c {fp_str(r, b - ry)} l",
        f"{fp_str(r, b - ky, r - kx, b, r - rx, b)} c {fp_str(x + rx, b)} l",
        f"{fp_str(x + kx, b, x, b - ky, x, b - ry)} c {fp_str(x, y + ry)} l",
        f"{fp_str(x, y + ky, x + kx, y, x + rx, y)} c h",
    ]
    return " ".join(parts)
