import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { password, useServer } from "./fixtures.ts";
import { type SharedCourse, shareCourse } from "./shared-course.ts";

const server = useServer();

async function begin(topics: readonly string[]): Promise<SharedCourse> {
  const course = await shareCourse(server.url(), topics);
  onTestFinished(() => course.served.dispose());
  return course;
}

describe("a course whose ledger is in PostgreSQL", () => {
  it("is made on one machine and known on another, and the password appears nowhere", async () => {
    const course = await begin(["A market", "A train"]);
    const { served, database } = course;
    const made = documentOf(await course.run(1));
    expect(made).toMatchObject({ ok: true, jobs: { total: 2, done: 2 } });
    expect(made.ledger).toBe(`${database.address.location}#course`);
    const status = await course.begin(2, "status").finished;
    expect(status.stdout).toContain("2 done");
    // The files that the first machine saved are read again, free of charge.
    const again = documentOf(await course.runHere(2));
    expect(again).toMatchObject({ ok: true, jobs: { total: 2, done: 2 } });
    expect(again.package?.sha256).toBe(made.package?.sha256);
    expect(served.proxy.creations).toBe(2);
    const packaged = await course.begin(2, "package").finished;
    expect(packaged.code).toBe(0);
    const planned = await course.here(2, "plan");
    expect(planned.stdout).toContain("0 to create");
    const resolved = await course.here(2, "resolve");
    expect(resolved.stdout).toContain("No creation is uncertain.");
    const verified = await served.commandHere(["ledger", "verify", "course.yaml", "--ledger", database.url]);
    expect(verified.stdout).toContain("intact; ");
    const printed = [status, packaged, planned, resolved, verified].map(
      ({ stdout, stderr }) => stdout + stderr,
    );
    const files = readdirSync(served.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith("-shm"))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
    expect(files.length).toBeGreaterThan(10);
    for (const text of [...printed, ...files]) expect(text).not.toContain(password);
  });

  it("is inspected by doctor, which does not take it over and says who holds it", async () => {
    const course = await begin(["A market"]);
    const { proxy } = course.served;
    proxy.holdsAnswers = true;
    const held = proxy.heldAnswer();
    const running = course.begin(1, "run");
    await held;
    const during = await course.here(2, "doctor");
    expect(during.code).toBe(8);
    expect(during.stdout).toMatch(/^ok +ledger .*#course: intact; \d+ events$/m);
    expect(during.stdout).toMatch(
      /^problem +ledger-holder +a run holds the ledger \(process \d+ since .+ on .+\)$/m,
    );
    proxy.dropHeld();
    await running.finished;
    const after = await course.here(2, "doctor");
    expect(after.code).toBe(5);
    expect(after.stdout).toMatch(/^ok +ledger-holder +no run holds the ledger$/m);
    const gone = await course.here(2, "doctor", "--ledger", "postgres://me:secret-word@127.0.0.1:9/nowhere");
    expect(gone.code).toBe(8);
    expect(gone.stdout).toMatch(/^problem +ledger .*ECONNREFUSED/m);
    expect(gone.stdout + gone.stderr).not.toContain("secret-word");
    for (const { stdout, stderr } of [during, after]) expect(stdout + stderr).not.toContain(password);
  });
});

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
