import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly { name: string; run: string; env: Readonly<Record<string, string>> }[];
  };
}

export const action = parse(
  readFileSync(join(import.meta.dirname, "..", "..", "courses", "ci", "action.yml"), "utf8"),
) as Action;

/** Runs one step of the composite action as GitHub does, with its inputs in the step's own variables. */
export function runStep(
  name: string,
  {
    cwd,
    inputs,
    env,
  }: { cwd: string; inputs: Readonly<Record<string, string>>; env: Readonly<Record<string, string>> },
) {
  const step = action.runs.steps.find((one) => one.name === name);
  const given = Object.entries(step?.env ?? {}).map(([variable, value]) => [
    variable,
    value.replace(
      /^\$\{\{ inputs\.([\w-]+) \}\}$/,
      (_, input: string) => inputs[input] ?? action.inputs[input]?.default ?? "",
    ),
  ]);
  const shell = ["--noprofile", "--norc", "-eo", "pipefail", "-c", step?.run ?? "exit 1"];
  const { status, stdout, stderr } = spawnSync("bash", shell, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...Object.fromEntries(given), ...env },
  });
  return { status, output: stdout + stderr };
}
