import { type ExitCode, exitCodes } from "../../shared/exit-codes.ts";
import type { AnyProblem } from "../../shared/failure.ts";
import { showText } from "../../shared/text.ts";
import { nextAt, nextLine, type RepeatedFlags } from "../next.ts";
import { exitCodeOfFailure, messageOf } from "../problems/problems.ts";

/** The result of one check. */
export interface Finding {
  /** Stable, for scripts: `key`, `account:read`, … */
  readonly name: string;
  readonly state: "ok" | "warning" | "problem" | "skipped";
  /** The result in words. This and the remedy are cleaned for the terminal here, once, since names, paths and answers come from outside. */
  readonly found: string;
  /** What to do about it; null if nothing. */
  readonly remedy: string | null;
  /** The exit code for this finding alone. */
  readonly exitCode: ExitCode;
}

export function ok(name: string, found: string): Finding {
  return { name, state: "ok", found: showText(found), remedy: null, exitCode: exitCodes.done };
}

/** Something that a run can do without, or that may become a problem. */
export function warning(name: string, found: string, remedy: string): Finding {
  return { ...ok(name, found), state: "warning", remedy: showText(remedy) };
}

/** Something that makes a run fail, with this exit code. */
export function problem(
  name: string,
  found: string,
  { remedy, exitCode }: { readonly remedy: string; readonly exitCode: ExitCode },
): Finding {
  return { ...warning(name, found, remedy), state: "problem", exitCode };
}

/** A check that could not be made, or that would have cost something. */
export function skipped(name: string, why: string): Finding {
  return { ...ok(name, why), state: "skipped" };
}

/** A command's problem as a finding: its message without the part about what was not done, and the command to type or another remedy. */
export function findingOf(name: string, found: AnyProblem, again: RepeatedFlags | null = null): Finding {
  const { what, fix, next = null } = messageOf(found);
  const line = again === null ? null : nextLine(nextAt(next, again));
  const otherwise = next === null ? "Fix that." : `coursebinder ${next.verb} <plan>`;
  return problem(name, what, { remedy: line ?? fix ?? otherwise, exitCode: exitCodeOfFailure(found) });
}

/** A check's finding, and the value that the check determined; the value is null if there is none. */
export interface Checked<Value> {
  readonly finding: Finding;
  readonly value: Value | null;
}
