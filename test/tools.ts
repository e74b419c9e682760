import { existsSync } from "node:fs";

/**
 * Whether a program that a test needs is there. Where it is missing, a run with TEST_TOOLS=required, as `.ci/run` has it, fails; any other says by
 * name what it leaves out.
 */
export function needTool(name: string, path: string): boolean {
  return need(`${name} is not installed (${path})`, existsSync(path));
}

/** Nodes that `.ci/run` installs beside this one: their versions and programs. */
export function otherNodes(versions = ["22", "24"]): (readonly [version: string, program: string])[] {
  return versions
    .map((version) => {
      const program = `/opt/coursebinder-tools/node-${version}/node_modules/node-linux-${process.arch}/bin/node`;
      return [version, program] as const;
    })
    .filter(([version, program]) => needTool(`Node ${version}`, program));
}

/** Whether a test can have what it needs; `missing` says what there is not, as for `needTool`. */
export function need(missing: string, isThere: boolean): boolean {
  if (isThere) return true;
  const message = `${missing}: the tests that need it`;
  if (process.env.TEST_TOOLS === "required") throw new Error(`${message} can't be left out here`);
  process.stderr.write(`${message} are left out\n`);
  return false;
}
