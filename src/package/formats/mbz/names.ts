import { shorten } from "../../../shared/text.ts";
import { plainName } from "../../contents/plain-name.ts";

// Moodle's columns for names. A longer one ends the restore with an error of the database.
const longestName = 255;

/** A name of a section, an activity, a question or a category: plain, and no longer than Moodle keeps. */
export function nameFor(name: string): string {
  return shorten(plainName(name), longestName);
}

/** How Moodle writes that a field has no value. */
export const nothing = "$@NULL@$";
