import { isNamed } from "../../../shared/text.ts";
import { nameMost } from "../../text-limits.ts";
import { ask } from "../dialogs.ts";

/** Asks for the person's name, unless it is known; null: the person cancelled. */
export type AskName = () => Promise<string | null>;

const readable = "Give a name that others can read.";

/** Asks for the reviewer's name; null if the person cancels. `suggested`: what it is by all likelihood; null: nothing is known. */
export function askName(suggested: string | null): Promise<string | null> {
  return ask({
    title: "Who is reviewing?",
    label: "Your name, as it is to be recorded with what you decide",
    missing: readable,
    check: (name) => (isNamed(name) ? null : readable),
    most: nameMost,
    ...(suggested === null ? {} : { suggested }),
  });
}
