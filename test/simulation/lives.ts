import { openFileLedger, openFileLines } from "../../src/ledger/file/file-ledger.ts";
import type { LedgerIdentity } from "../../src/ledger/format/identity.ts";
import type { LedgerStore } from "../../src/ledger/store.ts";
import type { Job, Plan } from "../../src/plan/plan.ts";
import { ScheduledRateLimiter } from "../../src/rate-limit/rate-limiter.ts";
import type { RateLimits } from "../../src/rate-limit/usage-log.ts";
import type { Replacement } from "../../src/run/lesson.ts";
import type { RunProblem } from "../../src/run/problem.ts";
import { rateMemory } from "../../src/run/remember.ts";
import type { RunReport } from "../../src/run/report.ts";
import { restoreLedger } from "../../src/run/restore.ts";
import { run } from "../../src/run/run.ts";
import type { Progress, RunDependencies } from "../../src/run/run-context.ts";
import { type AnyProblem, Failure } from "../../src/shared/failure.ts";
import { replaceFile } from "../../src/shared/files/atomic-file.ts";
import type { Files } from "../../src/shared/files/files.ts";
import { sha256 } from "../../src/shared/hash.ts";
import type { Actor } from "./judge.ts";
import type { Fate, SimProcess } from "./world/kernel.ts";
import type { LedgerHome, Machine, Opening } from "./world/machine.ts";
import { ProcessFiles } from "./world/process-files.ts";
import { processRemote } from "./world/process-remote.ts";

/** How one use of the program ended. `killed`: its process was ended from outside. */
export type LifeEnd =
  | { readonly kind: "killed" }
  | { readonly kind: "refused"; readonly code: string }
  | { readonly kind: "ran"; readonly report: RunReport }
  | { readonly kind: "settled" };

export interface Life {
  readonly process: SimProcess;
  readonly actor: Actor;
  /** Null while it is running. */
  readonly end: () => LifeEnd | null;
}

export interface LifeOptions {
  readonly name: string;
  readonly fate: Fate;
  readonly folder: string;
  readonly plan: Plan;
  readonly mustExist: boolean;
  /** The judge's view of the ledger. By default the file in the folder. */
  readonly ledger?: string;
  /** Restores what the ledger lacks first. */
  readonly restores?: boolean;
}

export interface RunWishes {
  readonly jobs: readonly Job[];
  readonly replace: readonly Replacement[];
  readonly maxCredits: number | null;
  readonly retryRefused: boolean;
  readonly deadlineMs: number | null;
  readonly interruptAfterMs: number | null;
  readonly rateLimiter: RateLimits;
}

const serviceAddress = "https://stories.example/api/v1";

export const timeLimits = { creationTimeoutMs: 120_000, maxWaitMs: 15 * 60_000, giveUpMs: 30 * 60_000 };

/** Starts `coursebinder run`. */
export function startRun(machine: Machine, options: LifeOptions, wishes: RunWishes): Life {
  return start(machine, options, wishes, async (dependencies, actor) => {
    const interrupt = new AbortController();
    const { interruptAfterMs } = wishes;
    if (interruptAfterMs !== null) {
      void dependencies.world.sleep(interruptAfterMs).then(() => interrupt.abort());
    }
    const report = await run(
      options.plan,
      {
        selection: { jobs: wishes.jobs, replace: wishes.replace },
        allowPartial: false,
        retryRefused: wishes.retryRefused,
        maxCredits: wishes.maxCredits,
        deadlineMs: wishes.deadlineMs,
        confirm: null,
        consent: { who: "nobody", isGiven: false, ask: null },
        approved: null,
        interrupt: interrupt.signal,
      },
      { ...dependencies, tell: (progress) => hear(progress, actor) },
    );
    // What is found only at the end is in the report alone.
    for (const problem of report.problems) hearProblem(problem, actor);
    return { kind: "ran", report };
  });
}

export type Work = (dependencies: Omit<RunDependencies, "tell">, actor: Actor) => Promise<LifeEnd>;

/** Starts one use of the program that opens the ledger. */
export function start(
  machine: Machine,
  options: LifeOptions,
  wishes: Partial<RunWishes> & Pick<RunWishes, "rateLimiter">,
  work: Work,
): Life {
  const { kernel, judge } = machine;
  const process = kernel.spawn(options.name, options.fate, machine.name);
  const actor: Actor = {
    process,
    beganAt: kernel.now,
    isPerson: wishes.jobs === undefined,
    ledger: options.ledger ?? `${options.folder}/ledger.jsonl`,
    plan: options.plan,
    maxCredits: wishes.maxCredits ?? null,
    retryRefused: wishes.retryRefused ?? false,
    replaces: wishes.replace ?? [],
    isMirrored: machine.isMirrored,
    inode: null,
    received: [],
    named: [],
    told: [],
    sent: new Map(),
    inFlight: null,
    closedUntil: 0,
    holds: false,
  };
  judge.enter(actor);
  let end: LifeEnd | null = null;
  void live(machine, { options, actor, rateLimiter: wishes.rateLimiter }, work).then(
    (its) => {
      end = its;
      // A process that ended normally releases its locks in the same way as a killed one.
      if (process.alive) kernel.end(process);
    },
    (error: unknown) => {
      judge.expect(false, () => `a bug: ${error instanceof Error ? error.stack : String(error)}`);
      end = { kind: "killed" };
    },
  );
  return { process, actor, end: () => end ?? (process.alive ? null : { kind: "killed" }) };
}

