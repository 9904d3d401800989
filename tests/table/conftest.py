"""What the table's tests share: a record of every message that goes to the browser."""

from __future__ import annotations

import comm
import pytest
from comm.base_comm import BaseComm


@pytest.fixture
def messages(monkeypatch):
    """Every message that widgets send, as (type, data), in order."""
    sent = []

    class Recorder(BaseComm):
        def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
            sent.append((msg_type, data))

    monkeypatch.setattr(comm, "create_comm", Recorder)
    return sent
