import { relative, resolve, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Document, isMap, isScalar, isSeq, type Node, parseDocument } from "yaml";
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
import type { PlanDocument, PlanRequest } from "./documents.ts";

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

/** The text with other values, and with its comments, order and layout; null if the text can't have them. */
export function withValues(yaml: string, values: Readonly<Record<string, unknown>>): string | null {
  // Beyond a plan's limits, the library may take seconds or overflow the stack.
  const read = valuesOf(yaml);
  if (read === undefined) return null;
  const document = parseDocument(yaml, parsing);
  if (document.errors.length > 0 || !isMap(document.contents)) return null;
  const data = document.toJS({ maxAliasCount: -1 }) as Record<string, unknown>;
  const shown = JSON.parse(JSON.stringify(read)) as Record<string, unknown>;
  // The text may have what no page is shown, so that only the keys change which the page has changed.
  for (const key of new Set([...Object.keys(shown), ...Object.keys(values)])) {
    if (isDeepStrictEqual(shown[key], values[key])) continue;
    if (key in values) data[key] = values[key];
    else delete data[key];
  }
  return editPlanText(yaml, data, null);
}

/** Writes queue, so that two pages can't both find the file unchanged. */
let writing: Promise<unknown> = Promise.resolve();

export type Saved = "saved" | "changed" | "unfit" | "too_large";

/** Writes a plan, whole or not at all, provided that its file is still what the page shows. */
export function savePlan(course: Course, asked: PlanRequest): Promise<Saved> {
  const saved = writing.then(async (): Promise<Saved> => {
    const now = await readText(course);
    if (now === null || now.hash !== asked.hash) return "changed";
    const yaml = "yaml" in asked ? asked.yaml : withValues(now.yaml, asked.values);
    if (yaml === null) return "unfit";
    if (Buffer.byteLength(yaml) > planLimits.fileBytes) return "too_large";
    await keepMode(course.path, () => replaceFile(realFiles, course.path, yaml));
    return "saved";
  });
  writing = saved.catch(() => undefined);
  return saved;
}
