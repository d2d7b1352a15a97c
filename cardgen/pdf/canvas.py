"""reportlab's canvas with the faults mended that matter here, and nothing drawn behind our back."""

from __future__ import annotations

import os
from io import BytesIO
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas


class CompleteForm(pdfdoc.PDFFormXObject):  # type: ignore[misc]
    """A form that names all its resources.

    reportlab's own form leaves out shadings and graphics states, so that gradients and
    see-through colours inside forms vanish in every viewer.
    """

    ExtGState: Any = None
    _shadingUsed: dict[Any, Any]  # noqa: N815 - reportlab's names
    _colorsUsed: dict[Any, Any]  # noqa: N815

    def format(self, document: Any) -> Any:
        """Write the form with fonts, forms, graphics states, shadings and colour spaces."""
        resources = pdfdoc.PDFResourceDictionary()
        resources.basicFonts()
        resources.basicProcs()
        if self.XObjects:
            resources.XObject = self.XObjects
        if self.ExtGState:
            resources.ExtGState = self.ExtGState
        resources.setShading(self._shadingUsed)
        resources.setColorSpace(self._colorsUsed)
        self.Resources = resources
        return super().format(document)


class SheetCanvas(Canvas):  # type: ignore[misc]
    """A canvas that makes complete forms and sets no font of its own."""

    def __init__(self, buffer: BytesIO, lang: str) -> None:
        before, rl_config.useA85 = rl_config.useA85, 0
        epoch = os.environ.pop("SOURCE_DATE_EPOCH", None)  # reportlab would write it into the file
        try:
            super().__init__(buffer, invariant=1, pageCompression=1, lang=lang, pdfVersion=(1, 4))
        finally:
            rl_config.useA85 = before
            if epoch is not None:
                os.environ["SOURCE_DATE_EPOCH"] = epoch

    def _make_preamble(self) -> None:
        """No preamble: the usual one names Helvetica, which no print shop finds embedded."""
        self._preamble = ""

    def write(self, operators: str) -> None:
        """Add PDF operators to the page or form being drawn."""
        self._code.append(operators)

    def endForm(self, **extra_attributes: Any) -> None:  # noqa: N802 - reportlab's name
        """Close the form begun by `beginForm`, with all its resources."""
        name, left, bottom, right, top = self._formData
        form = CompleteForm(lowerx=left, lowery=bottom, upperx=right, uppery=top)
        form.compression = self._pageCompression
        form.setStreamList(self._code or ["q Q"])  # reportlab fills an empty form with a magenta sample
        for key, value in extra_attributes.items():
            setattr(form, key, value)
        self._setColorSpace(form)
        self._setExtGState(form)
        self._setXObjects(form)
        self._setShadingUsed(form)
        self._setAnnotations(form)
        self._doc.addForm(name, form)
        self._restartAccumulators()
        self.pop_state_stack()

    @property
    def is_plain(self) -> bool:
        """Whether what has been drawn since `beginForm` needs no resources."""
        return not (self._shadingUsed or self._formsinuse or self._extgstate.getState())

    def drop_form(self) -> str:
        """Close the form begun by `beginForm` without defining it; return its operators."""
        code = "\n".join(self._code)
        self._restartAccumulators()
        self.pop_state_stack()
        self._doc.inObject = None
        return code

    def finish(self) -> None:
        """Write the document; streams are compressed, not spelled out in ASCII."""
        before, rl_config.useA85 = rl_config.useA85, 0
        try:
            self.save()
        finally:
            rl_config.useA85 = before
