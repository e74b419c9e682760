import { relative, resolve, sep } from "node:path";
import { editPlanText, withKeptIds } from "../plan/edit-plan-text.ts";
import { decodeText } from "../plan/files.ts";
import { planLimits } from "../plan/plan-limits.ts";
import { positionOf, Reading } from "../plan/reading.ts";
import { readYaml } from "../plan/yaml.ts";
import { replaceFile } from "../shared/files/atomic-file.ts";
import { readAtMost } from "../shared/files/open-file.ts";
import { keepMode, realFiles } from "../shared/files/real-files.ts";
import { sha256 } from "../shared/hash.ts";
import type { Commands } from "./commands.ts";
import type { Course } from "./courses.ts";
import type { PlanDocument, PlanRequest } from "./documents.ts";

/** A plan's file as it is now. Null: it is missing, or isn't text. */
interface PlanText {
  readonly yaml: string;
  readonly hash: string;
}

async function readText({ path }: Pick<Course, "path">): Promise<PlanText | null> {
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
  const reading = new Reading("");
  const values = readYaml(text.yaml, reading);
  const paths = reading.places.pathsIn(values);
  const problems = (read.ok ? read.warnings : read.problems).map((problem) => {
    const { code, severity, place } = problem;
    const file = relative(resolve(folder), resolve(place.file)).split(sep).join("/");
    const { line, column } = place;
    const path = (place.file === course.path && paths.get(positionOf(place))) || null;
    return { path, file, line, column, severity, code, message: commands.describePlanProblem(problem) };
  });
  return { ...text, values, problems };
}

/** The text with other values, and with its comments and order; null if it can't have them, or has errors in its syntax, so that no page knows all of it. */
export function withValues(yaml: string, values: Readonly<Record<string, unknown>>): string | null {
  const reading = new Reading("");
  const before = readYaml(yaml, reading) as typeof values;
  return reading.hasErrors() ? null : editPlanText(yaml, withKeptIds(before ?? {}, values), null);
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
