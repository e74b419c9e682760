import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { documentOf, type Finished } from "../../fixtures.ts";
import { ManglingProxy } from "../fixtures/mangling-proxy.ts";
import { Served, smallCourse } from "../fixtures/served.ts";

let served: Served;
let proxy: ManglingProxy;

beforeEach(async () => {
  served = await Served.start();
  proxy = await ManglingProxy.listen(served.proxy.port);
});

afterEach(async () => {
  await proxy.close();
  await served.dispose();
});

const environment = () => ({ ...served.environment, STORY_API_URL: proxy.url });
const lineOfRun = ["run", "course.yaml", "--poll", "100ms", "--json"] as const;

/** The first answer of each kind is met by a command that is started, the others by the same in this process. */
const start = (): Promise<Finished> => served.command(lineOfRun, environment());

const run = async () => documentOf(await served.commandHere(lineOfRun, environment()));

const command = (...args: readonly string[]): Promise<Finished> => served.commandHere(args, environment());

const resolve = (...rest: readonly string[]): Promise<Finished> => command("resolve", "course.yaml", ...rest);

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

const unreadable: readonly Unreadable[] = [
  [
    "in an address alone",
    (answer) => withHeaders(201, [`Location: /api/v1/stories/${idIn(answer)}`], ""),
    [],
  ],
  ["in gzip", (answer) => withHeaders(202, ["content-encoding: gzip"], gzipSync(bodyOf(answer))), []],
  [
    "behind very long headers",
    (answer) => withHeaders(202, [`x-filler: ${"y".repeat(17_000)}`], bodyOf(answer)),
    [],
  ],
  [
    "with both a length and chunks",
    (answer) => withHeaders(202, ["content-length: 20", "transfer-encoding: chunked"], bodyOf(answer)),
    [],
  ],
  ["behind bare line feeds", (answer) => answer.toString().replaceAll("\r\n", "\n"), []],
  ["in two documents", (answer) => withHeaders(202, [], `${bodyOf(answer)}{"id":"${otherId}"}`), [otherId]],
  ["behind a refusal on the same connection", (answer) => Buffer.concat([Buffer.from(refusal), answer]), []],
];

describe("an untrustworthy answer", () => {
  it("keeps the id that it contains, wherever that is, is sent once, and can be settled with that id", async () => {
    const topics = unreadable.map((_, index) => `Market ${index}`);
    served.plan(smallCourse(topics, "package: { formats: [words] }"));
    // Each run holds the lessons of those before it, buys the next one, and stops there.
    for (const [index, [where, mangle]] of unreadable.entries()) {
      proxy.mangle = mangle;
      const jobs = { uncertain: index + 1, pending: unreadable.length - index - 1 };
      const report = index === 0 ? documentOf(await start()) : await run();
      expect(report, where).toMatchObject({ exitCode: 5, jobs });
    }
    expect(await run()).toMatchObject({ exitCode: 5, jobs: { uncertain: unreadable.length } });

    const evidence = documentOf(await resolve("--json")) as unknown as {
      uncertain: { job: string; named: string[] }[];
    };
    const outcomes = served.events().filter(({ type }) => type === "creation.uncertain");
    for (const [index, [where, , more]] of unreadable.entries()) {
      const job = `market-${index}.es.2`;
      const id = served.stories().find(({ topic }) => topic === topics[index])?.id ?? "none";
      expect(evidence.uncertain.find((one) => one.job === job)?.named, where).toEqual([id, ...more]);
      const received = outcomes.find((outcome) => outcome.job === job)?.received as {
        bytes: number;
        base64: string;
      };
      expect(Buffer.from(received.base64, "base64"), where).toHaveLength(received.bytes);
      if (index === 0)
        expect((await command("status", "course.yaml", job)).stdout).toContain(`it named ${id}`);
      expect((await resolve(job, "--story", id)).code, where).toBe(0);
    }
    expect(await run()).toMatchObject({ exitCode: 0, jobs: { done: unreadable.length } });
    expect([served.proxy.creations, served.stories().length]).toEqual([unreadable.length, unreadable.length]);
  });
});

describe("an untrustworthy answer that arrives after its ledger was lost", () => {
  it("still reports the id that it named, and the mirror brings it back for resolve", async () => {
    served.plan(smallCourse(["A market"], "package: { formats: [words] }"));
    proxy.mangle = (answer) => {
      rmSync(join(served.folder, "out", "course"), { recursive: true });
      return withHeaders(201, [`Location: /api/v1/stories/${idIn(answer)}`], "");
    };
    const finished = await start();
    const report = documentOf(finished);
    expect(report, finished.stderr).toMatchObject({ exitCode: 8, package: null });
    const id = served.stories()[0]?.id ?? "none";
    const told = report.problems.find(({ code }) => code === "outcome_not_recorded");
    expect(told?.message).toContain(`What it named may be the story's id: keep ${id}.`);
    const restored = await command("ledger", "restore", "course.yaml", "--json");
    expect(restored.code, restored.stderr).toBe(0);
    expect(await run()).toMatchObject({ exitCode: 5, jobs: { uncertain: 1 } });
    const evidence = documentOf(await resolve("--json")) as unknown as { uncertain: unknown[] };
    expect(evidence.uncertain).toMatchObject([{ named: [id] }]);
    expect((await resolve("a-market.es.2", "--story", id)).code).toBe(0);
    expect([served.proxy.creations, served.stories().length]).toEqual([1, 1]);
  });
});

