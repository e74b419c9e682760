import { html, type Markup } from "../../../shared/html.ts";

/** A time to the minute in UTC, in which the service counts days and months. */
export function formatTime(at: number): Markup {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
}
