# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
"""Annotations: what a program tells about its requests, modules, spinning and false wake-ups, for Bowline to find in a trace.

    import bowline

    with bowline.interval("GET"):
        with bowline.tag("engine/storage/crc"):
            ...

Needs nothing but Python 3.7. The library libbowline-annotation.so.0 is looked for the way the system looks for any library; without it all calls do
nothing. The events are those of bowline.h: docs/reference/annotations.md. Any thread may call anything. An asyncio program calls
interval.enter() where a task goes on, and tag_switch where the loop takes up other work.
"""
import ctypes

_EVENTS = ("interval_begin", "interval_end", "interval_switch", "tag_push", "tag_pop", "tag_switch", "spin_begin", "spin_end", "false_wakeup")
_never = ctypes.c_int(0)


class _Provider(ctypes.Structure):
    """struct bowline__provider of bowline.h. CFUNCTYPE releases the interpreter's lock, which takes longer than the call: PYFUNCTYPE."""

    _fields_ = [
        ("size", ctypes.c_uint64),
        ("enabled", ctypes.POINTER(ctypes.c_int) * len(_EVENTS)),
        ("new_id", ctypes.PYFUNCTYPE(ctypes.c_uint64)),
        ("interval_begin", ctypes.PYFUNCTYPE(None, ctypes.c_uint64, ctypes.c_char_p)),
        ("interval_end", ctypes.PYFUNCTYPE(None, ctypes.c_uint64)),
        ("interval_switch", ctypes.PYFUNCTYPE(None, ctypes.c_uint64)),
        ("tag_push", ctypes.PYFUNCTYPE(None, ctypes.c_char_p)),
        ("tag_pop", ctypes.PYFUNCTYPE(None, ctypes.c_char_p)),
        ("tag_switch", ctypes.PYFUNCTYPE(None, ctypes.c_char_p)),
        ("spin_begin", ctypes.PYFUNCTYPE(None, ctypes.c_uint64, ctypes.c_int32)),
        ("spin_end", ctypes.PYFUNCTYPE(None, ctypes.c_uint64, ctypes.c_int)),
        ("false_wakeup", ctypes.PYFUNCTYPE(None, ctypes.c_uint64)),
    ]


class _Provider2(ctypes.Structure):
    """struct bowline__provider_2."""

    _fields_ = [
        ("size", ctypes.c_uint64),
        ("interval_begin_sized", ctypes.PYFUNCTYPE(None, ctypes.c_uint64, ctypes.c_char_p, ctypes.c_uint64)),
    ]


def _load(type, name):
    try:
        provider = type.in_dll(ctypes.CDLL("libbowline-annotation.so.0"), name)
    except (OSError, ValueError):
        return None
    return provider if provider.size == ctypes.sizeof(type) else None


_provider = _load(_Provider, "bowline_annotation_v1")
_more = _load(_Provider2, "bowline_annotation_v2") if _provider is not None else None
if _provider is not None:
    _state = {event: _provider.enabled[i].contents for i, event in enumerate(_EVENTS)}
    _call = {event: getattr(_provider, event) for event in ("new_id",) + _EVENTS}
else:
    _state = {event: _never for event in _EVENTS}
    _call = {}

_INTERVAL_BEGIN, _INTERVAL_END, _INTERVAL_SWITCH, _TAG_PUSH, _TAG_POP, _TAG_SWITCH, _SPIN_BEGIN, _SPIN_END, _FALSE_WAKEUP = (_state[e] for e in _EVENTS)


def available():
    """Whether the library and LTTng-UST are there."""
    return _provider is not None


def _id(number):
    if not 0 <= number < 1 << 64:
        raise ValueError("not an unsigned 64-bit number: %r" % (number,))
    return number


class interval:
    """A unit of work, with an id of its own or a new one. Ends with its with block, or with end(), on any thread.

    size: how much work it is, 0 or more, in bytes, rows, or whatever its time should grow with; of the same kind for all of a label.
    """

    __slots__ = ("id",)

    def __init__(self, label, id=None, size=None):
        if id is not None and _id(id) == 0:
            raise ValueError("an interval's id must not be 0: that means none")
        if size is not None:
            _id(size)
        self.id = id or 0
        if _INTERVAL_BEGIN.value:
            if id is None:
                self.id = _call["new_id"]()
            if size is None or _more is None:
                _call["interval_begin"](self.id, label.encode())
            else:
                _more.interval_begin_sized(self.id, label.encode(), size)

    def enter(self):
        """This thread works for it from now on."""
        switch(self.id)

    def end(self):
        """It is complete; once, however often this is called."""
        ended, self.id = self.id, 0
        if ended and _INTERVAL_END.value:
            _call["interval_end"](ended)

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        self.end()


def switch(id):
    """This thread works for the interval of that id from now on; 0: for none."""
    if _INTERVAL_SWITCH.value:
        _call["interval_switch"](_id(id))


class tag:
    """The module that this thread is in, within a with block."""

    __slots__ = ("path",)

    def __init__(self, path):
        self.path = path

    def __enter__(self):
        if _TAG_PUSH.value:
            _call["tag_push"](self.path.encode())
        return self

    def __exit__(self, *raised):
        if _TAG_POP.value:
            _call["tag_pop"](self.path.encode())


def tag_switch(path):
    """This thread takes up other work: it leaves whatever it was in, and enters a module; "": none."""
    if _TAG_SWITCH.value:
        _call["tag_switch"](path.encode())


def spin_begin(object, owner=0):
    """This thread begins to poll for an object (a number) that the thread with the native id owner has; 0: not known."""
    if _SPIN_BEGIN.value:
        _call["spin_begin"](_id(object), owner)


def spin_end(object, acquired):
    """This thread polls no longer; acquired: whether it has the object now."""
    if _SPIN_END.value:
        _call["spin_end"](_id(object), bool(acquired))


def false_wakeup(object=0):
    """This thread was woken, but not for what it waits for, and is about to wait again."""
    if _FALSE_WAKEUP.value:
        _call["false_wakeup"](_id(object))
