"""The routes of the table: what a page may ask, each answered in its own thread, one match at a time.

Belongs here: the table of routes, decoding a request, one clear line for whatever goes wrong. Must not be here: what is
answered (`asking`, `seeing`, `giving`, `room`), who may ask (`door`).
"""

from __future__ import annotations

import json
import re
import secrets
import sys
from collections.abc import Awaitable, Callable
from html import escape
from importlib.resources import files
from typing import TypeVar

import msgspec
from anyio import to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from pbem.errors import PbemError
from pbem.limits import MAX_SAY
from pbem.show.clean import clean
from pbem.show.html.document import SCRIPT
from pbem.web import asking, beginning, deciding, giving, looking, papers, posting, seeing, speaking
from pbem.web.door import Pass
from pbem.web.live import changes
from pbem.web.post_shapes import Entrusting, NewPost
from pbem.web.room import NoMatch, Room, fault_of, http_status
from pbem.web.shapes import Asking, CardTaken, Fault, InvitationAnswered, Locking, NewIdentity, NewMatch, Unlocking
from pbem.web.sitting import Sitting

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]
OWN = (
    "api", "begin", "beside", "composer", "decided", "drafts", "en", "filing", "focus", "folds", "handing", "hint",
    "inbox", "main", "match", "named", "newmatch", "notices", "papers", "post", "question", "recovery", "rows", "sight",
    "slots", "told", "unlock", "ways", "whatif", "windows",
)  # fmt: skip
LOOKED = (("seat", 64), ("place", 64), ("text", MAX_SAY))  # what is asked of a place, and how much is read of it
PAGES: dict[str, tuple[str, str, str]] = {  # by name: package, file, kind
    "table.css": ("pbem.web", "page/table.css", "text/css"),
    "texts.js": ("pbem.web", "page/en.json", "text/javascript"),
    **{f"{name}.js": ("pbem.web", f"page/{name}.js", "text/javascript") for name in OWN},
    **{f"show/{name}.js": ("pbem.show.html", f"script/{name}.js", "text/javascript") for name in SCRIPT},
}


def page_in_words(base: str, who: str = "") -> str:
    """The page, each text out of the catalogue; all of its own addresses begin with `base`.

    `who` is `nobody` if the home has no identity: the page then asks who one is, before all else.
    """
    html, texts = ((files("pbem.web") / f"page/{it}").read_text(encoding="utf-8") for it in ("table.html", "en.json"))
    words = {"BASE": base, "WHO": who} | json.loads(texts)
    return re.sub(r"@(\w+)@", lambda found: escape(words[found[1]]), html)


