import { describe, expect, it } from "vitest";
import type { EventBody } from "../../src/ledger/event.ts";
import { ledgerNameOf, withLedgerKey } from "../../src/pipeline/former-names.ts";
import type { Job } from "../../src/plan/plan.ts";
import { accepted, intended, jobNamed, refused, stateOf } from "./histories.ts";

const job: Job = { ...jobNamed("new"), formerKeys: ["1/old", "1/older"] };

function nameIn(...events: readonly EventBody[]): string {
  return ledgerNameOf(withLedgerKey(job, stateOf(...events))).job;
}

describe("a job whose topic was renamed", () => {
  it("goes under its own name where nothing was bought under another", () => {
    expect(nameIn()).toBe("new");
    expect(nameIn(intended({ job: "old", attempt: 1 }), refused("old", 1))).toBe("new");
  });

  it("goes on under the name that it was bought as", () => {
    const bought = [intended({ job: "older", attempt: 1 }), accepted("older", 1, 11)];
    expect(nameIn(...bought)).toBe("older");
    expect(nameIn(...bought, intended({ job: "new", attempt: 2 }), refused("new", 2))).toBe("older");
  });

  it("goes on under the name that it may have been bought as", () => {
    expect(nameIn(intended({ job: "old", attempt: 1 }))).toBe("old");
  });

  it("keeps its own name once it was bought under it", () => {
    const twice = [intended({ job: "old", attempt: 1 }), accepted("old", 1, 11)];
    expect(nameIn(...twice, intended({ job: "new", attempt: 2 }), accepted("new", 2, 12))).toBe("new");
  });

  it("is another job in another edition", () => {
    expect(nameIn(intended({ job: "old", attempt: 1, edition: "2" }), accepted("old", 1, 11, "2"))).toBe(
      "new",
    );
  });
});
