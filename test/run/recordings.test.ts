import { expect, test } from "vitest";
import { algorithm } from "../../src/lessons/align/alignment.ts";
import { isTimed } from "../../src/run/course-folder.ts";
import { playRun } from "../rate-limit/whole-runs/play-run.ts";

test("However many books wait for a slow network, few files are open at once", async () => {
  let [open, most] = [0, 0];
  const played = await playRun({
    stories: 20,
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

type Facts = Parameters<typeof isTimed>[0];

const [text, sound] = ["a".repeat(64), "b".repeat(64)];

function factsOf(times: object | null): Facts {
  return {
    saved: { sha256: text },
    book: { sha256: sound },
    times: times === null ? null : { text, sound, level: "sentences", why: null, algorithm, ...times },
  } as unknown as Facts;
}

test("times that an earlier version of the program found stay, so that approvals of them stay", () => {
  for (const facts of [factsOf({}), factsOf({ algorithm: "mfcc-dtw-1" })]) expect(isTimed(facts)).toBe(true);
});

test("what an earlier version could not find is tried again by the current one", () => {
  for (const level of ["paragraphs", "none"])
    expect(isTimed(factsOf({ level, why: "unlike", algorithm: "mfcc-dtw-1" }))).toBe(false);
});

test("times of another text or another recording are none", () => {
  for (const times of [null, { text: "c".repeat(64) }, { sound: "c".repeat(64) }])
    expect(isTimed(factsOf(times))).toBe(false);
});
