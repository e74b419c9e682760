import { type ExitCode, exitCodes } from "../../../shared/exit-codes.ts";
import type { AnyProblem } from "../../../shared/failure.ts";
import type { Facts } from "../../../shared/written-text.ts";
import { nextAt, nextLine, type RepeatedFlags } from "../../next.ts";
import { exitCodeOfFailure, messageOf } from "../../problems/problems.ts";
import { messageIn } from "../../problems/texts.ts";

/** The result of one check. */
export interface Finding {
  /** Stable, for scripts: `key`, `account:read`, … */
  readonly name: string;
  /** `warning`: a run doesn't need it, or it may become a problem later. `skipped`: the check was impossible, or would have cost something. */
  readonly state: "ok" | "warning" | "problem" | "skipped";
  /** The result in words. */
  readonly found: string;
  /** What to do about it; null if nothing. */
  readonly remedy: string | null;
  /** The exit code of a run that fails because of this finding; `done` if the finding isn't a problem. */
  readonly exitCode: ExitCode;
}

/** A check's finding with its text from `texts/doctor.yaml`. `as`: the name of that text, if it differs from the check's. */
export function finding(
  name: string,
  state: Finding["state"],
  facts: Facts = {},
  { as = name, exitCode = exitCodes.stopped }: { as?: string; exitCode?: ExitCode } = {},
): Finding {
  const { what, fix = null } = messageIn("doctor", {}, { ...facts, code: `${as} ${state}` });
  return { name, state, found: what, remedy: fix, exitCode: state === "problem" ? exitCode : exitCodes.done };
}

/** A command's problem as a finding: its message without the part about what was not done, and the command to type or another remedy. */
export function findingOf(name: string, found: AnyProblem, again: RepeatedFlags | null = null): Finding {
  const { what, fix, next = null } = messageOf(found);
  const line = again === null ? null : nextLine(nextAt(next, again));
  const otherwise = next === null ? "Fix that." : `coursebinder ${next.verb} <plan>`;
  const exitCode = exitCodeOfFailure(found);
  return { name, state: "problem", found: what, remedy: line ?? fix ?? otherwise, exitCode };
}

/** A check's finding, and the value that the check determined; the value is null if there is none. */
export interface Checked<Value> {
  readonly finding: Finding;
  readonly value: Value | null;
}
