"""The public position as text and as a picture."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from skyjo_widgets.picture import FACE_DOWN, Board, Face, svg_board, text_board
from skyjo_widgets.picture.sentences import columns_wide
from skyjo_widgets.words import languages

GOLDEN = Path(__file__).parent / "golden"
SVG = "{http://www.w3.org/2000/svg}"

D = FACE_DOWN
NAMES = ("Ola", "Kuba", "Zosia", "Jan", "Ewa", "Tomek", "Maja", "Igor")


def grid(*faces: Face) -> tuple[Face, ...]:
    """Return 12 faces: those given, then face-down cards."""
    return (*faces, *[D] * (12 - len(faces)))


def board(players: int = 2, **changed: object) -> Board:
    """Return a position in the middle of a round, with some fields changed."""
    faces = (
        grid(7, D, None, -2, D, 12, None, 0, 3, D, None),
        grid(-1, 10, D, D, 5, 5, 8),
        *[grid(seat, seat + 1) for seat in range(2, 8)],
    )
    start = Board(
        names=NAMES[:players],
        faces=faces[:players],
        phase="turn",
        seat=1,
        drawn=None,
        discard=4,
        draw_count=109,
        discard_count=9,
        totals=tuple(31 * seat - 4 for seat in range(players)),
        scores=(tuple(31 * seat - 4 for seat in range(players)),),
        round=2,
        turn=13,
        starter=0,
        ender=None,
        pending=(),
        winners=(),
        capped=False,
    )
    return start._replace(**changed)  # type: ignore[arg-type]


OPEN_END = (
    (7, 4, None, -2, 1, 12, None, 0, 3, 2, None, 2),
    (-1, 10, 3, 2, 5, 5, 8, 9, 11, 1, 0, 6),
)

BOARDS: dict[str, Board] = {
    "opening": board(
        phase="opening", seat=0, faces=(grid(4), grid()), scores=(), totals=(0, 0), round=1, turn=0
    ),
    "turn": board(),
    "drawn": board(phase="drawn", drawn=-1),
    "last turn": board(phase="turn", seat=1, ender=0, pending=(1,), faces=(OPEN_END[0], board().faces[1])),
    "round over": board(
        phase="round over",
        seat=None,
        ender=0,
        faces=OPEN_END,
        totals=(54, 86),
        scores=((-4, 27), (58, 59)),
    ),
    "capped": board(phase="round over", seat=None, faces=OPEN_END, scores=((-4, 27), (29, 59)), capped=True),
    "game over": board(
        phase="game over",
        seat=None,
        ender=0,
        winners=(0,),
        faces=OPEN_END,
        totals=(25, 126),
        scores=((-4, 67), (29, 59)),
    ),
    "shared win": board(
        phase="game over",
        seat=None,
        ender=0,
        winners=(0, 1),
        faces=OPEN_END,
        totals=(126, 126),
        scores=((97, 67), (29, 59)),
    ),
    "empty piles": board(draw_count=0, discard=None, discard_count=0),
    "eight players": board(8, seat=5),
    "long names": board(
        4,
        names=("Bartłomiej Brzęczyszczykiewicz", "WWWWWWWWWWWWWWWWWWWWWWWW", "龍が如く遊ぶ人たちの名前", "a"),
    ),
    "hostile names": board(names=("<script>alert(1)</script>", 'a"b&c\n\x00\u202ed')),
    "no names": board(3, names=()),
}


def compare_with_golden(name: str, drawn: str) -> None:
    """Compare with the stored file; SKYJO_WRITE_GOLDEN=1 writes it, to be looked at before committing."""
    file = GOLDEN / name
    if os.environ.get("SKYJO_WRITE_GOLDEN"):
        file.write_text(drawn + "\n", encoding="utf-8")
    assert drawn + "\n" == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_the_text_boards_are_those_in_the_golden_file(lang: str) -> None:
    parts = [f"=== {name}\n{text_board(position, lang)}" for name, position in BOARDS.items()]
    compare_with_golden(f"boards.{lang}.txt", "\n\n".join(parts))


@pytest.mark.parametrize("name", ["turn", "drawn", "game over", "hostile names"])
def test_the_pictures_are_those_in_the_golden_files(name: str) -> None:
    compare_with_golden(f"{name.replace(' ', '-')}.svg", svg_board(BOARDS[name], "en"))


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - our own picture


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in parsed(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", BOARDS)
def test_every_picture_is_well_formed_and_says_the_text_board_to_screen_readers(name: str, lang: str) -> None:
    root = parsed(svg_board(BOARDS[name], lang))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc") == text_board(BOARDS[name], lang)


@pytest.mark.parametrize("name", BOARDS)
def test_a_picture_holds_no_script_no_link_and_no_id(name: str) -> None:
    for element in parsed(svg_board(BOARDS[name])).iter():
        assert element.tag.removeprefix(SVG) in {"svg", "title", "desc", "rect", "path", "g", "text"}
        assert not {key for key in element.attrib if key.lower().startswith(("on", "href", "id", "src"))}


def test_names_are_words_never_markup() -> None:
    drawn = svg_board(BOARDS["hostile names"])
    assert "<script" not in drawn
    assert "alert(1)" in drawn
    assert "\x00" not in drawn
    assert "\u202e" not in drawn


@pytest.mark.parametrize("players", range(2, 9))
def test_a_text_board_keeps_to_80_columns_and_shows_every_player(players: int) -> None:
    drawn = text_board(board(players))
    assert all(columns_wide(line) <= 80 for line in drawn.splitlines())
    assert all(name in drawn for name in NAMES[:players])
    assert drawn.count("▒▒") == sum(faces.count(FACE_DOWN) for faces in board(players).faces)


@pytest.mark.parametrize("name", BOARDS)
def test_no_line_of_a_text_board_is_wider_than_asked_or_ends_in_spaces(name: str) -> None:
    for width in (40, 60, 80):
        lines = text_board(BOARDS[name], "pl", width=width).splitlines()
        assert all(columns_wide(line) <= width and line == line.rstrip() for line in lines)


@pytest.mark.parametrize("players", range(2, 9))
def test_a_picture_shows_every_open_card_and_every_player(players: int) -> None:
    position = board(players)
    shown = texts(svg_board(position))
    numbers = sorted(int(text) for text in shown if text.lstrip("-").isdigit())
    faces = [face for faces in position.faces for face in faces if isinstance(face, int)]
    assert numbers == sorted([*faces, position.discard])
    assert set(NAMES[:players]) <= set(shown)


def test_equal_boards_give_equal_drawings() -> None:
    assert text_board(board(4)) == text_board(board(4))
    assert svg_board(board(4)) == svg_board(board(4))


@pytest.mark.parametrize(
    "change",
    [
        {"faces": (grid(1), grid(2))},
        {"seat": 0},
        {"phase": "drawn", "drawn": 0},
        {"discard": 0},
        {"draw_count": 108},
        {"totals": (0, 0)},
        {"round": 3},
        {"ender": 0},
        {"pending": (1,)},
        {"names": ("Ola", "Ela")},
    ],
    ids=lambda change: next(iter(change)),
)
def test_what_can_be_seen_is_shown(change: dict[str, object]) -> None:
    assert text_board(board(**change)) != text_board(board())  # type: ignore[arg-type]
    assert svg_board(board(**change)) != svg_board(board())  # type: ignore[arg-type]


def test_a_zero_is_a_card_and_a_gap_is_none() -> None:
    drawn = text_board(board(faces=(grid(0), grid(None))))
    assert "   0  ▒▒" in drawn
    assert "   ·  ▒▒" in drawn


def test_a_doubled_round_is_shown_as_twice_the_open_cards() -> None:
    assert "round 58 = 2\N{MULTIPLICATION SIGN}29" in text_board(BOARDS["round over"], "en")


@pytest.mark.parametrize(
    ("penalty", "told"), [(1, "this round 29"), (3, "round 87 = 3\N{MULTIPLICATION SIGN}29")]
)
def test_another_penalty_is_shown_as_what_it_is(penalty: int, told: str) -> None:
    ended = BOARDS["round over"]
    doubled = tuple(
        penalty * 29 if seat == ended.ender else score for seat, score in enumerate(ended.scores[-1])
    )
    other = ended._replace(scores=(*ended.scores[:-1], doubled))
    assert told in text_board(other, "en")


def test_a_picture_for_four_players_is_small() -> None:
    assert len(svg_board(board(4)).encode()) < 8_000