async function live(
  machine: Machine,
  { options, actor, rateLimiter }: { options: LifeOptions; actor: Actor; rateLimiter: RateLimits },
  work: Work,
): Promise<LifeEnd> {
  const { kernel, judge, isMirrored, wire } = machine;
  const { process } = actor;
  const world = kernel.worldOf(process);
  const files = new ProcessFiles(machine, process);
  const { folder, mustExist } = options;
  const opening = { actor, folder, mustExist, files, world, stateFolder: isMirrored ? "/state" : null };
  try {
    if (options.restores === true) await restore(machine, opening);
    const store = await machine.home.open(opening);
    machine.opened(actor, store.events);
    try {
      const remote = processRemote(wire, process);
      const end = await work(
        {
          store: watched(store, actor, machine),
          remote,
          rateLimiter: new ScheduledRateLimiter(
            rateLimiter,
            world,
            rateMemory(store.state, { ...rateLimiter, now: world.now() }),
          ),
          files,
          folder: options.folder,
          timeLimits,
          world,
          bind: bindOf(files),
          checks: false,
          aligner: null,
          afterCreation: null,
          foresight: null,
        },
        actor,
      );
      await wire.look?.();
      judge.left(actor);
      judge.checkMoney(actor, store.events);
      return end;
    } finally {
      await store.close();
    }
  } catch (error) {
    await wire.look?.();
    if (error instanceof Failure) {
      hearProblem(error.problem, actor);
      judge.left(actor);
      return { kind: "refused", code: error.problem.code };
    }
    if (error instanceof Error && "syscall" in error) {
      judge.left(actor);
      return { kind: "refused", code: "disk" };
    }
    throw error;
  }
}

/** The ledger as a file in the course's folder. */
export const ledgerFile: LedgerHome = {
  open: ({ actor, mustExist, files, world, stateFolder }) =>
    openFileLedger({
      path: actor.ledger,
      identity: identityOf(actor),
      mustExist,
      files,
      world,
      holder: actor.process.name,
      ...(stateFolder === null ? {} : { stateFolder }),
    }),
  openLines: ({ actor, files }) => openFileLines({ path: actor.ledger, holder: actor.process.name, files }),
};

export function identityOf({ plan }: Actor): LedgerIdentity {
  return { course: plan.course, service: serviceAddress };
}

/** The same as `ledger restore`, offline: restores what the ledger lacks since a run lost its hold of it. */
async function restore({ home }: Machine, opening: Opening): Promise<void> {
  const { actor, folder, stateFolder, files, world } = opening;
  const { ledger: location, plan } = actor;
  const place = { location, rescuePath: location, folder, stateFolder, files };
  try {
    await restoreLedger(plan, {
      ...place,
      service: serviceAddress,
      open: () => home.openLines(opening),
      quote: async () => null,
      serviceOfNew: () => serviceAddress,
      who: "teacher",
      world,
    });
  } catch (error) {
    // There is nothing to restore from; the ledger is as it was.
    if (!(error instanceof Failure) || error.problem.code !== "ledger_not_rebuildable") throw error;
  }
}

/** Writes a placeholder for the package, because no promise here depends on its content. */
function bindOf(files: Files): RunDependencies["bind"] {
  return async (plan, { folder, state }) => {
    const path = `${folder}/${plan.course}-${plan.edition}.zip`;
    const bytes = Buffer.from([...state.jobs.keys()].join("\n"));
    await replaceFile(files, path, bytes);
    const release = { content: sha256(bytes), revision: 1 };
    return {
      path,
      bytes: bytes.length,
      sha256: sha256(bytes),
      files: 1,
      standalone: [],
      warnings: [],
      release,
    };
  };
}

function watched(store: LedgerStore, actor: Actor, { judge, wire, recorded }: Machine): LedgerStore {
  const { process } = actor;
  return {
    location: store.location,
    stateFolder: store.stateFolder,
    events: store.events,
    state: store.state,
    notices: store.notices,
    async append(body, guard) {
      const event = await store.append(body, guard);
      if (wire.look !== null && process.alive) await wire.look();
      if (process.alive) {
        judge.acknowledged(event, actor);
        recorded(actor, event);
      }
      return event;
    },
    stillHolds: () => store.stillHolds(),
    rescue: (body) => store.rescue(body),
    close: () => store.close(),
  };
}

function hear(progress: Progress, actor: Actor): void {
  if (progress.kind === "problem") hearProblem(progress.problem, actor);
}

/** The ids that a problem's message names. */
function hearProblem(problem: AnyProblem, { told, process, isMirrored }: Actor): void {
  if (!process.alive) return;
  const known = problem as RunProblem;
  if (known.code === "ledger_moved" && !isMirrored) told.push(...known.accepted.map(({ id }) => id));
  if (known.code !== "outcome_not_recorded") return;
  told.push(...known.named, ...(known.id === null ? [] : [known.id]));
}
