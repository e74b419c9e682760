import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { promptYesNo } from "../../src/cli/prompt.ts";

function terminal() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const stopping = new AbortController();
  return { input, output, stopping, asked: once(output, "data") };
}

/** What is answered; `typed` is null where the input ends instead. */
async function answerTo(typed: string | null, isUsual: boolean): Promise<boolean> {
  const { input, output, stopping } = terminal();
  const answer = promptYesNo("Buy?", { stderr: output }, stopping.signal, { input, isUsual });
  if (typed === null) input.end();
  else input.write(`${typed}\n`);
  return answer;
}

test.each([
  ["y", false, true],
  ["Yes", false, true],
  ["", false, false],
  ["yesterday", false, false],
  [null, false, false],
  ["", true, true],
  ["n", true, false],
  [null, true, false],
])("The answer %j, where yes is usual: %j, means %j", async (typed, isUsual, means) => {
  expect(await answerTo(typed, isUsual)).toBe(means);
});

test("A stop while no answer comes counts as no, and after a stop no question is asked", async () => {
  const { input, output, stopping, asked } = terminal();
  const answer = promptYesNo("Buy?", { stderr: output }, stopping.signal, { input });
  await asked;
  stopping.abort();
  expect(await answer).toBe(false);
  const late = terminal();
  expect(await promptYesNo("Buy?", { stderr: late.output }, stopping.signal, late)).toBe(false);
  expect(late.output.read()).toBeNull();
});
