import { cleanLine } from "../../shared/text.ts";
import type { CiDocument } from "./ci-facts.ts";

/**
 * What later steps of a job can ask for, as lines of `name=value`: a value has one line, so that none can begin another output. `changes`: how many
 * stories would be bought, or were.
 */
export function outputLines(document: CiDocument, changes: number): string[] {
  const { exitCode, credits, package: written } = document;
  const uncertain = isCounts(document.jobs) ? document.jobs.uncertain : undefined;
  return [
    ["package", written?.path ?? ""],
    ["spent", String(credits?.spent ?? "")],
    ["uncertain", String(uncertain ?? 0)],
    ["has-changes", String(changes > 0)],
    ["exit-code", String(exitCode)],
  ].map(([name = "", value = ""]) => `${name}=${cleanLine(value)}`);
}

function isCounts(jobs: CiDocument["jobs"]): jobs is Readonly<Record<string, unknown>> {
  return jobs !== undefined && !Array.isArray(jobs);
}
