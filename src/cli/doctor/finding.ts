import { type ExitCode, exitCodes } from "../../shared/exit-codes.ts";
import { showText } from "../../shared/text.ts";

/** What one check of `doctor` came to. */
export interface Finding {
  /** Stable, for scripts: `key`, `account:read`, … */
  readonly name: string;
  readonly state: "ok" | "warning" | "problem" | "skipped";
  /** What was found. This and the remedy are cleaned for a terminal here, once: names, paths and answers come from outside. */
  readonly found: string;
  /** What to do about it; null where nothing has to be done. */
  readonly remedy: string | null;
  /** What the finding alone would end the command with. */
  readonly exitCode: ExitCode;
}

export function ok(name: string, found: string): Finding {
  return { name, state: "ok", found: showText(found), remedy: null, exitCode: exitCodes.done };
}

/** Something that a run can do without, or that may become a problem. */
export function warning(name: string, found: string, remedy: string): Finding {
  return {
    ...ok(name, found),
    state: "warning",
    remedy: showText(remedy),
  };
}

/** Something that a run fails on, with this exit code. */
export function problem(
  name: string,
  found: string,
  { remedy, exitCode }: { readonly remedy: string; readonly exitCode: ExitCode },
): Finding {
  return { ...warning(name, found, remedy), state: "problem", exitCode };
}

/** A check that could not be made, or would not have been free. */
export function skipped(name: string, why: string): Finding {
  return { ...ok(name, why), state: "skipped" };
}
