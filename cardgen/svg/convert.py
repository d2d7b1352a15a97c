"""From the checked source of shapes to reportlab shapes; nothing else imports svglib."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import TYPE_CHECKING

from lxml import etree

if TYPE_CHECKING:
    from reportlab.graphics.shapes import Group


class ConversionError(RuntimeError):
    """The converter complained about a source that the subset let through: a gap in the subset."""


class _Complaints(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


@lru_cache(maxsize=4096)
def shapes_group(source: bytes) -> Group:
    """The shapes as a group of reportlab shapes, in the units and y direction of the source.

    The group is shared: draw it, do not change it.  Raises `ConversionError`.
    """
    from svglib.svglib import SvgRenderer

    complaints = _Complaints()
    log = logging.getLogger("svglib.svglib")
    propagate, log.propagate = log.propagate, False
    log.addHandler(complaints)
    try:
        drawing = SvgRenderer("").render(etree.fromstring(source))
    finally:
        log.removeHandler(complaints)
        log.propagate = propagate
    if complaints.messages:
        raise ConversionError("; ".join(complaints.messages))
    group = drawing.contents[0]
    # The renderer turns the page over and scales pixels to points; here the units stay as they are.
    group.transform = (1, 0, 0, 1, 0, 0)
    return group
