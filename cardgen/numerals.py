"""Chinese numerals and the words around a count, read where they can mean nothing else.

`两片` is 2 片, `共十轮` 10 轮, `每人 3 枚` 3 枚.  An ordinal (`第三轮`), a name (`三川郡`), a fraction
(`三分之一`) or an estimate (`十多张`) is left as it is: a text.
"""

from __future__ import annotations

import re

_DIGITS = {
    sign: value for value, signs in enumerate(("零〇", "一", "二两兩", *"三四五六七八九")) for sign in signs
}
_NUMERAL = "零〇一二两兩三四五六七八九十百千万"
_GRAMMAR = re.compile(
    r"(?:(?P<thousands>[一二两兩三四五六七八九])千(?P<gap1>零)?)?(?:(?P<hundreds>[一二两兩三四五六七八九])百(?P<gap2>零)?)?"
    r"(?:(?P<tens>[一二三四五六七八九])?(?P<ten>十))?(?P<ones>[一二三四五六七八九])?"
)
_COUNTER = "枚张片轮个名位人次点分组种格条块件套颗支座步天回局页层处只根串瓶包盒袋份场队两类"
_ENDED = rf"(?=\s*$|[\s,;:!?()。、；：！？（）“”]|(?![之半多来几性分])[^\W\d_{_NUMERAL}]{{1,6}}$)"
_COUNT = re.compile(
    rf"(?P<first>[{_NUMERAL}]+)(?:\s*(?P<to>到|至|-|~)\s*(?P<last>[{_NUMERAL}]+))?"
    rf"(?P<rest>\s*(?:[{_COUNTER}]|工日|回合|步骤){_ENDED})"
)
_BOUND = (
    "至少|最少|最低|至多|最多|最高|不超过|不多于|不少于|不低于|超过|多于|少于|不到|不足|约|大约|≥|≤|>|<|≈"
)
_EACH = "每(?:[人队轮局组种格层条]|[名位](?:玩家)?)"
_TOTAL = rf"(?:一共|总共|共计|合计|总计|共有|共|各|{_EACH}|×)\s*[:：]?\s*"
_LEAD = re.compile(rf"{_TOTAL}(?=(?:{_BOUND})?\s*[\d{_NUMERAL}])")
_NAMED = re.compile(
    rf"(?!{_BOUND})(?![^\d]*[第至到减扣负少欠差])[\u4e00-\u9fff]{{1,8}}?\s*[:：]?\s*"
    rf"(?=(?:{_BOUND})?\s*\d[\d,.]*\s*[{_COUNTER}]\s*$)"
)


def plain_count(text: str) -> str:
    """The text of a count with Arabic digits and without the words before it; other texts as they are."""
    if not text or text[0].isascii():
        return text
    lead = _LEAD.match(text) or _NAMED.match(text)
    if lead and not (lead.re is _NAMED and set(lead[0]) & set(_NUMERAL)):
        text = text[lead.end() :]
    return text


def arabic(text: str) -> str:
    """The text with the Chinese numeral (or the two of a range) that it begins with in Arabic digits."""
    if not text or text[0] not in _NUMERAL:
        return text
    match = _COUNT.match(text)
    if match is None:
        return _taels(text)
    first = value_of(match["first"])
    last = value_of(match["last"]) if match["last"] else None
    if first is None or (match["last"] and last is None):
        return _taels(text)
    span = f"{first}-{last}" if last is not None else str(first)
    return span + text[match.start("rest") :]


def _taels(text: str) -> str:
    """`五两`: the sign for two is also a measure."""
    match = re.fullmatch(rf"([{_NUMERAL}]+)两", text)
    value = value_of(match[1]) if match else None
    return text if value is None else f"{value}两"


def value_of(numeral: str) -> int | None:
    """The number that a Chinese numeral writes out in full; None for what is not one (`三百五`, `二三`)."""
    if numeral in ("零", "〇"):
        return 0
    if len(numeral) > 1 and numeral[-1] == "万":
        inner = value_of(numeral[:-1])
        return inner * 10_000 if inner else None
    if numeral in ("两", "兩"):
        return 2
    match = _GRAMMAR.fullmatch(numeral)
    if match is None or not numeral:
        return None
    thousands, hundreds, tens, ones = (
        _DIGITS[match[name]] if match[name] else 0 for name in ("thousands", "hundreds", "tens", "ones")
    )
    if match["ten"] and not match["tens"]:
        if thousands or hundreds:
            return None
        tens = 1
    skips_hundreds = bool(thousands and not hundreds and (tens or ones))
    skips_tens = bool(hundreds and not tens and ones)
    if bool(match["gap1"]) != skips_hundreds or bool(match["gap2"]) != skips_tens:
        return None
    return thousands * 1000 + hundreds * 100 + tens * 10 + ones or None
