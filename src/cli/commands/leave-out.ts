import type { Plan } from "../../plan/plan.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import { describePlace } from "../messages/plan/phrases.ts";

/** Ends a command for an edition that the plan leaves out, such as a holiday's. That is what was asked for, so it is no failure. */
export function leaveOut({ course, title, edition, skippedAt }: Plan, { io }: Context): CommandResult {
  const where = skippedAt === null ? "" : ` (skip, ${describePlace(skippedAt)})`;
  io.say(`${title}, edition ${edition}: left out${where}. Nothing was sent.`);
  const jobs = { total: 0, done: 0, pending: 0, active: 0, failed: 0, uncertain: 0 };
  return {
    exitCode: exitCodes.done,
    json: {
      ok: true,
      exitCode: exitCodes.done,
      course,
      edition,
      skipped: true,
      jobs,
      credits: null,
      package: null,
      problems: [],
    },
  };
}
