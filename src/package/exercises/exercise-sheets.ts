import type { EditedItem } from "../../lessons/correction/overlay.ts";
import type { Question } from "../../lessons/questions/question.ts";
import type { SentencePlace } from "../../lessons/text/story-text.ts";
import { foldWord } from "../../lessons/words/exact.ts";
import { sha256 } from "../../shared/hash.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";
import type { LessonParagraph, LessonWord } from "../contents/lesson-words.ts";
import { localeFor } from "../locales/locale.ts";
import { foldAnswer } from "./answer.ts";
import { asShown, chanceOf, type Draft, nothingShown, roomIn, type Shown, withExercise } from "./draft.ts";
import { type DraftedExercise, editedExercise, writeItem } from "./edited-exercise.ts";
import type { Exercise, ExerciseSheet, HeardItem, Item, Kind, SheetVersion } from "./exercise.ts";
import { kindsOf } from "./kinds/cloze.ts";
import { listedGaps, storyGaps } from "./kinds/gaps.ts";
import { exchangesOf } from "./kinds/true-false.ts";
import { mostDictated, mostFound, mostHeardGaps } from "./kinds/typing.ts";
import { isEnough, kinds } from "./kinds.ts";
import { isLookalike } from "./language-words.ts";
import { foldOnce, type Story, storyOf } from "./story.ts";

/** When to play a sentence alone; null if its times are not certain enough. */
export type HeardAt = (place: SentencePlace) => HeardItem["heard"] | null;

interface ExerciseSource {
  /** The course's id. It seeds every choice together with the job, so that an unchanged text has the same sheets in every edition. */
  readonly course: string;
  readonly job: string;
  readonly paragraphs: readonly LessonParagraph[];
  readonly words: readonly LessonWord[];
  readonly language: LanguageFacts;
  readonly reader: LanguageFacts;
  readonly title: string;
  readonly heardAt: HeardAt;
  /** What editors ask besides; in both versions. */
  readonly questions?: readonly Question[];
}

const versions: readonly SheetVersion[] = ["A", "B"];

// The second version is drawn again while it is far from as hard as the first. More draws cost time and find hardly a better one.
const mostDraws = 8;
const mostImbalance = 0.1;

/**
 * A lesson's exercises in two versions that are equally hard as far as counts show. Deterministic. Every gap has exactly one answer in the story; a
 * sheet never asks twice for a sentence, or for one that it shows. Pure.
 */
export function exerciseSheets(source: ExerciseSource): ExerciseSheet[] {
  const story = storyOf(source, source.language);
  const { isTrue, isFalse } = localeFor(source.reader).exercises;
  const material: Material = {
    story,
    reader: source.reader,
    verdicts: [isTrue, isFalse],
    room: roomIn(story),
    listed: listedGaps(story),
    others: storyGaps(story).filter((word) => !isLookalike(word, source)),
    kindOf: kindsOf(story, source.reader),
    exchanges: exchangesOf(story),
    questions: source.questions ?? [],
  };
  const drafterOf =
    (version: SheetVersion, draw: number, other: Exercises = []): Drafter =>
    (kind, shown, heard = new Map()) => {
      const newFirst = newFirstBeside(other.find((each) => each.kind === kind)?.items ?? [], story);
      const seed = [source.course, source.job, version, kind, ...(draw === 0 ? [] : [String(draw)])];
      const made = kinds[kind].make({
        ...material,
        shown,
        heard,
        newFirst,
        chance: chanceOf(seed.join("\n")),
      });
      return made !== null && isEnough(made) ? made : null;
    };
  const first = readSheet(material, drafterOf("A", 0));
  const second = drawnLike(first, (draw) => readSheet(material, drafterOf("B", draw, first.exercises)));
  const readable = withEqualCounts(first.exercises, second.exercises);
  // Last, so that the other exercises stay the same when the lesson's times are found.
  const heardA = listeningOf(source, { story, shown: first.shown }, drafterOf("A", 0));
  const heardB = listeningOf(source, { story, shown: second.shown }, drafterOf("B", 0, heardA));
  const listening = withEqualCounts(heardA, heardB);
  return versions.map((version, index) => {
    const exercises = [...(readable[index] ?? []), ...(listening[index] ?? [])];
    return { version, exercises, retell: retellWords(story, exercises) };
  });
}

/** Moves to the end what some items ask. */
function newFirstBeside(items: readonly Item[], { language }: Story): Draft["newFirst"] {
  const old = new Set<number | string>(
    items.flatMap(({ answer, sentences }) => [...sentences, foldOnce(answer, language)]),
  );
  return (candidates, of) => [
    ...candidates.filter((each) => !old.has(of(each))),
    ...candidates.filter((each) => old.has(of(each))),
  ];
}

type Material = Omit<Draft, "chance" | "shown" | "heard" | "newFirst">;

type Drafter = (kind: Kind, shown: Shown, heard?: Draft["heard"]) => Exercise | null;

interface ReadSheet {
  readonly exercises: readonly Exercise[];
  readonly shown: Shown;
}

