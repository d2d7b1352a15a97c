"""Plain geometry in millimetres: sizes, rectangles and insets.

The origin is the top-left corner and y grows downward, as on a page of SVG.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height in millimetres."""

    w: float
    h: float

    def turned(self) -> Size:
        """The same size in the other orientation."""
        return Size(self.h, self.w)


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle by its top-left corner and size, in millimetres."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y of the bottom edge."""
        return self.y + self.h

    def inset(self, by: float) -> Rect:
        """The rectangle shrunk (or, with a negative number, grown) by `by` on every side."""
        return Rect(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def moved(self, dx: float, dy: float) -> Rect:
        """The rectangle shifted by (dx, dy)."""
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    def contains(self, other: Rect, slack: float = 1e-6) -> bool:
        """Whether `other` lies inside, give or take `slack`."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def overlaps(self, other: Rect, slack: float = 1e-6) -> bool:
        """Whether the two share more than an edge."""
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.bottom - slack
            and other.y < self.bottom - slack
        )
