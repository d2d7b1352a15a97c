"""What cardgen itself prints on sheets and in the guide, in the languages it knows.

A kit in another language gets English here; its own words are its own affair.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_EN = {
    "players": "{n} players",
    "players_one": "{n} player",
    "page": "page {page} of {pages}",
    "full_size": "print at 100 %, do not fit to page",
    "front": "front",
    "back": "back",
    "flip_long": "duplex: flip on the long edge",
    "flip_short": "duplex: flip on the short edge",
    "fold": "fold along the dashed line, glue, then cut",
    "single": "single-sided",
    "tile": "part {name}: overlap to the match marks and glue",
    "cards": "Cards",
    "board": "Board",
    "reference": "Reference",
    "tokens": "Tokens",
    "guide": "Guide",
    "rulebook": "Rulebook",
    "contents": "Contents",
    "guide_title": "Printing and cutting",
    "what_to_print": "What to print",
    "file": "File",
    "pages": "Pages",
    "paper": "Paper",
    "sides": "Sides",
    "pieces": "Pieces in the box",
    "piece": "Piece",
    "count": "Count",
    "different": "Different",
    "size": "Size",
    "how": "How to make it",
    "total": "In all: cards {cards}, pieces {pieces}, sheets of paper {sheets}.",
    "check_scale": "Measure the ruler below: 100 mm must be 100 mm.",
    "paper_cards": "card, 200–250 g/m²",
    "paper_board": "paper, glued on board; or card",
    "paper_reference": "card, 160–250 g/m²",
    "paper_text": "ordinary paper; or read it on a screen",
    "to_read": "to read, not to cut",
    "paper_tokens": "thick card, or glued on board",
    "steps_print": "Print every file at 100 % (“actual size”). “Fit to page” makes all pieces too small.",
    "steps_duplex": "Printed on both sides: {files}. Flip on the {edge} edge.",
    "steps_single": "Every sheet is printed on one side.",
    "steps_separate": "First all fronts, then all backs: put the stack back in, turned about its long edge.",
    "steps_fold": "Fold each sheet along the dashed line, glue it, and cut when dry.",
    "steps_cut": "Cut from mark to mark: one direction first, short of the margins; then the other, through.",
    "steps_tiled": "Glue the parts of a board together along the ringed marks, and trim it then.",
    "steps_tokens": "Cut tokens into strips first, then the strips into tokens.",
    "steps_check": "Count the pieces against the list before you play.",
    "long": "long",
    "short": "short",
    "and": ", ",
    "both": "both",
    "one": "one",
    "table": "The table, laid for {n} players",
    "table_one": "The table, laid for {n} player",
}

_ZH = {
    "players": "{n} 人",
    "page": "第 {page} 页，共 {pages} 页",
    "full_size": "请按 100% 打印，勿“适应页面”",
    "front": "正面",
    "back": "背面",
    "flip_long": "双面打印：沿长边翻转",
    "flip_short": "双面打印：沿短边翻转",
    "fold": "沿虚线对折、粘牢，再裁切",
    "single": "单面打印",
    "tile": "拼块 {name}：按对位标记重叠粘合",
    "cards": "卡牌",
    "board": "图板",
    "reference": "速查",
    "tokens": "标记",
    "guide": "说明",
    "rulebook": "规则书",
    "contents": "目录",
    "guide_title": "打印与裁切说明",
    "what_to_print": "要打印什么",
    "file": "文件",
    "pages": "页数",
    "paper": "用纸",
    "sides": "单双面",
    "pieces": "配件清单",
    "piece": "配件",
    "count": "数量",
    "different": "种类",
    "size": "尺寸",
    "how": "怎么做",
    "total": "共 {cards} 张卡牌、{pieces} 件配件，用纸 {sheets} 张。",
    "check_scale": "先量下面的标尺：100 mm 必须正好 100 mm。",
    "paper_cards": "卡纸，200–250 克",
    "paper_board": "普通纸，裱在硬纸板上；或厚卡纸",
    "paper_reference": "卡纸，160–250 克",
    "paper_text": "普通纸；也可在屏幕上看",
    "to_read": "供阅读，不用裁切",
    "paper_tokens": "厚卡纸，或裱在硬纸板上",
    "steps_print": "所有文件按 100%（“实际大小”）打印；“适应页面”会让所有配件变小。",
    "steps_duplex": "{files}为双面，沿{edge}边翻转。",
    "steps_single": "全部单面打印。",
    "steps_separate": "先打全部正面，再把整叠纸沿长边翻面放回，打全部背面。",
    "steps_fold": "每张沿虚线对折、粘牢，干透后再裁切。",
    "steps_cut": "用刀和直尺从标记裁到标记：先裁一个方向的线，两头留住白边；再裁另一个方向，裁穿。",
    "steps_tiled": "图板各拼块按带圈的标记重叠粘好，最后裁外边。",
    "steps_tokens": "标记先裁成条，再裁成块。",
    "steps_check": "开玩之前，按清单点一遍数量。",
    "long": "长",
    "short": "短",
    "and": "、",
    "both": "双面",
    "one": "单面",
    "table": "{n} 人局的桌面布置",
}

_LANGUAGES = {"en": _EN, "zh": _ZH}


def phrases(lang: str) -> Mapping[str, str]:
    """The phrases in a language (`zh`, `en`; a region as in `zh-Hans` is ignored), English otherwise."""
    return MappingProxyType(_LANGUAGES.get(lang.split("-")[0], _EN))


def counted_phrase(words: Mapping[str, str], key: str, n: int) -> str:
    """A phrase that holds a number; its singular where the language has one."""
    return words.get(f"{key}_one" if n == 1 else key, words[key]).format(n=n)
