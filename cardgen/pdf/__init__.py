"""PDF files: the only part that draws with reportlab's canvas.

Import it only where something is drawn, since reportlab takes a tenth of a second to load.
"""

from __future__ import annotations

from cardgen.pdf.file import PdfFile

__all__ = ["PdfFile"]