describe("an answer that arrives before the request", () => {
  it("closes the connection, unsent, and the next run buys the lesson once", async () => {
    served.plan(smallCourse(["A market"], "package: { formats: [words] }"));
    proxy.early = refusal;
    const stopped = await run();
    expect(stopped).toMatchObject({ exitCode: 7, problems: [{ code: "not_connected" }] });
    expect(stopped.problems[0]?.message).toContain("the service answered before anything was written");
    // It may come just after the connection was found silent, and is then seen directly before the request.
    const intended = served.events().filter(({ type }) => type === "creation.intended");
    expect(served.events().filter(({ type }) => type === "creation.unsent")).toHaveLength(intended.length);
    expect(served.proxy.creations).toBe(0);
    proxy.early = null;
    expect(await run()).toMatchObject({ exitCode: 0, jobs: { done: 1 } });
    expect([served.proxy.creations, served.stories().length]).toEqual([1, 1]);
  });
});

describe("an answer that names another lesson's story in capitals", () => {
  it("is not trusted, and resolve says whose story it is", async () => {
    served.plan(smallCourse(["A market", "A train"], "package: { formats: [words] }"));
    let first: string | null = null;
    proxy.mangle = (answer) => {
      const id = idIn(answer);
      first ??= id;
      return id === first ? answer : answer.toString().replace(id, first.toUpperCase());
    };
    expect(await run()).toMatchObject({ exitCode: 5, jobs: { done: 1, uncertain: 1 } });
    const evidence = await resolve();
    expect(evidence.stdout).toContain(`${first} in what came back: this ledger knows it`);
    expect(served.proxy.creations).toBe(2);
  });
});

describe("an answer that names another course's story", () => {
  const buyOther = async (): Promise<string> => {
    served.plan(smallCourse(["The other one"]).replace("course: course", "course: other"));
    expect((await command("run", "course.yaml", "--poll", "100ms")).code).toBe(0);
    const ledger = readFileSync(join(served.folder, "out", "other", "ledger.jsonl"), "utf8");
    return /"type":"creation.accepted".*?"id":"([^"]+)"/.exec(ledger)?.[1] ?? "";
  };
  const types = () => served.events().map(({ type }) => type);

  it.each([
    ["in the answer itself", (answer: Buffer) => answer, ["creation.intended", "creation.uncertain"]],
    [
      "in the first read",
      (answer: Buffer) => withHeaders(202, [], JSON.stringify({ id: idIn(answer) })),
      ["creation.intended", "creation.accepted", "creation.uncertain"],
    ],
  ])(
    "holds the lesson where it shows %s, buys the others in the next run, and is settled with the right story",
    async (_, shorten, recorded) => {
      const other = await buyOther();
      const before = served.proxy.creations;
      const plan = (...topics: string[]) => served.plan(smallCourse(topics, "package: { formats: [words] }"));
      plan("Market");
      proxy.mangle = (answer) => {
        const story = served.stories().find(({ id }) => id === other);
        const body = { ...JSON.parse(bodyOf(answer)), id: other, topic: story?.topic };
        return shorten(withHeaders(202, [], JSON.stringify(body)));
      };
      const finished = await start();
      const jobs = { done: 0, uncertain: 1 };
      expect(documentOf(finished), finished.stderr).toMatchObject({ exitCode: 5, jobs });
      expect(types().filter((type) => type.startsWith("creation."))).toEqual(recorded);
      expect(served.events().at(types().indexOf("creation.uncertain"))).toMatchObject({ ids: [other] });
      expect(served.proxy.creations).toBe(before + 1);

      proxy.mangle = (answer) => answer;
      plan("Market", "Train");
      expect(await run()).toMatchObject({ exitCode: 5, jobs: { done: 1, uncertain: 1 } });
      expect((await resolve("market.es.2", "--story", other)).code).not.toBe(0);
      const right = served.stories().find(({ topic }) => topic === "Market")?.id ?? "none";
      expect((await resolve("market.es.2", "--story", right)).code).toBe(0);
      expect(await run()).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
      expect(served.proxy.creations).toBe(before + 2);
    },
  );
});
