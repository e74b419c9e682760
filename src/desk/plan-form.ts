import { relative, resolve, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Document, isMap, isScalar, isSeq, type Node, parseDocument } from "yaml";
import { decodeText } from "../plan/files.ts";
import { planLimits } from "../plan/plan-limits.ts";
import type { PlanProblem } from "../plan/problem.ts";
import { Reading } from "../plan/reading.ts";
import { readYaml } from "../plan/yaml.ts";
import { replaceFile } from "../shared/files/atomic-file.ts";
import { readAtMost } from "../shared/files/open-file.ts";
import { keepMode, realFiles } from "../shared/files/real-files.ts";
import { sha256 } from "../shared/hash.ts";
import type { Commands } from "./commands.ts";
import type { Course } from "./courses.ts";
import type { PlanDocument, PlanEdit, PlanRequest } from "./documents.ts";

type Step = string | number;

/** A plan's file as it is now. Null: it is gone, or no text. */
export interface PlanText {
  readonly yaml: string;
  readonly hash: string;
}

export async function readText({ path }: Pick<Course, "path">): Promise<PlanText | null> {
  const bytes = await readAtMost(path, planLimits.fileBytes).catch(() => null);
  const yaml = bytes === null ? null : decodeText(bytes, path, new Reading(path));
  return bytes === null || yaml === null ? null : { yaml, hash: sha256(bytes) };
}

/** A plan as text and as data, with every problem at its place in the data. Null: as for `readText`. */
export async function planDocument(
  course: Course,
  { folder, commands }: { readonly folder: string; readonly commands: Commands },
): Promise<PlanDocument | null> {
  const text = await readText(course);
  if (text === null) return null;
  const read = await commands.readPlan({ plan: course.path, kind: "paid" });
  const placesIn = parseDocument(text.yaml, parsing);
  const problems = (read.ok ? read.warnings : read.problems).map((problem) => {
    const { code, severity, place } = problem;
    const isOfPlan = place.file === course.path;
    const file = relative(resolve(folder), resolve(place.file)).split(sep).join("/");
    const { line, column } = place;
    const path = isOfPlan ? pathAt(placesIn, offsetOf(text.yaml, place)) : null;
    return { path, file, line, column, severity, code, message: commands.describePlanProblem(problem) };
  });
  return { ...text, values: valuesOf(text.yaml), problems };
}

const parsing = { version: "1.2", schema: "core", uniqueKeys: false, logLevel: "silent" } as const;

/** The plan as data, within the limits of a plan; undefined if it exceeds them. */
function valuesOf(yaml: string): unknown {
  return readYaml(yaml, new Reading(""));
}

function offsetOf(text: string, { line, column }: PlanProblem["place"]): number {
  let start = 0;
  for (let left = line - 1; left > 0; left -= 1) start = text.indexOf("\n", start) + 1;
  return start + column - 1;
}

/** The path of the innermost value, or key, that has an offset in its text; null if there is none. */
function pathAt({ contents }: Document, offset: number): Step[] | null {
  const path: Step[] = [];
  for (let node: unknown = contents; isMap(node) || isSeq(node); ) {
    const entries = isMap(node)
      ? node.items.map(({ key, value }) => ({ step: stepOf(key), from: key as Node, value }))
      : node.items.map((item, step) => ({ step, from: item as Node, value: item }));
    const found = entries.findLast(({ from }) => (from?.range?.[0] ?? Number.POSITIVE_INFINITY) <= offset);
    const end = (found?.value as Node | null)?.range?.[2] ?? offset;
    if (found === undefined || end < offset) break;
    path.push(found.step);
    node = found.value;
  }
  return path.length === 0 ? null : path;
}

function stepOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

/** The text after edits, with comments, order and layout as they were; null if an edit names a place that the plan doesn't have. */
export function editYaml(yaml: string, edits: readonly PlanEdit[]): string | null {
  return edits.reduce<string | null>((text, edit) => (text === null ? null : edited(text, edit)), yaml);
}

function edited(yaml: string, edit: PlanEdit): string | null {
  const document = parseDocument(yaml, parsing);
  if (document.errors.length > 0 || !isMap(document.contents)) return null;
  const before = write(document);
  if (!apply(document, edit)) return null;
  const after = write(document);
  const kept = keepLayout(yaml, before, after);
  return kept !== null && isDeepStrictEqual(valuesOf(kept), valuesOf(after)) ? kept : after;
}

