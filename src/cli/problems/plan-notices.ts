import type { PlanNotice } from "../../run/plan-notices.ts";
import { type Messages, messageIn, someOf, textOf } from "./message.ts";

export const planNotices: Messages<PlanNotice> = {
  formats_default: ({ lacks, formats }) => ({
    what: `The plan names no formats, so the package has only the default formats, without ${lacks.join(", ")}. To include those as well, write package: { formats: [${formats.join(", ")}] }.`,
  }),
  not_possible: ({ why, jobs }) => ({
    what: `The local service can't make ${someOf(jobs)}: ${why}.`,
  }),
};

/** Like `describeNotice`, for `check`, which loads no other messages. */
export function describePlanNotice(notice: PlanNotice): string {
  return textOf(messageIn(planNotices, notice));
}
