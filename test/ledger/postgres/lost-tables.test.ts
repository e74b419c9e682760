import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { useServer } from "./fixtures.ts";
import { shareCourse } from "./shared-course.ts";

const server = useServer();

it("a database that lost its tables buys nothing again, and ledger restore brings all of it back", async () => {
  const course = await shareCourse(server.url(), ["A market", "A train"]);
  onTestFinished(() => course.served.dispose());
  const { served, database } = course;
  const made = documentOf(await course.runHere(1));
  expect(made).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
  await database.query("DROP SCHEMA coursebinder CASCADE");
  const ahead = documentOf(await course.here(1, "plan", "--json"));
  expect(ahead).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_begun_anew" }] });
  const refused = await course.run(1);
  expect(documentOf(refused)).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_begun_anew" }] });
  expect(refused.stderr).toContain("2 lessons for the course course");
  expect(served.proxy.creations).toBe(2);

  rmSync(join(served.folder, "machine-1"), { recursive: true });
  const restored = await served.commandHere(
    ["ledger", "restore", "course.yaml", "--json", "--out", "machine-1", "--poll", "100ms"],
    {
      ...served.environment,
      COURSEBINDER_LEDGER: database.url,
      COURSEBINDER_STATE: join(served.folder, "state-1"),
    },
  );
  expect(restored.code, restored.stderr).toBe(0);
  const again = documentOf(await course.runHere(1));
  const { committed, spent } = made.credits;
  expect(again).toMatchObject({ exitCode: 0, jobs: { done: 2 }, credits: { committed, spent } });
  expect(again.package?.sha256).toBe(made.package?.sha256);
  expect(documentOf(await course.runHere(2))).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
  expect(served.proxy.creations).toBe(2);
});
