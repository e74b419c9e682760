import { canonical } from "./canonical.ts";
import { movesOf } from "./moves.ts";
import { brokenPromise } from "./promises.ts";
import { at, firstState, type ModelState, type World } from "./state.ts";

export interface Exploration {
  readonly states: number;
  readonly transitions: number;
  /** The shortest sequence of moves that breaks a promise, and that promise; null if every order keeps them all. */
  readonly counterexample: { readonly steps: readonly string[]; readonly promise: string } | null;
}

/** More states mean that a world is unbounded. */
const statesMost = 600_000;

/** Tries all moves in every order, breadth first. Ends at the first broken promise. */
export function explore(world: World): Exploration {
  const first = canonical(firstState(world), world);
  const names = [nameOf(first)];
  const known = new Set(names);
  const cameFrom = [-1];
  let layer: { readonly index: number; readonly state: ModelState }[] = [{ index: 0, state: first }];
  let transitions = 0;
  while (layer.length > 0) {
    const nextLayer: typeof layer = [];
    for (const { index, state } of layer) {
      for (const { next } of movesOf(state, world)) {
        transitions += 1;
        const reached = canonical(next, world);
        const name = nameOf(reached);
        if (known.has(name)) continue;
        known.add(name);
        names.push(name);
        cameFrom.push(index);
        const promise = brokenPromise(reached);
        if (promise !== null) {
          const steps = retell(pathTo(names.length - 1, { cameFrom, names }), world);
          return { states: names.length, transitions, counterexample: { steps, promise } };
        }
        nextLayer.push({ index: names.length - 1, state: reached });
      }
    }
    if (names.length > statesMost) throw new Error(`more than ${statesMost} states`);
    layer = nextLayer;
  }
  return { states: names.length, transitions, counterexample: null };
}

function nameOf(state: ModelState): string {
  return JSON.stringify(Object.values(state));
}

function pathTo(last: number, { cameFrom, names }: { cameFrom: number[]; names: string[] }): string[] {
  const path: string[] = [];
  for (let here = last; here > 0; here = at(cameFrom, here)) path.unshift(at(names, here));
  return path;
}

/** Replays the moves with stable names of machines. */
function retell(path: readonly string[], world: World): string[] {
  let state = firstState(world);
  return path.map((name) => {
    const move = movesOf(state, world).find(({ next }) => nameOf(canonical(next, world)) === name);
    if (move === undefined) throw new Error("a way that can't be gone again");
    state = move.next;
    return move.says;
  });
}

/** A readable report of an exploration. */
export function tell(world: World, { states, transitions, counterexample }: Exploration): string {
  const left = world.without.length === 0 ? "" : `, without ${world.without.join(" and ")}`;
  const windows = world.windows.length === 0 ? "" : `, ${world.windows.join(" and ")}`;
  const head = `${world.name}${left}${windows}: ${states} states, ${transitions} transitions`;
  if (counterexample === null) return `${head}: every promise is kept`;
  const steps = counterexample.steps.map((step, index) => `  ${index + 1}. ${step}`);
  return [`${head}: ${counterexample.promise}`, ...steps].join("\n");
}
