import { html, type Markup } from "../../../shared/html.ts";
import type { ExerciseSheet } from "../../exercises/exercise.ts";
import type { Locale } from "../../locales/locale.ts";

/** A learner's result, to be handed in on paper. The script fills it in and shows it; printing the page then prints this alone. */
export function resultOf({ exercises }: ExerciseSheet, strings: Locale): Markup {
  const { result, print, clear, keeps } = strings.web;
  return html`<section class="result" aria-labelledby="result" hidden>
<h2 id="result">${result}</h2>
<p class="person"><label>${strings.print.name} <input type="text" autocomplete="off" spellcheck="false"></label> <span>${strings.print.date}</span></p>
<table>
<thead><tr><th scope="col">${strings.exercises.exercises}</th><th scope="col" colspan="2">${strings.print.score}</th></tr></thead>
<tbody>
${exercises.map(
  ({ kind }, index) =>
    html`<tr><th scope="row">${index + 1}. ${strings.exercises.kinds[kind].title}</th><td class="marks"></td><td class="points"></td></tr>\n`,
)}</tbody>
</table>
<p class="total"></p>
<p class="buttons"><button type="button" data-do="print">${print}</button> <button type="button" data-do="clear">${clear}</button></p>
<p class="hint keeps" hidden>${keeps}</p>
</section>
`;
}
