import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { useServer } from "./fixtures.ts";
import { type SharedCourse, shareCourse } from "./shared-course.ts";

const server = useServer();

it("a restored backup is refused on a machine that saw the newer ledger, and stopped by the balance on any other", async () => {
  const course = await shareCourse(server.url(), ["A market", "A train"]);
  onTestFinished(() => course.served.dispose());
  expect(documentOf(await course.runHere(1, "--first", "1"))).toMatchObject({
    exitCode: 0,
    jobs: { done: 1 },
  });
  const restored = ["--ledger", await backUp(course)];
  expect(documentOf(await course.runHere(1))).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
  expect(course.served.proxy.creations).toBe(2);
  // The machine that went on remembers how far the ledger was.
  const older = documentOf(await course.runHere(1, ...restored));
  expect(older).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_older_copy" }] });
  // One that never saw it has the account's balance for a witness: it fell by a lesson that this ledger doesn't know.
  const held = documentOf(await course.run(2, ...restored, "--hold-unexplained"));
  expect(held).toMatchObject({ exitCode: 3, problems: [{ code: "balance_unexplained" }] });
  expect(course.served.proxy.creations).toBe(2);
  expect(course.served.stories()).toHaveLength(2);
});

/** Copies the database as it is now. Resolves with the copy's address; it goes with the test. */
async function backUp({ database }: SharedCourse): Promise<string> {
  const url = new URL(database.url);
  const name = url.pathname.slice(1);
  url.pathname = `/${name}_restored`;
  await atServer(`CREATE DATABASE ${name}_restored TEMPLATE ${name}`);
  onTestFinished(() => atServer(`DROP DATABASE ${name}_restored WITH (FORCE)`));
  return url.href;
}

async function atServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  await client.query(statement);
  await client.end();
}
