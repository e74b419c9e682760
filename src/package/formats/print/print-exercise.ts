import { html, type Markup } from "../../../shared/html.ts";
import type { TextDirection } from "../../contents/text-direction.ts";
import { choicesOf, type Exercise, type Item } from "../../exercises/exercise.ts";
import { cueText, kinds } from "../../exercises/kinds.ts";
import { openingOf } from "../../exercises/letters.ts";
import type { Locale } from "../../locales/locale.ts";
import { heardHint } from "../../pages/heard-player.ts";
import { aroundGap, isolateBidi } from "../../pages/isolate-bidi.ts";
import { gapHint, languageAttributes } from "../web/bar.ts";

export interface PrintFace {
  readonly direction: TextDirection;
  /** BCP 47 tag of the glosses. */
  readonly reader: string;
  readonly strings: Locale["exercises"];
}

const gap = html`<span class="gap">&nbsp;</span>`;

/** An exercise to be done with a pen. */
export function printExercise(exercise: Exercise, look: PrintFace): Markup {
  const { direction, strings } = look;
  const { form, choices, ofLetters } = kinds[exercise.kind];
  switch (form) {
    case "choose":
      if (choices === "column") return columns(exercise, look);
      return html`${choices === "bank" && html`${bankOf(exercise.choices, direction)}\n`}${list(
        exercise.items.map((item) => {
          const place =
            choices === "bank"
              ? gap
              : html`<span class="hint">☐ ${choicesOf(exercise, item).join(" ☐ ")}</span>`;
          return item.given === null
            ? html`${inScript(item.before, direction)} ${place}`
            : html`${sentence(item, place, direction)}${gapHint(item, direction, look.reader)}`;
        }),
        direction,
      )}`;
    case "type":
      return list(
        exercise.items.map((item) => {
          const heard = item.heard !== null && heardHint(item.heard, strings);
          if (item.given === null) {
            const clues = item.cue.length > 0 && inScript(cueText(exercise, item.cue), direction);
            return html`${heard}${clues}<span class="rule"></span>`;
          }
          return html`${heard}${heard && " "}${sentence(item, hole(item), direction)}${gapHint(item, direction, look.reader)}`;
        }),
        direction,
      );
    case "build": {
      const isWord = ofLetters === true;
      const rows = exercise.items.map(({ before, cue, gloss }) => {
        const shown = html`<span ${languageAttributes(direction, isWord ? "letters" : undefined)}>${before !== "" && html`${isolateBidi(before, direction)} … `}${cueText(exercise, cue)}</span>`;
        if (!isWord) return html`${shown}<span class="rule"></span>`;
        return html`${shown} ${gap} ${gloss !== null && html`<span class="hint" lang="${look.reader}" dir="auto">${gloss}</span>`}`;
      });
      return html`${list(rows, direction)}${!isWord && html`<p class="hint">${strings.otherOrders}</p>\n`}`;
    }
    case "order":
      return html`<ul class="order" dir="${direction.dir}">${exercise.items.map(
        ({ before }) => html`<li><span class="square"></span>${inScript(before, direction)}</li>\n`,
      )}</ul>
`;
  }
}

function list(rows: readonly Markup[], { dir }: TextDirection): Markup {
  return html`<ol class="items" dir="${dir}">${rows.map((row) => html`<li>${row}</li>\n`)}</ol>\n`;
}

function inScript(text: string, direction: TextDirection): Markup {
  return html`<span ${languageAttributes(direction)}>${isolateBidi(text, direction)}</span>`;
}

function sentence(item: Item, place: Markup, direction: TextDirection): Markup {
  return html`<span ${languageAttributes(direction)}>${aroundGap(item, place, direction)}</span>`;
}

/** A gap; with a letter given, a line for each of the others. */
function hole({ given, answer }: Item): Markup {
  if (given === null || given === "") return gap;
  return html`<span class="first">${openingOf({ given, answer })}</span>`;
}

/** The letter of a gloss on paper: a to z, then aa. */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

function bankOf(words: readonly string[], direction: TextDirection): Markup {
  return html`<ul ${languageAttributes(direction, "bank")}>${words.map((word) => html`<li>${isolateBidi(word, direction)}</li>`)}</ul>`;
}

/** Numbered texts, and lettered ones to match with them. */
function columns({ kind, items, choices }: Exercise, { direction, reader }: PrintFace): Markup {
  const language =
    kinds[kind].inReader === true ? html`lang="${reader}" dir="auto"` : languageAttributes(direction);
  return html`<div class="pairs" dir="${direction.dir}">
<ol class="items" dir="${direction.dir}">${items.map(
    ({ before }) =>
      html`<li><div class="pair"><span class="box">&nbsp;</span>${inScript(before, direction)}</div></li>\n`,
  )}</ol>
<ul class="order" dir="ltr">${choices.map(
    (text, index) =>
      html`<li><span class="hint">${letterOf(index)})</span> <span ${language}>${text}</span></li>\n`,
  )}</ul>
</div>
`;
}
