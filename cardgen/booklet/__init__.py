"""A kit's rulebook: Markdown from a template, set on A5 pages, printed as `rulebook.pdf`.

`lay_out` finds all that is wrong with it and draws its pages; `draw_booklet` puts them on paper.
"""

from cardgen.booklet.booklet import Booklet, check_text, draw_booklet, lay_out
from cardgen.booklet.filling import template_name
from cardgen.booklet.order import saddle_stitch

__all__ = ["Booklet", "check_text", "draw_booklet", "lay_out", "saddle_stitch", "template_name"]
