import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { documentOf, type Finished } from "../../fixtures.ts";
import { rig, type Served, smallCourse } from "../fixtures/served.ts";

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
  expect(await served.report()).toMatchObject({ exitCode: 5, jobs: { uncertain: unreadable.length } });

  const evidence = documentOf(await resolve(served, "--json")) as unknown as {
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
      expect((await served.commandHere(["status", "course.yaml", job])).stdout).toContain(`it named ${id}`);
    expect((await resolve(served, job, "--story", id)).code, where).toBe(0);
  }
  expect(await served.report()).toMatchObject({ exitCode: 0, jobs: { done: unreadable.length } });
  expect([served.proxy.creations, served.stories().length]).toEqual([unreadable.length, unreadable.length]);
});
