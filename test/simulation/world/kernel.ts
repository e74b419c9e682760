import type { World } from "../../../src/shared/world.ts";
import type { Chance } from "../chance.ts";

/** How and when a process is killed or suspended. Calls are counted from 1; null if it does not happen. */
export interface Fate {
  readonly endAtCall: number | null;
  /** Whether the call's effect still happens. */
  readonly afterEffect: boolean;
  /** In ms after the process started. */
  readonly endAfterMs: number | null;
  readonly powerCut: boolean;
  readonly suspendAtCall: number | null;
  readonly suspendForMs: number;
  /** The call to its files, counted from 1, before which folders or the clock of the computer are changed. */
  readonly meddledAtFileCall: number | null;
}

export const longLife: Fate = {
  endAtCall: null,
  afterEffect: false,
  endAfterMs: null,
  powerCut: false,
  suspendAtCall: null,
  suspendForMs: 0,
  meddledAtFileCall: null,
};

/** One process of the program, from the view of the operating system. After its end, none of its calls has an effect or an answer. */
export interface SimProcess {
  readonly name: string;
  /** The computer that it runs on. */
  readonly computer: string;
  readonly fate: Fate;
  alive: boolean;
  calls: number;
  fileCalls: number;
  suspendedUntil: number;
  /** The call before which it is suspended, counted from 1; null if it isn't. */
  suspendAtCall: number | null;
  /** The time of its last call. */
  lastActiveAt: number;
}

interface Wake {
  readonly at: number;
  readonly process: SimProcess | null;
  readonly ring: () => void;
}

/** The most steps of one part of a history; more mean an endless loop. */
const stepsMost = 200_000;

/** A real component of a history, such as a database server. */
export interface Outside {
  /** Resolves once it is idle, with whether it was busy or returned anything, so that processes may continue. */
  quiet(): Promise<boolean>;
}

/** Virtual time, and the scheduling of waiting calls: by time, and at random among those that are ready. */
export class Kernel {
  readonly chance: Chance;
  /** Monotonic, in ms. */
  now = 0;
  /** How far the wall clocks of all machines are ahead of true time. */
  wallOffsetMs = 0;
  /** The additional offset of each computer's wall clock. */
  readonly wallOffsetsMs = new Map<string, number>();
  /** The share of calls at which other calls may go first. */
  parkShare = 0.3;
  steps = 0;
  readonly processes: SimProcess[] = [];
  onPowerCut: (computer: string | null) => void = () => undefined;
  /** Called for every process that has ended. `withMachine`: its whole computer lost power. */
  onEnd: (process: SimProcess, withMachine: boolean) => void = () => undefined;
  onMeddling: () => void = () => undefined;
  trace: ((line: string) => void) | null = null;
  /** Virtual time stops while one of these is busy. */
  outside: Outside | null = null;
  #wakes: Wake[] = [];

  constructor(chance: Chance) {
    this.chance = chance;
  }

