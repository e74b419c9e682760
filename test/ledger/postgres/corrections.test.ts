import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { OpenedDesk } from "../../e2e/review/opened-desk.ts";
import { documentOf } from "../../fixtures.ts";
import { useServer } from "./fixtures.ts";
import { shareCourse } from "./shared-course.ts";

const server = useServer();

it("a correction in a database is in force on every machine; one that lacks its file says so, and binds once it has it", async () => {
  const course = await shareCourse(server.url(), ["A market"]);
  const { served, database } = course;
  onTestFinished(() => served.dispose());
  for (const machine of [1, 2]) expect(documentOf(await course.runHere(machine))).toMatchObject({ ok: true });
  const environment = {
    ...served.environment,
    COURSEBINDER_LEDGER: database.url,
    COURSEBINDER_STATE: join(served.folder, "state-1"),
  };
  const desk = await OpenedDesk.enter({ folder: served.folder, environment }, "--out", "machine-1");
  const { job, story, seen } = await desk.lesson("a-market.es.2");
  const change = { kind: "title", text: "En el mercado de abajo" };
  const asked = { job, story, seen, who: "Ana Ruiz", id: randomUUID(), change };
  expect((await desk.post("/api/corrections", asked)).status).toBe(200);
  await desk.stop();
  const rows = await database.query(
    "SELECT line::json ->> 'job' AS job, line::json ->> 'id' AS story FROM coursebinder.events WHERE type = 'lesson.corrected'",
  );
  expect(rows).toEqual([{ job, story }]);

  const package_ = (machine: number) => course.here(machine, "package", "--json");
  expect(documentOf(await package_(1))).toMatchObject({ exitCode: 0 });
  const lacking = documentOf(await package_(2));
  expect(lacking).toMatchObject({ exitCode: 7, problems: [{ code: "correction_unusable" }] });
  const corrections = (machine: number): string =>
    join(served.folder, `machine-${machine}`, "course", "corrections");
  mkdirSync(corrections(2));
  cpSync(corrections(1), corrections(2), { recursive: true });
  expect(documentOf(await package_(2))).toMatchObject({ exitCode: 0 });
  expect(served.proxy.creations).toBe(1);
});
