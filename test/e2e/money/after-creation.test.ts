import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { key, rig, type Served, smallCourse } from "../fixtures/served.ts";

/** Writes a script that runs after each creation, and gives the command that runs it. */
function script(served: Served, text: string): string {
  writeFileSync(join(served.folder, "after.sh"), text);
  return "sh after.sh";
}

const lines = (served: Served, file: string) =>
  readFileSync(join(served.folder, file), "utf8").trim().split("\n");

it("A command runs after each creation, once its outcome is in the ledger and before the next is intended", async () => {
  await using served = await rig({ plan: smallCourse(["First", "Second", "Third"]) });
  const command = script(
    served,
    `
    intended=$(grep -c '"type":"creation.intended"' "$COURSEBINDER_LEDGER_FILE")
    grep -q '"type":"creation.accepted".*'"$COURSEBINDER_STORY" "$COURSEBINDER_LEDGER_FILE" || exit 1
    echo "$intended $COURSEBINDER_EDITION/$COURSEBINDER_JOB $COURSEBINDER_OUTCOME" >> seen
    printf '\\033[31mkept\\007 %s\\n' "$COURSEBINDER_COURSE"
  `,
  );
  const finished = await served.runHere("--after-creation", command);
  expect(finished.code, finished.stderr).toBe(0);
  expect(lines(served, "seen")).toEqual([
    "1 1/first.es.2 accepted",
    "2 1/second.es.2 accepted",
    "3 1/third.es.2 accepted",
  ]);
  expect(finished.stderr).toContain("command    [31mkept course\n");
});

it("The command learns neither the key nor its location, nor the ledger's address", async () => {
  await using served = await rig({ plan: smallCourse(["First"]) });
  const env = {
    ...served.environment,
    STORY_API_KEY_FILE: "/nowhere",
    STORY_WRITER_KEY: "writer",
    PGPASSWORD: "database",
    COURSEBINDER_AFTER_CREATION: "env > seen",
  };
  const finished = await served.commandHere(["run", "course.yaml", "--poll", "100ms"], env);
  expect(finished.code, finished.stderr).toBe(0);
  const seen = lines(served, "seen").join("\n");
  expect(seen).toContain("COURSEBINDER_JOB=first.es.2");
  for (const secret of [key, "STORY_API_KEY", "STORY_WRITER_KEY", "PGPASSWORD"])
    expect(seen).not.toContain(secret);
});

it("If the command fails, no further story is made, existing ones are followed, and the next run continues", async () => {
  await using served = await rig({ plan: smallCourse(["First", "Second", "Third"]) });
  const command = script(
    served,
    '[ "$COURSEBINDER_JOB" != second.es.2 ] || { echo "remote: full"; exit 3; }',
  );
  const failed = await served.runHere("--after-creation", command);
  expect(documentOf(failed)).toMatchObject({
    exitCode: 7,
    jobs: { done: 2, pending: 1 },
    problems: [
      { code: "after_creation_failed", job: "second.es.2", message: expect.stringContaining("exit code 3") },
    ],
  });
  expect(failed.stderr).toContain("remote: full");
  expect(served.proxy.creations).toBe(2);
  expect(await served.report("--after-creation", "true")).toMatchObject({
    exitCode: 0,
    jobs: { done: 3 },
  });
  expect(served.proxy.creations).toBe(3);
});

it("The command also runs for a creation with unknown outcome", async () => {
  await using served = await rig({ plan: smallCourse(["First [[lose-reply]]", "Second"]) });
  const command = script(served, 'echo "$COURSEBINDER_OUTCOME story:$COURSEBINDER_STORY" >> seen');
  expect((await served.runHere("--after-creation", command)).code).toBe(5);
  expect(lines(served, "seen")).toEqual(["uncertain story:"]);
});
