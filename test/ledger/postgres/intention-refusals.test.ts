import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openFileLedger } from "../../../src/ledger/file/file-ledger.ts";
import type { CreditLimits } from "../../../src/ledger/format/ceilings.ts";
import { amountsOf, sumOfAttempts } from "../../../src/ledger/format/charges.ts";
import type { EventBody, EventOf } from "../../../src/ledger/format/event.ts";
import { fold } from "../../../src/ledger/format/fold.ts";
import { isAbsent, jobStatusOf } from "../../../src/ledger/format/job-status.ts";
import { monthOf } from "../../../src/ledger/format/month.ts";
import type { Attempt, LedgerState } from "../../../src/ledger/format/state.ts";
import { openPostgresLedger } from "../../../src/ledger/postgres/postgres-ledger.ts";
import type { LedgerProblem } from "../../../src/ledger/problem.ts";
import type { LedgerStore } from "../../../src/ledger/store.ts";
import { Failure } from "../../../src/shared/failure.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { identity } from "../fixtures.ts";
import { id } from "../format/histories.ts";
import { type Database, freshDatabase, hourly, sleep, useServer } from "./fixtures.ts";
import { historyArbitrary } from "./random-history.ts";

const server = useServer();
const formatPage = join(import.meta.dirname, "../../../src/ledger/format/FORMAT.md");

type Intended = EventOf<"creation.intended">;
type Outcome = Record<string, unknown> | "written";

/** How an intention of the history is changed, what it must fit into, and what was quoted before it. */
const askingArbitrary = fc.record({
  credits: fc.record({
    edition: fc.constantFrom(20, 60, 100, 1_000),
    month: fc.constantFrom(null, 30, 80, 1_000),
    run: fc.constantFrom(null, 0, 40, 1_000),
  }),
  run: fc.constantFrom(7, 8),
  month: fc.constantFrom(undefined, "2026-10", "2026-11", "2026-12"),
  /** The attempt that it names: the job's newest, none, or one that isn't the newest any more. */
  replaced: fc.constantFrom("newest", "newest", "newest", "none", "older"),
  balance: fc.constantFrom(undefined, null, 25, 70, 500),
});

type Asking = typeof askingArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

