// Small helpers; text always goes in as text, never as markup.

export const byId = (id) => document.getElementById(id);

export const pageData = () => JSON.parse(byId("page-data").textContent);

/** Set an element's text only when it differs: a live region repeats nothing and no animation restarts. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Make an HTML element: attributes, then children (elements or text). */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** The four marks that tell the seats apart without colour: disc, square, triangle, diamond. */
const MARKS = [
  "M10 1a9 9 0 1 0 0 18a9 9 0 1 0 0-18z",
  "M2 2h16v16H2z",
  "M10 1l9.500 17H.5z",
  "M10 0l10 10-10 10L0 10z",
];

export const markPath = (seat) => MARKS[seat % MARKS.length];
