import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { askYesNo } from "../../src/cli/ask.ts";

function terminal() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const stopping = new AbortController();
  return { input, output, stopping, asked: once(output, "data") };
}

test.each([
  ["y", true],
  ["Yes", true],
  ["", false],
  ["yesterday", false],
])("The answer %j means %j", async (typed, means) => {
  const { input, output, stopping } = terminal();
  const answer = askYesNo("Buy?", { input, output, stop: stopping.signal });
  input.write(`${typed}\n`);
  expect(await answer).toBe(means);
});

test("A stop while nobody answers is a no, and so is the end of the input", async () => {
  const stopped = terminal();
  const answer = askYesNo("Buy?", { ...stopped, stop: stopped.stopping.signal });
  await stopped.asked;
  stopped.stopping.abort();
  expect(await answer).toBe(false);
  const ended = terminal();
  const unanswered = askYesNo("Buy?", { ...ended, stop: ended.stopping.signal });
  ended.input.end();
  expect(await unanswered).toBe(false);
});

test("After a stop nothing is asked", async () => {
  const { input, output, stopping } = terminal();
  stopping.abort();
  expect(await askYesNo("Buy?", { input, output, stop: stopping.signal })).toBe(false);
  expect(output.read()).toBeNull();
});
