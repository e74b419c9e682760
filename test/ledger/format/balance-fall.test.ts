import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findBalanceFall } from "../../../src/ledger/format/charges.ts";
import { randomOf } from "../../random.ts";
import { AnyAccount } from "./any-account.ts";

function fallIn(account: AnyAccount, balance: number | null = account.balance) {
  return findBalanceFall(account.state, balance);
}

/** The start of a run: quotes, and, unless it dies between, the word that the balance is accounted for. */
function startRun(account: AnyAccount, chance: () => number): void {
  const { accountedQuote, lastQuote } = account.state;
  if (accountedQuote === null && lastQuote !== null) account.account();
  account.quote(account.balance);
  if (chance() < 0.8) account.account();
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

describe("the balance as evidence", () => {
  it("raises no alarm in honest histories, whatever the order of charges, crashes, refunds and top-ups", () => {
    let runs = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const chance = randomOf(seed);
        const account = new AnyAccount(chance);
        for (let run = 0; run < 8; run++) {
          expect(fallIn(account)?.unexplained ?? 0).toBe(0);
          startRun(account, chance);
          for (let step = 0; step < 30; step++) account.step();
          runs += 1;
        }
      }),
      { numRuns: 600, endOnFailure: true },
    );
    expect(runs).toBe(4_800);
  });

  it("reports every charge by someone else, except what its own stories may cost or what was added, and never more", () => {
    let exact = 0;
    let told = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const chance = randomOf(seed);
        const account = new AnyAccount(chance);
        startRun(account, () => 0);
        for (let run = 0; run < 6; run++) {
          for (let step = 0; step < 20; step++) account.step();
          const quietBefore = chance() < 0.5;
          if (quietBefore) {
            account.finish();
            account.quote(account.balance);
            account.account();
            for (let step = 0; step < 20; step++) account.step();
            account.finish();
          }
          const charge = 1 + Math.floor(chance() * 60);
          account.balance -= charge;
          account.foreign += charge;
          const unexplained = fallIn(account)?.unexplained ?? 0;
          expect(unexplained).toBeLessThanOrEqual(account.foreign);
          if (unexplained > 0) told += 1;
          if (quietBefore && account.isQuiet) {
            expect(unexplained).toBe(Math.max(0, account.foreign - account.income));
            exact += 1;
          }
          account.quote(account.balance);
          if (chance() < 0.7) account.account();
        }
      }),
      { numRuns: 500, endOnFailure: true },
    );
    expect(exact).toBeGreaterThan(500);
    expect(told).toBeGreaterThan(1_000);
  });

  it("keeps reporting a decrease for which a run was held, whatever that run has quoted", () => {
    const account = new AnyAccount(() => 0.5);
    account.quote(1_000);
    account.account();
    for (let run = 0; run < 3; run++) {
      expect(fallIn(account, 990)).toMatchObject({ before: 1_000, now: 990, unexplained: 10 });
      account.quote(990);
    }
    account.account();
    expect(fallIn(account, 990)).toBeNull();
  });

  it("reports nothing if the account is, or was, not limited by credits", () => {
    const account = new AnyAccount(() => 0.5);
    account.quote(null);
    account.account();
    expect(fallIn(account, 10)).toBeNull();
    account.quote(1_000);
    account.account();
    expect(fallIn(account, null)).toBeNull();
    expect(fallIn(account, 999)).toMatchObject({ unexplained: 1 });
  });
});
