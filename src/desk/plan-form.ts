import { relative, resolve, sep } from "node:path";
import { type Document, isMap, isScalar, isSeq, type Node, parseDocument, stringify } from "yaml";
import { editPlanText } from "../plan/edit-plan-text.ts";
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

/** A plan's file as it is now. Null: it is missing, or isn't text. */
export interface PlanText {
  readonly yaml: string;
  readonly hash: string;
}

export async function readText({ path }: Pick<Course, "path">): Promise<PlanText | null> {
  const bytes = await readAtMost(path, planLimits.fileBytes).catch(() => null);
  const yaml = bytes === null ? null : decodeText(bytes, path, new Reading(path));
  return bytes === null || yaml === null ? null : { yaml, hash: sha256(bytes) };
}

/** A plan as text and as data, with every problem at its place in the data. Null as in `readText`. */
export async function planDocument(
  course: Course,
  { folder, commands }: { readonly folder: string; readonly commands: Commands },
): Promise<PlanDocument | null> {
  const text = await readText(course);
  if (text === null) return null;
  const read = await commands.readPlan({ plan: course.path, kind: "paid" });
  const values = valuesOf(text.yaml);
  const document = values === undefined ? null : parseDocument(text.yaml, parsing);
  const problems = (read.ok ? read.warnings : read.problems).map((problem) => {
    const { code, severity, place } = problem;
    const isOfPlan = document !== null && place.file === course.path;
    const file = relative(resolve(folder), resolve(place.file)).split(sep).join("/");
    const { line, column } = place;
    const path = isOfPlan ? pathAt(document, offsetOf(text.yaml, place)) : null;
    return { path, file, line, column, severity, code, message: commands.describePlanProblem(problem) };
  });
  return { ...text, values, problems };
}

const parsing = { version: "1.2", schema: "core", uniqueKeys: false, logLevel: "silent" } as const;

/** The plan as data; undefined if it exceeds a plan's limits. */
function valuesOf(yaml: string): unknown {
  return readYaml(yaml, new Reading(""));
}

function offsetOf(text: string, { line, column }: PlanProblem["place"]): number {
  let start = 0;
  for (let left = line - 1; left > 0; left -= 1) start = text.indexOf("\n", start) + 1;
  return start + column - 1;
}

/** The path of the innermost value or key at an offset in the text; null if there is none. */
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

/** The text after the edits, with its comments, order and layout; null if an edit names a place that the plan doesn't have. */
export function editYaml(yaml: string, edits: readonly PlanEdit[]): string | null {
  return edits.reduce<string | null>((text, edit) => (text === null ? null : edited(text, edit)), yaml);
}

function edited(yaml: string, edit: PlanEdit): string | null {
  // Beyond a plan's limits, the library may take seconds or overflow the stack.
  if (valuesOf(yaml) === undefined) return null;
  const document = parseDocument(yaml, parsing);
  if (document.errors.length > 0 || !isMap(document.contents)) return null;
  if ("rename" in edit) return renamed(yaml, document, edit);
  const origins = new Map<unknown, unknown>();
  const data = copyOf(document.toJS({ maxAliasCount: -1 }), origins);
  return apply(data, edit, origins) ? editPlanText(yaml, data as Record<string, unknown>, origins) : null;
}

/** The text with one key renamed and nothing else changed. */
function renamed(
  yaml: string,
  document: Document,
  edit: { path: readonly Step[]; rename: string },
): string | null {
  const { path, rename } = edit;
  const above = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const key = isMap(above)
    ? above.items.find((one) => stepOf(one.key) === String(path.at(-1)))?.key
    : undefined;
  const [start, end] = (isScalar(key) && key.range) || [];
  if (start === undefined || end === undefined || !isMap(above) || above.has(rename)) return null;
  return `${yaml.slice(0, start)}${stringify(rename).trimEnd()}${yaml.slice(end)}`;
}

/** A copy that may be changed. Adds each list and map of the copy to `origins`, with its original. */
function copyOf(value: unknown, origins: Map<unknown, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const copy = Array.isArray(value)
    ? value.map((one) => copyOf(one, origins))
    : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copyOf(one, origins)]));
  origins.set(copy, value);
  return copy;
}

type Container = Record<Step, unknown> | unknown[];

/** Applies the edit to the data; false if the edit doesn't fit them. */
function apply(
  data: unknown,
  edit: Exclude<PlanEdit, { rename: string }>,
  origins: Map<unknown, unknown>,
): boolean {
  const last = edit.path.at(-1) ?? "";
  const above = containerOf(data, edit.path, "value" in edit || "insert" in edit);
  if (above === null) return false;
  const isList = Array.isArray(above);
  if ("value" in edit) {
    if (isList) origins.set(edit.value, origins.get(above[last as number]) ?? above[last as number]);
    return put(above, last, edit.value);
  }
  if ("remove" in edit) {
    if (!(last in above)) return false;
    return isList ? above.splice(Number(last), 1).length === 1 : delete above[last];
  }
  if (!isList || typeof last !== "number") return false;
  if ("insert" in edit) return above.splice(last, 0, edit.insert).length === 0;
  if (Math.max(last, edit.move) >= above.length) return false;
  above.splice(edit.move, 0, ...above.splice(last, 1));
  return true;
}

/** The list or map that a path's last step belongs to. `makes`: creates missing lists and maps. Null: another kind of value is in the way. */
function containerOf(data: unknown, path: readonly Step[], makes: boolean): Container | null {
  let node = data as Container;
  for (const [index, step] of path.slice(0, -1).entries()) {
    if (typeof node !== "object" || node === null) return null;
    const made = typeof path[index + 1] === "number" ? [] : {};
    if ((node as Record<Step, unknown>)[step] == null && !(makes && put(node, step, made))) return null;
    node = (node as Record<Step, unknown>)[step] as Container;
  }
  return typeof node === "object" && node !== null ? node : null;
}

function put(above: Container, step: Step, value: unknown): boolean {
  if (Array.isArray(above) && (typeof step !== "number" || step >= above.length)) return false;
  (above as Record<Step, unknown>)[step] = value;
  return true;
}

/** Writes queue, so that two pages can't both find the file unchanged. */
let writing: Promise<unknown> = Promise.resolve();

export type Saved = "saved" | "changed" | "unfit" | "too_large";

/** Writes a plan, whole or not at all, provided that its file is still what the page shows. */
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
