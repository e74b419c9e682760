import { html } from "../../../../shared/html.ts";
import { allIsWell } from "../../../operator/health-words.ts";
import type { Page } from "../../page.ts";

export interface HealthView {
  readonly lines: readonly string[];
  /** What the operator has to see to. */
  readonly findings: readonly string[];
}

/** How the service is. */
export function healthPage({ lines, findings }: HealthView): Page {
  return {
    status: 200,
    title: "Health",
    content: html`<h1>Health</h1>
${
  findings.length === 0
    ? html`<p class="card made">${allIsWell}</p>`
    : html`<section class="notice" aria-label="To see to"><ul class="plain">${findings.map((finding) => html`<li>${finding}</li>`)}</ul></section>`
}
<section class="card" aria-label="Figures"><ul class="plain">${lines.map((line) => html`<li>${line}</li>`)}</ul></section>`,
  };
}
