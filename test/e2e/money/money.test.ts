import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { documentOf, type Finished } from "../../fixtures.ts";
import { saying } from "../../saying.ts";
import { key, rig, type Served, smallCourse } from "../fixtures/served.ts";

it.each([
  { ceiling: "the budget", plan: "credits: 25" },
  { ceiling: "the balance", credits: 20 },
  { ceiling: "--max-credits", flags: ["--max-credits", "25"] },
])(
  "before the first creation refuses a course that $ceiling does not cover: exit 3, no creation",
  async (of) => {
    const plan = smallCourse(["One", "Two"]).replace("credits: 500", of.plan ?? "credits: 500");
    await using served = await rig({ plan, ...(of.credits === undefined ? {} : { credits: of.credits }) });
    const report = await served.report(...(of.flags ?? []));
    expect(report).toMatchObject({ exitCode: 3, package: null, problems: [{ code: "over_budget" }] });
    expect(report.problems[0]?.message).toContain("26 credits");
    const ahead = await served.here("plan", ...(of.flags ?? []));
    const raise =
      of.flags === undefined ? "change the budget or the account, then" : "with a higher --max-credits,";
    expect(ahead).toMatchObject({ code: 3, stdout: saying(`next     ${raise} coursebinder plan `) });
    expect(served.proxy.creations).toBe(0);
  },
);

describe("a lost answer", () => {
  const course = smallCourse(["First", "Second [[lose-reply]]", "Third"]);

  it("stops the creating, counts as spent, and is never sent again while the next run goes on with the others", async () => {
    await using served = await rig({ plan: course.replace("credits: 500", "credits: 39") });
    // The run stops creating, and follows existing stories.
    const stopped = await served.report();
    expect(stopped).toMatchObject({ exitCode: 5, jobs: { done: 1, uncertain: 1, pending: 1 } });
    // One quote for each distinct setting.
    expect(served.proxy.requests.filter((line) => line.includes("/stories/quote"))).toHaveLength(1);
    expect(served.proxy.creations).toBe(2);
    expect(stopped.problems[0]).toMatchObject({ code: "creation_uncertain" });
    expect(stopped.problems[0]?.next).toContain("coursebinder resolve course.yaml");

    // The next run continues with the others.
    const held = await served.report();
    expect(held).toMatchObject({ exitCode: 5, jobs: { done: 2, uncertain: 1, pending: 0 } });
    expect(held.credits).toMatchObject({ committed: 39 });
    expect(served.proxy.creations).toBe(3);
  });
});

const three = smallCourse(["One", "Two", "Three"]);

describe("a run that is stopped", () => {
  it.each(["SIGINT", "SIGHUP"] as const)(
    "by %s creates no more, records the answer in flight, and exits 7",
    async (signal) => {
      await using served = await rig({ plan: three, writingTime: "3s" });
      const running = served.begin("run", "--json");
      await running.lineMatching(/created {4}one/);
      running.process.kill(signal);
      const report = documentOf(await running.finished);
      expect(report).toMatchObject({ exitCode: 7, jobs: { uncertain: 0 } });
      expect(report.jobs.active).toBe(served.stories().length);
      await served.expectRun({ exitCode: 0, jobs: { done: 3 } });
      expect(served.stories()).toHaveLength(3);
    },
  );

  it("at once by a second signal still says what is uncertain, what was spent and what to type", async () => {
    await using served = await rig({ plan: smallCourse(["One", "Two"]) });
    const held = served.proxy.heldAnswer();
    served.proxy.holdsAnswers = true;
    const running = served.begin("run", "--json", "--creation-timeout", "60s");
    await held;
    running.process.kill("SIGINT");
    await running.lineMatching(/Stopping/);
    running.process.kill("SIGINT");
    const finished = await running.finished;
    expect(finished.code).toBe(5);
    expect(documentOf(finished)).toMatchObject({
      schema: 1,
      ok: false,
      exitCode: 5,
      jobs: { total: 2, uncertain: 1, pending: 1 },
      next: saying(/^coursebinder resolve course\.yaml one\.es\.2/),
    });
    // The last lines are those of every end.
    expect(finished.stderr).toMatch(
      /A story that was being requested may exist.*\njobs {5}0 done, 0 failed, 1 uncertain.*\ncredits .*\nnext {5}coursebinder resolve/s,
    );
  });

  it("is named to the next edition, with how to continue it", async () => {
    // Long enough that the killed run can't have seen the end of its story, however busy the machine is.
    await using served = await rig({ plan: smallCourse(["First"]), writingTime: "5s" });
    await served.killRun(/created {4}first/);
    const message = saying("run with --edition 1 continues it");
    await served.expectRun({ notices: [{ code: "edition_unfinished", message }] }, "--edition", "2");
  });

  it("by nothing but a reader that leaves goes on to its end", async () => {
    await using served = await rig({ plan: three });
    const running = served.begin("run");
    await running.lineMatching(/created {4}one/);
    running.process.stdout?.destroy();
    running.process.stderr?.destroy();
    expect((await running.finished).code).toBe(0);
    expect(served.stories()).toHaveLength(3);
    const status = await served.commandHere(["status", "course.yaml", "--json"]);
    expect(documentOf(status)).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
  });
});

