import { html, type Markup } from "../../shared/html.ts";
import type { HeardItem } from "../exercises/exercise.ts";
import { type Locale, labelled } from "../locales/locale.ts";

type Heard = Pick<HeardItem, "heard">;

interface PlayedItem {
  /** The recording's URL; null if the recording is not beside the page. */
  readonly sound: string | null;
  /** The item's number in its exercise, from 1. */
  readonly number: number;
  readonly strings: Locale;
}

/** The browser's own player takes the range from the URL; a script replaces it with a button (`browser/heard-stretches.ts`). */
export function heardPlayer(item: Heard, { sound, number, strings }: PlayedItem): Markup {
  if (sound === null) return heardHint(item, strings.exercises);
  const { startMs, endMs } = item.heard;
  const [from, to] = [startMs, endMs].map((ms) => (ms / 1_000).toFixed(3));
  const label = labelled(strings.listen, strings.exercises.sentence(number), strings);
  return html`<span class="heard" data-from="${from}" data-to="${to}"><audio controls preload="none" src="${sound}#t=${from},${to}" aria-label="${label}"></audio><button type="button" aria-label="${label}" hidden></button></span>`;
}

/** Where to find a sentence in the lesson's recording, for a recording that is played elsewhere. */
export function heardHint({ heard }: Heard, strings: Locale["exercises"]): Markup {
  return html`<span class="hint" dir="ltr">${heardTimes({ heard }, strings)}</span>`;
}

/** The sentence's times as plain text, rounded outwards to whole seconds, as players display them. */
export function heardTimes({ heard }: Heard, strings: Locale["exercises"]): string {
  return strings.heardAt(clock(Math.floor(heard.startMs / 1_000)), clock(Math.ceil(heard.endMs / 1_000)));
}

/** `m:ss` */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
