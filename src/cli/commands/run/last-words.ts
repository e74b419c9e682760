import { balanceAfterCharges } from "../../../ledger/format/charges.ts";
import type { LedgerStore } from "../../../ledger/store.ts";
import type { Job, Plan } from "../../../plan/plan.ts";
import { reportNow } from "../../../run/report.ts";
import type { LastWords } from "../../at-once.ts";
import { withVersion } from "../../documents/version.ts";
import type { Again } from "../../messages/next-command.ts";
import { lessonRows } from "../../messages/run/lesson-rows.ts";
import { describeSummary, runDocument } from "../../messages/run/summary.ts";

export interface RunUnderWay {
  readonly plan: Plan;
  /** The selected jobs. */
  readonly jobs: readonly Job[];
  readonly store: LedgerStore;
  /** The service's identity in ledgers. */
  readonly service: string;
  readonly again: Again;
}

/** What a run says that is ended at once: the same lines and document as at its end, without titles, by what its ledger says now. */
export function lastWordsOf({ plan, jobs: selected, store, service, again }: RunUnderWay): LastWords {
  const { state, location } = store;
  const { report, lessons } = reportNow(plan, selected, { state, location, service });
  const rows = lessonRows(lessons, report.problems);
  const list = rows.map((row) => ({ ...row, title: null }));
  return {
    exitCode: report.exitCode,
    lines: describeSummary(report, again),
    json: withVersion(runDocument(report, { again, list, balanceAfter: balanceAfterCharges(state) })),
  };
}
