import type { Move } from "./moves.ts";
import { begin, lessonsAfter, open } from "./opening.ts";
import { at, type Fact, has, type ModelState, type World, withItem } from "./state.ts";

/** The user's moves: honest, but possibly too early. */
export function personMoves(state: ModelState, world: World): Move[] {
  return [...settle(state, world), ...replace(state, world), ...agreeToNewLedger(state, world)];
}

function settle(state: ModelState, world: World): Move[] {
  return desks(world).flatMap((desk) => {
    if (at(state.places, desk.place) === null) return [];
    const opening = open(state, world, desk);
    if (opening.kind !== "opened") return [];
    const facts = at(opening.state.ledgers, opening.ledger);
    const waiting = lessonsAfter(facts, opening.state, world).flatMap((status) => status.open);
    return waiting.flatMap((attempt): Move[] => {
      const { request, aged } = at(state.attempts, attempt - 1);
      const add = (fact: Fact): ModelState => ({
        ...opening.state,
        ledgers: withItem(opening.state.ledgers, opening.ledger, [...facts, fact]),
        memory: withItem(opening.state.memory, desk.computer, [...facts, fact]),
      });
      const where = `at computer ${desk.computer + 1}`;
      if (request === "made") {
        return [
          {
            says: `a person finds the story of attempt ${attempt} and settles it, ${where}`,
            next: add(`accepted ${attempt}`),
          },
        ];
      }
      if (has(world, "personWaits") && !aged) return [];
      return [
        {
          says: `a person finds no story of attempt ${attempt} and settles it as not created, ${where}`,
          next: add(`notCreated ${attempt}`),
        },
      ];
    });
  });
}

/** The computers that a user may use, each with its place. */
function desks(world: World): World["machines"] {
  return world.machines.filter(
    ({ computer }, index) => world.machines.findIndex((other) => other.computer === computer) === index,
  );
}

function replace(state: ModelState, world: World): Move[] {
  const left = state.left.replace ?? 0;
  const ledger = at(state.places, 0);
  if (left === 0 || ledger === null) return [];
  return lessonsAfter(at(state.ledgers, ledger), state, world).flatMap(({ latest }, lesson): Move[] => {
    if (latest === null) return [];
    const consents = withItem(state.consents, lesson, at(state.consents, lesson) + 1);
    const next = { ...state, consents, replaced: latest, left: { ...state.left, replace: left - 1 } };
    return [{ says: `a person asks for another story in place of attempt ${latest}`, next }];
  });
}

function agreeToNewLedger(state: ModelState, world: World): Move[] {
  const left = state.left.newLedger ?? 0;
  if (left === 0) return [];
  return desks(world).flatMap((desk): Move[] => {
    if (open(state, world, desk).kind !== "forgetful") return [];
    const { state: opened } = begin(state, world, desk);
    const consents = state.consents.map((count) => count + 1);
    const next = { ...opened, consents, left: { ...state.left, newLedger: left - 1 } };
    return [{ says: "a person agrees to a ledger that does not know what was bought", next }];
  });
}
