import { describe, expect, it } from "vitest";
import { accountFor, perhapsRefundedFor } from "../../src/ledger/standing.ts";
import { overviewOf } from "../../src/pipeline/overview.ts";
import { countJobs, problemsOfJobs } from "../../src/pipeline/report.ts";
import {
  accepted,
  intended,
  jobNamed,
  observed,
  planOf,
  refused,
  saved,
  stateOf,
  uuid,
} from "./histories.ts";

const jobs = ["open", "unsent", "failed", "done", "refused", "active"].map((name) => jobNamed(name));
const plan = planOf(jobs);
const bought = (job: string, number: number, edition = "1") => [
  intended({ job, attempt: number, edition }),
  accepted(job, number, number + 10, edition),
];
// The lessons' order in the ledger is not the plan's, one is no longer in the plan, and one is of another edition.
const state = stateOf(
  ...bought("done", 1),
  ...bought("failed", 2),
  intended({ job: "open", attempt: 3 }),
  ...[intended({ job: "refused", attempt: 4 }), refused("refused", 4)],
  ...bought("active", 5),
  ...bought("gone", 6),
  ...bought("done", 7, "2"),
  ...[observed("done", 11, "ready"), saved("done", 11), observed("failed", 12, "failed", 4)],
);

describe("where a course stands at a glance", () => {
  it("is what each question asked alone would answer", () => {
    const { counts, problems, credits } = overviewOf(plan, state, () => null);
    expect(counts).toEqual(countJobs(jobs, state, new Set()));
    expect(counts).toEqual({ total: 6, done: 1, pending: 2, active: 1, failed: 1, uncertain: 1 });
    expect(problems).toEqual(problemsOfJobs(jobs, state));
    expect(problems.map(({ code }) => code)).toEqual(["creation_uncertain", "story_failed"]);
    const isOfEdition = ({ intended: { edition } }: { intended: { edition: string } }) => edition === "1";
    expect(credits).toEqual({
      ...accountFor(state, isOfEdition),
      perhapsRefunded: perhapsRefundedFor(state, isOfEdition),
    });
    // Done, open, active and gone at their price, and what the failed one is shown to have cost.
    expect(credits.committed).toBe(4 * 13 + 4);
  });

  it("has every job in the plan's order, the ones that no event names too", () => {
    const { jobs: seen } = overviewOf(plan, state, ({ id }, record, { kind }) => [
      id,
      record?.attempts.at(-1)?.attempt ?? null,
      kind,
    ]);
    expect(seen).toEqual([
      ["open", uuid(3), "uncertain"],
      ["unsent", null, "pending"],
      ["failed", uuid(2), "failed"],
      ["done", uuid(1), "done"],
      ["refused", uuid(4), "pending"],
      ["active", uuid(5), "active"],
    ]);
  });
});
