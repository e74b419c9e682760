import { readShipped } from "../../../shared/files/shipped-file.ts";
import { html, type Markup, markup } from "../../../shared/html.ts";
import { shorten } from "../../../shared/text.ts";
import { plainName } from "../../contents/plain-name.ts";

const templates = new Map<string, string>();

/**
 * A file from `templates/` with each of its `{{places}}` replaced by a value, escaped as `html` does. Everything else in the templates is as Moodle
 * writes it. 2022112800 is Moodle 4.1, which every later version reads; the `review` numbers of a quiz are bits for what learners see during an
 * attempt, right after it, later, and once the quiz is closed; `$@NULL@$` stands for no value. The author of a question is 0, meaning nobody: Moodle
 * then enters the person who restores the backup. Without a number for the author, Moodle mistakes a question that it already has for a different one.
 */
export function xml(name: string, values: Readonly<Record<string, Parameters<typeof html>[1]>>): Markup {
  const template =
    templates.get(name) ?? readShipped(new URL(`templates/${name}.xml`, import.meta.url)).toString("utf8");
  templates.set(name, template);
  const filled = template.replace(/\{\{(\w+)\}\}/g, (_, place: string) => {
    if (!(place in values)) throw new Error(`${name}.xml wants ${place}`);
    return html`${values[place]}`.toString();
  });
  return markup(filled);
}

// Moodle's columns for names. A longer one ends the restore with an error of the database.
const longestName = 255;

/** A name of a section, an activity, a question or a category: plain, and no longer than Moodle allows. */
export function nameFor(name: string): string {
  return shorten(plainName(name), longestName);
}

/** How Moodle writes that a field has no value. */
export const nothing = "$@NULL@$";
