import { expect, it, onTestFinished } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { hasPooler, startPooler } from "./database/pooler.ts";
import { addressOf, openIn, useServer } from "./fixtures.ts";
import { shareCourse } from "./shared-course.ts";

const server = useServer();

const isThere = hasPooler();

async function behind(mode: "session" | "transaction") {
  const course = await shareCourse(server.url(), ["A market", "A train"]);
  onTestFinished(() => course.served.dispose());
  const pooler = await startPooler(course.database.url, mode);
  onTestFinished(() => pooler.stop());
  return { course, pooler };
}

it.runIf(isThere)(
  "a ledger behind a pooler in transaction mode is refused, and nothing is created or locked",
  async () => {
    const { course, pooler } = await behind("transaction");
    const opening = openIn({ address: addressOf(pooler.url) });
    await expect(opening).rejects.toMatchObject({ problem: { code: "ledger_pooled" } });
    const refused = documentOf(await course.runHere(1, "--ledger", pooler.url));
    expect(refused).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_pooled" }] });
    expect(refused.problems[0]?.message).toContain("Give the address of the database itself");
    const made = await course.database.query("SELECT FROM pg_namespace WHERE nspname = 'coursebinder'");
    expect(made).toEqual([]);
    expect(course.served.proxy.creations).toBe(0);
    expect(documentOf(await course.runHere(2))).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
  },
);

it.runIf(isThere)("a ledger behind a pooler in session mode works as without one", async () => {
  const { course, pooler } = await behind("session");
  const made = documentOf(await course.runHere(1, "--ledger", pooler.url));
  expect(made).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
  expect(documentOf(await course.runHere(2))).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
  expect(course.served.proxy.creations).toBe(2);
});
