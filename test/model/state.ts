/**
 * The model: everything on the way of a paid story that may happen in any order, small enough to try all orders.
 *
 * States. A *ledger* is a list of facts about attempts, each durable once it is there: intended, accepted, refused, unsent, uncertain,
 * notCreated. A *place* is where a course's ledger is looked for: a path, or a name in a database; it leads to a ledger or to nothing. A
 * *computer* remembers the facts that it saw last. A *machine* is one use of the program on a computer, at a place:
 *
 *   idle -> open -> intended -> checked -> sent -> answered -> open | idle
 *
 * An *attempt* at a lesson is, as the service knows it: unsent, flying, made (and paid for), refused or gone (lost on its way). It is `aged`
 * once more time has passed since its intention than the program may take to send it and a request may be on its way.
 *
 * Moves. The machine: takes the lock and reads the ledger; intends; checks once more; writes the request; hears something, or nothing;
 * records the outcome. The service: makes the story, refuses, or never gets the request. A person, who is honest but may be too early:
 * settles an open attempt by the story that is there, or, where none is there now, by "not created"; asks for another story; agrees to a new
 * ledger. The world: kills, cuts the power, ends a session, lets time pass, deletes or moves a folder, puts it back, puts an older copy in
 * its place, copies a ledger to another computer, loses a computer's memory.
 *
 * What a machine may buy is decided by the production fold and job status (`facts.ts`). Each guard can be left out (`Guards`).
 */
export type FactKind = "intended" | "accepted" | "refused" | "unsent" | "uncertain" | "notCreated";

/** A kind and the number of an attempt, such as `intended 1`. */
export type Fact = `${FactKind} ${number}`;

export interface MachineState {
  readonly step: "idle" | "open" | "intended" | "checked" | "sent" | "answered";
  /** The ledger that it has open, by its number. */
  readonly ledger: number | null;
  /** How many of the ledger's facts it knows. */
  readonly seen: number;
  /** The lock that it holds: of a file, the lock's name as it was then; of a database, the fencing number. */
  readonly lock: number;
  /** Of a database: whether its session has not been ended. */
  readonly hasSession: boolean;
  readonly attempt: number | null;
  readonly answer: "accepted" | "refused" | "uncertain" | null;
  /** The lessons for which it has sent a request. */
  readonly bought: readonly number[];
}

export interface AttemptState {
  readonly lesson: number;
  readonly request: "unsent" | "flying" | "made" | "refused" | "gone";
  readonly aged: boolean;
}

export interface ModelState {
  readonly ledgers: readonly (readonly Fact[])[];
  /** How many facts at a ledger's end a power cut would take: none, unless intentions are not made durable. */
  readonly volatile: readonly number[];
  /** The ledger to which each place leads. */
  readonly places: readonly (number | null)[];
  /** A folder that was moved away, by its place. */
  readonly aside: readonly (number | null)[];
  /** Of each place: the lock's name as it is now, or the newest fencing number. */
  readonly locks: readonly number[];
  readonly machines: readonly MachineState[];
  /** Attempt n is at n - 1. */
  readonly attempts: readonly AttemptState[];
  /** What each computer remembers of the ledger that it saw last. */
  readonly memory: readonly (readonly Fact[])[];
  /** Attempts that each computer remembers of ledgers before that: they may have made a story. */
  readonly archive: readonly (readonly number[])[];
  /** Attempts whose story's id lies in a rescue file. */
  readonly rescued: readonly number[];
  /** Attempts whose story's id came to a machine that lived to record it. */
  readonly heard: readonly number[];
  /** Of each lesson: how often a person agreed to pay for it once more. */
  readonly consents: readonly number[];
  /** The attempt that `--replace` names, once somebody has typed it: the command line may be repeated. */
  readonly replaced: number | null;
  /** How often each trouble may still happen. */
  readonly left: Readonly<Partial<Record<CallError, number>>>;
}

export type CallError =
  | "kill"
  | "powerCut"
  | "refusal"
  | "sessionEnds"
  | "folderLost"
  | "olderCopy"
  | "copied"
  | "handedOver"
  | "memoryLost"
  | "replace"
  | "newLedger";

/** What keeps the promise. Each can be left out, to see what happens then. */
export type Guard =
  /** The intention is durable before the request is sent. */
  | "durableIntention"
  /** What may exist is not bought again. */
  | "openAttemptsCount"
  /** An intention is written only by who holds the newest fencing number. */
  | "fencedIntention"
  /** Directly before the request is written, the session and its fencing number are asked for. */
  | "fenceBeforeWrite"
  /** Directly before the request is written: little time has passed since the intention, by a clock that goes on in sleep. */
  | "timeBeforeWrite"
  /** Before an intention, before the request is written, and at the outcome: the path still leads to the open file. */
  | "name"
  /** A ledger that does not know what this computer remembers is refused. */
  | "memory"
  /** An outcome that can't be recorded goes to a rescue file. */
  | "rescue"
  /** "Not created" is taken only after every request would have arrived. */
  | "personWaits"
  /** `--replace` buys only while the attempt that it names is the job's. */
  | "compareAndSwap";

export const allGuards: readonly Guard[] = [
  "durableIntention",
  "openAttemptsCount",
  "fencedIntention",
  "fenceBeforeWrite",
  "timeBeforeWrite",
  "name",
  "memory",
  "rescue",
  "personWaits",
  "compareAndSwap",
];

/** Windows that no guard closes: with one of them open, the promise can be broken. */
export type Window =
  /** A machine is stopped for long, its session ends or its folder goes, between its last check and the write of the request. */
  | "stopsAfterTheLastCheck"
  /** A request arrives after any time that a person would wait. */
  | "requestOutlivesTheWait";

export interface World {
  readonly name: string;
  readonly store: "file" | "database";
  /** Where each machine works. */
  readonly machines: readonly { readonly place: number; readonly computer: number }[];
  readonly lessons: number;
  readonly attemptsMost: number;
  readonly troubles: Readonly<Partial<Record<CallError, number>>>;
  /** Whether every run asks for a ledger that exists. */
  readonly mustExist: boolean;
  readonly without: readonly Guard[];
  readonly windows: readonly Window[];
}

export function has(world: World, guard: Guard): boolean {
  return !world.without.includes(guard);
}

export const idle: MachineState = {
  step: "idle",
  ledger: null,
  seen: 0,
  lock: 0,
  hasSession: true,
  attempt: null,
  answer: null,
  bought: [],
};

/** An empty ledger at the first place, nothing at the others, and nobody at work. */
export function firstState({ machines, lessons, troubles }: World): ModelState {
  const places = [...new Set(machines.map(({ place }) => place))];
  const computers = new Set(machines.map(({ computer }) => computer)).size;
  return {
    ledgers: [[]],
    volatile: [0],
    places: places.map((place) => (place === 0 ? 0 : null)),
    aside: places.map(() => null),
    locks: places.map(() => 0),
    machines: machines.map(() => idle),
    attempts: [],
    memory: Array.from({ length: computers }, () => []),
    archive: Array.from({ length: computers }, () => []),
    rescued: [],
    heard: [],
    consents: Array.from({ length: lessons }, () => 0),
    replaced: null,
    left: troubles,
  };
}

/** The list with another item in one place. */
export function withItem<Item>(items: readonly Item[], index: number, item: Item): Item[] {
  const changed = [...items];
  changed[index] = item;
  return changed;
}

/** The item at an index that is known to be there. */
export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`nothing at ${index}`);
  return item;
}
