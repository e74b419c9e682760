/** The first element that matches. Throws if no element matches, because the page and the script then have different versions. */
export function the<T extends Element = HTMLElement>(within: ParentNode, selector: string): T {
  const found = within.querySelector<T>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}

/** All elements that match, in the page's order. */
export function all<T extends Element = HTMLElement>(within: ParentNode, selector: string): T[] {
  return [...within.querySelectorAll<T>(selector)];
}

/**
 * Creates a button. `act`: what a click does; null if the button's group handles clicks. `label`: the button's accessible name, if it differs from the
 * text.
 */
export function button(
  text: string,
  act: (() => void) | null,
  label: string | null = null,
): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (label !== null) made.setAttribute("aria-label", label);
  if (act !== null) made.addEventListener("click", act);
  return made;
}
