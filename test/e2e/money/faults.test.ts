import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { silence, zipOf } from "../../package/fixtures.ts";
import { rig, type ServedOptions, smallCourse } from "../fixtures/served.ts";

interface Outcome {
  readonly missing?: number;
  readonly next?: null;
  readonly package?: object;
  readonly exitCode: number;
  readonly jobs: object;
  readonly problems?: readonly object[];
}

interface Fault {
  readonly what: string;
  readonly topics: readonly string[];
  readonly audiobook?: boolean;
  readonly service?: ServedOptions;
  /** Flags of the first run. */
  readonly flags?: readonly string[];
  readonly first: Outcome;
  /** What a run without flags comes to after that. */
  readonly again?: Outcome;
  /** Of both runs. */
  readonly creations: number;
}

const faults: readonly Fault[] = [
  {
    what: "a plan without access fails only its lesson",
    topics: ["One [[forbidden]]", "Two"],
    first: { exitCode: 4, jobs: { done: 1, failed: 1 }, problems: [{ code: "creation_refused" }] },
    creations: 2,
  },
  {
    what: "three refusals for lack of access with nothing accepted stop the run",
    topics: ["A [[forbidden]]", "B [[forbidden]]", "C [[forbidden]]", "D"],
    first: { exitCode: 6, jobs: { failed: 3, pending: 1 } },
    creations: 3,
  },
  {
    what: "a lack of money stops the creating, and existing stories are followed",
    topics: ["One", "Two [[payment]]", "Three"],
    first: { exitCode: 3, jobs: { done: 1, pending: 2 } },
    creations: 2,
  },
  {
    what: "a conflict is waited out, and a service that is switched off stops the creating",
    topics: ["One", "Two [[conflict]]", "Three", "Four [[unavailable]]", "Five"],
    first: { exitCode: 7, jobs: { done: 2, pending: 3 } },
    creations: 4,
  },
  {
    what: "a rate limit leaves its lesson for the next run",
    topics: ["One [[rate-limit]]", "Two"],
    first: { exitCode: 7, jobs: { done: 1, pending: 1 }, problems: [{ code: "creation_postponed" }] },
    again: { exitCode: 0, jobs: { done: 2 } },
    creations: 3,
  },
  {
    what: "with --retry-refused a rate limit is waited out in the same run",
    topics: ["One [[rate-limit]]", "Two"],
    flags: ["--retry-refused"],
    first: { exitCode: 0, jobs: { done: 2 } },
    creations: 3,
  },
  {
    what: "a wait that is longer than --max-wait stops the run with one problem for all lessons",
    topics: ["One [[rate-limit]]", "Two", "Three"],
    flags: ["--max-wait", "1ms"],
    first: {
      exitCode: 7,
      jobs: { done: 0, pending: 3 },
      problems: [{ code: "creations_stopped" }],
    },
    creations: 1,
  },
  {
    what: "a story that fails or is canceled is refunded, and not made again",
    topics: ["One [[fail-writing]]", "Two", "Three [[cancel-writing]]"],
    first: {
      exitCode: 4,
      jobs: { done: 1, failed: 2 },
      problems: [{ code: "story_failed" }, { code: "story_canceled" }],
    },
    again: { exitCode: 4, jobs: { done: 1, failed: 2 } },
    creations: 3,
  },
  {
    what: "a lesson whose audiobook fails is packaged without sound",
    topics: ["One [[book-error]]", "Two"],
    audiobook: true,
    first: {
      exitCode: 4,
      jobs: { done: 2 },
      problems: [{ code: "audiobook_failed" }],
      missing: 1,
      next: null,
    },
    again: { exitCode: 4, jobs: { done: 2 }, package: { path: expect.stringContaining("course-1.zip") } },
    creations: 2,
  },
  {
    what: "an audiobook that can't be paid is held for the next run",
    topics: ["One [[book-payment]]", "Two"],
    audiobook: true,
    first: { exitCode: 3, jobs: { done: 1, active: 1 } },
    again: { exitCode: 0, jobs: { done: 2 } },
    creations: 2,
  },
  {
    what: "a story that does not end in time is left for the next run",
    topics: ["One"],
    service: { writingTime: "3s" },
    flags: ["--give-up", "300ms"],
    first: { exitCode: 7, jobs: { active: 1 }, problems: [{ code: "given_up" }] },
    again: { exitCode: 0, jobs: { done: 1 } },
    creations: 1,
  },
];

const course = (topics: readonly string[], audiobook = false): string =>
  smallCourse(topics).replace("audiobook: false", `audiobook: ${audiobook}`);

