/* Elements of the page, made by name. What others wrote becomes textContent only; what goes through the parser of SVG comes
   from the tables of drawings and boards, which our painter wrote. */
export const SVG = "http://www.w3.org/2000/svg", PAPER = "var(--board)", INK = "var(--board-ink)";
export const $ = id => document.getElementById(id);

export function make(name, attributes, ...inside) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === "text") node.textContent = value;
    else if (key === "paint") [node.style.background, node.style.color] = value;
    else node.setAttribute(key, value);
  }
  node.append(...inside.filter(part => part !== null && part !== ""));
  return node;
}
export function draw(name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes || {})) node.setAttribute(key, value);
  return node;
}
export function parsed(markup) {
  const source = `<svg xmlns="${SVG}">${markup}</svg>`;
  const root = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  const group = draw("g");
  for (const child of [...root.childNodes]) group.append(document.importNode(child, true));
  return group;
}
