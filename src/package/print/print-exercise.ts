import { html, type Markup } from "../../shared/html.ts";
import type { Exercise, GapItem, Matching } from "../exercises/exercise.ts";
import { asBeginning } from "../exercises/letters.ts";
import type { Locale } from "../locales/locale.ts";
import { aroundGap } from "../pages/around-gap.ts";
import { setText } from "../pages/set-text.ts";
import type { TextDirection } from "../text-direction.ts";
import { face } from "../web/face.ts";

export interface PrintFace {
  readonly direction: TextDirection;
  /** BCP 47, of the glosses. */
  readonly reader: string;
  readonly strings: Locale["exercises"];
}

const gap = html`<span class="gap">&nbsp;</span>`;

/** An exercise to be worked on with a pen. */
export function printExercise(exercise: Exercise, look: PrintFace): Markup {
  const { direction, reader, strings } = look;
  const list = (rows: readonly Markup[]) =>
    html`<ol class="items" dir="${direction.dir}">${rows.map((row) => html`<li>${row}</li>\n`)}</ol>\n`;
  switch (exercise.kind) {
    case "cloze":
      return html`<ul ${face(direction, "bank")}>${exercise.bank.map((word) => html`<li>${setText(word, direction)}</li>`)}</ul>
${list(exercise.items.map((item) => sentence(item, gap, direction)))}`;
    case "first-letter":
      return list(
        exercise.items.map((item) => {
          const hint = html`<span class="first">${asBeginning(item.first)}${"_".repeat(item.letters - 1)}</span>`;
          return sentence(item, hint, direction);
        }),
      );
    case "matching":
      return pairs(exercise, look);
    case "letter-scramble":
      return list(
        exercise.items.map(
          ({ letters, gloss }) =>
            html`<span ${face(direction, "letters")}>${letters.join(" · ")}</span> ${gap} ${gloss !== null && html`<span class="hint" lang="${reader}" dir="auto">${gloss}</span>`}`,
        ),
      );
    case "word-order":
      return html`${list(
        exercise.items.map(
          ({ tiles }) => html`<span ${face(direction)}>${tiles.join(" / ")}</span><span class="rule"></span>`,
        ),
      )}<p class="hint">${strings.otherOrders}</p>
`;
    case "sentence-order":
      return html`<ul class="order" dir="${direction.dir}">${exercise.sentences.map(
        (text) =>
          html`<li><span class="square"></span><span ${face(direction)}>${setText(text, direction)}</span></li>\n`,
      )}</ul>
`;
  }
}

function sentence(item: GapItem, hole: Markup, direction: TextDirection): Markup {
  return html`<span ${face(direction)}>${aroundGap(item, hole, direction)}</span>`;
}

/** The letter that a gloss is called by on paper: a to z, then aa. */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

function pairs({ words, glosses }: Matching, { direction, reader }: PrintFace): Markup {
  return html`<div class="pairs" dir="${direction.dir}">
<ol class="items" dir="${direction.dir}">${words.map(
    (word) =>
      html`<li><div class="pair"><span class="box">&nbsp;</span><span ${face(direction)}>${setText(word, direction)}</span></div></li>\n`,
  )}</ol>
<ul class="order" dir="ltr">${glosses.map(
    (gloss, index) =>
      html`<li><span class="hint">${letterOf(index)})</span> <span lang="${reader}" dir="auto">${gloss}</span></li>\n`,
  )}</ul>
</div>
`;
}
