import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { coursebinder } from "../../fixtures.ts";
import { fill } from "../../plan/fixtures.ts";
import { mistakesByKind } from "../../plan/mistakes.ts";
import { shareOf, spread } from "../../share.ts";
import { Served } from "../fixtures/served.ts";

const kinds = ["shape", "lists", "vocabulary", "meaning"].map((kind) => mistakesByKind.get(kind) ?? []);

// Every line of every mistake is tested beside the plan; here is tested that whatever is found there ends a run.
const mistakes = kinds.flatMap((kind) =>
  spread(
    kind.filter(({ lines }) => lines.some((line) => line.includes(": error: "))),
    6,
  ),
);

/** Enough to keep two cores busy, few enough not to disturb the tests beside this one. */
const atOnce = 3;

let served: Served;

beforeAll(async () => {
  served = await Served.start();
});
it("a mistake of any kind in a plan ends a run with exit 2 and its own line, and nothing is sent", async () => {
  expect(mistakes.length).toBeGreaterThanOrEqual(25 / shareOf(6));
  const waiting = mistakes.map((mistake, index) => ({
    mistake,
    folder: join(served.folder, `plan-${index}`),
  }));
  const failures: string[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { mistake, folder } = next;
      mkdirSync(folder);
      await fill(folder, { ...mistake.files, "plan.yaml": mistake.plan });
      const finished = await coursebinder(["run", "plan.yaml"], { cwd: folder, env: served.environment });
      const places = mistake.lines.map((line) => /^\S+?:\d+:\d+: (error|warning): /.exec(line)?.[0] ?? line);
      const missing = places.filter((place) => !finished.stderr.includes(place));
      if (finished.code !== 2 || missing.length > 0) {
        failures.push(
          `${mistake.says}: exit ${finished.code}, without ${missing.join(" | ")}\n${finished.stderr}`,
        );
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  expect(failures).toEqual([]);
  expect(served.proxy.requests).toEqual([]);
});
