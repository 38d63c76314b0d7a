"""What an eye and axe-core find wrong on a page of the table as it stands."""

from __future__ import annotations

from typing import Any

FOUND = """async ([context, options]) =>
  (await axe.run(context || document, {resultTypes: ['violations'], ...options})).violations
  .filter(one => one.impact !== 'minor')
  .map(one => [one.id, one.impact, one.nodes.length, one.nodes[0].html.slice(0, 200), one.nodes[0].failureSummary])"""
WIDE = """() => {
  const wide = innerWidth + 1, inner = one => one.closest('#view, .scroll, .seats, #overview, #file, [hidden]');
  if (document.documentElement.scrollWidth > innerWidth) return ['the page is wider than the window'];
  return [...document.querySelectorAll('body *')].filter(one => !inner(one) && one.getClientRects().length && one.getBoundingClientRect().right > wide)
    .map(one => one.outerHTML.slice(0, 120));
}"""  # noqa: E501
CUT = """() => [...document.querySelectorAll('button, a, h1, h2, h3, label, summary, input, select')]
  .filter(one => one.getClientRects().length && !one.closest('#view, #overview, #open') && getComputedStyle(one).overflowX === 'visible'
                 && one.scrollWidth > one.clientWidth + 1 && one.clientWidth)
  .map(one => [one.outerHTML.slice(0, 120), one.scrollWidth, one.clientWidth])"""  # noqa: E501
"""What stands beyond the edge of its own box."""
SETTLED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
BESIDE_THE_BOARD = {"exclude": ["#view", "#overview"]}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


def axe_finds(page: Any, axe: str, *, board: bool = True, colours: bool = False) -> list[list[object]]:
    """What axe-core finds: rule, impact, how many, the first of them and why.

    The board costs as much as all else. Of a page that was looked at in the light only the colours differ in the dark.
    """
    if not page.evaluate("!!window.axe"):
        page.evaluate(f"{axe};0")
    found: list[list[object]] = page.evaluate(FOUND, [None if board else BESIDE_THE_BOARD, COLOURS if colours else {}])
    return found


def eye_finds(page: Any) -> list[tuple[str, object]]:
    """What is wider than the window, or than its own box."""
    return [("wide", one) for one in page.evaluate(WIDE)] + [("cut", one) for one in page.evaluate(CUT)]
