import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { hasPooler, type Pooler, startPooler } from "./database/pooler.ts";
import { addressOf, openIn, useServer } from "./fixtures.ts";
import { type SharedCourse, shareCourse } from "./shared-course.ts";

const server = useServer();
const isThere = hasPooler();

async function behind(...options: [mode: "session" | "transaction", more?: readonly string[]]) {
  const course = await shareCourse(server.url(), ["A market", "A train"]);
  onTestFinished(() => course.served.dispose());
  const pooler = await startPooler(course.database.url, ...options);
  onTestFinished(() => pooler.stop());
  return { course, pooler };
}

/** The run is refused with the sentence that says what to do, and nothing was sent. */
async function expectRefusal(course: SharedCourse, pooler: Pooler): Promise<void> {
  const refused = documentOf(await course.run(1, "--ledger", pooler.url));
  expect(refused).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_pooled" }] });
  expect(refused.problems[0]?.message).toContain("Give the address of the database itself");
  expect(course.served.proxy.creations).toBe(0);
}

it.runIf(isThere)("a ledger behind a pooler in transaction mode is refused, and left unlocked", async () => {
  const { course, pooler } = await behind("transaction");
  await expectRefusal(course, pooler);
  expect(documentOf(await course.runHere(2))).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
  expect(documentOf(await course.runHere(3, "--ledger", pooler.url))).toMatchObject({ exitCode: 8 });
  expect(course.served.proxy.creations).toBe(2);
});

it.runIf(isThere)("opening a ledger behind a pooler in transaction mode creates nothing", async () => {
  const { course, pooler } = await behind("transaction");
  const opening = openIn({ address: addressOf(pooler.url) });
  await expect(opening).rejects.toMatchObject({ problem: { code: "ledger_pooled" } });
  const made = await course.database.query("SELECT FROM pg_namespace WHERE nspname = 'coursebinder'");
  expect(made).toEqual([]);
});

it.runIf(isThere)(
  "a ledger behind a pooler that rotates its connections is refused before anything is sent",
  async () => {
    const { course, pooler } = await behind("transaction", ["server_round_robin = 1"]);
    await warm(pooler, 3);
    await expectRefusal(course, pooler);
  },
);

it.runIf(isThere)("a ledger behind a pooler in session mode works as without one", async () => {
  const { course, pooler } = await behind("session");
  expect(documentOf(await course.runHere(1, "--ledger", pooler.url))).toMatchObject({
    exitCode: 0,
    jobs: { done: 2 },
  });
  expect(documentOf(await course.runHere(2))).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
  expect(course.served.proxy.creations).toBe(2);
});

/** Has a pooler open so many connections to the database. */
async function warm({ url }: Pooler, count: number): Promise<void> {
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: url }));
  for (const client of clients) {
    await client.connect();
    await client.query("BEGIN");
  }
  for (const client of clients) {
    await client.query("COMMIT");
    await client.end();
  }
}
