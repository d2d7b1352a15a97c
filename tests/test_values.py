"""The values that expressions see: by attribute, by id, frozen, and with their place."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.diagnostics import Span
from cardgen.values import Items, Record, Text, UnknownNameError, freeze

LAYERS = freeze([{"id": "l1", "dig": 1}, {"id": "l2", "dig": 2, "name": "Clay"}], "rules.layers")


def test_a_text_remembers_its_place_and_equals_a_plain_text() -> None:
    text = Text("clay", Span("data/cards.yaml", 3, 5))
    assert text == "clay"
    assert hash(text) == hash("clay")
    assert text.span == Span("data/cards.yaml", 3, 5)


def test_a_list_of_things_is_read_by_id_and_in_order() -> None:
    assert LAYERS.l2.dig == 2
    assert LAYERS["l2"] is LAYERS[1] is LAYERS.find("l2")
    assert [layer.id for layer in LAYERS] == ["l1", "l2"]
    assert LAYERS.ids == ("l1", "l2")
    assert LAYERS.l1 in LAYERS
    assert "l1" in LAYERS
    assert "l9" not in LAYERS


def test_a_thing_equals_its_id_and_shows_its_name() -> None:
    assert LAYERS.l1 == "l1"
    assert LAYERS.l1 != "l2"
    assert {LAYERS.l1: 1}["l1"] == 1, "so that it can be looked up by its id"
    assert (str(LAYERS.l1), str(LAYERS.l2)) == ("l1", "Clay")


def test_a_thing_used_as_a_key_stands_for_its_id() -> None:
    points = freeze({"l1": 2, "l2": 5}, "points")
    assert points[LAYERS.l2] == 5
    assert LAYERS.l2 in points


@pytest.mark.parametrize("name", ["l3", 7, -3, "dig"])
def test_an_unknown_name_is_told_with_what_is_near(name: object) -> None:
    with pytest.raises(UnknownNameError, match="`rules"):
        LAYERS.find(name)
    with pytest.raises(LookupError):
        LAYERS[name]


def test_a_near_name_is_suggested() -> None:
    with pytest.raises(UnknownNameError, match="did you mean `name`"):
        LAYERS.l2.find("nam")
    with pytest.raises(AttributeError):
        LAYERS.l2.nam  # noqa: B018


def test_records_are_frozen() -> None:
    with pytest.raises(AttributeError):
        LAYERS.l1.dig = 5


def test_records_survive_another_process() -> None:
    copy = pickle.loads(pickle.dumps(LAYERS))
    assert copy == LAYERS
    assert isinstance(copy, Items)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


def _thawed(value: object) -> object:
    if isinstance(value, Record):
        return {key: _thawed(value[key]) for key in value}
    return [_thawed(v) for v in value] if isinstance(value, (tuple, Items)) else value


@given(PLAIN)
def test_freezing_loses_nothing(data: object) -> None:
    frozen = freeze(data)
    assert _thawed(frozen) == data
    assert not isinstance(frozen, (Record, Items)) or frozen.weight >= 1
