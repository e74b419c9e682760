import { mayHaveMade, parseFact, statusOf } from "./facts.ts";
import { at, type Fact, has, type ModelState, type World, withItem } from "./state.ts";

/** The machines' names in reports. */
export const names = ["A", "B", "C"];

/** The status of every lesson after these facts. */
export function lessonsAfter(facts: readonly Fact[], state: ModelState, world: World) {
  const lessonOf = state.attempts.map(({ lesson }) => lesson);
  return statusOf(facts, lessonOf, world.lessons);
}

/** Whether the ledger at a place is unlocked. */
function isFree(state: ModelState, world: World, place: number): boolean {
  return state.machines.every((machine, index) => {
    if (machine.step === "idle" || at(world.machines, index).place !== place) return true;
    return world.store === "database" ? !machine.hasSession : machine.lock !== at(state.locks, place);
  });
}

export type Opening =
  | { readonly kind: "opened"; readonly ledger: number; readonly state: ModelState }
  /** Refused unless the user agrees: the computer remembers facts that this ledger lacks. */
  | { readonly kind: "forgetful" }
  | { readonly kind: "refused" };

/** Opens or creates the ledger at a place, depending on its lock, the computer's memory and attempts left open by crashes. */
export function open(
  state: ModelState,
  world: World,
  { place, computer }: { readonly place: number; readonly computer: number },
): Opening {
  if (!isFree(state, world, place)) return { kind: "refused" };
  const found = at(state.places, place);
  if (found === null && world.mustExist) return { kind: "refused" };
  const facts = found === null ? [] : at(state.ledgers, found);
  if (has(world, "memory") && forgets(facts, { state, world, computer })) return { kind: "forgetful" };
  return begin(state, world, { place, computer });
}

/** Opens it without consulting the computer's memory. */
export function begin(
  state: ModelState,
  world: World,
  { place, computer }: { readonly place: number; readonly computer: number },
): Extract<Opening, { kind: "opened" }> {
  const found = at(state.places, place);
  const ledger = found ?? state.ledgers.length;
  const facts = found === null ? [] : at(state.ledgers, found);
  const settled = [...facts, ...crashesIn(facts)];
  const fence = world.store === "database" ? at(state.locks, place) + 1 : at(state.locks, place);
  return {
    kind: "opened",
    ledger,
    state: {
      ...state,
      ledgers: withItem(state.ledgers, ledger, settled),
      volatile: withItem(state.volatile, ledger, 0),
      places: withItem(state.places, place, ledger),
      locks: withItem(state.locks, place, fence),
      memory: withItem(state.memory, computer, settled),
      archive: withItem(state.archive, computer, archived(state, computer, settled)),
    },
  };
}

/** The computer's memory of the previous ledger when it switches to another one. */
function archived(
  { memory, archive }: ModelState,
  computer: number,
  facts: readonly Fact[],
): readonly number[] {
  const before = at(memory, computer);
  if (goesOnFrom(before, facts)) return at(archive, computer);
  return [...new Set([...at(archive, computer), ...mayHaveMade(before)])].sort();
}

function goesOnFrom(before: readonly Fact[], facts: readonly Fact[]): boolean {
  return before.every((fact, index) => facts[index] === fact);
}

/** Whether a ledger lacks purchases that a computer remembers. */
function forgets(
  facts: readonly Fact[],
  { state, world, computer }: { state: ModelState; world: World; computer: number },
): boolean {
  const remembered = at(state.memory, computer);
  if (goesOnFrom(remembered, facts)) return false;
  return lessonsAfter(remembered, state, world).some(({ isPending }) => !isPending);
}

/** The facts that opening adds: an intention without an outcome becomes uncertain. */
function crashesIn(facts: readonly Fact[]): Fact[] {
  const last = new Map<number, Fact>();
  for (const fact of facts) last.set(parseFact(fact).attempt, fact);
  return [...last.values()]
    .filter((fact) => parseFact(fact).kind === "intended")
    .map((fact): Fact => `uncertain ${parseFact(fact).attempt}`);
}
