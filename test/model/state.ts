/**
 * The model: the events in the life of a paid story that can happen in any order, few enough to try all orders.
 *
 * States. A *ledger* is a list of durable facts about attempts: intended, accepted, refused, unsent, uncertain, notCreated. A *place* is
 * where a course's ledger is expected, a path or a name in a database; it leads to a ledger or to nothing. A *computer* remembers the facts
 * that it saw last. A *machine* is one use of the program on a computer, at a place:
 *
 *   idle -> open -> intended -> checked -> sent -> answered -> open | idle
 *
 * An *attempt* at a lesson is, from the service's view: unsent, flying, made (and paid for), refused or gone (lost in transit). It is `aged`
 * once more time has passed since its intention than sending and delivering the request may take.
 *
 * Moves. The machine: takes the lock and reads the ledger; intends; checks once more; writes the request; gets an answer or none; records
 * the outcome. The service: makes the story, refuses, or never gets the request. The user, who is honest but may be too early: settles an
 * open attempt by the existing story, or, if there is none yet, by "not created"; asks for another story; agrees to a new ledger. The world:
 * kills, cuts the power, ends a session, lets time pass, deletes, moves or restores a folder, restores an older copy, copies a ledger to
 * another computer, loses a computer's memory.
 *
 * The production fold and job status decide what a machine may buy (`facts.ts`). Each guard can be left out (`Guards`).
 */
export type FactKind = "intended" | "accepted" | "refused" | "unsent" | "uncertain" | "notCreated";

/** A kind and the number of an attempt, such as `intended 1`. */
export type Fact = `${FactKind} ${number}`;

export interface MachineState {
  readonly step: "idle" | "open" | "intended" | "checked" | "sent" | "answered";
  /** The number of the ledger that it has open. */
  readonly ledger: number | null;
  /** How many of the ledger's facts it knows. */
  readonly seen: number;
  /** The lock that it holds: the lock's name at that time for a file, the fencing number for a database. */
  readonly lock: number;
  /** For a database: whether its session is still open. */
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
  /** How many facts at a ledger's end a power cut would lose: none, unless intentions are not made durable. */
  readonly volatile: readonly number[];
  /** The ledger to which each place leads. */
  readonly places: readonly (number | null)[];
  /** A folder that was moved away, by its place. */
  readonly aside: readonly (number | null)[];
  /** By place: the lock's current name, or the newest fencing number. */
  readonly locks: readonly number[];
  readonly machines: readonly MachineState[];
  /** Attempt n is at n - 1. */
  readonly attempts: readonly AttemptState[];
  /** What each computer remembers of the ledger that it saw last. */
  readonly memory: readonly (readonly Fact[])[];
  /** Attempts of earlier ledgers that each computer remembers because they may have created a story. */
  readonly archive: readonly (readonly number[])[];
  /** Attempts whose story's id is in a rescue file. */
  readonly rescued: readonly number[];
  /** Attempts whose story's id reached a machine that lived to record it. */
  readonly heard: readonly number[];
  /** By lesson: how often the user agreed to pay for it once more. */
  readonly consents: readonly number[];
  /** The attempt named by `--replace`, once typed: the command line may be repeated. */
  readonly replaced: number | null;
  /** How often each fault may still happen. */
  readonly left: Readonly<Partial<Record<Fault, number>>>;
}

export type Fault =
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

/** The guards. Each can be left out to show that it is needed. */
export type Guard =
  /** The intention is durable before the request is sent. */
  | "durableIntention"
  /** A lesson that may exist is not bought again. */
  | "openAttemptsCount"
  /** Only the holder of the newest fencing number writes an intention. */
  | "fencedIntention"
  /** Directly before the request is written, the session and its fencing number are checked. */
  | "fenceBeforeWrite"
  /** Directly before the request is written: little time has passed since the intention, by a clock that includes sleep. */
  | "timeBeforeWrite"
  /** Before an intention, before the request is written, and at the outcome: the path still leads to the open file. */
  | "name"
  /** A ledger that lacks what this computer remembers is refused. */
  | "memory"
  /** An outcome that can't be recorded goes to a rescue file. */
  | "rescue"
  /** "Not created" is accepted only after every request would have arrived. */
  | "personWaits"
  /** `--replace` buys only while the attempt that it names is the job's current one. */
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

/** Windows that no guard closes: each makes it possible to break the promise. */
export type Window =
  /** Between its last check and writing the request, a machine is suspended for long, its session ends or its folder disappears. */
  | "stopsAfterTheLastCheck"
  /** A request arrives later than any user would wait. */
  | "requestOutlivesTheWait";

export interface World {
  readonly name: string;
  readonly store: "file" | "database";
  /** Where each machine works. */
  readonly machines: readonly { readonly place: number; readonly computer: number }[];
  readonly lessons: number;
  readonly attemptsMost: number;
  readonly faults: Readonly<Partial<Record<Fault, number>>>;
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

/** An empty ledger at the first place, nothing at the others, and all machines idle. */
export function firstState({ machines, lessons, faults }: World): ModelState {
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
    left: faults,
  };
}

/** A copy of the list with one item replaced. */
export function withItem<Item>(items: readonly Item[], index: number, item: Item): Item[] {
  const changed = [...items];
  changed[index] = item;
  return changed;
}

/** The item at an index that must exist. */
export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`nothing at ${index}`);
  return item;
}
