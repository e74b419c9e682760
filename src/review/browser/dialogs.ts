import { differenceOf } from "./correct/difference-view.ts";
import { byId } from "./elements.ts";

export interface Question {
  readonly title: string;
  readonly label: string;
  /** Whether an answer without text counts. */
  readonly mayBeEmpty: boolean;
  /** The longest answer, in UTF-16 units. */
  readonly most: number;
  /** For a text that is corrected; left out: the answer begins empty. */
  readonly begun?: BegunText;
}

export interface BegunText {
  /** How it read at first, and what the person starts from. */
  readonly original: string;
  readonly now: string;
  /** Its language tag, for the browser's spelling checker; empty: unknown. */
  readonly lang: string;
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
  text.lang = begun?.lang ?? "en";
  text.maxLength = most;
  text.required = !mayBeEmpty;
  dialog.returnValue = "cancel";
  const over = new AbortController();
  if (begun !== undefined) showDifference(text, begun, over.signal);
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

/** Shows below the answer how it differs from the original, until the dialog is over. */
function showDifference(text: HTMLTextAreaElement, { original, lang }: BegunText, over: AbortSignal): void {
  const shown = byId("ask-difference");
  shown.lang = lang;
  const show = (): void => {
    const now = text.value.trim();
    shown.replaceChildren(...(now === original ? [] : differenceOf(original, now)));
  };
  show();
  text.addEventListener("input", show, { signal: over });
  over.addEventListener("abort", () => shown.replaceChildren(), { once: true });
}
