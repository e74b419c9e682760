import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseDocument } from "yaml";
import { describePlanProblem } from "../../src/cli/problems/plan.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { type PlanOptions, type PlanResult, readPlan } from "../../src/plan/read-plan.ts";
import { fileFolder } from "../fixtures.ts";

export type Contents = Readonly<Record<string, string | Uint8Array>>;

export async function fill(folder: string, files: Contents): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

const basis = {
  course: "course: walks",
  title: "title: Walks",
  budget: "budget: { credits: 100 }",
  languages: "languages: [es]",
  difficulties: "difficulties: [2]",
  topics: "topics: [A walk]",
};

export type Keys = keyof typeof basis;

/** A small valid plan, one key a line in this order: course title budget languages difficulties topics; then what is added. */
export function planText(changes: Partial<Record<Keys, string>> = {}, ...added: readonly string[]): string {
  const lines = Object.values({ ...basis, ...changes }).filter((line) => line !== "");
  return `${[...lines, ...added].join("\n")}\n`;
}

/** A plan whose one topic has the words of a file. */
export function planWithList(file: string): string {
  return planText(
    { topics: "topics: [{ id: t, topic: A walk, words: [w] }]" },
    `words: { w: { es: { file: ${file} } } }`,
  );
}

/** The list that a plan reads from a file, without the places. */
export async function listIn(file: string, content: string | Uint8Array): Promise<unknown> {
  const plan = await goodPlan(planWithList(file), { [file]: content });
  const list = plan.lists.get("w")?.get("es");
  return list?.map(({ word, gloss, reading, forms, example, level }) => {
    return { word, gloss, reading, forms, example, level };
  });
}

export interface CallResult {
  readonly result: PlanResult;
  /** Every problem as a person reads it, the folder left out. */
  readonly lines: readonly string[];
}

export const noon = Date.UTC(2026, 10, 20, 12);

/** Reads a plan as the command line would, with files beside it. */
export async function readText(
  text: string | Uint8Array,
  files: Contents = {},
  options: Partial<PlanOptions> = {},
): Promise<CallResult> {
  const folder = fileFolder();
  await fill(folder, { "plan.yaml": text, ...files });
  const result = await readPlan(join(folder, "plan.yaml"), { at: noon, ...options });
  const problems = result.ok ? result.warnings : result.problems;
  return { result, lines: problems.map((problem) => describePlanProblem(problem).replace(`${folder}/`, "")) };
}

/** The plan of a text that has no problem at all. */
export async function goodPlan(text: string, files: Contents = {}, at = noon): Promise<Plan> {
  const { result, lines } = await readText(text, files, { at });
  if (!result.ok || lines.length > 0) throw new Error(`the plan has problems:\n${lines.join("\n")}`);
  return result.plan;
}

/** A plan's text with the white space that the YAML library writes. */
export const inUsualLayout = (text: string): string =>
  parseDocument(text, { uniqueKeys: false, logLevel: "silent" }).toString({ lineWidth: 0 });
