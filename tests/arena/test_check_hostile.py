"""Whatever a learner's function returns or raises, `check` gives a report and never fails itself."""

import decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_widgets import draw, strategies, take
from skyjo_widgets.arena import Report, check

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.binary(max_size=20)
    | st.complex_numbers()
    | st.decimals()
    | st.datetimes()
    | st.functions()
    | st.sampled_from([take, draw, take(3), draw(), ..., NotImplemented, object, type, int, decimal]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
        | st.frozensets(st.integers(), max_size=3)
    ),
    max_leaves=5,
)


def all_of(report):
    """Look at a report in every way."""
    assert isinstance(report, Report)
    assert str(report)
    assert report.text("pl")
    assert report._repr_html_()
    assert report.to_dict()["kind"] == report.kind
    return report


@settings(max_examples=40, deadline=None)
@given(anything)
def test_any_object_that_is_returned_gives_a_report(value):
    report = all_of(check(lambda view: value))
    assert not report.ok


@settings(max_examples=40, deadline=None)
@given(anything)
def test_any_object_that_is_handed_over_gives_a_report(value):
    all_of(check(value))


@settings(max_examples=40, deadline=None)
@given(anything)
def test_any_opening_gives_a_report(value):
    def mine(view):
        return strategies.greedy(view) if view.round == 1 else None

    mine.opening = value
    all_of(check(mine))


def every_class(root):
    yield root
    for child in type.__subclasses__(root):
        yield from every_class(child)


BUILT_IN = sorted(
    {kind for kind in every_class(BaseException) if kind.__module__ == "builtins"},
    key=lambda kind: kind.__name__,
)


@pytest.mark.parametrize("kind", BUILT_IN)
@pytest.mark.parametrize("arguments", [(), ("a text",), (1, None)], ids=str)
def test_any_error_that_is_raised_gives_a_report(kind, arguments):
    if issubclass(kind, BaseExceptionGroup):
        arguments = ("several", [ValueError(*arguments)])
    try:
        error = kind(*arguments)
    except TypeError:  # it wants other arguments
        error = kind.__new__(kind)

    def mine(view):
        raise error

    report = all_of(check(mine))
    assert not report.ok
    assert report.mistake.line is not None


class Evil:
    """Fails whatever it is asked."""

    def __getattribute__(self, name):
        raise RuntimeError(name)

    def fail(self, *_):
        raise RuntimeError

    __eq__ = __ne__ = __lt__ = __hash__ = __repr__ = __str__ = __bool__ = __len__ = __iter__ = fail
    __getitem__ = __contains__ = __index__ = __int__ = __float__ = __format__ = __reduce_ex__ = __dir__ = fail


class EvilLoop:
    def __repr__(self):
        while True:
            pass


class EvilPrint:
    def __repr__(self):
        while True:
            print("x")


class EvilExit:
    def __repr__(self):
        raise SystemExit


class EvilClass:
    @property
    def __class__(self):
        raise KeyboardInterrupt


class Pretender:
    @property
    def __class__(self):
        return type(draw())


class EvilMeta(type):
    __name__ = property(lambda cls: 1 / 0)
    __mro__ = property(lambda cls: 1 / 0)

    def __getattribute__(cls, name):
        raise RuntimeError(name)

    def __instancecheck__(cls, instance):
        raise RuntimeError

    def __subclasscheck__(cls, child):
        raise RuntimeError

    def __eq__(cls, other):
        raise RuntimeError

    def __hash__(cls):
        raise RuntimeError

    def __repr__(cls):
        raise RuntimeError


def evil_class():
    """A class that fails whatever it is asked; kept in a function, for pytest would ask it for tests."""

    class EvilInside(metaclass=EvilMeta):
        pass

    return EvilInside


class EvilTuple(tuple):
    __slots__ = ()

    def __iter__(self):
        raise RuntimeError

    def __len__(self):
        raise RuntimeError

    def __repr__(self):
        return "\x00" * 10**6


