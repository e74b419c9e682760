import type { Move } from "./moves.ts";
import { names } from "./opening.ts";
import { at, type Fault, idle, type ModelState, type World, withItem } from "./state.ts";

/** The moves of requests, computers and folders. */
export function worldMoves(state: ModelState, world: World): Move[] {
  return [
    ...serve(state),
    ...letTimePass(state, world),
    ...endProcesses(state, world),
    ...(world.store === "database" ? endSessions(state, world) : moveFolders(state, world)),
    ...putOlderCopy(state, world),
    ...copyOver(state, world),
    ...handOver(state, world),
    ...loseMemory(state),
  ];
}

/** The remaining faults after one has happened; null if it may not happen any more. */
function spent(state: ModelState, fault: Fault): ModelState | null {
  const left = state.left[fault] ?? 0;
  return left === 0 ? null : { ...state, left: { ...state.left, [fault]: left - 1 } };
}

function serve(state: ModelState): Move[] {
  return state.attempts.flatMap((attempt, index): Move[] => {
    if (attempt.request !== "flying") return [];
    const become = (request: "made" | "refused" | "gone", says: string, from = state): Move => ({
      says,
      next: { ...from, attempts: withItem(from.attempts, index, { ...attempt, request }) },
    });
    const number = index + 1;
    const refused = spent(state, "refusal");
    return [
      become("made", `the service makes the story of attempt ${number}, and charges it`),
      become("gone", `the request of attempt ${number} is lost on its way`),
      ...(refused === null ? [] : [become("refused", `the service refuses attempt ${number}`, refused)]),
    ];
  });
}

function isAtTheBrink(state: ModelState, world: World): boolean {
  if (world.windows.includes("stopsAfterTheLastCheck")) return false;
  return state.machines.some(({ step }) => step === "checked");
}

function letTimePass(state: ModelState, world: World): Move[] {
  if (state.attempts.every(({ aged }) => aged) || isAtTheBrink(state, world)) return [];
  const isFlying = state.attempts.some(({ request }) => request === "flying");
  if (isFlying && !world.windows.includes("requestOutlivesTheWait")) return [];
  const attempts = state.attempts.map((attempt) => ({ ...attempt, aged: true }));
  return [{ says: "much time passes", next: { ...state, attempts } }];
}

function endProcesses(state: ModelState, world: World): Move[] {
  const killed = spent(state, "kill");
  const moves = state.machines.flatMap((machine, index): Move[] => {
    if (killed === null || machine.step === "idle" || machine.step === "open") return [];
    return [
      {
        says: `${names[index]} is killed`,
        next: { ...killed, machines: withItem(state.machines, index, idle) },
      },
    ];
  });
  const cut = spent(state, "powerCut");
  if (cut === null || world.store === "database" || state.machines.every(({ step }) => step === "idle")) {
    return moves;
  }
  // In a world with a file, all machines are on the first computer, or nothing is volatile.
  const ledgers = state.ledgers.map((facts, index) =>
    facts.slice(0, facts.length - at(state.volatile, index)),
  );
  const machines = state.machines.map(() => idle);
  const next = { ...cut, ledgers, machines, volatile: state.volatile.map(() => 0) };
  return [...moves, { says: "the power is cut", next }];
}

function endSessions(state: ModelState, world: World): Move[] {
  const ended = spent(state, "sessionEnds");
  if (ended === null || isAtTheBrink(state, world)) return [];
  return state.machines.flatMap((machine, index): Move[] => {
    if (machine.step === "idle" || !machine.hasSession) return [];
    const machines = withItem(state.machines, index, { ...machine, hasSession: false });
    return [{ says: `the database ends the session of ${names[index]}`, next: { ...ended, machines } }];
  });
}

function moveFolders(state: ModelState, world: World): Move[] {
  if (isAtTheBrink(state, world)) return [];
  const lost = spent(state, "folderLost");
  return state.places.flatMap((ledger, place): Move[] => {
    const moves: Move[] = [];
    const aside = at(state.aside, place);
    const locks = withItem(state.locks, place, at(state.locks, place) + 1);
    const where = state.places.length === 1 ? "the course's folder" : `the folder of computer ${place + 1}`;
    if (lost !== null && ledger !== null) {
      const gone = { ...lost, locks, places: withItem(state.places, place, null) };
      moves.push({ says: `${where} is deleted`, next: gone });
      const moved = { ...gone, aside: withItem(state.aside, place, ledger) };
      moves.push({ says: `${where} is moved away`, next: moved });
    }
    if (aside !== null) {
      const [places, empty] = [withItem(state.places, place, aside), withItem(state.aside, place, null)];
      moves.push({ says: `${where} is put back`, next: { ...state, locks, places, aside: empty } });
    }
    return moves;
  });
}

/** For a file: another file in its place, under the same lock. For a database: a backup, which ends every session. */
function putOlderCopy(state: ModelState, world: World): Move[] {
  const older = spent(state, "olderCopy");
  if (older === null || isAtTheBrink(state, world)) return [];
  return state.places.flatMap((ledger, place): Move[] => {
    if (ledger === null) return [];
    const facts = at(state.ledgers, ledger);
    return facts.map((_, length) => ({
      says: `an older copy with ${length} of ${facts.length} facts is put in the ledger's place`,
      next: {
        ...older,
        ledgers: [...state.ledgers, facts.slice(0, length)],
        volatile: [...state.volatile, 0],
        places: withItem(state.places, place, state.ledgers.length),
        machines:
          world.store === "database"
            ? state.machines.map((machine) => ({ ...machine, hasSession: false }))
            : state.machines,
      },
    }));
  });
}

function copyOver(state: ModelState, world: World): Move[] {
  const copied = spent(state, "copied");
  if (copied === null || state.places.length < 2 || isAtTheBrink(state, world)) return [];
  return [
    [0, 1],
    [1, 0],
  ].flatMap(([from = 0, to = 1]): Move[] => {
    const source = at(state.places, from);
    if (source === null) return [];
    const next = {
      ...copied,
      ledgers: [...state.ledgers, at(state.ledgers, source)],
      volatile: [...state.volatile, 0],
      places: withItem(state.places, to, state.ledgers.length),
    };
    const says = `the ledger is copied from computer ${from + 1} to computer ${to + 1}`;
    return [{ says, next }];
  });
}

/** Like a copy, but nothing is left behind. */
function handOver(state: ModelState, world: World): Move[] {
  const given = spent(state, "handedOver");
  if (given === null || state.places.length < 2 || isAtTheBrink(state, world)) return [];
  return [
    [0, 1],
    [1, 0],
  ].flatMap(([from = 0, to = 1]): Move[] => {
    const ledger = at(state.places, from);
    if (ledger === null) return [];
    const places = withItem(withItem(state.places, to, ledger), from, null);
    const locks = withItem(state.locks, from, at(state.locks, from) + 1);
    const says = `the ledger is moved from computer ${from + 1} to computer ${to + 1}`;
    return [{ says, next: { ...given, places, locks } }];
  });
}

function loseMemory(state: ModelState): Move[] {
  const lost = spent(state, "memoryLost");
  if (lost === null) return [];
  return state.memory.flatMap((facts, computer): Move[] =>
    facts.length === 0
      ? []
      : [
          {
            says: `computer ${computer + 1} loses its memory`,
            next: { ...lost, memory: withItem(state.memory, computer, []) },
          },
        ],
  );
}