def app_for(room: Room, leave: Pass) -> Starlette:
    """The routes over the matches of a home."""

    def of_match(act: Callable[[Sitting, Asking], object]) -> Handler:
        async def handle(request: Request) -> Response:
            body = await request.body()

            def work() -> object:
                wanted = msgspec.json.decode(body, type=Asking)
                with room.sitting(request.path_params["game"]).alone() as sitting:
                    return act(sitting, wanted)

            return await _answered(work)

        return handle

    async def state(request: Request) -> Response:
        query = request.query_params

        def work() -> object:
            with room.sitting(request.path_params["game"]).alone() as sitting:
                page, seat = query.get("page", "")[:64], query.get("seat", "")[:64]
                return seeing.state_of(sitting, page, seat, fresh="fresh" in query)

        return await _answered(work)

    def looked(see: Callable[[Sitting, str], object]) -> Handler:
        """What one seat of a match may see of something, asked by its name."""

        async def handle(request: Request) -> Response:
            def work() -> object:
                with room.sitting(request.path_params["game"]).alone() as sitting:
                    return see(sitting, request.query_params.get("seat", "")[:64])

            return await _answered(work)

        return handle

    async def look(request: Request) -> Response:
        query = request.query_params

        def work() -> object:
            with room.sitting(request.path_params["game"]).alone() as sitting:
                seat, place, text = (query.get(name, "")[:most] for name, most in LOOKED)
                return looking.look(sitting, seat, place, text)

        return await _answered(work)

    async def matches(_: Request) -> Response:
        return await _answered(room.matches)

    async def drop(request: Request) -> Response:
        content = await request.body()

        def work() -> object:
            return beginning.invited(room, content) or room.take_in(content)

        return await _answered(work)

    def asked(kind: type[T], act: Callable[[Room, T], object]) -> Handler:
        async def handle(request: Request) -> Response:
            body = await request.body()
            return await _answered(lambda: act(room, msgspec.json.decode(body, type=kind)))

        return handle

    async def me(_: Request) -> Response:
        return await _answered(lambda: beginning.me(room))

    async def invited(_: Request) -> Response:
        return await _answered(lambda: beginning.asked(room))

    async def card(_: Request) -> Response:
        try:
            content = await to_thread.run_sync(beginning.own_card, room)
        except PbemError as error:
            return _said(fault_of(error), http_status(error))
        headers = {"content-disposition": 'attachment; filename="me.card"'}
        return Response(content, media_type="application/octet-stream", headers=headers)

    async def how_post(_: Request) -> Response:
        return await _answered(lambda: posting.post(room, room.carrying.told()))

    async def join(request: Request) -> Response:
        content = await request.body()
        return await _answered(lambda: beginning.join(room, content))

    async def packet(request: Request) -> Response:
        name = request.path_params["name"]

        def work() -> bytes | None:
            with room.sitting(request.path_params["game"]).alone() as sitting:
                found = giving.packet(sitting, name)
                return None if found is None else found.read_bytes()

        try:
            content = await to_thread.run_sync(work)
        except PbemError as error:
            return _said(fault_of(error), http_status(error))
        if content is None:
            return _said(Fault("no packet of this name was written", status=2), 404)
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(content, media_type="application/octet-stream", headers=headers)

    async def block(request: Request) -> Response:
        def work() -> object:
            with room.sitting(request.path_params["game"]).alone() as sitting:
                found = giving.text(sitting, request.path_params["name"])
            if found is None:
                raise NoMatch("no packet of this name was written")
            return found

        return await _answered(work)

    async def paper(request: Request) -> Response:
        game, name = request.path_params["game"], request.path_params["name"]

        def work() -> papers.Paper:
            return papers.paper(room.desk, room.sitting(game).folder, name, request.query_params.get("seat", "")[:64])

        try:
            made = await to_thread.run_sync(work)
        except PbemError as error:
            lines = [str(error), *([error.hint] if error.hint else [])]
            return Response("\n".join(map(clean, lines)), status_code=http_status(error), media_type="text/plain")
        is_page = made.kind == "text/html"
        shown = "inline" if is_page or made.kind.startswith("text/plain") else "attachment"
        headers = {"content-disposition": f'{shown}; filename="{made.name}"'}
        headers |= {"content-security-policy": papers.POLICY} if is_page else {"content-language": "en"}
        return Response(made.content, media_type=made.kind, headers=headers)

    async def events(_: Request) -> Response:
        return StreamingResponse(changes(room), media_type="text/event-stream")

    async def address(_: Request) -> Response:
        return Response(json.dumps({"token": leave.token()}), media_type="application/json")

    async def shell(_: Request) -> Response:
        who = "" if room.desk.home.exists else "nobody"
        return Response(page_in_words(leave.path, who), media_type="text/html")

    return Starlette(routes=[
        Route("/", shell),
        Route("/m/{game}", shell),
        Route("/m/{game}/paper/{name}", paper),
        Route("/begin", shell),
        Route("/page/{name:path}", _file),
        Route("/api/matches", matches),
        Route("/api/events", events),
        Route("/api/address", address, methods=["POST"]),
        Route("/api/m/{game}", state),
        Route("/api/m/{game}/packet/{name}", packet),
        Route("/api/m/{game}/packet/{name}/text", block),
        Route("/api/m/{game}/out", of_match(giving.out), methods=["POST"]),
        Route("/api/m/{game}/follow", of_match(asking.following), methods=["POST"]),
        Route("/api/m/{game}/preview", of_match(asking.preview), methods=["POST"]),
        Route("/api/m/{game}/draft", of_match(giving.draft), methods=["POST"]),
        Route("/api/m/{game}/undo", of_match(giving.undo), methods=["POST"]),
        Route("/api/m/{game}/send", of_match(giving.send), methods=["POST"]),
        Route("/api/m/{game}/join", of_match(giving.join), methods=["POST"]),
        Route("/api/m/{game}/adopt", of_match(giving.adopt), methods=["POST"]),
        Route("/api/m/{game}/decided", looked(deciding.decided)),
        Route("/api/m/{game}/standing", of_match(deciding.set_one), methods=["POST"]),
        Route("/api/m/{game}/preset", of_match(deciding.preset), methods=["POST"]),
        Route("/api/m/{game}/preset/set", of_match(deciding.set_preset), methods=["POST"]),
        Route("/api/m/{game}/filed", of_match(deciding.file), methods=["POST"]),
        Route("/api/m/{game}/filed/follow", of_match(deciding.follow), methods=["POST"]),
        Route("/api/m/{game}/look", look),
        Route("/api/m/{game}/whatif", looked(room.trying.told)),
        Route("/api/m/{game}/whatif/begin", of_match(room.trying.begin), methods=["POST"]),
        Route("/api/m/{game}/whatif/stop", of_match(room.trying.stop), methods=["POST"]),
        Route("/api/m/{game}/beside", looked(speaking.beside)),
        *(Route(f"/api/m/{{game}}/{what}", of_match(act), methods=["POST"]) for what, act in speaking.SPOKEN.items()),
        Route("/api/invitations", invited),
        Route("/api/invitation/take", asked(InvitationAnswered, beginning.take), methods=["POST"]),
        Route("/api/invitation/leave", asked(InvitationAnswered, beginning.leave), methods=["POST"]),
        Route("/api/me", me),
        Route("/api/card", card),
        Route("/api/card/take", asked(CardTaken, beginning.take_card), methods=["POST"]),
        Route("/api/identity", asked(NewIdentity, beginning.be_somebody), methods=["POST"]),
        Route("/api/unlock", asked(Unlocking, beginning.unlock), methods=["POST"]),
        Route("/api/lock", asked(Locking, beginning.lock), methods=["POST"]),
        Route("/api/seats", asked(NewMatch, beginning.seats), methods=["POST"]),
        Route("/api/new", asked(NewMatch, beginning.new_match), methods=["POST"]),
        Route("/post", shell),
        Route("/api/post", how_post),
        Route("/api/post/keep", asked(NewPost, posting.keep), methods=["POST"]),
        Route("/api/post/try", asked(NewPost, posting.try_it), methods=["POST"]),
        Route("/api/post/carry", asked(Entrusting, posting.carry), methods=["POST"]),
        Route("/drop", drop, methods=["POST"]),
        Route("/join/drop", join, methods=["POST"]),
    ], exception_handlers={404: _none, 405: _none})  # fmt: skip


