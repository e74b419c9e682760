/** The first element that matches. Throws if there is none, because page and script are then of different versions. */
export function the<T extends Element = HTMLElement>(within: ParentNode, selector: string): T {
  const found = within.querySelector<T>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}

/** All elements that match, in the page's order. */
export function all<T extends Element = HTMLElement>(within: ParentNode, selector: string): T[] {
  return [...within.querySelectorAll<T>(selector)];
}

/** Creates a button. `act`: null if its group handles it. `label`: its accessible name, if that is not its text. */
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
