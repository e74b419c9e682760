import { defineConfig } from "vitest/config";

// The tests that hold the outcome table, the ledger's lines and fold, and the budget: quick and pure, so that thousands of mutants are affordable.
export default defineConfig({
  test: {
    include: [
      "test/remote/creation-reply.test.ts",
      "test/remote/retry.test.ts",
      "test/ledger/{anchor,attempts,stories,fold,packed-records,chain,broken-chain,cut-and-flip,pieces,rescue,write-faults,identity}.test.ts",
      "test/pipeline/*.test.ts",
      "test/mutation/*.test.ts",
    ],
    testTimeout: 30_000,
  },
});
