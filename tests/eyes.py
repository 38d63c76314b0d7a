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


REACHABLE = """() => {
  const all = "a[href], button, input, select, textarea, summary, [tabindex], audio, video, iframe";
  window.unreached = new Set([...document.querySelectorAll(all)].filter(one => one.tabIndex >= 0 && !one.disabled
    && one.getClientRects().length && one.checkVisibility({visibilityProperty: true}) && !one.closest('[inert]')
    && !(one.type === 'radio' && !one.checked)));
  const reach = () => {
    const one = document.activeElement;
    window.unreached.delete(one);
    const rect = [...one.getClientRects()].find(it => it.width && it.height);
    if (!rect || one === document.body || one.closest('svg')) return null;
    const at = document.elementFromPoint(rect.left + Math.min(rect.width, innerWidth) / 2, rect.top + Math.min(rect.height, 40) / 2);
    return at && (one.contains(at) || at.contains(one)) ? null : one.outerHTML.slice(0, 120);
  };
  window.reach = reach;
  return window.unreached.size;
}"""  # noqa: E501
"""How many things one can press, open or write in; `reach` takes off what is in focus, and gives it if it is hidden."""
LOOKS = 20  # until what is in focus counts as hidden
MORE_TABS = 60  # within one thing, such as the parts of a date; to the window and back


def keys_find(page: Any) -> list[tuple[str, object]]:
    """What Tab does not come to from wherever the focus is, and what is hidden when it comes there."""
    found: list[tuple[str, object]] = []
    for _ in range(page.evaluate(REACHABLE) + MORE_TABS):
        page.keyboard.press("Tab")
        hidden, left = page.evaluate("[reach(), unreached.size]")
        tries = 0
        while hidden is not None and (tries := tries + 1) < LOOKS:  # a browser scrolls to it when it has time
            hidden = page.evaluate(f"{SETTLED}.then(reach)")
        if hidden is not None:
            found.append(("not seen in focus", hidden))
        if not left:
            break
    unreached = page.evaluate("[...unreached].map(one => one.outerHTML.slice(0, 120))")
    return found + [("no way by keys", one) for one in unreached]
