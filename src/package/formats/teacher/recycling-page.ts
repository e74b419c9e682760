import { requiredWords } from "../../../lessons/words/story-words.ts";
import { wordFinder } from "../../../lessons/words/word-finder.ts";
import { html, type Markup } from "../../../shared/html.ts";
import type { LanguageFacts } from "../../../shared/languages/languages.ts";
import type { Volume, VolumeView } from "../../contents/contents.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { languageAttributes } from "../web/bar.ts";
import { csv } from "../words/index.ts";
import { teacherPage } from "./plan-page.ts";

/** Every word form with its encounters per lesson; forms with too few encounters are marked. */
export function recyclingPage(what: VolumeView, words: readonly WordRecycling[]): Markup {
  const say = what.strings.teacher;
  return teacherPage(what, {
    page: "recycling",
    intro: say.recyclingIntro(fewEncounters),
    body:
      words.length === 0
        ? html`<p>${say.noWords}</p>\n`
        : html`<p class="soft"><a href="recycling.csv">${say.spreadsheet}</a></p>
${table(words, what)}`,
  });
}

/** The same table as a spreadsheet: a row per word form, a column per lesson. */
export function recyclingTable({ volume }: VolumeView, words: readonly WordRecycling[]): string {
  return csv([
    ["word", "gloss", "total", ...volume.lessons.map(({ name }) => name)],
    ...words.map(({ word, gloss, total, counts }) => [word, gloss ?? "", total, ...counts]),
  ]);
}

function table(words: readonly WordRecycling[], what: VolumeView): Markup {
  const say = what.strings.teacher;
  const heads = [say.word, say.meaning, say.encounters, say.inLessons, say.longestGap];
  return html`<section class="scroll" tabindex="0" aria-label="${say.recycling}">
<table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${words.map((word) => row(word, what))}</tbody>
</table>
</section>
`;
}

function row(entry: WordRecycling, { volume, contents, strings }: VolumeView): Markup {
  const say = strings.teacher;
  const { word, gloss, total, met, longestGap } = entry;
  const first = volume.lessons.find(({ words }) => words.some((each) => each.word === word));
  const script = first === undefined ? null : languageAttributes(first.direction);
  const few = total < fewEncounters && html` <span class="mark">${say.below(fewEncounters)}</span>`;
  return html`<tr><th scope="row"><span ${script}>${first === undefined ? word : isolateBidi(word, first.direction)}</span></th><td><span lang="${contents.reader.bcp47}" dir="auto">${gloss ?? "–"}</span></td><td class="count">${total}${few}</td><td>${met.length === 0 ? "–" : met.join(", ")}</td><td class="count">${longestGap === null ? "–" : say.gapLessons(longestGap)}</td></tr>
`;
}

/** With fewer encounters hardly any word is retained, as studies of graded reading show (Waring and Takaki 2003). */
const fewEncounters = 8;

/** How often the stories of a volume contain one of its words. */
export interface WordRecycling {
  readonly word: string;
  readonly gloss: string | null;
  /** Per lesson, in order. */
  readonly counts: readonly number[];
  readonly total: number;
  /** The numbers of the lessons that contain it. */
  readonly met: readonly number[];
  /** The longest run of lessons without it between two that contain it; null if fewer than two do. */
  readonly longestGap: number | null;
}

/**
 * Every word of the lessons' lists, without duplicates, in the order in which the lessons require the words, with its encounters in all stories
 * of the volume. An encounter is the word as it is written or a form that certainly belongs to it.
 */
export function recyclingOf(volume: Volume, reader: LanguageFacts): WordRecycling[] {
  const { language } = volume;
  const list = requiredWords(
    volume.lessons.flatMap(({ words }) => words),
    language,
  );
  const find = wordFinder(list, { language, reader });
  const lessons = volume.lessons.map(({ paragraphs }) => {
    const counts = list.map(() => 0);
    for (const { text, cuts } of paragraphs)
      for (const { word, found } of find(text, cuts))
        if (found !== "possible") counts[word] = (counts[word] ?? 0) + 1;
    return counts;
  });
  return list.map(({ word, gloss }, index) => {
    const counts = lessons.map((lesson) => lesson[index] ?? 0);
    const met = counts.flatMap((times, lesson) => (times > 0 ? [lesson + 1] : []));
    return { word, gloss, counts, total: sum(counts), met, longestGap: longestGap(met) };
  });
}

function longestGap(met: readonly number[]): number | null {
  if (met.length < 2) return null;
  return met.slice(1).reduce((most, lesson, index) => Math.max(most, lesson - (met[index] ?? lesson) - 1), 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
