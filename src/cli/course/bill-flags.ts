import type { Plan } from "../../plan/plan.ts";
import type { Approval } from "../../run/approve.ts";
import { Failure } from "../../shared/failure.ts";
import type { Context } from "../context.ts";
import { billFormats, choice, text } from "../parser/options.ts";
import type { CommandProblem } from "../problem.ts";
import { readApproval } from "./approval-file.ts";

/** How a bill is written: as lines for a terminal, or in one of the other formats. */
export type BillFormat = "text" | (typeof billFormats)[number];

/** Reads `--format`, which `--json` leaves no choice. */
export function readBillFormat({ raw, shared }: Context): BillFormat {
  const flag = "--format";
  const format = choice(raw, { name: "format", flag, choices: billFormats });
  if (!shared.json) return format ?? "text";
  if (format === null || format === "json") return "json";
  throw new Failure<CommandProblem>({ code: "bad_value", flag, value: format, expected: "json with --json" });
}

/** A bill that was saved before, and its path. */
export interface BillBefore {
  readonly path: string;
  readonly bill: Approval;
}

/** Reads the bill of `--against`; null if none is given. Throws a Failure if it is no bill, or another course's. */
export async function readBillBefore(
  { course }: Pick<Plan, "course">,
  { raw }: Context,
): Promise<BillBefore | null> {
  const path = text(raw, "against");
  const bill = await readApproval(path);
  if (path === null || bill === null) return null;
  if (bill.course === course) return { path, bill };
  const cause = `it is a bill of the course ${bill.course}`;
  throw new Failure<CommandProblem>({ code: "approval_unreadable", path, cause });
}
