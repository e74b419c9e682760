import { differenceOf } from "./correct/difference-view.ts";
import { byId } from "./elements.ts";

export interface Question {
  readonly title: string;
  readonly label: string;
  /** Whether an answer without text counts. */
  readonly mayBeEmpty: boolean;
  /** The longest answer, in UTF-16 units. */
  readonly most: number;
  /** For a text that is corrected: how it read at first, and how it reads now. Left out: the answer begins empty. */
  readonly begun?: { readonly original: string; readonly now: string };
}

/** Whether a dialog is open: keys then belong to it. */
export function isAsking(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

/** Asks for a line or a few. Resolves with the text, or with null if the person cancels. Enter saves, Shift-Enter begins a line. */
export function ask({ title, label, mayBeEmpty, most, begun }: Question): Promise<string | null> {
  const dialog = byId<HTMLDialogElement>("ask");
  const text = byId<HTMLTextAreaElement>("ask-text");
  byId("ask-title").textContent = title;
  byId("ask-label").textContent = label;
  text.value = begun?.now ?? "";
  text.maxLength = most;
  text.required = !mayBeEmpty;
  dialog.returnValue = "cancel";
  const over = new AbortController();
  const showDifference = (): void => {
    const isShown = begun !== undefined && begun.original !== text.value.trim();
    byId("ask-difference").replaceChildren(
      ...(isShown ? differenceOf(begun.original, text.value.trim()) : []),
    );
  };
  showDifference();
  text.addEventListener("input", showDifference, { signal: over.signal });
  byId("ask-cancel").addEventListener("click", () => dialog.close("cancel"), { signal: over.signal });
  text.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      byId<HTMLButtonElement>("ask-ok").click();
    },
    { signal: over.signal },
  );
  dialog.showModal();
  text.focus();
  return new Promise((resolve) => {
    dialog.addEventListener(
      "close",
      () => {
        over.abort();
        const answer = text.value.trim();
        resolve(dialog.returnValue !== "ok" || (answer === "" && !mayBeEmpty) ? null : answer);
      },
      { once: true },
    );
  });
}
