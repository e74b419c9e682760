import { defineConfig } from "vitest/config";

// The tests that hold the outcome table, the ledger's lines and fold, and the budget: quick and pure, so that thousands of mutants are affordable.
export default defineConfig({
  test: {
    include: [
      "test/client/creation/creation-reply.test.ts",
      "test/client/retry.test.ts",
      "test/ledger/**/{last-seen-head,attempts,stories,fold,chain,broken-chain,cut-and-flip,pieces,rescue,write-faults,identity}.test.ts",
      "test/run/*.test.ts",
      "test/run/{bill,month-clock}.test.ts",
    ],
    testTimeout: 30_000,
  },
});
