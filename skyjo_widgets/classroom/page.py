"""The page that shows a class what its tournament has shown. One file: it opens offline and prints well."""

from __future__ import annotations

import json
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, Any

from skyjo_widgets.arena.statistics import Interval
from skyjo_widgets.arena.wording import decimal, percent, percent_range
from skyjo_widgets.classroom.jail import MEGABYTES
from skyjo_widgets.classroom.probe import PROMISES
from skyjo_widgets.classroom.umpire import Limits
from skyjo_widgets.engine import ROUND_LIMIT
from skyjo_widgets.picture.colours import css_variables
from skyjo_widgets.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["page"]


def page(data: dict[str, Any], *, follow: str = "") -> str:
    """Return the page for a result.

    Parameters
    ----------
    data : dict
        From `skyjo_widgets.classroom.results.summary`.
    follow : str
        A mark that changes with every result: the page loads itself again when the file ``news.js``
        beside it carries another one. Empty for a page that stays as it is.
    """
    lang = data["lang"]
    title = _say("page.title", lang)
    sections = [
        _ranking(data, lang),
        _not_playing(data, lang),
        _matrix(data, lang),
        _games(data, lang),
        _feedback(data, lang),
        _judged(data, lang),
        _safe(data, lang),
    ]
    style = f":root {{\n{css_variables()}\n}}\n{_file('page.css')}"
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"{'' if follow else _POLICY}<title>{title}</title><style>{style}</style></head><body>\n"
        f"<header><h1>{title}</h1>{_head(data, lang)}</header>\n<main>{''.join(sections)}</main>\n"
        f"{_script(data, lang, follow)}</body></html>\n"
    )


# Names and texts of others are escaped; should one slip through, the browser still runs and fetches nothing.
_POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">"
)


def _say(key: str, lang: str, **values: object) -> str:
    return escape(say(f"classroom.{key}", lang, **values))


def _file(name: str) -> str:
    return (resources.files("skyjo_widgets.classroom") / name).read_text(encoding="utf-8")


def _head(data: dict[str, Any], lang: str) -> str:
    run = data["run"]
    values = {
        "when": run["when"],
        "authors": len(data["authors"]),
        "playing": len(data["ranking"]),
        "games": data["games"],
    }
    lines = [f'<p class="quiet">{_say("page.made", lang, **values)}</p>']
    if run["stopped"]:
        lines.append(f"<p>{_say('page.stopped', lang)}</p>")
    missing = "few" if len(data["ranking"]) < 2 else "no_games"  # noqa: PLR2004 - nobody to meet
    verdict = escape(data["sentence"]) or _say(f"page.{missing}", lang)
    return "".join([*lines, f'<p class="verdict">{verdict}</p>'])


def _section(key: str, lang: str, body: str, kind: str = "") -> str:
    return f'<section class="{kind}"><h2>{_say(f"page.{key}", lang)}</h2>{body}</section>\n'


def _ranking(data: dict[str, Any], lang: str) -> str:
    if not data["games"]:  # without games there are no places
        return ""
    heads = ["place", "sure_places", "author", "wins", "", "interval", "points", "faults"]
    head = "".join(
        f'<th scope="col"{_left(name)}>{_say(f"page.{name}", lang) if name else ""}</th>' for name in heads
    )
    rows = "".join(_rank(line, lang) for line in data["ranking"])
    reading = f'<p class="quiet">{_say("page.reading", lang)}</p>'
    table = f'<table class="ranking"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
    return _section("ranking", lang, f'<div class="wide">{table}</div>{reading}')


def _left(name: str) -> str:
    return ' class="left"' if name in ("author", "") else ""


def _rank(line: dict[str, Any], lang: str) -> str:
    share = Interval(line["share"], line["low"], line["high"])
    sure = str(line["best"]) if line["best"] == line["worst"] else f"{line['best']}\N{EN DASH}{line['worst']}"
    points = "" if line["points"] is None else decimal(line["points"], 1, lang)
    bar = (
        '<svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="bar" x="0" y="3" width="{100 * share.mean:.2f}" height="8"/>'
        '<line class="even" x1="50" x2="50" y1="0" y2="14" vector-effect="non-scaling-stroke"/>'
        f'<line class="reach" x1="{100 * share.low:.2f}" x2="{100 * share.high:.2f}" y1="7" y2="7" '
        'vector-effect="non-scaling-stroke"/></svg>'
    )
    return (
        f'<tr><td class="place">{line["place"]}</td><td>{sure}</td>'
        f'<th scope="row" class="left author">{escape(line["author"])} '
        f"<small>{escape(line['function'])}</small></th>"
        f'<td>{percent(share, lang)[0]} %</td><td class="share">{bar}</td>'
        f"<td>{escape(percent_range(share, lang))}</td><td>{points}</td><td>{line['faults'] or ''}</td></tr>"
    )


def _not_playing(data: dict[str, Any], lang: str) -> str:
    rows = "".join(
        f"<li><strong>{escape(author['author'])}</strong>: {escape(author['problem'])}</li>"
        for author in data["authors"]
        if author["problem"]
    )
    return _section("not_playing", lang, f"<ul>{rows}</ul>") if rows else ""


def _matrix(data: dict[str, Any], lang: str) -> str:
    matrix = data["matrix"]
    authors = matrix["authors"]
    if not data["games"]:
        return ""
    head = "<td></td>" + "".join(f'<th scope="col">{escape(author)}</th>' for author in authors)
    rows = "".join(
        f'<tr><th scope="row" class="left">{escape(author)}</th>{"".join(map(_cell, shares))}</tr>'
        for author, shares in zip(authors, matrix["shares"], strict=True)
    )
    body = f'<table class="matrix"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
    reading = f'<p class="quiet">{_say("page.matrix_reading", lang)}</p>'
    return _section("matrix", lang, f'{reading}<div class="wide">{body}</div>')


