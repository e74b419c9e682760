import { spawnSync } from "node:child_process";
import process from "node:process";
import { expect, it } from "vitest";
import { runInShell } from "../../src/cli/commands/run/after-creation.ts";

const run = (command: string, mostMs = 60_000) => {
  const lines: string[] = [];
  return runInShell(command, { env: process.env, mostMs, onLine: (line) => lines.push(line) }).then(
    (failure) => ({ failure, lines }),
  );
};

it("A command that succeeds is not a failure, and its output is shown cleaned", async () => {
  expect(await run("printf 'one\\033[2J\\n\\n'; echo two >&2")).toEqual({
    failure: null,
    lines: ["one[2J", "two"],
  });
});

it("A command is judged by its exit", async () => {
  expect((await run("exit 9")).failure).toBe("exit code 9");
  expect((await run("kill -9 $$")).failure).toBe("signal SIGKILL");
});

it("A command that hangs is killed with all its children, even if it ignores the polite signal", async () => {
  const hanging = "trap '' TERM; (trap '' TERM; echo $BASHPID; while :; do sleep 1; done)";
  const { failure, lines } = await run(`bash -c "${hanging.replaceAll("$", "\\$")}"`, 300);
  expect(failure).toMatch(/^it took longer than /);
  // Gone, or dead and not yet cleared away by whoever inherited it; a signal takes effect when its process next runs.
  const state = () => spawnSync("ps", ["-o", "stat=", "-p", lines[0] ?? ""]).stdout.toString();
  await expect.poll(state).toMatch(/^(Z.*)?\s*$/);
});

it("What a command leaves in the background blocks nothing", async () => {
  const { failure, lines } = await run("sleep 30 & echo $!");
  expect(failure).toBeNull();
  process.kill(Number(lines[0]));
});
