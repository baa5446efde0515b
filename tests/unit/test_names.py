"""Names fit to be shown: one short line that hides nothing, whatever somebody called a stage or a policy."""

import sys
import unicodedata

import pytest

from fr_sim.game.errors import BadInput, Words
from fr_sim.game.names import MARKS, MOST, UNSEEN, columns, fit, fit_all, padded, visible
from tests.hostile_names import LONG, NAMES, unfit

#: Format characters that have a shape of their own: they stand around or under numbers in Arabic, Syriac and Kaithi.
SHAPED = {*range(0x600, 0x606), 0x6DD, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_becomes_one_short_line_that_hides_nothing(name):
    words = fit(name)
    assert words
    assert "\n" not in words
    assert not unfit(words)
    assert columns(words) <= MOST
    assert fit(words) == words


@pytest.mark.parametrize(
    "name", ["drafter", "steady:pace=5", "L'Étape du Tour", "Ronde van Vlaanderen", "Критериум", "a$b{", "é", "שלום", "環法"]
)
def test_names_that_people_give_stay_as_they_are(name):
    assert fit(name) == name


def test_what_was_left_out_is_told():
    assert fit(LONG) == "x" * (MOST - 1) + "…"
    assert fit("漢" * 40, 10) == "漢漢漢漢…"
    assert fit("a\u202eb\x1b") == "a\\u202eb\\x1b"
    assert fit(" two\n\t lines\u2028") == "two lines"
    assert fit("e" + "\u0301" * 400) == "e" + "\u0301" * MARKS
    assert fit("") == fit(" \n") == "(no name)"


def test_every_control_and_format_character_of_unicode_is_written_out():
    for code in range(sys.maxunicode + 1):
        letter = chr(code)
        if unicodedata.category(letter) in ("Cc", "Cf", "Cs") and code not in SHAPED:
            assert UNSEEN.fullmatch(letter), hex(code)
        elif unicodedata.category(letter)[0] in "LNPS" and letter not in "\u115f\u1160\u2800\u3164\uffa0":
            assert not UNSEEN.match(letter), hex(code)


def test_names_that_differ_out_of_sight_stay_apart():
    shown = fit_all([LONG, LONG + "y", LONG + "z", "drafter", "a\nb", "a b"])
    assert len(set(shown.values())) == 6
    assert shown["drafter"] == "drafter"
    assert max(map(columns, shown.values())) == MOST


def test_columns_count_as_a_terminal_does():
    assert [columns(word) for word in ("abc", "漢字", "e\u0301")] == [3, 4, 1]
    assert padded("漢字", 6) == "漢字  "
    assert padded("漢字", 6, to_the_right=True) == "  漢字"


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_messages_are_one_short_line_wherever_the_name_stands(name):
    for error in (
        BadInput(name, 3, "a number"),
        BadInput("f.toml", name, "a number"),
        BadInput("f.toml", Words(name), "a number"),
        BadInput("f.toml", 3, name),
        BadInput("f.toml", name, "a name", [name + "!", "other"]),
    ):
        assert "\n" not in str(error)
        assert not unfit(str(error))
        assert len(str(error)) < 2300


def test_visible_leaves_nothing_out_but_what_has_no_place():
    assert visible(LONG) == LONG
    assert visible("a\u200b b") == "a\\u200b b"
