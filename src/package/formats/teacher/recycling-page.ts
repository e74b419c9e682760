import { requiredWords } from "../../../lessons/words/story-words.ts";
import { wordFinder } from "../../../lessons/words/word-finder.ts";
import { html, type Markup } from "../../../shared/html.ts";
import type { LanguageFacts } from "../../../shared/languages/languages.ts";
import type { Volume } from "../../contents/contents.ts";
import { labelled } from "../../locales/locale.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { languageAttributes } from "../web/bar.ts";
import { csv } from "../words/csv.ts";
import { type TeacherPage, teacherPage } from "./plan-page.ts";

/** Every word form with its encounters per lesson; forms with too few encounters are marked. */
export function recyclingPage(what: TeacherPage, words: readonly WordRecycling[]): Markup {
  const { say } = what;
  return teacherPage(what, {
    page: "recycling",
    intro: say.recyclingIntro(fewEncounters),
    body:
      words.length === 0
        ? html`<p>${say.noWords}</p>\n`
        : html`${histogram(words, what)}${table(words, what)}`,
  });
}

/** The same table as a spreadsheet: a row per word form, a column per lesson. */
export function recyclingTable({ volume }: TeacherPage, words: readonly WordRecycling[]): string {
  return csv([
    ["word", "gloss", "total", ...volume.lessons.map(({ name }) => name)],
    ...words.map(({ word, gloss, total, counts }) => [word, gloss ?? "", total, ...counts]),
  ]);
}

function histogram(words: readonly WordRecycling[], { say, strings }: TeacherPage): Markup {
  const columns = Array.from({ length: fewEncounters + 1 }, (_, times) => {
    const value = words.filter(({ total }) => Math.min(total, fewEncounters) === times).length;
    return {
      name: times === fewEncounters ? `${times}+` : String(times),
      value,
      strong: times === fewEncounters,
    };
  });
  const values = columns.map(({ name, value }) => labelled(name, String(value), strings)).join(", ");
  const label = labelled(say.wordsByEncounters, values, strings);
  return html`<h2>${say.wordsByEncounters}</h2>
${bars(columns, label)}<p class="soft"><a href="recycling.csv">${say.spreadsheet}</a></p>
`;
}

function table(words: readonly WordRecycling[], what: TeacherPage): Markup {
  const { say } = what;
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

function row(entry: WordRecycling, { volume, contents, say }: TeacherPage): Markup {
  const { word, gloss, total, met, longestGap } = entry;
  const first = volume.lessons.find(({ words }) => words.some((each) => each.word === word));
  const script = first === undefined ? null : languageAttributes(first.direction);
  const few = total < fewEncounters && html` <span class="mark">${say.below(fewEncounters)}</span>`;
  const label = met.length === 0 ? say.nowhere : say.lessonsWith(met.join(", "));
  return html`<tr><th scope="row"><span ${script}>${first === undefined ? word : isolateBidi(word, first.direction)}</span></th><td><span lang="${contents.reader.bcp47}" dir="auto">${gloss ?? "–"}</span></td><td class="count">${total}${few}</td><td>${strip(volume.lessons.length, met, label)}</td><td class="count">${longestGap === null ? "–" : say.gapLessons(longestGap)}</td></tr>
`;
}

/** A bar chart with values above and names below the bars. `label` describes the chart in words. */
function bars(
  values: readonly { readonly name: string; readonly value: number; readonly strong: boolean }[],
  label: string,
): Markup {
  const most = Math.max(1, ...values.map(({ value }) => value));
  const [step, height] = [52, 120];
  return html`<svg class="chart bars" viewBox="0 0 ${values.length * step} ${height + 44}" role="img" aria-label="${label}">
${values.map(({ name, value, strong }, index) => {
  const tall = Math.round((value / most) * height);
  const middle = index * step + step / 2;
  return html`<rect class="${strong ? "strong" : "weak"}" x="${middle - 18}" y="${20 + height - tall}" width="36" height="${Math.max(1, tall)}" rx="2"/><text x="${middle}" y="${14 + height - tall}">${value}</text><text class="axis" x="${middle}" y="${height + 38}">${name}</text>
`;
})}</svg>
`;
}

/** A row of all lessons; those that contain a word are marked. */
function strip(lessons: number, met: readonly number[], label: string): Markup {
  const width = 240;
  const wide = width / lessons;
  const path = met.map(
    (lesson) =>
      `M${place((lesson - 1) * wide)} 0h${place(Math.max(1, wide * 0.86))}v14h-${place(Math.max(1, wide * 0.86))}z`,
  );
  return html`<svg class="strip" viewBox="0 0 ${width} 14" role="img" aria-label="${label}" preserveAspectRatio="none"><rect class="ground" width="${width}" height="14" rx="1"/><path d="${path.join("") || "M0 0"}"/></svg>`;
}

function place(number: number): string {
  return number.toFixed(2).replace(/\.?0+$/, "");
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