describe("a run at a service that refuses, fails or is silent", () => {
  it.each(faults)("$what", async ({ topics, audiobook, service, flags = [], first, again, creations }) => {
    await using served = await rig({ ...service, plan: course(topics, audiobook) });
    await served.expectRun(first, ...flags);
    if (again !== undefined) await served.expectRun(again);
    expect(served.proxy.creations).toBe(creations);
  });

  it("says of a rehearsal what the local service can't make before it is asked, and the rehearsal makes the rest", async () => {
    await using served = await rig({ plan: smallCourse(["One"]).replace("[es]", "[es, tok]") });
    const notices = [
      {
        code: "not_possible",
        message: "The local service can't make one.tok.2: this service has no writer for the language tok.",
      },
    ];
    for (const verb of ["check", "plan"]) {
      const told = documentOf(await served.commandHere([verb, "course.yaml", "--local", "--json"]));
      expect(told, verb).toMatchObject({ exitCode: 0, notices });
    }
    expect(documentOf(await served.commandHere(["check", "course.yaml", "--json"]))).toMatchObject({
      notices: [],
    });
    const run = documentOf(await served.commandHere(["run", "course.yaml", "--local", "--json"]));
    expect(run).toMatchObject({
      exitCode: 4,
      jobs: { done: 1, failed: 1 },
      credits: { spent: 13 },
      notices,
      next: null,
      advice: expect.stringMatching(/^in the plan, change what the service refused/),
    });
  });

  it("has nothing more to say of a lesson without sound once the plan asks for none", async () => {
    await using served = await rig({ plan: course(["One [[book-error]]"], true) });
    await served.expectRun({ exitCode: 4 });
    served.plan(course(["One [[book-error]]"]));
    await served.expectRun({ exitCode: 0, jobs: { done: 1 }, missing: 0, problems: [], creations: 1 });
  });

  it.each([
    { what: "a file that holds no sound", type: "text/html", body: Buffer.from("<html>Sign in</html>") },
    { what: "a file that holds no sound", type: "audio/mpeg", body: gzipSync(silence(20)) },
    {
      what: "a file that holds no sound",
      type: "application/zip",
      body: zipOf([{ name: "audio.mp3", bytes: Buffer.alloc(0) }]),
    },
  ])(
    "packages a lesson without sound if its export is $what, and each run exports it once more until it does",
    async ({ what, type, body }) => {
      await using served = await rig({ plan: course(["One"], true) });
      const exports = () => served.proxy.requests.filter((line) => line.includes("/export")).length;
      const head = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n`;
      const answer = Buffer.concat([Buffer.from(`${head}Connection: close\r\n\r\n`), body]);
      served.proxy.replaces = (line) => (line.includes("/export") ? answer : null);
      const kept = new RegExp(` sent ${what}\\)\\. The text and books/\\S+ are kept, `);
      const message = expect.stringMatching(kept);
      const silent = { exitCode: 4, missing: 1, problems: [{ code: "book_unavailable", message }] };
      const [jobs, packaged] = [{ done: 1 }, { path: expect.stringContaining("course-1.zip") }];
      for (const count of [1, 2]) {
        await served.expectRun({
          ...silent,
          jobs,
          package: packaged,
          next: expect.stringContaining(" run "),
        });
        expect(exports()).toBe(count);
      }
      expect(await served.reportOf("package")).toMatchObject(silent);
      expect((await served.commandHere(["status", "course.yaml"])).stdout).toMatch(/next +coursebinder run /);
      const books = join(served.folder, "out", "course", "books");
      expect(readdirSync(books).map((name) => readFileSync(join(books, name)).equals(body))).toEqual([true]);
      served.proxy.replaces = () => null;
      for (const _ of [1, 2]) await served.expectRun({ exitCode: 0, missing: 0, problems: [], jobs });
      expect(exports()).toBe(3);
      expect(served.proxy.creations).toBe(1);
    },
  );

  it("names the flag that would have retried a refused creation, and the command that buys a failed one again", async () => {
    await using served = await rig({ plan: course(["One [[rate-limit]]", "Two [[fail-writing]]"]) });
    const finished = await served.runHere();
    expect(finished.stderr).toMatch(/one-rate-limit\.es\.2 is left for the next run: .*--retry-refused/);
    const failed = documentOf(finished).problems.find(({ code }) => code === "story_failed");
    expect(failed?.next).toContain(`--replace ${served.has("two-fail-writing.es.2")}`);
  });
});

// What is tried again for a quarter of a minute: all at the same time, in processes of their own.
describe.concurrent("a run that gives up what it has tried several times", () => {
  const unreadable = { exitCode: 4, jobs: { failed: 1 }, problems: [{ code: "book_unavailable" }] };
  it.each([
    { what: "an export that fails every time", mark: " [[export-error]]", asked: /^$/, first: unreadable },
    {
      what: "a recording whose answer breaks off every time",
      asked: /\/export/,
      first: {
        ...unreadable,
        problems: [{ message: expect.stringContaining("exported (the connection broke off)") }],
      },
    },
    {
      what: "a story whose answer breaks off every time",
      asked: /GET .*\/stories\//,
      first: { exitCode: 7, jobs: { active: 1 } },
    },
  ])("loses of two lessons only $what", async ({ mark = "", asked, first }) => {
    await using served = await rig({ plan: course([`One${mark}`, "Two"], true) });
    let broken: string | null = null;
    served.proxy.breaks = (line) => {
      if (asked.test(line)) broken ??= line;
      return line === broken;
    };
    const report = documentOf(await served.begin("run", "--json").finished);
    expect(report).toMatchObject({ ...first, jobs: { ...first.jobs, done: 1 } });
    served.proxy.breaks = () => false;
    if (mark === "") await served.expectRun({ exitCode: 0, jobs: { done: 2 } });
    expect(served.proxy.creations).toBe(2);
  });

  it("loses no story if the service goes down in the middle: exit 7, and the next run finishes it", async () => {
    await using served = await rig({ plan: course(["One"]), writingTime: "2s" });
    const running = served.begin("run", "--json");
    await running.lineMatching(/created {4}one/);
    await served.stopService();
    expect(documentOf(await running.finished)).toMatchObject({ exitCode: 7, jobs: { active: 1 } });
    await served.restartService();
    await served.expectRun({ exitCode: 0, jobs: { done: 1 }, creations: 1 });
  });
});
