import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { watchPlan } from "../../src/cli/commands/check.ts";
import type { Context } from "../../src/cli/context.ts";

it("a watched plan is checked again when it or a file that it names changes, not when its own output beside it grows, and ends at the first Ctrl-C", async () => {
  const folder = mkdtempSync(join(tmpdir(), "coursebinder-watch-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [plan = "", words = "", output = ""] = ["course.yaml", "l'été à la mer.csv", "output.txt"].map(
    (name) => join(folder, name),
  );
  writeFileSync(plan, "words: { market: { fr: { file: l'été à la mer.csv } } }");
  let checks = 0;
  const afterEach: number[] = [];
  const changes = [
    () => appendFileSync(output, "one more line\n"),
    () => appendFileSync(words, "pan\n"),
    () => appendFileSync(output, "one more line\n"),
    () => appendFileSync(plan, "\n"),
  ];
  const interrupt = new AbortController();
  // What happens while the watcher sleeps.
  const sleep = async (): Promise<void> => {
    afterEach.push(checks);
    const change = changes[afterEach.length - 1];
    if (change === undefined) interrupt.abort();
    else change();
  };
  const context = {
    io: { note: (line: string) => appendFileSync(output, `${line}\n`) },
    interrupt: interrupt.signal,
    world: { now: () => 0, sleep },
  } as unknown as Context;
  const checkOnce = async () => {
    checks += 1;
    appendFileSync(output, "checked\n");
    return { exitCode: 0, json: {} };
  };
  expect(await watchPlan(plan, checkOnce, context)).toMatchObject({ exitCode: 0 });
  expect(afterEach).toEqual([1, 1, 2, 2, 3]);
});