it("is refused or written alike in a file and in PostgreSQL, with the figures of a full recomputation and of the query in FORMAT.md", async () => {
  const database = await freshDatabase(server.url());
  const folder = await mkdtemp(join(tmpdir(), "coursebinder-refusals-"));
  const seen = new Map<string, number>();
  let histories = 0;
  const history = fc.tuple(historyArbitrary(20), fc.array(askingArbitrary, { minLength: 30, maxLength: 30 }));
  try {
    await fc.assert(
      fc.asyncProperty(history, async ([bodies, askings]) => {
        histories += 1;
        const course = `course-${histories}`;
        const path = join(folder, `${course}.jsonl`);
        const now = () => Date.UTC(2026, 10, 20);
        const opening = {
          identity: { ...identity, course },
          mustExist: false,
          holder: "the test",
          files: realFiles,
          world: { now, monotonic: hourly, random: () => 0.25, sleep },
        };
        const file = await openFileLedger({ ...opening, path });
        const { address } = database;
        const postgres = await openPostgresLedger({ ...opening, address, name: course, rescuePath: path });
        try {
          for (const [index, body] of bodies.entries()) {
            const asking = askings[index];
            if (body.type !== "creation.intended" || asking === undefined) {
              if (isKnown(body, file.state)) await append({ file, postgres }, body, undefined);
              continue;
            }
            if (asking.balance !== undefined)
              await append({ file, postgres }, quote(asking.balance), undefined);
            const intended = askedFor(body as Intended, asking);
            const expected = expectedOf(fold(file.events), { intended, asking });
            const outcome = await append({ file, postgres }, intended, asking.credits);
            expect(outcome).toEqual(expected);
            const name = outcome === "written" ? outcome : String(outcome.ceiling ?? outcome.code);
            seen.set(name, (seen.get(name) ?? 0) + 1);
          }
          expect(postgres.events).toEqual(file.events);
          expect(postgres.state).toEqual(fold(file.events));
          expect(file.state).toEqual(postgres.state);
        } finally {
          await file.close();
          await postgres.close();
        }
        const rows = await database.query(
          "SELECT line FROM coursebinder.events WHERE ledger = $1 ORDER BY seq",
          [course],
        );
        const written = existsSync(path) ? await readFile(path, "utf8") : "";
        expect(rows.map(({ line }) => `${String(line)}\n`).join("")).toBe(written);
        expect(await attemptsBySql(database, course)).toEqual(attemptsByFold(fold(file.events)));
      }),
      { seed: 20_261_122, numRuns: 60, endOnFailure: true },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  for (const name of ["written", "ledger_job_taken", "edition", "month", "run", "balance"]) {
    expect(seen.get(name) ?? 0, `${name} in ${JSON.stringify([...seen])}`).toBeGreaterThan(2);
  }
});

/** Whether the attempt or the story that an event is about was written: what was refused has no outcome. */
function isKnown(body: EventBody, { jobs }: LedgerState): boolean {
  if (!("job" in body)) return true;
  const record = jobs.get(`${String(body.edition)}/${String(body.job)}`);
  if ("attempt" in body) return record?.attempts.some(({ attempt }) => attempt === body.attempt) === true;
  return "id" in body && record?.stories.has(String(body.id)) === true;
}

function quote(balance: number | null): EventBody {
  const setting = { lang: "es", difficulty: 3, length: "short", audiobook: true };
  const price = { credits: 13, writing: 13, audiobook: 0 };
  return { type: "quote.received", edition: "2026-W47", setting, price, balance };
}

function askedFor(body: Intended, { run, month, replaced }: Asking): Intended {
  const { month: _, ...others } = body;
  const replacesAttempt =
    replaced === "newest" ? (body.replacesAttempt ?? null) : replaced === "none" ? null : id(0xfff);
  const asked = { ...others, run: id(run), replaces: replacesAttempt !== null, replacesAttempt };
  return (month === undefined ? asked : { ...asked, month }) as Intended;
}

/** What both stores say. */
async function append(
  { file, postgres }: { file: LedgerStore; postgres: LedgerStore },
  body: EventBody,
  limits: CreditLimits | undefined,
): Promise<Outcome> {
  const shared = await outcomeOf(postgres.append(body, limits));
  expect(await outcomeOf(file.append(body, limits))).toEqual(shared);
  return shared;
}

async function outcomeOf(appending: Promise<unknown>): Promise<Outcome> {
  try {
    await appending;
    return "written";
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { path: _, ...problem } = error.problem as LedgerProblem & { path?: string };
    return problem;
  }
}

/** The verdict by sums over every attempt there is. */
function expectedOf(
  state: LedgerState,
  { intended, asking }: { intended: Intended; asking: Asking },
): Outcome {
  const { edition, job, run, replacesAttempt, price } = intended;
  const made = state.jobs.get(`${edition}/${job}`)?.attempts.filter((attempt) => !isAbsent(attempt)) ?? [];
  if ((made.at(-1)?.attempt ?? null) !== replacesAttempt) return { code: "ledger_job_taken", job };
  const attempts = [...state.jobs.values()].flatMap((record) => record.attempts);
  const months = attempts.map((attempt) => monthOf(attempt.intended));
  const month = [intended.month ?? "2026-11", ...months].sort().at(-1);
  const committed = (selects: (attempt: Attempt) => boolean) =>
    sumOfAttempts(state.jobs.values(), selects).committed;
  const sums = [
    ["edition", asking.credits.edition, committed((one) => one.intended.edition === edition)],
    ["month", asking.credits.month, committed((one) => monthOf(one.intended) === month)],
    ["run", asking.credits.run, committed((one) => one.intended.run === run)],
    ["balance", state.lastQuote?.balance ?? null, promisedIn(state)],
  ] as const;
  for (const [ceiling, limit, sum] of sums) {
    if (limit === null || sum + price.credits <= limit) continue;
    return { code: "over_budget", job, ceiling, limit, committed: sum, price: price.credits };
  }
  return "written";
}

/** What stories have taken of the balance since the newest quote, or may still take. */
function promisedIn(state: LedgerState): number {
  const { spent, held } = sumOfAttempts(state.jobs.values());
  return spent + held - state.totals.spentAtQuote / 1e6;
}

/** The query that FORMAT.md shows, which outsiders use. */
const [, query = ""] = /```sql\n(.*?)```/s.exec(readFileSync(formatPage, "utf8")) ?? [];

async function attemptsBySql(database: Database, course: string): Promise<unknown[]> {
  const rows = await database.query(query.replace("<name>", course));
  return rows
    .map(({ attempt, verdict, committed }) => ({ attempt, live: verdict !== "absent", committed }))
    .sort((a, b) => (String(a.attempt) < String(b.attempt) ? -1 : 1));
}

function attemptsByFold(state: LedgerState): unknown[] {
  return [...state.jobs.values()]
    .flatMap((record) => {
      const absent = new Set(["refused", "unsent", "notCreated"]);
      const attempts = record.attempts.map((attempt) => ({
        attempt: attempt.attempt,
        live: !absent.has(attempt.outcome.kind),
        committed: amountsOf(record, attempt).committed,
      }));
      // What keeps a job from being bought again is the same in both: an attempt that is not proven absent.
      expect(attempts.some(({ live }) => live)).toBe(jobStatusOf(record).kind !== "pending");
      return attempts;
    })
    .sort((a, b) => (a.attempt < b.attempt ? -1 : 1));
}
