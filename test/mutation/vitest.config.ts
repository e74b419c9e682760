import { defineConfig } from "vitest/config";

// The tests that hold the outcome table, the ledger's lines and fold, and the budget: quick and pure, so that thousands of mutants are affordable.
export default defineConfig({
  test: {
    include: [
      "test/client/creation/{creation-reply,http-answer}.test.ts",
      "test/ledger/*.test.ts",
      "test/ledger/{format,file}/*.test.ts",
      "test/run/*.test.ts",
    ],
    testTimeout: 30_000,
  },
});
