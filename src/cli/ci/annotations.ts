import { isAbsolute, relative, resolve } from "node:path";
import type { Place } from "../../plan/plan.ts";
import { shorten } from "../../shared/text.ts";
import type { CiProblem } from "./ci-facts.ts";

/** GitHub shows no more of one kind for a step. */
const annotationsMost = 10;
const messageCharacters = 2_000;

interface Annotated {
  readonly problems: readonly CiProblem[];
  /** Where the plan has each job. */
  readonly places: ReadonlyMap<string, Place>;
  /** The folder of the checkout: annotations name files relative to it. */
  readonly workspace: string | null;
}

/** Workflow commands of GitHub Actions that put problems beside the plan's own lines: at most ten of a kind, the last one counts the rest. */
export function annotations({ problems, places, workspace }: Annotated): string[] {
  const kindOf = ({ severity }: CiProblem) => (severity === "warning" ? "warning" : "error");
  return (["error", "warning"] as const).flatMap((kind) => {
    const all = problems.filter((problem) => kindOf(problem) === kind);
    const shown = all.length > annotationsMost ? all.slice(0, annotationsMost - 1) : all;
    const lines = shown.map((problem) => {
      const place = placeOf(problem, places);
      return command(kind, place === null ? [] : propertiesOf(place, workspace), messageOf(problem));
    });
    const left = all.length - shown.length;
    return left === 0
      ? lines
      : [...lines, command(kind, [], `${left} more are in the step's summary and log.`)];
  });
}

function placeOf(problem: CiProblem, places: Annotated["places"]): Place | null {
  const { file, line, column, job } = problem;
  if (file !== undefined && line !== undefined && column !== undefined) return { file, line, column };
  return job == null ? null : (places.get(job) ?? null);
}

// The place of a plan's problem is the annotation's, so its message need not repeat it.
function messageOf({ message, file, line, column, next }: CiProblem): string {
  const prefix = `${file}:${line}:${column}: `;
  const text = message.startsWith(prefix) ? message.slice(prefix.length) : message;
  return shorten(next == null ? text : `${text}\nnext: ${next}`, messageCharacters);
}

function propertiesOf({ file, line, column }: Place, workspace: string | null): string[] {
  const path = workspace === null ? file : relative(workspace, resolve(file));
  // A file outside the checkout has no lines that GitHub could show.
  if (path.startsWith("..") || isAbsolute(path)) return [];
  return [`file=${escapeProperty(path)}`, `line=${line}`, `col=${column}`];
}

function command(kind: "error" | "warning", properties: readonly string[], message: string): string {
  const all = [...properties, "title=coursebinder"].join(",");
  return `::${kind} ${all}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
