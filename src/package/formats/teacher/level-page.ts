import { html, type Markup } from "../../../shared/html.ts";
import { isolateBidi } from "../../pages/isolate-bidi.ts";
import { labelled } from "../../pages/labelled.ts";
import { languageAttributes } from "../web/language-attributes.ts";
import { dots } from "./charts.ts";
import { type LevelFacts, levelFacts, type Measure, measures, median } from "./level-facts.ts";
import { type TeacherPage, teacherPage } from "./teacher-page.ts";

/** How consistent the lessons of a level are: a chart per measure, then every lesson. */
export function levelPage(what: TeacherPage): Markup {
  const { volume, say } = what;
  const facts = levelFacts(volume);
  return teacherPage(what, {
    page: "level",
    intro: `${say.levelIntro} ${say.levelRule}`,
    body: html`<div class="measures">
${measures.map((measure) => chart(measure, facts, what))}</div>
${table(facts, what)}`,
  });
}

function nameOf(measure: Measure, { volume, say }: TeacherPage): string {
  return say.measures[measure][volume.language.spaces ? "words" : "characters"];
}

function chart(measure: Measure, facts: readonly LevelFacts[], what: TeacherPage): Markup | null {
  const middle = median(facts.map(({ values }) => values[measure]).filter((value) => value !== null));
  if (middle === null) return null;
  const name = nameOf(measure, what);
  const values = facts.map(({ lesson, values: all, outliers }) => ({
    name: String(lesson.number),
    value: all[measure],
    strong: outliers.has(measure),
  }));
  const strong = values.filter((value) => value.strong);
  const summary = [
    what.say.median(shown(middle, measure)),
    ...(strong.length === 0
      ? []
      : [
          labelled(
            what.say.outliers(strong.length),
            strong.map((value) => value.name).join(", "),
            what.strings,
          ),
        ]),
  ].join("; ");
  return html`<section><h2>${name}</h2>
<p class="facts">${summary}</p>
${dots({ values, median: middle, label: labelled(name, summary, what.strings) })}</section>
`;
}

function table(facts: readonly LevelFacts[], what: TeacherPage): Markup {
  const { say } = what;
  const heads = [say.lesson, say.title, ...measures.map((measure) => nameOf(measure, what))];
  return html`<section class="scroll" tabindex="0" aria-label="${say.level}">
<table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${facts.map((each) => row(each, what))}</tbody>
</table>
</section>
`;
}

function row({ lesson, values, outliers }: LevelFacts, { say }: TeacherPage): Markup {
  const cells = measures.map((measure) => {
    const mark = outliers.has(measure) && html` <span class="mark">${say.outlier}</span>`;
    return html`<td class="count">${shown(values[measure], measure)}${mark}</td>`;
  });
  return html`<tr><td class="count">${lesson.number}</td><th scope="row"><span ${languageAttributes(lesson.direction)}>${isolateBidi(lesson.title, lesson.direction)}</span></th>${cells}</tr>
`;
}

// Decimals, because sentence lengths differ by less than a word.
function shown(value: number | null, measure: Measure): string {
  return value === null ? "–" : value.toFixed(measure === "sentence" ? 1 : 0);
}
