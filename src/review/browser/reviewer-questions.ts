import { nameMost, textMost } from "../text-limits.ts";
import { ask } from "./dialogs.ts";

/** Asks for the reviewer's name; null if the person cancels. */
export function askName(): Promise<string | null> {
  const label = "Your name, as it is to be recorded with what you decide";
  return ask({ title: "Who is reviewing?", label, mayBeEmpty: false, most: nameMost });
}

/** Asks why a lesson is held or rejected; null if the person cancels. */
export function askWhy(kind: "held" | "rejected", title: string): Promise<string | null> {
  const words = kind === "held" ? "Hold" : "Reject";
  const label = "Why? Others will read it";
  return ask({ title: `${words} “${title}”`, label, mayBeEmpty: true, most: textMost });
}
