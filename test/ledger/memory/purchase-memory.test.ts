import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { LedgerEvent } from "../../../src/ledger/format/event.ts";
import { purchaseLine } from "../../../src/ledger/memory/purchase-line.ts";
import {
  purchasesPath,
  readPurchases,
  rememberPurchases,
} from "../../../src/ledger/memory/purchase-memory.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { at, identity, open, quickFolder, testFolder } from "../fixtures.ts";
import { everyEvent, id, intended } from "../format/histories.ts";

const whose = { ...identity, ledger: id(1), path: "/course/ledger.jsonl" };

function placed(body: object, seq = 1): LedgerEvent {
  return { ...body, seq, at, hash: "0".repeat(64) } as LedgerEvent;
}

async function typesIn(folder: string, service = identity.service): Promise<string[]> {
  const types: string[] = [];
  for await (const { event } of readPurchases(service, { folder, files: realFiles })) types.push(event.type);
  return types;
}

test("every purchase of a ledger is remembered, with all its events and its owner", async () => {
  const folder = await testFolder();
  const state = join(folder, "state");
  const path = join(folder, "ledger.jsonl");
  const ledger = await open(path, { stateFolder: state });
  for (const body of everyEvent.slice(1)) {
    await ledger.append(body);
    if (body.type !== "creation.intended") continue;
    // Before anything can be sent: the append is what a request waits for.
    expect(await typesIn(state)).toEqual(["creation.intended"]);
  }
  await ledger.close();
  const [first] = ledger.events;
  for await (const { event, ...of } of readPurchases(identity.service, { folder: state, files: realFiles })) {
    expect(everyEvent).toContainEqual(event);
    const opened = first?.type === "ledger.opened" ? first.ledger : "";
    expect(of).toMatchObject({ ...identity, ledger: opened, path, at });
  }
  expect((await typesIn(state)).sort()).toEqual([
    "book.exported",
    "creation.accepted",
    "creation.intended",
    "creation.refused",
    "creation.resolved",
    "creation.uncertain",
    "creation.unsent",
    "lesson.corrected",
    "lesson.respoken",
    "story.observed",
    "story.saved",
  ]);
});

test("a ledger used elsewhere, or before anything was remembered, is remembered once it is opened", async () => {
  const folder = await testFolder();
  const state = join(folder, "state");
  const path = join(folder, "ledger.jsonl");
  const before = await open(path);
  for (const body of everyEvent.slice(1)) await before.append(body);
  await before.close();
  for (const _ of ["all of it", "and nothing twice"]) {
    await (await open(path, { stateFolder: state })).close();
    expect(await typesIn(state)).toHaveLength(11);
  }
});

test("torn, foreign and empty lines are skipped, and the next line is still read", async () => {
  const folder = await testFolder();
  const path = purchasesPath(folder, identity.service);
  const line = purchaseLine(placed(intended()), whose);
  const odd = [
    "null",
    "[]",
    "7",
    '{"memory":2}',
    '{"memory":1,"event":{}}',
    "\u0000\u0000",
    "x".repeat(3_000_000),
  ];
  await writeFile(path, `${odd.join("\n")}\n${line.slice(0, -30)}`);
  await rememberPurchases([placed(intended())], whose, { folder, files: realFiles });
  expect(await typesIn(folder)).toEqual(["creation.intended"]);
  await appendFile(path, line.slice(0, -20));
  expect(await typesIn(folder)).toEqual(["creation.intended"]);
});

test.for([
  { one: "https://stories.example/api/v1", other: "https://STORIES.example:443/api/v1/" },
  { one: "https://stories.example/api/v1", other: "https://stories.example./api//v1" },
  { one: "http://127.0.0.1:80/api/v1", other: "http://127.1/api/v1" },
])("$other is the same service as $one", async ({ one, other }) => {
  expect(purchasesPath("/state", other)).toBe(purchasesPath("/state", one));
});

