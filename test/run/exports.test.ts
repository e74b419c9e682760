import { expect, test } from "vitest";
import { playRun } from "../rate-limit/whole-runs/play-run.ts";
import { plainTerms } from "../rate-limit/whole-runs/sim-account.ts";

test("However many books wait for a slow network, few files are open at once", async () => {
  let [open, most] = [0, 0];
  const played = await playRun({
    stories: 20,
    terms: plainTerms,
    remembered: "counts",
    changed: ({ remote, world }) => ({
      remote: {
        ...remote,
        async exportBook(id, file) {
          open += 1;
          most = Math.max(most, open);
          await world.sleep(10 * 60_000);
          open -= 1;
          return remote.exportBook(id, file);
        },
      },
    }),
  });
  expect(played.report).toMatchObject({ exitCode: 0, jobs: { done: 20 } });
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});
