import { cleanLine, isBlank, isNamed } from "../../shared/text.ts";
import { nameMost } from "../recorded-text.ts";
import { button, byId, differenceOf, make } from "./elements.ts";
import type { Kept } from "./kept.ts";

export interface Question {
  readonly title: string;
  readonly label: string;
  /** What speaks against an answer; null: nothing. */
  readonly objectionTo: (answer: string) => string | null;
  /** The longest answer, in UTF-16 units. */
  readonly most: number;
  /** For a text that is corrected; left out: the answer begins empty. */
  readonly begun?: BegunText;
  /** For an answer that is kept until it is recorded; `about`: what it would do. */
  readonly unsent?: { readonly kept: Kept; readonly key: string; readonly about: string };
  /** What the answer is by all likelihood; null: nothing is known. */
  readonly suggested?: string | null;
}

interface BegunText {
  /** How it read at first, and what the person starts from. */
  readonly original: string;
  readonly now: string;
  /** Its language tag, for the browser's spelling checker; empty: unknown. */
  readonly lang: string;
}

/** Objects to an answer without visible text. */
export function needed(objection: string): Question["objectionTo"] {
  return (answer) => (isBlank(answer) ? objection : null);
}

/** Whether a dialog is open, in which case it handles the keys. */
export function isAsking(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

/**
 * Asks for one or more lines. Resolves with the text, or with null if the person cancels. Enter saves, Shift-Enter begins a new line. Text that can't
 * be saved stays in the open dialog, which says why.
 */
export function ask(question: Question): Promise<string | null> {
  const { title, label, begun, unsent, suggested = null } = question;
  const dialog = byId<HTMLDialogElement>("ask");
  const text = byId<HTMLTextAreaElement>("ask-text");
  const again = byId("ask-again");
  const difference = byId("ask-difference");
  const start = begun?.now ?? "";
  const over = new AbortController();
  const { signal } = over;
  const answer = (): string => text.value.trim();
  const show = (): void => {
    complain(null);
    again.hidden = start === "" || text.value === start;
    const isOther = begun !== undefined && answer() !== begun.original;
    difference.replaceChildren(...(isOther ? differenceOf(begun.original, answer()) : []));
  };
  byId("ask-title").textContent = title;
  byId("ask-label").textContent = label;
  text.value = unsent?.kept.text(unsent.key) ?? suggested ?? start;
  text.lang = begun?.lang ?? "en";
  difference.lang = begun?.lang ?? "";
  dialog.returnValue = "cancel";
  show();
  again.addEventListener(
    "click",
    () => {
      text.value = start;
      text.dispatchEvent(new Event("input"));
      text.focus();
    },
    { signal },
  );
  byId("ask-cancel").addEventListener("click", () => dialog.close("cancel"), { signal });
  byId("ask-ok").addEventListener(
    "click",
    (event) => {
      const objection = question.objectionTo(answer()) ?? tooLong(answer(), question.most);
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
      show();
      if (unsent === undefined) return;
      const { kept, key, about } = unsent;
      if (answer() === start) kept.forgetText(key);
      else kept.keepText(key, { about, text: text.value });
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
  if (suggested !== null) text.select();
  return new Promise((resolve) => {
    dialog.addEventListener(
      "close",
      () => {
        over.abort();
        resolve(dialog.returnValue === "ok" ? answer() : null);
      },
      { once: true },
    );
  });
}

function tooLong({ length }: string, most: number): string | null {
  if (length <= most) return null;
  const [is, can] = [length, most].map((count) => count.toLocaleString("en"));
  return `Your text has ${is} characters; at most ${can} can be recorded. Nothing was cut.`;
}

function complain(objection: string | null): void {
  byId("ask-objection").textContent = objection ?? "";
  byId("ask-text").ariaInvalid = String(objection !== null);
}

/** The person's name, asked for unless it is known; null if the person cancelled. */
export async function askName(kept: Kept): Promise<string | null> {
  return kept.who ?? askAnotherName(kept);
}

/** Asks for the name to record from now on; null if the person cancelled. */
export async function askAnotherName(kept: Kept): Promise<string | null> {
  const given = await ask({
    title: "Who is reviewing?",
    label: "Your name, as it should be recorded with your decisions",
    objectionTo: (name) => (isNamed(name) ? null : "Give a name that others can read."),
    most: nameMost,
    suggested: kept.who ?? kept.suggestedName,
  });
  if (given === null) return null;
  // As it is recorded, without what could reorder the words around it.
  const name = cleanLine(given);
  kept.rename(name);
  return name;
}

/** Shows the texts that were typed but not recorded, each with a button that discards it. Nothing is shown if there are none. */
export function showUnsent(kept: Kept): void {
  const all = kept.texts();
  const place = byId("unsent");
  place.hidden = all.length === 0;
  const rows = all.map(([key, { about, text }]) => {
    const act = (): void => {
      kept.forgetText(key);
      showUnsent(kept);
    };
    const discard = button("Discard", act, { look: "small", unseen: about });
    return make("li", {}, `${about}: `, make("q", { dir: "auto" }, text), discard);
  });
  const wasOpen = place.querySelector("details")?.open ?? matchMedia("(min-width: 45.01rem)").matches;
  const details = make(
    "details",
    wasOpen ? { open: "" } : {},
    make("summary", {}, `Typed, but not recorded (${all.length})`),
    make("p", { class: "quiet" }, "Open the lesson and start the same action again to go on with your text."),
    make("ul", {}, ...rows),
  );
  place.replaceChildren(details);
}
