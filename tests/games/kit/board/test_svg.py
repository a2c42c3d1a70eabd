"""The kit of the pictures: one frame and one palette, text that is escaped and fits, and rings around the last move."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.kit.board import svg
from games.kit.board.caption import Caption
from games.kit.board.svg import Box, Page
from gunbai.titan_race.v1 import events as ev
from titles.checks.drawing import SVG, board, dropped, outside, rings, texts

PAGE = Page(status="Turn of Ada", board=["a line"], marked=[], parts=[], height=200)
CAPTION = Caption(label="Pig", game="4ethzj23jknwd7uk", version=12, players={1: "Ada", 2: "Grace"}, asked_seats=(2,))


def test_the_frame_shows_title_game_version_status_and_who_is_asked() -> None:
    shown = texts(svg.frame(CAPTION, PAGE))
    assert shown == ["Pig", "game 4ethzj23jknwd7uk", "version 12", "Turn of Ada; to act: Grace"]


def test_the_text_board_says_the_same_as_the_frame() -> None:
    drawn = svg.frame(CAPTION, PAGE._replace(marked=["a die", "a card", "a die"]))
    assert board(drawn) == [
        "Pig, game 4ethzj23jknwd7uk, version 12",
        "Turn of Ada; to act: Grace",
        "a line",
        "Last move: a die, a card",
    ]
    assert texts(drawn)[-1] == "Last move: a die, a card"


def test_a_position_of_no_recorded_game_shows_no_game() -> None:
    assert board(svg.frame(Caption(label="Pig"), PAGE)) == ["Pig", "Turn of Ada", "a line"]


def test_a_screen_reader_gets_an_image_with_title_and_description() -> None:
    root = ET.fromstring(svg.frame(CAPTION, PAGE))
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root.findtext(f"{SVG}title") == "Pig: Turn of Ada; to act: Grace"


def printable(words: str) -> str:
    return "".join(sign for sign in words if sign.isprintable())


@given(st.text())
@example("W" * 300)
@example("\x00\x0c\r\ufffe]]>")
def test_whatever_is_written_the_picture_is_well_formed_and_shows_it(words: str) -> None:
    page = PAGE._replace(status=words, board=[words], marked=[words], parts=[svg.text(20, 150, words, room=300)])
    drawn = svg.frame(Caption(label="Pig", game=words, version=1, players={1: words}, asked_seats=(1,)), page)
    description = ET.fromstring(drawn).findtext(f"{SVG}desc", "")
    assert printable(words) in printable(description)
    assert not outside(drawn)


def test_a_page_drops_what_stands_next_to_a_part_in_a_picture_or_a_panel() -> None:
    box, piece = Box(20, 200, 60, 60), svg.group(svg.tip("A piece"), svg.rect(Box(400, 200, 60, 60)))
    part, panel = svg.part(box, svg.slot(box)), svg.panel(CAPTION, 1, Box(20, 300, 300, 80), piece)
    mixed = svg.panel(CAPTION, 1, Box(20, 300, 300, 80), part, piece)
    pictures = [[piece, panel], [part, svg.text(20, 150, "A caption"), panel], [part, piece], [mixed], [part, mixed]]
    pictures.append([part, svg.group(panel, at_spot="seat:1")])
    found = [dropped(svg.frame(CAPTION, PAGE._replace(parts=parts))) for parts in pictures]
    assert found == [[], [], ["g A piece"], ["g A piece"], ["g A piece"], ["g seat:1"]]


def test_a_page_shows_the_parts_within_a_fold_and_a_band_and_the_mat_below_them() -> None:
    box = Box(20, 200, 60, 60)
    part = svg.part(box, svg.slot(box))
    folded = svg.fold("Cards & keys", svg.lines(svg.text(20, 150, "a line")), svg.band(part, part))
    assert 'data-fold="Cards &amp; keys"' in folded
    assert dropped(svg.frame(CAPTION, PAGE._replace(parts=[folded, part]))) == []
    mat = svg.mat(Box(20, 120, 960, 60), "#1a6478")
    assert 'data-band="alone"' in svg.band(part, alone=True)
    assert dropped(svg.frame(CAPTION, PAGE._replace(parts=[mat, svg.band(part, alone=True)]))) == []
    loose = svg.fold("Cards", part, svg.band(svg.group(svg.tip("A piece"))))
    assert dropped(svg.frame(CAPTION, PAGE._replace(parts=[loose]))) == ["g A piece"]


def test_a_panel_has_a_face_of_its_own_that_is_pale_for_who_is_out() -> None:
    face = svg.portrait(svg.Portrait("#123456", svg.circle((32, 32), 9, fill="#abcdef")))
    for out, opacity in ((False, None), (True, "0.45")):
        panel = ET.fromstring(svg.panel(CAPTION, 1, Box(20, 120, 300, 80), face=face, out=out))
        (shown,) = (node for node in panel if node.get("data-box") == f"26 150 {svg.PORTRAIT} {svg.PORTRAIT}")
        assert shown[0].get("opacity") == opacity


def test_the_picture_of_a_choice_is_hidden_and_not_dropped() -> None:
    box = Box(20, 200, 60, 60)
    parts = [svg.part(box, svg.slot(box)), svg.choice("monster", "kraken", svg.circle((32, 32), 9, fill="#abcdef"))]
    drawn = svg.frame(CAPTION, PAGE._replace(parts=parts))
    (hidden,) = (node for node in ET.fromstring(drawn) if node.get("data-choice"))
    assert (hidden.get("data-choice"), hidden.get("display")) == ("monster:kraken", "none")
    assert dropped(drawn) == []


def test_markup_in_a_name_is_text() -> None:
    drawn = svg.panel(Caption(label="Pig", players={1: '<script>&"'}), 1, Box(0, 0, 300, 80))
    assert "<script>" not in drawn
    assert "&lt;script&gt;&amp;&quot;" in drawn


@pytest.mark.parametrize("paint", [*svg.PAINT.values(), svg.MARK, svg.GOLD, svg.SHEET])
def test_text_on_every_paint_can_be_read(paint: str) -> None:
    assert svg.contrast(svg.ink_on(paint), paint) >= 4.5


@pytest.mark.parametrize("ground", [svg.PAPER, svg.SHEET, svg.SHADE])
def test_dark_text_on_every_ground_can_be_read(ground: str) -> None:
    assert svg.contrast(svg.INK, ground) >= 7
    assert svg.contrast(svg.FAINT, ground) >= 4.5


def test_the_contrast_of_black_and_white_is_21() -> None:
    assert svg.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert svg.contrast("#777777", "#777777") == pytest.approx(1)


def test_seats_have_different_paints() -> None:
    assert len({svg.seat_paint(seat) for seat in range(1, 8)}) == 7


def test_text_that_does_not_fit_is_cut_and_kept_whole_in_its_title() -> None:
    words = "a very long name that does not fit"
    cut = ET.fromstring(svg.text(0, 0, words, room=80))
    assert cut.findtext("title") == words
    assert (cut[0].tail or "").endswith("…")
    assert svg.width_of(cut[0].tail or "", svg.PLAIN) <= 80
    assert svg.fitted("short", svg.PLAIN, 80) == "short"


@given(st.lists(st.text("abcdefghij", min_size=1, max_size=8), min_size=1), st.integers(1, 4))
def test_wrapped_text_keeps_to_its_room_and_lines(words: list[str], most: int) -> None:
    lines = svg.wrapped(" ".join(words), svg.PLAIN, 120, most)
    assert len(lines) <= most
    assert all(svg.width_of(line, svg.PLAIN) <= 120 for line in lines)
    if not lines[-1].endswith("…"):
        assert " ".join(lines) == " ".join(words)


def test_the_panel_of_a_seat_says_who_it_is_and_whether_to_act() -> None:
    box = Box(0, 0, 400, 80)
    assert texts(svg.panel(CAPTION, 1, box, role="Kyuzo", note="passed")) == []
    inside = ET.fromstring(svg.frame(CAPTION, PAGE._replace(parts=[svg.panel(CAPTION, 2, box, role="Kyuzo")])))
    shown = ["".join(node.itertext()) for node in inside.iter(f"{SVG}text")]
    assert shown[-4:] == ["2", "to act", "Grace", "Kyuzo"]


def test_a_panel_names_the_colour_of_its_seat_also_once_it_is_out() -> None:
    box = Box(0, 0, 400, 80)
    for paint, colour in (("", svg.PAINT["red"]), (svg.PAINT["green"], svg.PAINT["green"])):
        for out in (False, True):
            assert f'data-spot="seat:2" data-colour="{colour}"' in svg.panel(CAPTION, 2, box, paint=paint, out=out)


def test_a_winner_is_called_so() -> None:
    drawn = svg.frame(CAPTION, PAGE._replace(parts=[svg.panel(CAPTION, 2, Box(0, 0, 400, 80), won=True)]))
    assert "winner" in texts(drawn)
    assert "to act" not in texts(drawn)


def test_what_the_last_move_touched_is_named_once_and_in_order() -> None:
    events = [
        ev.TitanEntered(titan="kraken", field="A5", leapt=("A1", "A3")),
        ev.LifeLost(titan="kraken", by="grinder"),
        ev.TrapSprung(titan="rassik", field="A5"),
    ]
    assert svg.touched(events, "titan") == ("kraken", "rassik")
    assert svg.touched(events, "field", "leapt") == ("A5", "A1", "A3")
    assert svg.touched(events, "seat") == ()


def test_a_marked_card_has_a_ring() -> None:
    box = Box(20, 120, 50, 70)
    for marked in (True, False):
        page = PAGE._replace(marked=["the card"], parts=[svg.card(box, marked=marked)])
        assert rings(svg.frame(CAPTION, page)) == marked


def test_a_ring_is_one_line_above_its_shadow() -> None:
    drawn = ET.fromstring(svg.ring(Box(20, 120, 50, 70)))
    assert [node.get("stroke") for node in drawn if node.get("stroke-opacity") is None] == [svg.MARK]
    assert drawn[-1].get("stroke") == svg.MARK
    assert svg.MARK not in svg.PAINT.values(), "no seat has its colour"


def test_players_are_called_by_name_and_by_seat_where_names_are_missing_or_equal() -> None:
    caption = Caption(label="Pig", players={1: "Ada", 3: "Ada", 4: "Grace"})
    assert [caption.name(seat) for seat in (1, 2, 3, 4)] == ["Ada (seat 1)", "seat 2", "Ada (seat 3)", "Grace"]
    assert [caption.seat(seat) for seat in (1, 2)] == ["seat 1 (Ada)", "seat 2"]


def test_the_seat_of_the_reader_is_called_you() -> None:
    caption = Caption(label="Pig", players={1: "Ada"}, reader=1)
    assert [caption.seat(seat) for seat in (1, 2)] == ["seat 1 (Ada, you)", "seat 2"]
    assert Caption(label="Pig", reader=2).seat(2) == "seat 2 (you)"
