import type { Move } from "./moves.ts";
import { lessonsAfter, names, open } from "./opening.ts";
import {
  at,
  type Fact,
  has,
  idle,
  type MachineState,
  type ModelState,
  type World,
  withItem,
} from "./state.ts";

/** The program's next moves on each machine. */
export function machineMoves(state: ModelState, world: World): Move[] {
  return state.machines.flatMap((machine, index) => movesOfOne({ state, world, machine, index }));
}

interface Permit {
  readonly state: ModelState;
  readonly world: World;
  readonly machine: MachineState;
  readonly index: number;
}

function movesOfOne(turn: Permit): Move[] {
  switch (turn.machine.step) {
    case "idle":
      return start(turn);
    case "open":
      return [...intentions(turn), put(turn, "ends", idle)];
    case "intended":
      return [checkOnceMore(turn)];
    case "checked":
      return [write(turn)];
    case "sent":
      return hear(turn);
    case "answered":
      return [record(turn)];
  }
}

function put({ state, index }: Permit, says: string, machine: MachineState, change = state): Move {
  return {
    says: `${names[index]} ${says}`,
    next: { ...change, machines: withItem(change.machines, index, machine) },
  };
}

function start(turn: Permit): Move[] {
  const { state, world, index } = turn;
  const { place } = at(world.machines, index);
  const opening = open(state, world, at(world.machines, index));
  if (opening.kind !== "opened") return [];
  const { ledger, state: opened } = opening;
  const machine: MachineState = {
    ...idle,
    step: "open",
    ledger,
    seen: at(opened.ledgers, ledger).length,
    lock: at(opened.locks, place),
  };
  const says = at(state.places, place) === null ? "begins a new ledger" : "opens the ledger";
  // A run without anything to buy changes nothing.
  const ready = { ...turn, state: opened, machine };
  const changes = opened.ledgers[ledger]?.length !== state.ledgers[ledger]?.length;
  return changes || intentions(ready).length > 0 ? [put(turn, says, machine, opened)] : [];
}

function intentions(turn: Permit): Move[] {
  const { state, world, machine } = turn;
  if (state.attempts.length >= world.attemptsMost) return [];
  const facts = at(state.ledgers, machine.ledger ?? 0).slice(0, machine.seen);
  return lessonsAfter(facts, state, world).flatMap((status, lesson) => {
    if (machine.bought.includes(lesson)) return [];
    const mayBuy = has(world, "openAttemptsCount")
      ? status.isPending
      : status.isPending || status.open.includes(status.latest ?? 0);
    if (!mayBuy && !isReplaced(turn, lesson, status.latest)) return [];
    return intend(turn, lesson);
  });
}

function isReplaced({ state, world }: Permit, lesson: number, latest: number | null): boolean {
  const { replaced } = state;
  if (replaced === null || at(state.attempts, replaced - 1).lesson !== lesson || latest === null)
    return false;
  return !has(world, "compareAndSwap") || latest === replaced;
}

function intend(turn: Permit, lesson: number): Move[] {
  const { state, machine } = turn;
  const attempt = state.attempts.length + 1;
  const says = `intends attempt ${attempt} at lesson ${lesson + 1}`;
  const begun: ModelState = {
    ...state,
    attempts: [...state.attempts, { lesson, request: "unsent", aged: false }],
  };
  const written = append({ ...turn, state: begun }, `intended ${attempt}`);
  // Nothing was written, so nothing will be sent.
  if (written === null) return [];
  const bought = [...machine.bought, lesson];
  return [put(turn, says, { ...written.machine, step: "intended", attempt, bought }, written.state)];
}

/** Whether the place still leads to the machine's ledger with the machine's lock. */
function isNamed({ state, world, machine, index }: Permit): boolean {
  const { place } = at(world.machines, index);
  return at(state.places, place) === machine.ledger && at(state.locks, place) === machine.lock;
}