  spawn(name: string, fate: Fate, computer = "the computer"): SimProcess {
    const process = {
      name,
      computer,
      fate,
      alive: true,
      calls: 0,
      fileCalls: 0,
      suspendedUntil: 0,
      suspendAtCall: fate.suspendAtCall,
      lastActiveAt: this.now,
    };
    this.processes.push(process);
    if (fate.endAfterMs !== null) this.later(fate.endAfterMs, () => this.#strike(process));
    return process;
  }

  /** Ends a process: its later calls have no effect. */
  end(process: SimProcess, withMachine = false): void {
    if (!process.alive) return;
    process.alive = false;
    this.processes.splice(this.processes.indexOf(process), 1);
    this.#wakes = this.#wakes.filter((wake) => wake.process !== process);
    this.onEnd(process, withMachine);
  }

  /** Cuts the power of one computer, or of all. */
  powerCut(computer: string | null = null): void {
    this.trace?.("power cut");
    for (const process of [...this.processes]) {
      if (computer === null || process.computer === computer) this.end(process, true);
    }
    this.onPowerCut(computer);
  }

  /** One call of a process to the outside. Only here it can be killed or suspended, and others may go first. */
  async call<Result>(process: SimProcess, effect: () => Result): Promise<Result> {
    if (!process.alive) return never();
    const { fate } = process;
    process.calls += 1;
    const call = process.calls;
    if (call === fate.endAtCall && !fate.afterEffect) this.#strike(process);
    if (call === process.suspendAtCall) {
      this.trace?.(`${process.name} is stopped for ${fate.suspendForMs} ms`);
      process.suspendedUntil = this.now + fate.suspendForMs;
      await this.#wait(process, 0);
    } else if (this.chance.hits(this.parkShare)) await this.#wait(process, 0);
    if (!process.alive) return never();
    process.lastActiveAt = this.now;
    const result = effect();
    if (call === fate.endAtCall) {
      this.#strike(process);
      return never();
    }
    return result;
  }

  /** The same as `call`, for the process's files, which may have been changed just before. */
  fileCall<Result>(process: SimProcess, effect: () => Result): Promise<Result> {
    return this.call(process, () => {
      process.fileCalls += 1;
      if (process.fileCalls === process.fate.meddledAtFileCall) this.onMeddling();
      return effect();
    });
  }

  /** Resolves after `ms`, or at once when the signal is aborted; never for a process that has ended. */
  sleep(process: SimProcess, ms: number, signal?: AbortSignal): Promise<void> {
    if (!process.alive) return never();
    if (signal?.aborted) return Promise.resolve();
    return this.#wait(process, ms, signal);
  }

  /** Schedules an outside event after `ms`, independent of the processes. */
  later(ms: number, ring: () => void): void {
    if (ms <= 0) ring();
    else this.#wakes.push({ at: this.now + ms, process: null, ring });
  }

  worldOf(process: SimProcess): World {
    return {
      now: () => wallStartMs + this.now + this.wallOffsetMs + (this.wallOffsetsMs.get(process.computer) ?? 0),
      monotonic: () => this.now,
      sleep: (ms, signal) => this.sleep(process, ms, signal),
      random: () => this.chance.next(),
      log: silent,
    };
  }

  /** Runs until `isOver`. Throws if nothing can continue. */
  async runUntil(isOver: () => boolean): Promise<void> {
    for (let step = 0; ; step++) {
      do await drained();
      while (await this.outside?.quiet());
      if (isOver()) return;
      if (step > stepsMost) throw new Error("the history turns in circles");
      this.#next();
    }
  }

  /** Runs until all scheduled outside events have happened. */
  async settle(ms: number): Promise<void> {
    let over = false;
    this.later(ms, () => {
      over = true;
    });
    await this.runUntil(() => over);
  }

  #next(): void {
    const ready: number[] = [];
    let soonest = Number.POSITIVE_INFINITY;
    for (const [index, wake] of this.#wakes.entries()) {
      const at = Math.max(wake.at, wake.process?.suspendedUntil ?? 0, this.now);
      if (at > soonest) continue;
      if (at < soonest) ready.length = 0;
      soonest = at;
      ready.push(index);
    }
    if (ready.length === 0) throw new Error("everything stands still");
    this.now = soonest;
    this.steps += 1;
    const [wake] = this.#wakes.splice(ready.length === 1 ? (ready[0] ?? 0) : this.chance.pick(ready), 1);
    wake?.ring();
  }

  #wait(process: SimProcess, ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const leave = (): void => {
        const index = this.#wakes.indexOf(wake);
        if (index === -1) return;
        this.#wakes.splice(index, 1);
        resolve();
      };
      const ring = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const wake: Wake = { at: this.now + ms, process, ring };
      this.#wakes.push(wake);
      signal?.addEventListener("abort", leave);
    });
  }

  #strike(process: SimProcess): void {
    if (!process.alive) return;
    this.trace?.(`${process.name} is ${process.fate.powerCut ? "cut off" : "killed"}`);
    if (process.fate.powerCut) this.powerCut(process.computer);
    else this.end(process);
  }
}

export const wallStartMs = Date.UTC(2026, 10, 20, 9);

const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };

function nothing(): void {
  // The log is discarded.
}

export function never<Result>(): Promise<Result> {
  return new Promise(() => undefined);
}

/** Turns of the event loop in which everything that can go on does: the database's driver writes in the turn after a query. */
const turns = 3;

/** Resolves once all pending promises that can settle have settled. */
async function drained(): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}
