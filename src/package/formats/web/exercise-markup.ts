import { html, type Markup } from "../../../shared/html.ts";
import type { TextDirection } from "../../contents/text-direction.ts";
import type {
  Cloze,
  Dictation,
  Exercise,
  FindSentence,
  FirstLetter,
  LetterScramble,
  ListeningCloze,
  Matching,
  SentenceOrder,
  TrueFalse,
  WhatNext,
  WhoSaid,
  WordOrder,
} from "../../exercises/exercise.ts";
import { asBeginning } from "../../exercises/letters.ts";
import type { Locale } from "../../locales/locale.ts";
import { aroundGap } from "../../pages/around-gap.ts";
import { heardPlayer } from "../../pages/heard-player.ts";
import { isolateBidi, setPlain } from "../../pages/isolate-bidi.ts";
import { labelled } from "../../pages/labelled.ts";
import { languageAttributes } from "./language-attributes.ts";

export interface ExerciseFace {
  readonly direction: TextDirection;
  /** BCP 47 tag of the glosses. */
  readonly reader: string;
  readonly strings: Locale;
  /** The address of the lesson's recording; null without one. */
  readonly sound: string | null;
}

/** The body of an exercise: a form that the script checks and that is complete without it. */
export function exerciseMarkup(exercise: Exercise, look: ExerciseFace): Markup {
  switch (exercise.kind) {
    case "cloze":
      return cloze(exercise, look);
    case "first-letter":
      return firstLetter(exercise, look);
    case "matching":
      return matching(exercise, look);
    case "what-next":
      return whatNext(exercise, look);
    case "who-said":
      return whoSaid(exercise, look);
    case "letter-scramble":
      return letterScramble(exercise, look);
    case "word-order":
      return wordOrder(exercise, look);
    case "sentence-order":
    case "story-order":
      return sentenceOrder(exercise, look);
    case "true-false":
      return trueFalse(exercise, look);
    case "find-sentence":
      return findSentence(exercise, look);
    case "listening-cloze":
      return listeningCloze(exercise, look);
    case "dictation":
      return dictation(exercise, look);
  }
}

const verdict = html`<span class="verdict" role="status"></span>`;

function cloze({ bank, items }: Cloze, look: ExerciseFace): Markup {
  const { direction, strings } = look;
  const options = bank.map((word) => option(word, direction));
  return html`<ul ${languageAttributes(direction, "bank")}>${bank.map((word) => html`<li>${isolateBidi(word, direction)}</li>`)}</ul>
<ol class="items" dir="${direction.dir}">${items.map(
    (
      item,
      index,
    ) => html`<li data-item data-answer="${item.answer}"><span ${languageAttributes(direction, "sentence")}>${aroundGap(
      item,
      html`<select autocomplete="off" aria-label="${strings.exercises.gap(index + 1)}"><option value="">${strings.web.choose}</option>${options}</select>`,
      direction,
    )}</span> ${verdict}</li>
`,
  )}</ol>
`;
}

function option(text: string, direction: TextDirection): Markup {
  return html`<option value="${text}">${setPlain(text, direction)}</option>`;
}

function field(label: string): Markup {
  return html`<input type="text" aria-label="${label}" autocomplete="off" autocapitalize="off" spellcheck="false">`;
}

function firstLetter({ items }: FirstLetter, { direction, strings }: ExerciseFace): Markup {
  return html`<ol class="items" dir="${direction.dir}">${items.map((item, index) => {
    const first = `${asBeginning(item.first)}…`;
    const label = `${labelled(strings.exercises.gap(index + 1), first, strings)}, ${strings.exercises.letters(item.letters)}`;
    const gap = html`<span class="first">${first}</span>${field(label)}`;
    return html`<li data-item data-answer="${item.answer}" data-first="${item.first}"><span ${languageAttributes(direction, "sentence")}>${aroundGap(item, gap, direction)}</span> ${verdict}</li>
`;
  })}</ol>
`;
}

function listeningCloze({ items }: ListeningCloze, look: ExerciseFace): Markup {
  const { direction, strings } = look;
  return html`<ol class="items" dir="${direction.dir}">${items.map(
    (
      item,
      index,
    ) => html`<li data-item data-answer="${item.answer}">${heardPlayer(item, { ...look, number: index + 1 })} <span ${languageAttributes(direction, "sentence")}>${aroundGap(item, field(strings.exercises.gap(index + 1)), direction)}</span> ${verdict}</li>
`,
  )}</ol>
`;
}

function dictation({ items }: Dictation, look: ExerciseFace): Markup {
  const { direction, strings } = look;
  return html`<ol class="items" dir="${direction.dir}">${items.map(
    (
      item,
      index,
    ) => html`<li data-item data-answer="${item.answer}">${heardPlayer(item, { ...look, number: index + 1 })} <span ${languageAttributes(direction, "sentence")}>${field(strings.exercises.sentence(index + 1))}</span> ${verdict}</li>
`,
  )}</ol>
`;
}

