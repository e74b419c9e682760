import { isBlank } from "../../shared/text.ts";
import { differenceOf } from "./correct/difference-view.ts";
import { byId } from "./elements.ts";

export interface Question {
  readonly title: string;
  readonly label: string;
  /** What the person is told who saves no text; null: an answer without text counts. */
  readonly missing: string | null;
  /** What else speaks against an answer; null: nothing. */
  readonly check?: (answer: string) => string | null;
  /** The longest answer, in UTF-16 units. */
  readonly most: number;
  /** For a text that is corrected; left out: the answer begins empty. */
  readonly begun?: BegunText;
  /** For an answer that is kept until it is recorded. */
  readonly unsent?: { readonly text: string | null; readonly keep: (text: string | null) => void };
  /** What the answer is by all likelihood. */
  readonly suggested?: string;
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

/**
 * Asks for a line or a few. Resolves with the text, or with null if the person cancels. Enter saves, Shift-Enter begins a line. What can't be
 * saved stays in the open dialog, which says why.
 */
export function ask(question: Question): Promise<string | null> {
  const { title, label, begun, unsent, suggested } = question;
  const dialog = byId<HTMLDialogElement>("ask");
  const text = byId<HTMLTextAreaElement>("ask-text");
  const start = begun?.now ?? "";
  byId("ask-title").textContent = title;
  byId("ask-label").textContent = label;
  text.value = unsent?.text ?? suggested ?? start;
  text.lang = begun?.lang ?? "en";
  dialog.returnValue = "cancel";
  const over = new AbortController();
  const { signal } = over;
  complain(null);
  offerStart(text, start, signal);
  if (begun !== undefined) showDifference(text, begun, signal);
  byId("ask-cancel").addEventListener("click", () => dialog.close("cancel"), { signal });
  byId("ask-ok").addEventListener(
    "click",
    (event) => {
      const objection = objectionTo(text.value.trim(), question);
      if (objection === null) return;
      event.preventDefault();
      complain(objection);
      text.focus();
    },
    { signal },
  );
  text.addEventListener(
    "input",
    () => {
      complain(null);
      unsent?.keep(text.value.trim() === start ? null : text.value);
    },
    { signal },
  );
  text.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      byId<HTMLButtonElement>("ask-ok").click();
    },
    { signal },
  );
  dialog.showModal();
  text.focus();
  if (suggested !== undefined) text.select();
  return new Promise((resolve) => {
    dialog.addEventListener(
      "close",
      () => {
        over.abort();
        resolve(dialog.returnValue === "ok" ? text.value.trim() : null);
      },
      { once: true },
    );
  });
}

/** Why an answer can't be saved as it is; null: it can. */
function objectionTo(answer: string, { missing, most, check }: Question): string | null {
  if (missing !== null && isBlank(answer)) return missing;
  const objection = check?.(answer) ?? null;
  if (objection !== null) return objection;
  if (answer.length <= most) return null;
  const [is, can] = [answer.length, most].map((count) => count.toLocaleString("en"));
  return `It has ${is} characters; at most ${can} can be recorded. Nothing was cut.`;
}

function complain(objection: string | null): void {
  byId("ask-objection").textContent = objection ?? "";
  byId("ask-text").ariaInvalid = String(objection !== null);
}

/** A button that goes back to how the text is now, while the answer is another. */
function offerStart(text: HTMLTextAreaElement, start: string, signal: AbortSignal): void {
  const again = byId("ask-again");
  const show = (): void => {
    again.hidden = start === "" || text.value === start;
  };
  show();
  text.addEventListener("input", show, { signal });
  const goBack = (): void => {
    text.value = start;
    text.dispatchEvent(new Event("input"));
    text.focus();
  };
  again.addEventListener("click", goBack, { signal });
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
