/** The first element that matches. Throws if no element matches, because the page and the script then have different versions. */
export function the<T extends Element = HTMLElement>(within: ParentNode, selector: string): T {
  const found = within.querySelector<T>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}

export function all<T extends Element = HTMLElement>(within: ParentNode, selector: string): T[] {
  return [...within.querySelectorAll<T>(selector)];
}

/** `act`: what a click does; null if the button's group handles clicks. `label`: the accessible name, if it differs from the text. */
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

const prefix = "coursebinder:";

/** Settings and answers in the browser's storage. Some browsers have no storage for local files: everything still works, but nothing is remembered. */
export const kept = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(prefix + key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(prefix + key);
      else localStorage.setItem(prefix + key, value);
    } catch {
      // The setting applies to this page only.
    }
  },
  /** Whether what is set can be read again. */
  works(): boolean {
    kept.set("works", "yes");
    const works = kept.get("works") === "yes";
    kept.set("works", null);
    return works;
  },
};
