import { html, type Markup } from "../../../shared/html.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { labelled } from "../../pages/labelled.ts";
import { languageAttributes } from "../web/language-attributes.ts";
import { csv } from "../words/csv.ts";
import { bars, strip } from "./charts.ts";
import { fewEncounters, type WordRecycling } from "./recycling.ts";
import { type TeacherPage, teacherPage } from "./teacher-page.ts";

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

/** The same as a spreadsheet: a row per word form, a column per lesson. */
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
