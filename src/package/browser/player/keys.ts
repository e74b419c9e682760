import { all, kept, the } from "../elements.ts";
import { type Action, actionOf } from "./parts.ts";

/** Single-letter keys can be turned off in the help, for people who use speech input (WCAG 2.2, 2.1.4); the browser remembers this. */
export function startKeys(
  player: HTMLElement,
  act: (action: Action) => void,
): { readonly toggle: () => void } {
  const help = the(player, ".help");
  const opener = the(player, "[data-do=help]");
  const use = the<HTMLInputElement>(help, "input");
  const open = (isOpen: boolean): void => {
    help.hidden = !isOpen;
    opener.setAttribute("aria-expanded", String(isOpen));
  };
  use.checked = kept.get("keys") !== "off";
  use.addEventListener("change", () => kept.set("keys", use.checked ? null : "off"));
  for (const each of all(player, "[data-do]")) {
    each.addEventListener("click", () => act(each.dataset.do as Action));
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !help.hidden) {
      open(false);
      opener.focus();
      return;
    }
    const action = use.checked ? actionOf(event, kindOf(document.activeElement)) : null;
    if (action === null) return;
    event.preventDefault();
    if (!(event.repeat && action === "play")) act(action);
  });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest(".help, [data-do=help]") === null) open(false);
  });
  return { toggle: () => open(help.hidden !== false) };
}

function kindOf(focused: Element | null): string {
  const name = focused?.tagName.toLowerCase() ?? "";
  return focused instanceof HTMLInputElement ? `${name}:${focused.type}` : name;
}
