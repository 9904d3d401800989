"""What the table says beside the cards: what can be done now, why a round ends, who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skyjo_widgets.engine import Game
    from skyjo_widgets.picture import Board

__all__ = ["doubled_seats", "listed", "places", "what_now", "why_it_ends"]


def listed(names: Sequence[str], lang: str | None) -> str:
    """Return "Ola", "Ola and Kuba", "Ola, Kuba and Jan"."""
    if len(names) < 2:  # noqa: PLR2004
        return "".join(names)
    return f"{', '.join(names[:-1])} {say('table.end.and', lang)} {names[-1]}"


def what_now(
    game: Game, names: Sequence[str], *, bot: bool, picked: bool = False, lang: str | None = None
) -> str:
    """Return one sentence: what the player who decides can do now.

    Parameters
    ----------
    game : Game
        The game; only what is public is read.
    names : sequence of str
        The players by seat.
    bot : bool
        Whether a bot decides.
    picked : bool
        Whether the discard pile has been chosen by a click: to take from, or to throw the drawn card on.
    lang : str or None
        The language.
    """
    board = game.board()
    if board.seat is None:
        return say("table.ask.game_over" if board.phase == "game over" else "table.ask.round_over", lang)
    name = names[board.seat]
    if bot:
        key = "bot_drawn" if board.drawn is not None else "bot"
        return say(f"table.ask.{key}", lang, name=name, card=board.drawn)
    key = _question(game, board, board.seat, picked=picked)
    card = board.drawn if board.phase == "drawn" else board.discard
    ask = say(f"table.ask.{key}", lang, name=name, card=card)
    return say("table.ask.last_turn", lang, ask=ask) if board.ender is not None else ask


def _question(game: Game, board: Board, seat: int, *, picked: bool) -> str:
    if board.phase == "opening":
        turned = sum(isinstance(face, int) for face in board.faces[seat])
        return "opening_one" if turned else "opening_two"
    if board.phase == "drawn":
        return "revealing" if picked else "drawn"
    if picked:
        return "taking"
    kinds = {move.kind for move in game.legal_moves()}
    if "draw" not in kinds:
        return "must_take"
    return "turn" if "take" in kinds else "must_draw"


def why_it_ends(game: Game, names: Sequence[str], lang: str | None) -> list[str]:
    """Return sentences: who ends the round and why; what it brought; who wins. Empty in mid-round."""
    board = game.board()
    if board.seat is not None:
        if board.ender is None:
            return []
        waiting = listed([names[seat] for seat in board.pending], lang)
        key = "ender" if waiting else "no_pending"
        return [say(f"table.end.{key}", lang, name=names[board.ender], names=waiting)]
    over = "over" if game.rules.final_clearing else "over_plain"
    lines = [say(f"table.end.{over}", lang, round=board.round)]
    # A position after a round, made by hand, need not tell how it was scored or why it ended.
    if board.capped or (board.ender is not None and board.scores):
        lines.append(_judged(game, board, names, lang))
    if board.winners:
        reached = [names[seat] for seat, total in enumerate(board.totals) if total >= game.rules.score_limit]
        won = [names[seat] for seat in board.winners]
        lines += [
            say("table.end.game", lang, names=listed(reached, lang), limit=game.rules.score_limit),
            say(
                "table.end.winner" if len(won) == 1 else "table.end.winners",
                lang,
                name=won[0],
                names=listed(won, lang),
                total=board.totals[board.winners[0]],
            ),
        ]
    return lines


def _judged(game: Game, board: Board, names: Sequence[str], lang: str | None) -> str:
    """Say whether the ender's points are doubled, and why (rule R19)."""
    if board.ender is None:
        return say("table.end.capped", lang, turns=game.rules.turn_limit or 0)
    raw, scores, ender = game.raw_scores[-1], board.scores[-1], board.ender
    least, other = min((points, seat) for seat, points in enumerate(raw) if seat != ender)
    key = "doubled"
    if raw[ender] < least:
        key = "lowest"
    elif raw[ender] <= 0:
        key = "not_positive"
    elif raw[ender] == scores[ender]:
        key = "no_penalty"
    return say(
        f"table.end.{key}",
        lang,
        name=names[ender],
        other=names[other],
        raw=raw[ender],
        least=least,
        score=scores[ender],
    )


def places(game: Game, *, picked: bool) -> list[list[Any]]:
    """Return what can be clicked now: the slots of the player who decides, and the piles."""
    slots: dict[str, list[Any]] = {}
    for move in game.legal_moves():
        slots.setdefault(move.kind, []).append(move.slot)
    if game.phase == "opening":
        return [slots.get("flip", []), []]
    if game.phase == "turn" and not picked:
        piles = [pile for pile, kind in (("draw", "draw"), ("discard", "take")) if kind in slots]
        return [[], piles]
    if game.phase == "turn":
        return [slots.get("take", []), ["discard"]]
    if game.phase == "drawn":
        throw = ["discard"] if "reveal" in slots else []
        return [slots.get("reveal" if picked else "swap", []), throw]
    return [[], []]


def doubled_seats(game: Game) -> list[int | None]:
    """Return for each finished round the seat whose points were multiplied, or None."""
    return [
        next((seat for seat, points in enumerate(raw) if points != scores[seat]), None)
        for raw, scores in zip(game.raw_scores, game.scores, strict=True)
    ]