/** Of some draws of a sheet, the one that is nearest to as hard as another. */
function drawnLike(other: ReadSheet, draw: (number: number) => ReadSheet): ReadSheet {
  let best = draw(0);
  let least = imbalanceOf(other.exercises, best.exercises);
  for (let number = 1; number < mostDraws && least > mostImbalance; number += 1) {
    const next = draw(number);
    const imbalance = imbalanceOf(other.exercises, next.exercises);
    if (imbalance < least) [best, least] = [next, imbalance];
  }
  return best;
}

// The most sentences that an exercise of whole sentences takes.
const sentencesOfAnExercise = 8;

const kindsByTurn = (Object.keys(kinds) as Kind[])
  .filter((kind) => kinds[kind].turn !== undefined)
  .sort((a, b) => (kinds[a].turn ?? 0) - (kinds[b].turn ?? 0));

/** The exercises that need no sound. Each uses only sentences that the previous ones left over. */
function readSheet({ story, room }: Material, draft: Drafter): ReadSheet {
  const made = new Map<Kind, Exercise>();
  // Every sheet shows the title.
  let shown: Shown = { ...nothingShown, texts: [asShown(story.title, story)] };
  const take = (kind: Kind, exercise = draft(kind, shown)): void => {
    if (exercise === null) return;
    made.set(kind, exercise);
    shown = withExercise(shown, exercise, story);
  };
  const sentencesLeft = () => story.sentences.length - shown.sentences.size;
  // What an editor asks has priority over what is drawn.
  take("comprehension");
  // Early, because few sentences are suitable for it.
  if (!room.isShort) take("word-order");
  const ordered = draft("sentence-order", shown);
  take("matching");
  const banked = draft("cloze", ordered === null ? shown : withExercise(shown, ordered, story));
  if (ordered !== null && banked === null) {
    // The story is too short for both, and the gaps have priority.
    take("cloze");
    take("sentence-order");
  } else {
    take("sentence-order", ordered);
    take("cloze", banked);
  }
  take("first-letter");
  if (room.isShort) take("word-order");
  for (const kind of kindsByTurn) {
    const isScarce = sentencesLeft() - room.heard < sentencesOfAnExercise;
    if (kinds[kind].ofSentences !== true || !isScarce) take(kind);
  }
  // If there are sentences to find beside all that can be listened to.
  if (sentencesLeft() - mostFound >= Math.max(room.heard, mostDictated + mostHeardGaps))
    take("find-sentence");
  const inOrder = (Object.keys(kinds) as Kind[]).flatMap((kind) => made.get(kind) ?? []);
  return { exercises: inOrder, shown };
}

type Sheet = Pick<Draft, "story" | "shown">;

function listeningOf(source: ExerciseSource, { story, shown }: Sheet, draft: Drafter): Exercise[] {
  const heard = unseenSentences(source, { story, shown });
  const filled = draft("listening-cloze", shown, heard);
  const used = new Set(filled?.items.flatMap(({ sentences }) => sentences));
  const left = new Map([...heard].filter(([sentence]) => !used.has(sentence)));
  return [filled, draft("dictation", shown, left)].filter((exercise) => exercise !== null);
}

/** By index, the sentences that can be played alone and that the sheet neither shows nor asks for; without the title and sentences that occur twice. */
export function unseenSentences(
  { title, heardAt, language }: Pick<ExerciseSource, "title" | "heardAt" | "language">,
  { story, shown }: Sheet,
): ReadonlyMap<number, HeardItem> {
  const { answers, places } = story;
  const own = foldAnswer(title, language);
  const isAlone = (fold: string) => fold !== own && answers.indexOf(fold) === answers.lastIndexOf(fold);
  const unseen = new Map<number, HeardItem>();
  for (const [index, place] of places.entries()) {
    const heard = heardAt(place);
    if (heard === null || shown.sentences.has(index) || !isAlone(answers[index] ?? "")) continue;
    unseen.set(index, { place, heard });
  }
  return unseen;
}

const mostToRetell = 8;
const fewestToRetell = 5;