function write(document: Document): string {
  return document.toString({ lineWidth: 0 });
}

function apply(document: Document, edit: PlanEdit): boolean {
  const { path } = edit;
  const last = path.at(-1) ?? "";
  const above = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if ("value" in edit) return set(document, path, edit.value);
  if ("remove" in edit) return document.hasIn(path) && document.deleteIn(path);
  if ("rename" in edit) {
    const pair = isMap(above) ? above.items.find(({ key }) => stepOf(key) === String(last)) : undefined;
    if (pair === undefined || !isMap(above) || above.has(edit.rename)) return false;
    if (isScalar(pair.key)) pair.key.value = edit.rename;
    return true;
  }
  if (!isSeq(above) || typeof last !== "number") {
    // A list that isn't there yet begins with what is inserted.
    if (!("insert" in edit) || above != null || last !== 0) return false;
    return set(document, path.slice(0, -1), [edit.insert]);
  }
  if ("insert" in edit) {
    above.items.splice(Math.min(last, above.items.length), 0, document.createNode(edit.insert));
    return true;
  }
  if (last >= above.items.length || edit.move >= above.items.length) return false;
  above.items.splice(edit.move, 0, ...above.items.splice(last, 1));
  return true;
}

function set(document: Document, path: readonly Step[], value: unknown): boolean {
  const node = document.getIn(path, true);
  // A scalar keeps its comment and its quotes.
  if (isScalar(node) && (typeof value !== "object" || value === null)) {
    node.value = value;
    return true;
  }
  for (let length = 1; length < path.length; length += 1) {
    const above = document.getIn(path.slice(0, length), true);
    const next = path[length];
    if (isSeq(above) && (typeof next !== "number" || next >= above.items.length)) return false;
    if (above !== undefined && !isMap(above) && !isSeq(above) && !(isScalar(above) && above.value === null))
      return false;
    if (isScalar(above)) document.setIn(path.slice(0, length), document.createNode({}));
  }
  document.setIn(path, document.createNode(value));
  return true;
}

/**
 * The original with the lines that differ between the document as it is written before and after an edit: the library writes brackets and blank lines in
 * its own way. Null if the lines can't be paired.
 */
function keepLayout(original: string, before: string, after: string): string | null {
  const [lines, was, is] = [original, before, after].map((text) => text.split("\n")) as [
    string[],
    string[],
    string[],
  ];
  const least = Math.min(was.length, is.length);
  let start = 0;
  while (start < least && was[start] === is[start]) start += 1;
  let end = 0;
  while (end < least - start && was.at(-1 - end) === is.at(-1 - end)) end += 1;
  const top = pairedLines(lines, was, start);
  const bottom = pairedLines(lines.toReversed(), was.toReversed(), end);
  if (top === null || bottom === null || top + bottom > lines.length) return null;
  return [
    ...lines.slice(0, top),
    ...is.slice(start, is.length - end),
    ...lines.slice(lines.length - bottom),
  ].join("\n");
}

/** How many lines of a text say what the first `count` lines say that were written anew; null if they can't be paired. */
function pairedLines(lines: readonly string[], written: readonly string[], count: number): number | null {
  const bare = (line = ""): string => line.replace(/\s+/g, "");
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const line = bare(written[index]);
    while (bare(lines[at]) === "" && line !== "" && at < lines.length) at += 1;
    if (bare(lines[at]) === line && at < lines.length) at += 1;
    else if (line !== "") return null;
  }
  return at;
}

/** One after the other, so that two pages can't both find the file as they know it. */
let writing: Promise<unknown> = Promise.resolve();

export type Saved = "saved" | "changed" | "unfit" | "too_large";

/** Writes a plan, whole or not at all, if its file still is what the page shows. */
export function savePlan(course: Course, asked: PlanRequest): Promise<Saved> {
  const saved = writing.then(async (): Promise<Saved> => {
    const now = await readText(course);
    if (now === null || now.hash !== asked.hash) return "changed";
    const yaml = "yaml" in asked ? asked.yaml : editYaml(now.yaml, asked.edits);
    if (yaml === null) return "unfit";
    if (Buffer.byteLength(yaml) > planLimits.fileBytes) return "too_large";
    await keepMode(course.path, () => replaceFile(realFiles, course.path, yaml));
    return "saved";
  });
  writing = saved.catch(() => undefined);
  return saved;
}
