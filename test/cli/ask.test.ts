import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { promptYesNo } from "../../src/cli/prompt.ts";

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
  const answer = promptYesNo("Buy?", { input, output, stop: stopping.signal });
  input.write(`${typed}\n`);
  expect(await answer).toBe(means);
});

test.each([
  ["", true],
  ["n", false],
])("Where yes is usual, the answer %j means %j", async (typed, means) => {
  const { input, output, stopping } = terminal();
  const answer = promptYesNo("Rehearse?", { input, output, stop: stopping.signal, isUsual: true });
  input.write(`${typed}\n`);
  expect(await answer).toBe(means);
  const ended = terminal();
  const unanswered = promptYesNo("Rehearse?", { ...ended, stop: ended.stopping.signal, isUsual: true });
  ended.input.end();
  expect(await unanswered).toBe(false);
});

test("A stop while no answer comes counts as no, and so does the end of the input", async () => {
  const stopped = terminal();
  const answer = promptYesNo("Buy?", { ...stopped, stop: stopped.stopping.signal });
  await stopped.asked;
  stopped.stopping.abort();
  expect(await answer).toBe(false);
  const ended = terminal();
  const unanswered = promptYesNo("Buy?", { ...ended, stop: ended.stopping.signal });
  ended.input.end();
  expect(await unanswered).toBe(false);
});

test("After a stop no question is asked", async () => {
  const { input, output, stopping } = terminal();
  stopping.abort();
  expect(await promptYesNo("Buy?", { input, output, stop: stopping.signal })).toBe(false);
  expect(output.read()).toBeNull();
});