def _cell(share: float | None) -> str:
    if share is None:
        return "<td></td>"
    # The tint helps the eye, the number decides; it stays light enough for the text on it.
    strength = max(0.0, share - 0.5) * 0.8
    return f'<td style="background:rgba(var(--strong),{strength:.2f})">{100 * share:.0f}</td>'


def _games(data: dict[str, Any], lang: str) -> str:
    if not data["replays"]:
        return ""
    options = "".join(
        f'<option value="{number}">{_title(replay, lang)}</option>'
        for number, replay in enumerate(data["replays"])
    )
    return _section(
        "games",
        lang,
        f"<noscript><p>{_say('page.no_script', lang)}</p></noscript>"
        f"<label>{_say('page.choose', lang)} "
        f'<select id="choose" autocomplete="off">{options}</select></label>'
        f'<div class="controls"><button id="back">{_say("page.back", lang)}</button>'
        f'<button id="play">{_say("page.play", lang)}</button>'
        f'<button id="forward">{_say("page.forward", lang)}</button>'
        '<input id="slider" type="range" min="0" value="0" autocomplete="off" '
        f'aria-label="{_say("page.step", lang)}"></div>'
        '<p class="told" id="told" aria-live="polite"></p><div class="felt" id="board"></div>',
        "games",
    )


def _title(replay: dict[str, Any], lang: str) -> str:
    reason = _say(f"watch.{replay['reason']}", lang, author=replay["of"])
    names = " \N{EN DASH} ".join(map(escape, replay["names"]))
    result = ":".join(map(str, replay["totals"]))
    return f"{reason}: {names} {result}"


def _feedback(data: dict[str, Any], lang: str) -> str:
    return _section("feedback", lang, "".join(_author(author, lang) for author in data["authors"]))


def _author(author: dict[str, Any], lang: str) -> str:
    state = "feedback_plays" if author["plays"] else "feedback_out"
    look = "good" if author["plays"] else "bad"
    told = [author["problem"], *author["mistakes"], *author["notes"]]
    if author["milliseconds"] is not None:
        milliseconds = decimal(author["milliseconds"], 2, lang)
        told.append(say("classroom.page.thinks", lang, milliseconds=milliseconds))
    told.append(say("classroom.page.file", lang, path=author["path"]))
    body = "".join(f"<p>{escape(text)}</p>" for text in told if text)
    report = author["feedback"]
    body += (
        f"<pre>{escape(report)}</pre>" if report else f'<p class="quiet">{_say("page.no_feedback", lang)}</p>'
    )
    name = escape(author["author"])
    return (
        f'<details><summary>{name} <span class="state {look}">{_say(f"page.{state}", lang)}</span></summary>'
        f"{body}</details>"
    )


def _judged(data: dict[str, Any], lang: str) -> str:
    run = data["run"]
    rules = [_say("page.rule_deals", lang), _say("page.rule_share", lang)]
    if run.get("minutes") is None:
        rules.append(_say("page.rule_equal", lang, deals=run["deals"]))
    else:
        rules.append(_say("page.rule_open", lang, minutes=f"{run['minutes']:g}"))
        if run.get("settled"):
            rules.append(_say("page.rule_settled", lang))
    limits = {"seconds": round(Limits().answer), "most": round(1000 * Limits().move)}
    rules.append(_say("page.rule_faults", lang, **limits))
    cut = {"limit": run["turn_limit"], "rounds": ROUND_LIMIT, "capped": data["capped"]}
    rules.append(_say("page.rule_limit", lang, **cut))
    return _section("judged", lang, _list(rules))


def _safe(data: dict[str, Any], lang: str) -> str:
    run = data["run"]
    kept: dict[str, bool] = run["promises"]
    rows = [
        f"{_say(f'promise.{name}', lang, megabytes=MEGABYTES)}: {_kept(kept[name], lang)}"
        for name in PROMISES
    ]
    how = say(f"classroom.page.safe_{run['wall']}", lang)
    body = (
        f"<p>{_say('page.safe_always', lang)}</p><p>{_say('page.safe_with', lang, how=how)}</p>{_list(rows)}"
    )
    if not all(kept.values()):
        body += f"<p>{_say('promise.missing', lang)}</p>"
    return _section("safe", lang, body)


def _kept(kept: bool, lang: str) -> str:
    look, word = ("good", "yes") if kept else ("bad", "no")
    return f'<strong class="{look}">{_say(f"page.{word}", lang)}</strong>'


def _list(items: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _script(data: dict[str, Any], lang: str, follow: str) -> str:
    said = {
        "total": say("classroom.page.points_total", lang, n="{n}"),
        "draw": say("classroom.page.draw_pile", lang),
        "discard": say("classroom.page.discard_pile", lang),
        "drawn": say("classroom.page.drawn", lang),
        "play": say("classroom.page.play", lang),
        "pause": say("classroom.page.pause", lang),
        "follow": follow,
    }
    games = [{"names": replay["names"], "steps": replay["steps"]} for replay in data["replays"]]
    return (
        f'<script type="application/json" id="games">{_quoted(games)}</script>\n'
        f'<script type="application/json" id="said">{_quoted(said)}</script>\n'
        f"<script>\n{_file('page.js')}</script>"
    )


def _quoted(value: object) -> str:
    # Inside a script element only "<" can end it or begin a comment.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
