"""Which signs may stand where: the line rules of Chinese, with Latin words, numbers and icons among them.

After GB/T 15834-2011 (punctuation, 5.1) and W3C's Requirements for Chinese Text Layout (3.1.3 squeezing,
3.2 prohibition rules).  A text is cut into *units* that no line break may split; everything else follows.
"""

from __future__ import annotations

import re

ICON = "\ufffc"
"""Stands for an icon in the flat text of a paragraph (U+FFFC, object replacement character)."""

NO_START = (
    "，。、；：？！）》」』】〕〗〙〉”’％‰°℃′″…‥—–·・•～々〻〞"
    "．｠］｝」｣｡､／"
    "ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶゝゞヽヾ゛゜"
    ",.;:!?)]}%»›¢"
)
"""Signs that no line may start with."""

NO_END = "（《「『【〔〖〘〈“‘〝［｛｟｢￥＄＃＠№([{«‹"
"""Signs that no line may end with."""

CLOSING_HALF = "，。、；：？！）》」』】〕〗〙〉”’．］｝"
"""Full-width signs whose right half is blank."""

OPENING_HALF = "（《「『【〔〖〘〈“‘［｛"
"""Full-width signs whose left half is blank."""

BLANKS = " \t\r\n\f\v\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u3000"
"""Signs that vanish where a line is broken."""

_BLANK = re.escape(BLANKS)
_WIDE = (
    f"{ICON}\u1100-\u11ff\u2013-\u2015\u2018-\u201f\u2025\u2026\u2030-\u203f\u2070-\u2211\u2213-\u2247\u2249-\u2263"
    "\u2266-\u2bff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe10-\ufe6f\uff01-\uffef\U00010000-\U0010ffff"
)
_MEASURE_WORDS = "分点张枚个轮日次层件格块片人天年月名位回合倍种座根段套组级元岁步颗只把条本页期度圈行列步"
_UNIT_SIGNS = "mm|cm|km|m|kg|g|pt|in|s|min|h|px|VP|pts?"


def _set(signs: str) -> str:
    return "[" + re.escape(signs + "\u00a0") + "]"


_LETTER = f"[^{_BLANK}{_WIDE}]"
_WORD = rf"{_LETTER}+(?:(?:(?<=[A-Za-z])’(?=[A-Za-z])|(?<=[\d%])[–—～](?=\d)){_LETTER}+)*"
_TAIL = (
    rf"(?:(?<=\d)[ ]?[{_MEASURE_WORDS}]"
    rf"|(?<=\d)[ ](?:{_UNIT_SIGNS})(?![A-Za-z])"
    rf"|(?<=[\d+−×=/-]){ICON})"
)
_CORE = rf"(?:{_WORD}{_TAIL}?|[^{_BLANK}])"
_BEFORE = rf"(?:{_set(NO_END)}[{_BLANK}]*|第(?=\d)|[＋－＝≈～](?=\d)|{ICON}(?=[×xX+−=-]?\d))"
_AFTER = rf"(?:[{_BLANK}]*{_set(NO_START)})"
_GLUED = rf"(?:(?<={_set(NO_END)})[{_BLANK}]*|(?<=\.)(?=\d)){_CORE}{_AFTER}*"

UNIT = re.compile(rf"((?:\A[{_BLANK}]+)?{_BEFORE}*{_CORE}{_AFTER}*(?:{_GLUED})*)[{_BLANK}]*", re.DOTALL)
"""One unit (group 1) and the blanks that vanish when a line ends after it."""

SQUEEZED = re.compile(
    f"[{CLOSING_HALF}](?=[{CLOSING_HALF}{OPENING_HALF}])|[{OPENING_HALF}](?=[{OPENING_HALF}])"
)
"""Full-width signs that give up their blank half because of the sign after them."""

DASHES = re.compile("—(?=—)")
"""The first half of a Chinese dash, which must join the second."""

DASH_GAP = 0.1
"""How far the second half moves back, in em, to close the gap between two em dashes."""

LATIN_QUOTE = re.compile("[‘’“”]")
APOSTROPHE = re.compile("(?<=[A-Za-z])’(?=[A-Za-z])")
HAN = re.compile("[\u2e80-\u2fff\u3001-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff01-\uff5e]")
"""Signs that make a paragraph an East Asian one, in which curly quotes are full-width."""

QUOTE_SETTING = {"’": (0.28, 0.0), "”": (0.48, 0.0), "‘": (0.28, -0.72), "“": (0.48, -0.52)}
"""Advance and shift in em of a full-width curly quote among Latin letters."""

AFTER_JOINT = re.compile(r"(?<=[^\W\d_]{2}[-/–—])(?=[^\W\d_]{2})")
"""Inside a word: where it may be broken without a hyphen."""

LATIN_WORD = re.compile("[A-Za-zÀ-ɏ]{7,40}")
"""A word long enough to be hyphenated."""
