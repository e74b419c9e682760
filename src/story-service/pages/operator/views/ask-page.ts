import { html } from "../../../../shared/html.ts";
import { hidden, type Page } from "../../page.ts";

export interface Question {
  readonly title: string;
  /** What would happen. */
  readonly sentence: string;
  /** The word on the button that does it. */
  readonly button: string;
  /** Where that leads, with these fields. */
  readonly action: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Where nothing is done. */
  readonly back: string;
}

/** Asks before something that can't be undone easily. */
export function askPage(
  token: string,
  { title, sentence, button, action, fields = {}, back }: Question,
): Page {
  return {
    status: 200,
    title,
    content: html`<section class="card narrow">
<h1>${title}</h1>
<p>${sentence}</p>
<form method="post" action="${action}">
${hidden(token)}${Object.entries(fields).map(
  ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
)}
<p class="buttons"><button class="danger">${button}</button> <a class="button quiet" href="${back}">Leave it as it is</a></p>
</form>
</section>`,
  };
}
