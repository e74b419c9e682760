import { expect, test } from "vitest";
import { taughtEditions } from "../../src/course/taught-editions.ts";
import type { AttemptOutcome, JobRecord, LedgerState } from "../../src/ledger/format/state.ts";

function recordOf(edition: string, job: string, ...outcomes: readonly AttemptOutcome["kind"][]): JobRecord {
  const attempts = outcomes.map((kind) => ({ attempt: kind, intended: {}, outcome: { kind } }));
  return { key: `${edition}/${job}`, edition, job, attempts, stories: new Map() } as unknown as JobRecord;
}

test("an edition has had the topics of its lessons, bought or uncertain, under the ids that they last had", () => {
  const records = [
    recordOf("1", "sea.es.2", "refused", "accepted"),
    recordOf("1", "sea.fr.2", "accepted"),
    recordOf("1", "rain.es.2~2", "uncertain"),
    recordOf("1", "train.es.2", "refused", "unsent", "notCreated"),
    recordOf("2", "old-market.es.2", "intended"),
  ];
  const state = {
    jobs: new Map(records.map((record) => [record.key, record])),
    moved: new Map([["2/old-market.es.2", [{ to: "market.es.2", topic: "The market" }]]]),
  } as unknown as LedgerState;
  expect([...taughtEditions(state)]).toEqual([
    ["1", ["sea", "rain"]],
    ["2", ["market"]],
  ]);
});