const resolve = (served: Served, ...rest: readonly string[]): Promise<Finished> =>
  served.commandHere(["resolve", "course.yaml", ...rest]);

const bodyOf = (answer: Buffer): string => answer.toString().split("\r\n\r\n").slice(1).join("\r\n\r\n");
const idIn = (answer: Buffer): string => String((JSON.parse(bodyOf(answer)) as { id: string }).id);
const otherId = "90b1c2d3-0000-4000-8000-00000000c0de";
const no = '{"error":"no","code":"forbidden"}';
const refusal = `HTTP/1.1 403 Forbidden\r\ncontent-length: ${no.length}\r\n\r\n${no}`;

const withHeaders = (status: number, headers: readonly string[], body: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 ${[`${status} Odd`, ...headers].join("\r\n")}\r\n\r\n`),
    Buffer.from(body),
  ]);

type Unreadable = readonly [
  where: string,
  mangle: (answer: Buffer) => string | Buffer,
  more: readonly string[],
];

// How an id is found in any other answer is tested in test/client/creation.
const unreadable: readonly Unreadable[] = [
  [
    "in an address alone",
    (answer) => withHeaders(201, [`Location: /api/v1/stories/${idIn(answer)}`], ""),
    [],
  ],
  ["in gzip", (answer) => withHeaders(202, ["content-encoding: gzip"], gzipSync(bodyOf(answer))), []],
  ["in two documents", (answer) => withHeaders(202, [], `${bodyOf(answer)}{"id":"${otherId}"}`), [otherId]],
  ["behind a refusal on the same connection", (answer) => Buffer.concat([Buffer.from(refusal), answer]), []],
];

it("an untrustworthy answer keeps the id that it contains, wherever that is, is sent once, and can be settled with that id", async () => {
  const topics = unreadable.map((_, index) => `Market ${index}`);
  await using served = await rig({ plan: smallCourse(topics) });
  // Each run holds the lessons of those before it, buys the next one, and stops there.
  for (const [index, [where, mangle]] of unreadable.entries()) {
    served.proxy.mangle = mangle;
    const jobs = { uncertain: index + 1, pending: unreadable.length - index - 1 };
    const report = await served.report();
    expect(report, where).toMatchObject({ exitCode: 5, jobs });
  }
  await served.expectRun({ exitCode: 5, jobs: { uncertain: unreadable.length } });

  const evidence = documentOf(await resolve(served, "--json")) as unknown as {
    uncertain: { job: string; ids: string[] }[];
  };
  const outcomes = served.events().filter(({ type }) => type === "creation.uncertain");
  for (const [index, [where, , more]] of unreadable.entries()) {
    const job = `market-${index}.es.2`;
    const id = served.stories().find(({ topic }) => topic === topics[index])?.id ?? "none";
    expect(evidence.uncertain.find((one) => one.job === job)?.ids, where).toEqual([id, ...more]);
    const received = outcomes.find((outcome) => outcome.job === job)?.received as {
      bytes: number;
      base64: string;
    };
    expect(Buffer.from(received.base64, "base64"), where).toHaveLength(received.bytes);
    if (index === 0)
      expect((await served.commandHere(["status", "course.yaml", job])).stdout).toContain(`it named ${id}`);
    expect((await resolve(served, job, "--story", id)).code, where).toBe(0);
  }
  await served.expectRun({ exitCode: 0, jobs: { done: unreadable.length } });
  expect([served.proxy.creations, served.stories().length]).toEqual([unreadable.length, unreadable.length]);
});

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
    problems: [{ code: "after_creation_failed", job: "second.es.2", message: saying("exit code 3") }],
  });
  expect(failed.stderr).toContain("remote: full");
  expect(served.proxy.creations).toBe(2);
  await served.expectRun({ exitCode: 0, jobs: { done: 3 }, creations: 3 }, "--after-creation", "true");
});

it("The command also runs for a creation with unknown outcome", async () => {
  await using served = await rig({ plan: smallCourse(["First [[lose-reply]]", "Second"]) });
  const command = script(served, 'echo "$COURSEBINDER_OUTCOME story:$COURSEBINDER_STORY" >> seen');
  expect((await served.runHere("--after-creation", command)).code).toBe(5);
  expect(lines(served, "seen")).toEqual(["uncertain story:"]);
});
