import { randomInt } from "node:crypto";
import { join } from "node:path";
import process from "node:process";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../fixtures.ts";
import { shareOf } from "../share.ts";
import { Chance } from "../simulation/chance.ts";
import { type Draft, type DraftTopic, drawDraft } from "./draft.ts";
import { EditedCourse, nothingSeen } from "./edited-course.ts";
import { type Kind, kinds } from "./kinds.ts";

const folder = temporaryFolder();

afterAll(() => folder.dispose());

const histories = 2_000 / shareOf(2);
/** Of a thousand histories six have a job whose request was bought for another; rarely none has, and then more are played until one does. */
const mostHistories = 10 * histories;
const names = Object.keys(kinds) as Kind[];

/** How often printed lines are followed before a run must succeed. */
const pastesMost = 4;

test(`${histories} histories of edited plans: no request is bought twice, no lesson is lost, and printed lines resolve every hold`, async () => {
  const first = Number(process.env.COURSEBINDER_TEST_SEED ?? randomInt(1, 2 ** 31 - mostHistories));
  const edits = new Map<Kind, number>(names.map((name) => [name, 0]));
  const seen = nothingSeen();
  const isEnough = (played: number): boolean =>
    played >= mostHistories || (played >= histories && seen.blocked > 0);
  for (let seed = first; !isEnough(seed - first); seed++) {
    const course = new EditedCourse(new Chance(seed), join(folder.path, "course.yaml"));
    try {
      await play(seed, course, edits);
    } catch (error) {
      throw new Error(`COURSEBINDER_TEST_SEED=${seed}`, { cause: error });
    }
    for (const [name, count] of Object.entries(course.seen)) seen[name as keyof typeof seen] += count;
  }
  const rare = [...edits].filter(([, count]) => count < histories / 100);
  expect(rare).toEqual([]);
  expect(names.length).toBeGreaterThanOrEqual(20);
  expect(seen.bought).toBeGreaterThan(histories);
  expect(Math.min(seen.held, seen.told, seen.pasted, seen.replaced)).toBeGreaterThan(histories / 20);
  expect(seen.blocked).toBeGreaterThan(0);
});

async function play(seed: number, course: EditedCourse, edits: Map<Kind, number>): Promise<void> {
  const chance = new Chance(seed ^ 0x5eed);
  let draft = drawDraft(chance);
  const past: DraftTopic[] = [];
  for (let run = chance.between(2, 5); run > 0; run--) {
    draft = await goOn(course, draft);
    for (let times = chance.between(1, 3); times > 0; times--)
      draft = await edited(course, draft, { chance, edits, past });
  }
}

/** Runs, and follows the printed instructions until a run succeeds. */
async function goOn(course: EditedCourse, before: Draft): Promise<Draft> {
  let draft = before;
  for (let pastes = 0; pastes <= pastesMost; pastes++) {
    const plan = await course.read(draft);
    if (plan === null) {
      if (pastes === 0) return draft;
      throw new Error(`printed lines make no plan: ${JSON.stringify(draft)}`);
    }
    const next = await course.run(draft, plan);
    if (next === draft) return draft;
    draft = next;
  }
  throw new Error(
    `${pastesMost} times printed lines were followed, and nothing goes on: ${JSON.stringify(draft)}`,
  );
}

/** Not every edit is possible in every draft. */
const triesMost = 5;

/** The draft after a random edit. Edits that lead to an invalid plan are not made. */
async function edited(
  course: EditedCourse,
  draft: Draft,
  { chance, edits, past }: { chance: Chance; edits: Map<Kind, number>; past: DraftTopic[] },
): Promise<Draft> {
  for (let tries = 0; tries < triesMost; tries++) {
    const isBack = course.replaced.length > 0 && chance.hits(0.5);
    const kind = isBack ? "an old text under a new id" : chance.pick(names);
    const next = structuredClone(draft);
    if (
      kinds[kind]?.(next, chance, isBack ? course.replaced : past) === false ||
      (await course.read(next)) === null
    )
      continue;
    past.push(...structuredClone(draft.topics));
    edits.set(kind, (edits.get(kind) ?? 0) + 1);
    return next;
  }
  return draft;
}
