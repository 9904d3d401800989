"""Drawings of a public position. All that this room ever gets is what may be seen."""

from skyjo_widgets.picture.board import FACE_DOWN, Board, Face
from skyjo_widgets.picture.svg import board_image, svg_board, svg_image
from skyjo_widgets.picture.text import text_board

__all__ = ["FACE_DOWN", "Board", "Face", "board_image", "svg_board", "svg_image", "text_board"]
