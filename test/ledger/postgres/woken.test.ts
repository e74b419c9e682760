import { expect, it, onTestFinished } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { spread } from "../../share.ts";
import { CuttingProxy } from "./database/cutting-proxy.ts";
import { useServer } from "./fixtures.ts";
import { type SharedCourse, shareCourse } from "./shared-course.ts";

const server = useServer();
const lesson = "a-market.es.2";

/** Where the first machine is frozen, by what has just passed on its way to the database. `leavesOpen`: its intention stands by then. */
const steps = [
  { name: "begins the transaction of its intention", after: 0, message: "BEGIN", leavesOpen: false },
  { name: "writes its intention", after: 0, message: "creation.intended", leavesOpen: false },
  { name: "commits its intention", after: 1, message: "COMMIT\0", leavesOpen: true },
  // Of these, each asks the same guard: one is enough.
  ...spread(
    [
      { name: "begins to ask whether it still holds", after: 2, message: "BEGIN", leavesOpen: true },
      { name: "asks for the fencing number", after: 2, message: "FOR UPDATE", leavesOpen: true },
      { name: "asks for the lock", after: 2, message: "pg_backend_pid", leavesOpen: true },
    ],
    3,
  ),
  { name: "has asked whether it still holds", after: 2, message: "COMMIT\0", leavesOpen: true },
] as const;

it.each(steps)(
  "a machine that is frozen when it $name wakes after others took over, and sends nothing",
  async ({ after, message, leavesOpen }) => {
    const course = await shareCourse(server.url(), ["A market"]);
    onTestFinished(() => course.served.dispose());
    const proxy = await CuttingProxy.listen(course.database.url);
    onTestFinished(() => proxy.close());
    const sleeper = course.begin(1, "run", "--json", "--ledger", proxy.urlFor(course.database.url));
    await frozenAt(proxy, sleeper.process.pid ?? 0, { after, message });
    expect(documentOf(await course.runHere(2))).toMatchObject({
      exitCode: 8,
      problems: [{ code: "ledger_held" }],
    });
    await endSessions(course);
    const second = documentOf(await course.runHere(2));
    if (leavesOpen) {
      expect(second).toMatchObject({ exitCode: 5, jobs: { uncertain: 1 } });
      expect(course.served.proxy.creations).toBe(0);
      const settled = await course.here(
        3,
        "resolve",
        lesson,
        "--not-created",
        "--reason",
        "not in the account",
      );
      expect(settled.code, settled.stderr).toBe(0);
      expect(documentOf(await course.runHere(4))).toMatchObject({ exitCode: 0, jobs: { done: 1 } });
    } else {
      expect(second).toMatchObject({ exitCode: 0, jobs: { done: 1 } });
    }
    sleeper.process.kill("SIGCONT");
    const woken = documentOf(await sleeper.finished);
    expect(woken.exitCode).toBe(8);
    expect(woken.problems.map(({ code }) => code)).toContain("ledger_taken_over");
    expect(course.served.proxy.creations).toBe(1);
    expect(course.served.stories()).toHaveLength(1);
    expect(documentOf(await course.runHere(3))).toMatchObject({ exitCode: 0, jobs: { done: 1 } });
    expect(course.served.proxy.creations).toBe(1);
  },
);

/** Stops a process as soon as a message passes which follows so many marks: the text of an intention, and then its COMMIT. */
function frozenAt(
  proxy: CuttingProxy,
  pid: number,
  { after, message }: { after: number; message: string },
): Promise<void> {
  const marks = ["creation.intended", "COMMIT\0"];
  let passed = 0;
  let isQuoted = false;
  return new Promise((resolve) => {
    proxy.seeing = (bytes) => {
      if (passed === after && isQuoted && bytes.includes(message)) {
        proxy.seeing = () => undefined;
        process.kill(pid, "SIGSTOP");
        resolve();
        return;
      }
      if (bytes.includes("quote.received")) isQuoted = true;
      else if (isQuoted && bytes.includes(marks[passed] ?? "nothing")) passed += 1;
    };
  });
}

async function endSessions({ database }: SharedCourse): Promise<void> {
  await database.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'coursebinder %' AND datname = current_database()",
  );
}
