import { parseFact } from "./facts.ts";
import { type AttemptState, at, type Fact, type MachineState, type ModelState, type World } from "./state.ts";

/**
 * One canonical state for all equivalent ones: machines at the same place and computer are sorted, ledgers are numbered in the order of the
 * references to them, locks by their age, and facts about an attempt that no longer matter are left out.
 */
export function canonical(state: ModelState, world: World): ModelState {
  const numbers = new Map<number, number>();
  const numberOf = (ledger: number | null): number | null => {
    if (ledger === null) return null;
    const number = numbers.get(ledger) ?? numbers.size;
    numbers.set(ledger, number);
    return number;
  };
  const places = state.places.map(numberOf);
  const aside = state.aside.map(numberOf);
  const locks = state.locks.map((_, place) => locksOf(state, world, place));
  const machines = inOrder(
    state.machines.map((machine, index) => ({
      ...machine,
      lock: machine.step === "idle" ? 0 : at(locks, at(world.machines, index).place).indexOf(machine.lock),
    })),
    world,
  ).map((machine) => ({ ...machine, ledger: numberOf(machine.ledger) }));
  const order = [...numbers.keys()];
  const ledgers = order.map((ledger) => at(state.ledgers, ledger));
  return {
    ...state,
    places,
    aside,
    machines,
    locks: locks.map((known) => known.length - 1),
    ledgers,
    volatile: order.map((ledger) => at(state.volatile, ledger)),
    memory: state.memory.map((facts, computer) => neededOf(facts, { state, world, computer })),
    attempts: state.attempts.map((attempt, index) => simplified(attempt, index + 1, { ledgers, machines })),
  };
}

/** The locks at a place that are still held, and the newest one, oldest first. */
function locksOf({ locks, machines }: ModelState, world: World, place: number): number[] {
  const held = machines.filter(
    ({ step }, index) => step !== "idle" && at(world.machines, index).place === place,
  );
  return [...new Set([...held.map(({ lock }) => lock), at(locks, place)])].sort((a, b) => a - b);
}

/** Sorts machines that differ only in their names, the busier one first. */
function inOrder(machines: readonly MachineState[], { machines: sites }: World): readonly MachineState[] {
  const [first, second] = machines;
  const [one, other] = sites;
  if (first === undefined || second === undefined || machines.length > 2) return machines;
  if (one?.place !== other?.place || one?.computer !== other?.computer) return machines;
  return rank(first) >= rank(second) ? machines : [second, first];
}

const forgetting = ["folderLost", "olderCopy", "copied", "handedOver"] as const;

/** Memory of a ledger that can't be lost any more and has all of it makes no difference. */
function neededOf(
  facts: readonly Fact[],
  { state, world, computer }: { state: ModelState; world: World; computer: number },
): readonly Fact[] {
  if (forgetting.some((fault) => (state.left[fault] ?? 0) > 0)) return facts;
  const own = world.machines.filter((machine) => machine.computer === computer).map(({ place }) => place);
  const hasAll = (ledger: number | null): boolean =>
    ledger !== null && facts.every((fact, index) => state.ledgers[ledger]?.[index] === fact);
  const isAside = own.some((place) => at(state.aside, place) !== null);
  return !isAside && own.every((place) => hasAll(at(state.places, place))) ? [] : facts;
}

const steps = ["idle", "open", "intended", "checked", "sent", "answered"];

function rank({ step, attempt, lock, seen }: MachineState): number {
  return ((steps.indexOf(step) * 10 + (attempt ?? 0)) * 10 + lock) * 10 + seen;
}

function simplified(
  attempt: AttemptState,
  number: number,
  { ledgers, machines }: Pick<ModelState, "ledgers" | "machines">,
): AttemptState {
  if (attempt.request === "flying" || machines.some((machine) => machine.attempt === number)) return attempt;
  const request = attempt.request === "made" ? "made" : "gone";
  const isAsked = ledgers.some((facts) => {
    const last = facts.findLast((fact) => parseFact(fact).attempt === number);
    return last?.startsWith("intended") === true || last?.startsWith("uncertain") === true;
  });
  return { ...attempt, request, aged: attempt.aged || !isAsked };
}