function matching({ words, glosses, key }: Matching, { direction, reader, strings }: ExerciseFace): Markup {
  const attributes = html`label="${strings.web.meaning}" lang="${reader}" dir="auto"`;
  return pairs({ first: words, second: glosses, key }, attributes, { direction, strings });
}

function whatNext({ sentences, nexts, key }: WhatNext, { direction, strings }: ExerciseFace): Markup {
  const { title } = strings.exercises.kinds["what-next"];
  const attributes = html`label="${title}" lang="${direction.tag}" dir="${direction.dir}"`;
  return pairs({ first: sentences, second: nexts, key }, attributes, { direction, strings });
}

interface Pairs {
  readonly first: readonly string[];
  readonly second: readonly string[];
  readonly key: readonly number[];
}

/** Texts with a list of what belongs to them. `attributes`: of the list's choices. */
function pairs(
  { first, second, key }: Pairs,
  attributes: Markup,
  { direction, strings }: Pick<ExerciseFace, "direction" | "strings">,
): Markup {
  const options = second.map((text) => option(text, direction));
  return html`<ol class="items pairs" dir="${direction.dir}">${first.map(
    (
      word,
      index,
    ) => html`<li data-item data-answer="${second[key[index] ?? 0]}"><span ${languageAttributes(direction, "sentence")}>${isolateBidi(word, direction)}</span>
<select autocomplete="off" aria-label="${word}"><option value="">${strings.web.choose}</option>${html`<optgroup ${attributes}>${options}</optgroup>`}</select> ${verdict}</li>
`,
  )}</ol>
`;
}

function trueFalse({ items }: TrueFalse, { direction, strings }: ExerciseFace): Markup {
  const { isTrue: yes, isFalse: no, statement: nameOf } = strings.exercises;
  return html`<ol class="items" dir="${direction.dir}">${items.map(
    (
      { statement, isTrue },
      index,
    ) => html`<li data-item data-answer="${String(isTrue)}"><span ${languageAttributes(direction, "sentence")}>${isolateBidi(statement, direction)}</span>
<select autocomplete="off" aria-label="${nameOf(index + 1)}"><option value="">${strings.web.choose}</option><option value="true">${yes}</option><option value="false">${no}</option></select> ${verdict}</li>
`,
  )}</ol>
`;
}

function whoSaid({ names, items }: WhoSaid, { direction, strings }: ExerciseFace): Markup {
  const options = names.map((name) => option(name, direction));
  return html`<ol class="items" dir="${direction.dir}">${items.map(
    (
      { quote, answer },
      index,
    ) => html`<li data-item data-answer="${answer}"><span ${languageAttributes(direction, "sentence")}>${isolateBidi(quote, direction)}</span>
<select autocomplete="off" aria-label="${strings.exercises.sentence(index + 1)}"><option value="">${strings.web.choose}</option>${options}</select> ${verdict}</li>
`,
  )}</ol>
`;
}

function findSentence({ items }: FindSentence, { direction, strings }: ExerciseFace): Markup {
  return html`<ol class="items" dir="${direction.dir}">${items.map(
    (
      { clues, answer },
      index,
    ) => html`<li data-item data-answer="${answer}"><span ${languageAttributes(direction, "clues")}>${clues.join(" · ")}</span>
<span ${languageAttributes(direction, "sentence")}>${field(strings.exercises.sentence(index + 1))}</span> ${verdict}</li>
`,
  )}</ol>
`;
}

function letterScramble({ items }: LetterScramble, { direction, reader }: ExerciseFace): Markup {
  return html`<ol class="items" dir="${direction.dir}">${items.map(
    ({
      letters,
      answer,
      gloss,
    }) => html`<li data-item data-answer="${answer}"><span ${languageAttributes(direction, "letters")}>${letters.map((letter) => html`<span>${letter}</span> `)}</span>
${gloss !== null && html`<span class="hint" lang="${reader}" dir="auto">${gloss}</span> `}<span ${languageAttributes(direction)}>${field(letters.join(" "))}</span> ${verdict}</li>
`,
  )}</ol>
`;
}

function wordOrder({ items }: WordOrder, { direction, strings }: ExerciseFace): Markup {
  return html`<ol class="items" dir="${direction.dir}">${items.map(
    ({
      tiles,
      answer,
      end,
    }) => html`<li class="build" data-item data-answer="${answer.join(" ")}"><div ${languageAttributes(direction, "line")} role="group" aria-label="${strings.web.yourSentence}" data-end="${end}" hidden></div>
<div ${languageAttributes(direction, "tiles")}>${tiles.map((tile) => html`<span>${tile}</span> `)}</div> ${verdict}</li>
`,
  )}</ol>
<p class="hint">${strings.exercises.otherOrders}</p>
`;
}

function sentenceOrder({ sentences, key }: SentenceOrder, { direction }: ExerciseFace): Markup {
  return html`<div class="items" data-item><ol class="order">${sentences.map(
    (
      sentence,
      index,
    ) => html`<li data-place="${key[index] ?? 0}"><span ${languageAttributes(direction, "text")}>${isolateBidi(sentence, direction)}</span></li>
`,
  )}</ol>
${verdict}</div>
`;
}
