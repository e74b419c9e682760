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
  place.replaceChildren(
    make("h2", {}, "Typed, but not recorded"),
    make("p", { class: "quiet" }, "Open the lesson and press the same key again to go on with it."),
    make("ul", {}, ...rows),
  );
}
