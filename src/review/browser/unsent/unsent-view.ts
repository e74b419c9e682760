import { byId, make } from "../elements.ts";
import type { UnsentTexts } from "./unsent-texts.ts";

/** Shows what was typed and is not recorded, each with a button that discards it. Nothing is shown while there is none. */
export function showUnsent(texts: UnsentTexts): void {
  const all = texts.all();
  const place = byId("unsent");
  place.hidden = all.length === 0;
  const rows = all.map(([key, { about, text }]) => {
    const discard = make(
      "button",
      { type: "button", class: "small" },
      "Discard ",
      make("span", { class: "unseen" }, about),
    );
    discard.addEventListener("click", () => {
      texts.forget(key);
      showUnsent(texts);
    });
    return make("li", {}, `${about}: `, make("q", { dir: "auto" }, text), discard);
  });
  const wasOpen = place.querySelector("details")?.open ?? matchMedia("(min-width: 45.01rem)").matches;
  const details = make(
    "details",
    wasOpen ? { open: "" } : {},
    make("summary", {}, `Typed, but not recorded (${all.length})`),
    make("p", { class: "quiet" }, "Open the lesson and begin the same again to go on with it."),
    make("ul", {}, ...rows),
  );
  place.replaceChildren(details);
}

/** Asks whoever closes the page whether to stay, while something is typed and not recorded: the next desk has another address. */
export function guardUnsent(texts: UnsentTexts): void {
  addEventListener("beforeunload", (event) => {
    if (texts.all().length === 0) return;
    event.preventDefault();
    // Older browsers ask only if this is set.
    event.returnValue = true;
  });
}