test("another port, host, path or scheme is another service", () => {
  const services = [
    "https://a.example/v1",
    "https://a.example:8443/v1",
    "https://b.example/v1",
    "http://a.example/v1",
  ];
  const paths = [...services, "https://a.example/v2", "local"].map((service) =>
    purchasesPath("/state", service),
  );
  expect(new Set(paths).size).toBe(6);
});

test("an unwritable memory is reported once, blocks no append, and catches up later", async () => {
  const folder = await testFolder();
  const state = join(folder, "state");
  const ledger = await open(join(folder, "ledger.jsonl"), { stateFolder: state });
  const path = purchasesPath(state, identity.service);
  await mkdir(path);
  await ledger.append(intended());
  await ledger.append(intended({ job: "another.es.3" }));
  expect(ledger.notices).toEqual([{ code: "anchor_unusable", folder: state, cause: "EISDIR" }]);
  await rm(path, { recursive: true });
  await ledger.append(intended({ job: "third.es.3" }));
  expect(await typesIn(state)).toHaveLength(3);
  await ledger.close();
});

test("a copy of a ledger updates its location in the memory", async () => {
  const folder = await testFolder();
  const state = join(folder, "state");
  const first = await open(join(folder, "ledger.jsonl"), { stateFolder: state });
  await first.append(intended());
  await first.close();
  await mkdir(join(folder, "moved"));
  await copyFile(join(folder, "ledger.jsonl"), join(folder, "moved", "ledger.jsonl"));
  const moved = await open(join(folder, "moved", "ledger.jsonl"), { stateFolder: state });
  expect(moved.events).toHaveLength(2);
  await moved.close();
  const [opened] = first.events;
  const head = await readFile(
    join(state, `${opened?.type === "ledger.opened" ? opened.ledger : ""}.head`),
    "utf8",
  );
  expect(JSON.parse(head).bought.path).toBe(join(folder, "moved", "ledger.jsonl"));
});

const writer = `
const [folder, first, count] = process.argv.slice(1);
const { rememberPurchases } = await import(${JSON.stringify(join(import.meta.dirname, "../../../src/ledger/memory/purchase-memory.ts"))});
const { realFiles } = await import(${JSON.stringify(join(import.meta.dirname, "../../../src/shared/files/real-files.ts"))});
const { event, ledger } = JSON.parse(process.env.REMEMBERED);
for (let at = 0; at < Number(count); at++)
  await rememberPurchases([{ ...event, job: first + at }], ledger, { folder, files: realFiles });
`;

test("processes that write to the memory at the same time lose and tear no line", async () => {
  const folder = await quickFolder();
  const env = { ...process.env, REMEMBERED: JSON.stringify({ event: placed(intended()), ledger: whose }) };
  const each = 200;
  const ends = ["a", "b", "c"].map(async (name) => {
    const args = ["--import", "tsx", "--input-type=module", "-e", writer, folder, name, String(each)];
    const [code] = await once(spawn(process.execPath, args, { env, stdio: "inherit" }), "close");
    return code;
  });
  expect(await Promise.all(ends)).toEqual([0, 0, 0]);
  const jobs = new Set<string>();
  for await (const { event } of readPurchases(identity.service, { folder, files: realFiles })) {
    if (event.type === "creation.intended") jobs.add(event.job);
  }
  expect(jobs.size).toBe(3 * each);
});

test("a hundred thousand purchases are never all in memory at once", async () => {
  const folder = await quickFolder();
  const path = purchasesPath(folder, identity.service);
  await mkdir(dirname(path), { recursive: true });
  const line = purchaseLine(placed(intended()), whose);
  for (let part = 0; part < 10; part++) await appendFile(path, line.repeat(10_000));
  const before = process.memoryUsage().heapUsed;
  let count = 0;
  let most = 0;
  for await (const _ of readPurchases(identity.service, { folder, files: realFiles })) {
    count += 1;
    if (count % 10_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before);
  }
  expect(count).toBe(100_000);
  expect(most).toBeLessThan(200e6);
});
