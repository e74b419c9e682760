import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openFileLedger } from "../../src/ledger/file/file-ledger.ts";
import { eventsIn, type LogResult } from "../../src/ledger/file/read-log.ts";
import type { EventBody, LedgerEvent } from "../../src/ledger/format/event.ts";
import type { LedgerIdentity } from "../../src/ledger/format/identity.ts";
import { emptyHead, writeLine } from "../../src/ledger/format/line.ts";
import type { LedgerProblem } from "../../src/ledger/problem.ts";
import type { LedgerStore } from "../../src/ledger/store.ts";
import { Failure } from "../../src/shared/failure.ts";
import type { Files } from "../../src/shared/files/files.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { sha256 } from "../../src/shared/hash.ts";

export const identity: LedgerIdentity = {
  course: "weekly-spanish",
  service: "https://stories.example/api/v1",
};

/** Noon of the day on which every test happens. */
export const at = "2026-11-20T12:00:00.000Z";

// A file system in memory, where there is one.
const memory = "/dev/shm";

/** A folder of its own for one test, gone when the test is over. */
export async function testFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, "coursebinder-ledger-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** As `testFolder`, for tests that write thousands of files and ask nothing about durability. */
export function quickFolder(): Promise<string> {
  return testFolder(existsSync(memory) ? memory : tmpdir());
}

export async function testPath(): Promise<string> {
  return join(await testFolder(), "ledger.jsonl");
}

export interface Opening {
  readonly files?: Files;
  readonly identity?: LedgerIdentity;
  readonly mustExist?: boolean;
  readonly holder?: string;
  readonly stateFolder?: string;
}

/** Opens a ledger as a run does, with a clock that stands still. */
export function open(path: string, opening: Opening = {}): Promise<LedgerStore> {
  return openFileLedger({
    path,
    identity,
    mustExist: false,
    holder: "the first run",
    files: realFiles,
    world: { now: () => Date.parse(at), random: Math.random },
    ...opening,
  });
}

/** Writes a ledger of these events with the store itself and closes it; gives all its events. */
export async function writeLedger(
  path: string,
  bodies: readonly EventBody[],
): Promise<readonly LedgerEvent[]> {
  const ledger = await open(path);
  for (const body of bodies) await ledger.append(body);
  await ledger.close();
  return ledger.events;
}

/** The events of a ledger that was read; none where there was none. */
export function eventsRead(read: LogResult | null): LedgerEvent[] {
  return read === null ? [] : eventsIn(read);
}

/** Events with places, but without a chain. */
export function eventsOf(bodies: readonly EventBody[]): LedgerEvent[] {
  return bodies.map((body, index) => ({ ...body, seq: index + 1, at, hash: "5f".repeat(32) }) as LedgerEvent);
}

/** Events chained behind others, as a store writes them. */
export function chained(bodies: readonly EventBody[], before: readonly LedgerEvent[] = []): LedgerEvent[] {
  const events = [...before];
  for (const body of bodies) events.push(writeLine(events.at(-1) ?? emptyHead, at, body).event);
  return events;
}

/** The lines of a ledger of these events, each with its newline, also of such as no ledger can hold; no file is touched. */
export function linesOf(bodies: readonly EventBody[]): Buffer[] {
  let hash = "0".repeat(64);
  return bodies.map(({ type, ...rest }, index) => {
    const content = JSON.stringify({ seq: index + 1, at, type, ...rest });
    hash = sha256(hash + content);
    return Buffer.from(`${content.slice(0, -1)},"hash":"${hash}"}\n`);
  });
}

/** The problem that a promise fails with. Anything but a Failure is a bug, and so is success. */
export async function problemOf(promise: Promise<unknown>): Promise<LedgerProblem> {
  const outcome = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (outcome instanceof Failure) return outcome.problem as LedgerProblem;
  throw new Error(`expected a Failure, got ${String(outcome)}`, { cause: outcome });
}

/** What an event says, without its place in the log. */
export function bodyOf({ seq: _seq, at: _at, hash: _hash, ...body }: LedgerEvent): unknown {
  return body;
}
