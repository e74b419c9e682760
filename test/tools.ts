import { existsSync } from "node:fs";

/**
 * Whether a program that a test needs is there. Where it is missing, a continuous-integration run fails and any other says by name what
 * it leaves out.
 */
export function needTool(name: string, path: string): boolean {
  return need(`${name} is not installed (${path})`, existsSync(path));
}

/** Whether a test can have what it needs; `missing` says what there is not, as for `needTool`. */
function need(missing: string, isThere: boolean): boolean {
  if (isThere) return true;
  const message = `${missing}: the tests that need it`;
  if (process.env.CI === "true") throw new Error(`${message} can't be left out here`);
  process.stderr.write(`${message} are left out\n`);
  return false;
}