/** Words for retelling the story, in its order. Only words that the sheet shows anyway, because others could be answers. Empty if there are too few. */
function retellWords(story: Story, exercises: readonly Exercise[]): string[] {
  const shown = exercises
    .filter(({ kind }) => kind === "matching" || kind === "cloze")
    .flatMap(({ items }) => items.map(({ answer }) => answer));
  const unique = new Map(shown.map((word) => [foldWord(word, story.language), word]));
  const whole = story.sentences.map((text) => asShown(text, story)).join("");
  const placed = [...unique.values()]
    .map((word) => ({ word, at: whole.indexOf(asShown(word, story)) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at);
  return placed.length < fewestToRetell ? [] : placed.slice(0, mostToRetell).map(({ word }) => word);
}

type Exercises = readonly Exercise[];

/** Two versions of a lesson's exercises with the same kinds, and the same number of items in each. */
function withEqualCounts(a: Exercises, b: Exercises): [Exercises, Exercises] {
  const pairs = a.flatMap((one) => {
    const other = b.find(({ kind }) => kind === one.kind);
    if (other === undefined) return [];
    const count = Math.min(one.items.length, other.items.length);
    const both = [trimmed(one, count), trimmed(other, count)] as const;
    return both.every((each) => isEnough(each)) ? [both] : [];
  });
  return [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
}

/** How far two versions are from equally hard, as a share: of the items that only one has, and of the difference in length. */
function imbalanceOf(a: Exercises, b: Exercises): number {
  const of = (list: Exercises, kind: Kind) => list.find((each) => each.kind === kind)?.items.length ?? 0;
  let [spare, items] = [0, 0];
  for (const kind of new Set([...a, ...b].map((each) => each.kind))) {
    spare += Math.abs(of(a, kind) - of(b, kind));
    items += Math.max(of(a, kind), of(b, kind));
  }
  const [one, other] = withEqualCounts(a, b);
  const isKept = ({ kind }: Exercise) => (kinds[kind].leftOut ?? leftOutEarly + 1) > leftOutEarly;
  const uneven = Math.max(unevenness(one, other), unevenness(one.filter(isKept), other.filter(isKept)));
  return items === 0 ? 0 : spare / items + uneven;
}

// A sheet of paper often does without the first of the kinds that it can do without.
const leftOutEarly = 3;

function unevenness(...both: readonly Exercises[]): number {
  const [short = 0, long = 0] = both
    .map((list) => list.reduce((sum, each) => sum + lengthOf(each), 0))
    .sort((x, y) => x - y);
  return (long - short) / Math.max(1, long);
}

/** How much there is to read and write in an exercise, in characters. */
export function lengthOf({ kind, choices, items }: Exercise): number {
  const { form, choices: place } = kinds[kind];
  const texts = items.flatMap(({ before, given, after, cue, answer }) =>
    given !== null || form === "type" ? [before, after, answer] : [before, ...cue],
  );
  return [...texts, ...(place === "column" ? choices : [])].reduce((sum, text) => sum + text.length, 0);
}

/** An exercise with its first `count` items only, and with nothing that belongs to the other items. */
export function trimmed(exercise: Exercise, count: number): Exercise {
  const { kind, choices, items } = exercise;
  if (items.length <= count) return exercise;
  const { form, choices: place } = kinds[kind];
  if (form === "order")
    return { ...exercise, items: inDisorder(items.filter(({ correct }) => correct < count)) };
  const left = place === "beside" ? asManyOfEach(items, count) : items.slice(0, count);
  if (form !== "choose") return { ...exercise, items: left };
  const isOf = (some: readonly Item[], index: number) => some.some(({ correct }) => correct === index);
  const kept = choices.map((_, index) => index).filter((index) => isOf(left, index) || !isOf(items, index));
  return {
    kind,
    choices: kept.map((index) => choices[index] ?? ""),
    items: left.map((item) => ({ ...item, correct: kept.indexOf(item.correct) })),
  };
}

// What is left may happen to be in order.
function inDisorder(items: readonly Item[]): readonly Item[] {
  return items.every(({ correct }, index) => correct === index) ? items.toReversed() : items;
}

// As many true statements as false ones, or the one could be told by counting.
function asManyOfEach(items: readonly Item[], count: number): readonly Item[] {
  const [right, wrong] = [0, 1].map((verdict) => items.filter(({ correct }) => correct === verdict));
  const left = [
    ...(right ?? []).slice(0, Math.ceil(count / 2)),
    ...(wrong ?? []).slice(0, Math.floor(count / 2)),
  ];
  return items.filter((item) => left.includes(item));
}

// 64 bits tell the items of a lesson apart.
const keyDigits = 16;

export function draftedExercise(exercise: Exercise): DraftedExercise {
  const { form, choices } = kinds[exercise.kind];
  const drafted = { ...exercise, form, isFixed: choices === "beside", keys: [] };
  const keys = exercise.items.map((item) =>
    sha256(`${exercise.kind}\n${writeItem(drafted, item)}`).slice(0, keyDigits),
  );
  return { ...drafted, keys };
}

/** Items that are left out are not replaced: learners get what the editor has seen. Pure. */
export function editedSheets(
  sheets: readonly ExerciseSheet[],
  edited: readonly EditedItem[],
  language: LanguageFacts,
): readonly ExerciseSheet[] {
  if (edited.length === 0) return sheets;
  const edits = new Map(edited.map(({ item, now }) => [item, now]));
  const fold = (text: string) => foldAnswer(text, language);
  return sheets.map((sheet) => {
    const exercises = sheet.exercises.flatMap(
      (exercise) => editedExercise(draftedExercise(exercise), edits) ?? [],
    );
    const answers = new Set(exercises.flatMap(({ items }) => items.map(({ answer }) => fold(answer))));
    return { ...sheet, exercises, retell: sheet.retell.filter((word) => answers.has(fold(word))) };
  });
}
