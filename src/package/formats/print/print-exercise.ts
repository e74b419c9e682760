import { html, type Markup } from "../../../shared/html.ts";
import type { TextDirection } from "../../contents/text-direction.ts";
import type { Exercise, GapItem } from "../../exercises/exercise.ts";
import { asBeginning } from "../../exercises/letters.ts";
import type { Locale } from "../../locales/locale.ts";
import { aroundGap } from "../../pages/around-gap.ts";
import { heardHint } from "../../pages/heard-player.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { languageAttributes } from "../web/language-attributes.ts";

export interface PrintFace {
  readonly direction: TextDirection;
  /** BCP 47 tag of the glosses. */
  readonly reader: string;
  readonly strings: Locale["exercises"];
}

const gap = html`<span class="gap">&nbsp;</span>`;

/** An exercise to be done with a pen. */
export function printExercise(exercise: Exercise, look: PrintFace): Markup {
  const { direction, reader, strings } = look;
  const list = (rows: readonly Markup[]) =>
    html`<ol class="items" dir="${direction.dir}">${rows.map((row) => html`<li>${row}</li>\n`)}</ol>\n`;
  switch (exercise.kind) {
    case "cloze":
      return html`${bankOf(exercise.bank, direction)}
${list(exercise.items.map((item) => sentence(item, gap, direction)))}`;
    case "first-letter":
      return list(
        exercise.items.map((item) => {
          const hint = html`<span class="first">${asBeginning(item.first)}${"_".repeat(item.letters - 1)}</span>`;
          return sentence(item, hint, direction);
        }),
      );
    case "matching":
      return pairs(
        { first: exercise.words, second: exercise.glosses },
        html`lang="${reader}" dir="auto"`,
        direction,
      );
    case "what-next":
      return pairs(
        { first: exercise.sentences, second: exercise.nexts },
        languageAttributes(direction),
        direction,
      );
    case "who-said":
      return html`${bankOf(exercise.names, direction)}
${list(
  exercise.items.map(
    ({ quote }) =>
      html`<span ${languageAttributes(direction)}>${isolateBidi(quote, direction)}</span> ${gap}`,
  ),
)}`;
    case "letter-scramble":
      return list(
        exercise.items.map(
          ({ letters, gloss }) =>
            html`<span ${languageAttributes(direction, "letters")}>${letters.join(" · ")}</span> ${gap} ${gloss !== null && html`<span class="hint" lang="${reader}" dir="auto">${gloss}</span>`}`,
        ),
      );
    case "listening-cloze":
      return list(
        exercise.items.map((item) => html`${heardHint(item, strings)} ${sentence(item, gap, direction)}`),
      );
    case "dictation":
      return list(exercise.items.map((item) => html`${heardHint(item, strings)}<span class="rule"></span>`));
    case "find-sentence":
      return list(
        exercise.items.map(
          ({ clues }) =>
            html`<span ${languageAttributes(direction)}>${clues.join(" · ")}</span><span class="rule"></span>`,
        ),
      );
    case "word-order":
      return html`${list(
        exercise.items.map(
          ({ tiles }) =>
            html`<span ${languageAttributes(direction)}>${tiles.join(" / ")}</span><span class="rule"></span>`,
        ),
      )}<p class="hint">${strings.otherOrders}</p>
`;
    case "true-false":
      return list(
        exercise.items.map(
          ({ statement }) =>
            html`<span ${languageAttributes(direction)}>${isolateBidi(statement, direction)}</span> <span class="hint">☐ ${strings.isTrue} ☐ ${strings.isFalse}</span>`,
        ),
      );
    case "sentence-order":
    case "story-order":
      return html`<ul class="order" dir="${direction.dir}">${exercise.sentences.map(
        (text) =>
          html`<li><span class="square"></span><span ${languageAttributes(direction)}>${isolateBidi(text, direction)}</span></li>\n`,
      )}</ul>
`;
  }
}

function sentence(item: GapItem, hole: Markup, direction: TextDirection): Markup {
  return html`<span ${languageAttributes(direction)}>${aroundGap(item, hole, direction)}</span>`;
}

/** The letter of a gloss on paper: a to z, then aa. */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

function bankOf(words: readonly string[], direction: TextDirection): Markup {
  return html`<ul ${languageAttributes(direction, "bank")}>${words.map((word) => html`<li>${isolateBidi(word, direction)}</li>`)}</ul>`;
}

interface Pairs {
  readonly first: readonly string[];
  readonly second: readonly string[];
}

/** Numbered texts, and lettered ones to match with them. `attributes`: the language of the lettered ones. */
function pairs({ first, second }: Pairs, attributes: Markup, direction: TextDirection): Markup {
  return html`<div class="pairs" dir="${direction.dir}">
<ol class="items" dir="${direction.dir}">${first.map(
    (word) =>
      html`<li><div class="pair"><span class="box">&nbsp;</span><span ${languageAttributes(direction)}>${isolateBidi(word, direction)}</span></div></li>\n`,
  )}</ol>
<ul class="order" dir="ltr">${second.map(
    (text, index) =>
      html`<li><span class="hint">${letterOf(index)})</span> <span ${attributes}>${text}</span></li>\n`,
  )}</ul>
</div>
`;
}
