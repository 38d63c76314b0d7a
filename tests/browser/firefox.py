#!/usr/bin/env python3
"""Starts Debian's Firefox for Playwright, which drives it by WebDriver BiDi.

Playwright insists on settings (`emulation.setMediaFeaturesOverride`) that a Firefox of long support may not know yet.
This script stands between the two: it starts the browser with the arguments it is given, passes every byte on, and
answers an unknown setting of that family with success, so that it has no effect.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys

FIREFOX = "/usr/bin/firefox-esr"
LISTENS = re.compile(rb"(WebDriver BiDi listening on ws://127\.0\.0\.1:)(\d+)")


async def frame_of(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """The head of a WebSocket frame as a server sends it, and its payload."""
    head = await reader.readexactly(2)
    size = head[1] & 0x7F
    if size > 125:
        longer = await reader.readexactly(2 if size == 126 else 8)
        head, size = head + longer, int.from_bytes(longer, "big")
    return head, await reader.readexactly(size)


def forgiven(head: bytes, payload: bytes) -> bytes:
    """The frame; success in place of the refusal of a setting that this browser does not know."""
    if head[0] & 0x0F == 1 and b'"unknown command"' in payload:
        said = json.loads(payload)
        if said.get("error") == "unknown command" and said.get("message", "").startswith("emulation."):
            answer = json.dumps({"type": "success", "id": said["id"], "result": {}}).encode()
            assert len(answer) < 126
            return bytes((0x81, len(answer))) + answer
    return head + payload


async def answers(browser: asyncio.StreamReader, driver: asyncio.StreamWriter) -> None:
    """From the browser to who drives it: first the handshake, then frames."""
    driver.write(await browser.readuntil(b"\r\n\r\n"))
    while True:
        driver.write(forgiven(*await frame_of(browser)))
        await driver.drain()


async def orders(driver: asyncio.StreamReader, browser: asyncio.StreamWriter, own: bytes, port: bytes) -> None:
    """From who drives it to the browser: first the handshake, which names the port, then byte by byte."""
    browser.write((await driver.readuntil(b"\r\n\r\n")).replace(b"127.0.0.1:" + own, b"127.0.0.1:" + port))
    while data := await driver.read(1 << 16):
        browser.write(data)
        await browser.drain()


async def main() -> int:
    browser = await asyncio.create_subprocess_exec(FIREFOX, *sys.argv[1:], stderr=asyncio.subprocess.PIPE)
    assert browser.stderr is not None
    own = port = b""

    async def drive(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_browser, to_browser = await asyncio.open_connection("127.0.0.1", int(port))
        both = orders(reader, to_browser, own, port), answers(from_browser, writer)
        await asyncio.wait([asyncio.create_task(way) for way in both], return_when=asyncio.FIRST_COMPLETED)
        for end in (writer, to_browser):
            end.close()

    server = await asyncio.start_server(drive, "127.0.0.1", 0)
    own = str(server.sockets[0].getsockname()[1]).encode()
    async for line in browser.stderr:
        if found := LISTENS.search(line):
            port = found[2]
            line = LISTENS.sub(rb"\g<1>" + own, line)
        sys.stderr.buffer.write(line)
        sys.stderr.buffer.flush()
    return await browser.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