async def _answered(work: Callable[[], object]) -> Response:
    """What a thread gives, as JSON; what goes wrong as a `Fault`."""
    try:
        value = await to_thread.run_sync(work)
    except PbemError as error:
        return _said(fault_of(error), http_status(error))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return _said(Fault(f"not what this page asks: {ascii(str(error))[1:-1][:200]}", status=2), 400)
    except Exception as error:  # our bug: the person gets a number, whoever started the table the rest
        number = secrets.token_hex(3)
        print(f"pbem table: fault {number}: {type(error).__name__}: {ascii(str(error))[:300]}", file=sys.stderr)
        return _said(Fault(f"a fault of pbem, number {number}: nothing was done", "see where pbem table runs"), 500)
    return _said(value, 200)


def _said(value: object, status: int) -> Response:
    return Response(msgspec.json.encode(value), status_code=status, media_type="application/json")


async def _none(_: Request, error: Exception) -> Response:
    status = int(getattr(error, "status_code", 404))
    return _said(Fault("there is no such page" if status == 404 else "that is not done here", status=2), status)


async def _file(request: Request) -> Response:
    found = PAGES.get(request.path_params["name"])
    if found is None:
        return _said(Fault("there is no such page", status=2), 404)
    package, name, kind = found
    text = (files(package) / name).read_text(encoding="utf-8")
    return Response(f"export default {text}" if name.endswith(".json") else text, media_type=kind)