class EvilText(str):
    __slots__ = ()

    def __eq__(self, other):
        raise RuntimeError

    __hash__ = str.__hash__

    def partition(self, _):
        raise RuntimeError

    def __repr__(self):
        raise RuntimeError


class EvilNumber(int):
    def __index__(self):
        raise RuntimeError

    def __repr__(self):
        raise RuntimeError

    def __eq__(self, other):
        raise RuntimeError

    __hash__ = int.__hash__


class EvilCall:
    def __getattr__(self, name):
        raise RuntimeError(name)

    def __call__(self, view):
        return self


EVIL = [Evil(), EvilLoop(), EvilPrint(), EvilExit(), EvilClass(), Pretender(), evil_class()(), evil_class()]
EVIL += [EvilTuple((1, 2)), EvilTuple(), EvilText("take"), EvilNumber(3), EvilCall()]
# By number: pytest itself would ask them for their names.
EACH = pytest.mark.parametrize("number", range(len(EVIL)))


@EACH
def test_an_evil_object_that_is_returned_gives_a_report(number):
    value = EVIL[number]
    assert not all_of(check(lambda view: value)).ok


@EACH
def test_an_evil_object_inside_a_list_gives_a_report(number):
    value = EVIL[number]
    assert not all_of(check(lambda view: [value, 3])).ok
    assert not all_of(check(lambda view: ("take", value))).ok


@EACH
def test_an_evil_object_that_is_handed_over_gives_a_report(number):
    value = EVIL[number]
    assert not all_of(check(value)).ok


@EACH
def test_an_evil_object_in_a_variable_does_not_spoil_the_explanation(number):
    value = EVIL[number]

    def mine(view):
        something = value
        return take(something if view.grid[5] > 3 else 3)

    report = all_of(check(mine))
    assert report.kind == "none"
    assert "view.grid[5] is None" in str(report)


class SilentError(Exception):
    def __str__(self):
        raise RuntimeError

    __repr__ = __str__


class LoopingError(Exception):
    def __str__(self):  # noqa: PLE0307 - that is what is tried
        while True:
            pass


class NumberError(Exception):
    def __str__(self):
        return 3  # noqa: PLE0307 - that is what is tried


class LeavingError(BaseException):
    def __str__(self):
        raise SystemExit

    @property
    def __class__(self):
        raise RuntimeError

    def __getattribute__(self, name):
        raise RuntimeError(name)

    def __eq__(self, other):
        raise RuntimeError

    __hash__ = None


class NamelessError(NameError):
    name = 3


class AttributelessError(AttributeError):
    @property
    def obj(self):
        raise RuntimeError

    name = "hiden"


@pytest.mark.parametrize(
    "kind", [SilentError, LoopingError, NumberError, LeavingError, NamelessError, AttributelessError]
)
def test_an_evil_error_gives_a_report(kind):
    def mine(view):
        raise kind

    report = all_of(check(mine))
    assert not report.ok
    assert kind.__name__ in str(report)
    assert f"In line {mine.__code__.co_firstlineno + 1}" in str(report)


def test_groups_of_errors_and_errors_with_notes_give_a_report():
    def mine(view):
        error = ExceptionGroup("several", [ValueError("one"), TypeError("two")])
        error.add_note("a note")
        raise error

    assert check(mine).kind == "error"


def test_pytests_own_signals_do_not_get_out():
    def mine(view):
        pytest.skip("not today")

    assert check(mine).kind == "error"


def changes_itself(view):
    changes_itself.__code__ = (lambda view: None).__code__
    return strategies.greedy(view)


def test_a_function_that_changes_its_own_code_gives_a_report():
    assert check(changes_itself).kind == "nothing_returned"


def test_a_very_deep_answer_gives_a_report():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    try:
        assert check(lambda view: deep).kind == "list"
    finally:
        while deep:  # or freeing it would go as deep
            deep = deep[0]
