"""Handing in mail to a server that says what the test wants: refused for good, for now, cut off."""

from __future__ import annotations

import socketserver
import threading

import pytest

from pbem.errors import Transport
from pbem.post.mail.server import SmtpServer
from pbem.post.mail.smtp import SmtpAnswer, SmtpSender

TO = ["bo@x.test", "carl@x.test"]
MAIL = b"From: a@x.test\r\nSubject: x\r\n\r\nhello\r\n"


class Talk(socketserver.StreamRequestHandler):
    """Answers each command by `server.says`, else with 250."""

    def say(self, line: str) -> None:
        self.wfile.write(line.encode() + b"\r\n")

    def handle(self) -> None:
        self.say(self.server.says.get("GREETING", "220 x.test"))
        in_data = False
        for raw in self.rfile:
            line = raw.decode().rstrip("\r\n")
            if in_data:
                self.server.data.append(line)
                if line == ".":
                    in_data = False
                    if (said := self.server.says.get(".", "250 taken")) == "":
                        return
                    self.say(said)
                continue
            said = next((s for begin, s in self.server.says.items() if line.upper().startswith(begin.upper())), None)
            in_data = line.upper() == "DATA" and said is None
            self.say(said or ("354 go on" if in_data else "250 ok"))
            if line.upper() == "QUIT":
                return


@pytest.fixture
def server():
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Talk) as made:
        made.says, made.data = {}, []
        thread = threading.Thread(target=made.serve_forever, args=(0.01,))
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def send(server) -> SmtpAnswer:
    at = SmtpServer(host="127.0.0.1", port=server.server_address[1], tls="none", login=False)
    return SmtpSender(at, "a@x.test", lambda: "secret").send(MAIL, TO)


def test_a_mail_is_taken(server):
    assert send(server) == SmtpAnswer()
    assert "hello" in server.data


@pytest.mark.parametrize(("says", "never", "later"), [
    ({"RCPT TO:<bo": "550 no such user"}, ["bo@x.test"], []),
    ({"RCPT TO:<bo": "450 greylisted"}, [], ["bo@x.test"]),
    ({"RCPT": "550 nobody here"}, TO, []),
    ({"RCPT": "451 later"}, [], TO),
    ({".": "554 looks like spam"}, TO, []),
    ({"MAIL": "552 too big"}, TO, []),
])
def test_who_is_refused_is_told_apart(server, says, never, later):
    server.says = says
    answer = send(server)
    assert (sorted(answer.never), sorted(answer.later)) == (sorted(never), sorted(later))
    assert all(said[:3].isdecimal() for said in (answer.never | answer.later).values())


@pytest.mark.parametrize("says", [
    {".": "451 disk full"}, {".": ""}, {"MAIL": "530 log in first"}, {"GREETING": "421 closing"},
    {"DATA": "421 closing"},
])
def test_what_is_not_known_to_be_taken_is_sent_again(server, says):
    server.says = says
    with pytest.raises(Transport, match=r"the mail server 127\.0\.0\.1:\d+: ") as caught:
        send(server)
    assert "\n" not in str(caught.value)


def test_no_server_is_a_transport():
    at = SmtpServer(host="127.0.0.1", port=1, tls="none", login=False)
    with pytest.raises(Transport, match="connection refused"):
        SmtpSender(at, "a@x.test", str).send(MAIL, TO)
