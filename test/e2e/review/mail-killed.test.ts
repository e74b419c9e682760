import { randomUUID } from "node:crypto";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { type Running, start } from "../../fixtures.ts";
import { Served, smallCourse } from "../fixtures/served.ts";
import { answerTo } from "./reviewer-page.ts";

const kills = 10;
/** Where a machine is so busy that imports get far before they are killed, further answers follow. */
const mostKills = 10 * kills;
const someComments = () =>
  Array.from({ length: 300 }, (_, index) => ({
    id: randomUUID(),
    job: "first.es.2",
    text: `Remark ${index}`,
  }));
const decision = {
  id: randomUUID(),
  job: "first.es.2",
  kind: "approved" as const,
  why: null,
  replaces: [],
};

let served: Served;

beforeAll(async () => {
  served = await Served.start();
  served.plan(smallCourse(["First"], "package: { formats: [web] }\nreview: { required: 1 }"));
  await served.run();
});

/** Resolves once a file has grown by so much, or the process is over. */
async function untilGrown(path: string, byBytes: number, { process }: Running): Promise<void> {
  const before = statSync(path).size;
  while (statSync(path).size < before + byBytes && process.exitCode === null) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

it("an import that is killed at any point has recorded each entry whole or not at all, and the next one records the rest", async () => {
  expect(await served.commandHere(["review", "course.yaml", "--export", "page.html"])).toMatchObject({
    code: 0,
  });
  const sent: string[] = [];
  const send = (decisions: (typeof decision)[]): void => {
    const comments = someComments();
    const answer = answerTo(join(served.folder, "page.html"), { decisions, comments });
    writeFileSync(join(served.folder, "answer.json"), answer);
    sent.push(...[...decisions, ...comments].map(({ id }) => id));
  };
  const args = ["review", "course.yaml", "--import", "answer.json", "--yes", "--json"];
  const ledger = join(served.folder, "out", "course", "ledger.jsonl");
  const recorded = (): string[] =>
    served
      .events()
      .flatMap(({ decision: made, comment }) => [made, comment].filter((id) => typeof id === "string"));
  const counts: number[] = [];
  let within = 0;
  // Most kills have to fall between two entries of an answer.
  for (let kill = 0; kill < mostKills && (kill < kills || within <= kills / 2); kill += 1) {
    const before = counts.at(-1) ?? 0;
    if (before === sent.length) send(kill === 0 ? [decision] : []);
    const running = start({ args, cwd: served.folder, env: served.environment });
    // At the first byte, and then ever later in an event.
    await untilGrown(ledger, 1 + (kill % kills) * 611, running);
    running.process.kill("SIGKILL");
    await running.finished;
    expect(await served.commandHere(["ledger", "verify", "course.yaml"])).toMatchObject({ code: 0 });
    const now = recorded().length;
    counts.push(now);
    if (now > before && now < sent.length) within += 1;
  }
  expect(within).toBeGreaterThan(kills / 2);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(await served.command(args)).toMatchObject({ code: 0 });
  expect(recorded()).toEqual(sent);
  expect(await served.commandHere(args)).toMatchObject({ code: 0 });
  expect(recorded()).toEqual(sent);
  const verified = await served.commandHere(["ledger", "verify", "course.yaml"]);
  expect(verified).toMatchObject({ code: 0 });
  expect(served.proxy.creations).toBe(1);
});
