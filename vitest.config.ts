import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Story tests start real processes and wait for events; the limit only ends a hung one.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Two cores: one for the tests' own processes, one for the services they start.
    maxWorkers: 2,
  },
});