function mayAppend(turn: Permit, fact: Fact): boolean {
  const { state, world, machine, index } = turn;
  if (world.store === "file") return !has(world, "name") || isNamed(turn);
  if (!has(world, "fencedIntention")) return true;
  const isNewest = at(state.locks, at(world.machines, index).place) === machine.lock;
  // After a lost session outcomes are still recorded if nobody has opened the ledger since.
  return isNewest && (machine.hasSession || !fact.startsWith("intended"));
}

/** Adds a fact durably, with the memory of it; null where it must not be written. */
function append(
  turn: Permit,
  fact: Fact,
): { readonly state: ModelState; readonly machine: MachineState } | null {
  if (!mayAppend(turn, fact)) return null;
  const { state, world, machine, index } = turn;
  const ledger = machine.ledger ?? 0;
  const facts = [...at(state.ledgers, ledger), fact];
  const isVolatile = !has(world, "durableIntention") && fact.startsWith("intended");
  const { computer } = at(world.machines, index);
  return {
    state: {
      ...state,
      ledgers: withItem(state.ledgers, ledger, facts),
      volatile: withItem(state.volatile, ledger, isVolatile ? 1 : 0),
      memory: isVolatile ? state.memory : withItem(state.memory, computer, facts),
    },
    machine: { ...machine, seen: facts.length },
  };
}

function checkOnceMore(turn: Permit): Move {
  const { machine } = turn;
  if (isStillRight(turn)) return put(turn, "checks once more", { ...machine, step: "checked" });
  const written = append(turn, `unsent ${machine.attempt ?? 0}`);
  return put(turn, "finds that it must not send, and ends", idle, written?.state ?? turn.state);
}

function isStillRight(turn: Permit): boolean {
  const { state, world, machine, index } = turn;
  const isFenced = machine.hasSession && at(state.locks, at(world.machines, index).place) === machine.lock;
  if (world.store === "database" && has(world, "fenceBeforeWrite") && !isFenced) return false;
  if (world.store === "file" && has(world, "name") && !isNamed(turn)) return false;
  const { aged } = at(state.attempts, (machine.attempt ?? 1) - 1);
  return !(has(world, "timeBeforeWrite") && aged);
}

function write(turn: Permit): Move {
  const { state, machine } = turn;
  const attempt = machine.attempt ?? 1;
  const flying = { ...at(state.attempts, attempt - 1), request: "flying" } as const;
  return put(
    turn,
    `writes the request of attempt ${attempt}`,
    { ...machine, step: "sent" },
    { ...state, attempts: withItem(state.attempts, attempt - 1, flying) },
  );
}

function hear(turn: Permit): Move[] {
  const { state, machine } = turn;
  const { request } = at(state.attempts, (machine.attempt ?? 1) - 1);
  const answered = (says: string, answer: MachineState["answer"]): Move =>
    put(turn, says, { ...machine, step: "answered", answer });
  const silence = answered("hears nothing", "uncertain");
  if (request === "made") return [answered("hears the story's id", "accepted"), silence];
  if (request === "refused") return [answered("hears that it is refused", "refused"), silence];
  return [silence];
}

function record(hearing: Permit): Move {
  const { world, machine } = hearing;
  const { attempt, answer } = machine;
  const heard = answer === "accepted" ? [...hearing.state.heard, attempt ?? 0].sort() : hearing.state.heard;
  const state = { ...hearing.state, heard };
  const turn = { ...hearing, state };
  const fact: Fact = `${answer ?? "uncertain"} ${attempt ?? 0}`;
  const written = append(turn, fact);
  if (written !== null) {
    const next: MachineState =
      answer === "uncertain" ? idle : { ...written.machine, step: "open", attempt: null, answer: null };
    return put(turn, `records: ${fact}`, next, written.state);
  }
  if (answer !== "accepted" || !has(world, "rescue")) {
    return put(turn, `can't record: ${fact}, and ends`, idle);
  }
  const rescued = [...state.rescued, attempt ?? 0].sort();
  return put(turn, `can't record: ${fact}, keeps the id in a rescue file, and ends`, idle, {
    ...state,
    rescued,
  });
}
