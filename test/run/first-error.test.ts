import { expect, test } from "vitest";
import type { LedgerStore } from "../../src/ledger/store.ts";
import type { RunDependencies } from "../../src/run/run.ts";
import { playRun } from "../rate-limit/whole-runs/play-run.ts";
import { plainTerms } from "../rate-limit/whole-runs/sim-account.ts";

test("A bug while creating is what a run rejects with, even if a story that it follows fails at the same time", async () => {
  await expect(play(({ store }) => ({ store: failingTwice(store) }))).rejects.toThrow("the bug");
});

test("A bug is what a run rejects with, even if the computation of times fails to end", async () => {
  const aligner: RunDependencies["aligner"] = {
    align: () => Promise.reject(new Error("no times")),
    close: () => Promise.reject(new Error("the worker did not end")),
  };
  const tell: RunDependencies["tell"] = ({ kind }) => {
    if (kind === "created") throw new Error("the bug");
  };
  await expect(play(() => ({ aligner, tell }))).rejects.toThrow("the bug");
  await expect(play(() => ({ aligner }))).rejects.toThrow("the worker did not end");
});

function play(changed: (dependencies: RunDependencies) => Partial<RunDependencies>) {
  return playRun({ stories: 2, terms: plainTerms, remembered: "counts", changed });
}

/** The second acceptance fails as soon as an observation is to be recorded, and that fails a little later. */
function failingTwice(store: LedgerStore): LedgerStore {
  let observe = (): void => undefined;
  const observing = new Promise<void>((resolve) => {
    observe = resolve;
  });
  let accepted = 0;
  return {
    ...store,
    append: async (body, guard) => {
      if (body.type === "story.observed") {
        observe();
        throw new Error("the consequence");
      }
      if (body.type === "creation.accepted" && ++accepted === 2) {
        await observing;
        throw new Error("the bug");
      }
      return store.append(body, guard);
    },
  };
}
