import type { LanguageFacts } from "../../shared/languages/languages.ts";
import type { LessonParagraph, LessonWord } from "../contents/lesson-words.ts";
import { type Chance, chanceOf } from "./chance.ts";
import { dictation, mostDictated } from "./dictation.ts";
import type { Exercise, ExerciseSheet, SheetVersion } from "./exercise.ts";
import { findSentence, mostFound } from "./find-sentence.ts";
import { cloze } from "./gaps/cloze.ts";
import { firstLetter } from "./gaps/first-letter.ts";
import { type GapWord, listedGaps, storyGaps } from "./gaps/gap-words.ts";
import { listeningCloze, mostHeardGaps } from "./gaps/listening-cloze.ts";
import { type KindOf, kindsOf } from "./gaps/word-kinds.ts";
import { type HeardAt, unseenSentences } from "./heard-sentences.ts";
import { letterScramble } from "./letter-scramble.ts";
import { matching } from "./matching.ts";
import { sentenceOrder } from "./orders/sentence-order.ts";
import { storyOrder } from "./orders/story-order.ts";
import { whatNext } from "./orders/what-next.ts";
import { wordOrder } from "./orders/word-order.ts";
import { retellWords } from "./retell.ts";
import { type Room, roomIn } from "./room.ts";
import { nothingShown, type Shown, withGaps, withSentences, withWords } from "./shown.ts";
import { whoSaid } from "./speech/who-said.ts";
import { type Exchanges, exchangesOf } from "./statements/exchange.ts";
import { trueFalse } from "./statements/true-false.ts";
import { type Story, storyOf } from "./story.ts";
import { imbalanceOf, withEqualCounts } from "./versions/balance.ts";

export interface ExerciseSource {
  /** The course's id. It seeds every choice together with the job, so that an unchanged text has the same sheets in every edition. */
  readonly course: string;
  readonly job: string;
  readonly paragraphs: readonly LessonParagraph[];
  readonly words: readonly LessonWord[];
  readonly language: LanguageFacts;
  /** The language of the glosses. */
  readonly reader: LanguageFacts;
  readonly title: string;
  /** When to play a sentence alone; null if its times are not certain enough. */
  readonly heardAt: HeardAt;
}

const versions: readonly SheetVersion[] = ["A", "B"];

// The second version is drawn again while it is far from as hard as the first. More draws cost time and find hardly a better one.
const mostDraws = 3;
const mostImbalance = 0.1;

/**
 * Makes the exercises of a lesson, in two versions that are equally hard by count, from its text and words. Deterministic. Every gap has
 * exactly one answer in the story; a sheet asks for no sentence that it shows elsewhere, and for none twice. Pure.
 */
export function exerciseSheets(source: ExerciseSource): ExerciseSheet[] {
  const story = storyOf(source, source.language);
  const kindOf = kindsOf(story, source.reader);
  const exchanges = exchangesOf(story);
  const gaps = { listed: listedGaps(story), others: storyGaps(story), story, kindOf, exchanges };
  const chanceFor = (version: SheetVersion, draw: number) => (kind: Exercise["kind"]) =>
    chanceOf([source.course, source.job, version, kind, ...(draw === 0 ? [] : [String(draw)])].join("\n"));
  const { reader, title, heardAt, language } = source;
  const read = (version: SheetVersion, draw: number): ReadSheet =>
    readSheet(gaps, { chance: chanceFor(version, draw), reader });
  const first = read("A", 0);
  const second = drawnLike(first, (draw) => read("B", draw));
  const readable = withEqualCounts(first.exercises, second.exercises, language);
  // Last, so that the other exercises stay the same when the lesson's times are found.
  const [heardA = [], heardB = []] = [first, second].map((sheet, index) =>
    listeningOf(gaps, { chance: chanceFor(versions[index] ?? "A", 0), title, heardAt, sheet }),
  );
  const listening = withEqualCounts(heardA, heardB, language);
  return versions.map((version, index) => {
    const exercises = [...(readable[index] ?? []), ...(listening[index] ?? [])];
    return { version, exercises, retell: retellWords(story, exercises) };
  });
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

interface Gaps {
  readonly listed: readonly GapWord[];
  readonly others: readonly GapWord[];
  readonly story: Story;
  readonly kindOf: KindOf;
  readonly exchanges: Exchanges;
}

interface SheetSource {
  readonly chance: (kind: Exercise["kind"]) => Chance;
  readonly reader: LanguageFacts;
}

interface ReadSheet {
  readonly exercises: readonly Exercise[];
  readonly shown: Shown;
}

/** The exercises that need no sound. Each uses only sentences that the previous ones left over. */
function readSheet(gaps: Gaps, { chance, reader }: SheetSource): ReadSheet {
  const { story, listed, others } = gaps;
  const room = roomIn(story);
  const build = (shown: Shown) =>
    wordOrder(story, { shown, chance: chance("word-order"), most: room.wordOrder });
  const pairs = matching(story, reader, chance("matching"));
  // First, because few sentences are suitable for it.
  let built = room.isShort ? null : build(nothingShown);
  let shown = withSentences(nothingShown, built?.sentences ?? [], story);
  const { ordered, banked } = orderAndCloze(gaps, { shown, chance, room });
  shown = withSentences(shown, ordered?.row ?? [], story);
  shown = withGaps(shown, banked?.gaps ?? [], story);
  shown = withWords(shown, [...(pairs?.words ?? []), ...(banked?.exercise.bank ?? [])], story);
  const begun = firstLetter([...listed, ...others], {
    shown,
    story,
    chance: chance("first-letter"),
    most: room.firstLetter,
  });
  shown = withGaps(shown, begun?.gaps ?? [], story);
  if (room.isShort) {
    built = build(shown);
    shown = withSentences(shown, built?.sentences ?? [], story);
  }
  const left = story.sentences.length - shown.sentences.size - room.heard;
  const most = Math.min(room.statements, Math.floor(left / 2));
  const stated = trueFalse(story, { shown, chance: chance("true-false"), most, exchanges: gaps.exchanges });
  shown = withSentences(shown, stated?.sentences ?? [], story);
  const said = whoSaid(story, { shown, chance: chance("who-said") });
  shown = withSentences(shown, said?.sentences ?? [], story);
  const told = leavesRoom(shown, room, story)
    ? storyOrder(story, { shown, chance: chance("story-order") })
    : null;
  shown = withSentences(shown, told?.sentences ?? [], story);
  const continued = leavesRoom(shown, room, story)
    ? whatNext(story, { shown, chance: chance("what-next") })
    : null;
  shown = withSentences(shown, continued?.sentences ?? [], story);
  const found = leavesListening(shown, room, story)
    ? findSentence(story, { shown, chance: chance("find-sentence") })
    : null;
  shown = withSentences(shown, found?.sentences ?? [], story);
  const all = [
    pairs,
    banked?.exercise,
    begun?.exercise,
    letterScramble({ story, others }, chance("letter-scramble")),
    built?.exercise,
    stated?.exercise,
    said?.exercise,
    found?.exercise,
    continued?.exercise,
    ordered?.exercise,
    told?.exercise,
  ];
  return { exercises: all.filter((exercise) => exercise != null), shown };
}

// The most sentences that an exercise of whole sentences takes.
const sentencesOfAnExercise = 8;

function leavesRoom(shown: Shown, room: Room, story: Story): boolean {
  return story.sentences.length - shown.sentences.size - room.heard >= sentencesOfAnExercise;
}

/** Whether there are sentences to find beside all that can be listened to. */
function leavesListening(shown: Shown, room: Room, story: Story): boolean {
  const left = story.sentences.length - shown.sentences.size - mostFound;
  return left >= Math.max(room.heard, mostDictated + mostHeardGaps);
}

interface Ordering extends Pick<SheetSource, "chance"> {
  readonly shown: Shown;
  readonly room: Room;
}

/** Sentences to order, and gaps in other sentences. If the story is too short for both, the gaps have priority. */
function orderAndCloze(gaps: Gaps, { shown, chance, room }: Ordering) {
  const { story } = gaps;
  const order = (taken: Shown) =>
    sentenceOrder(story, { shown: taken, chance: chance("sentence-order"), most: room.order });
  const fill = (taken: Shown) => cloze(gaps, { shown: taken, chance: chance("cloze"), most: room.cloze });
  const ordered = order(shown);
  const banked = fill(withSentences(shown, ordered?.row ?? [], story));
  if (ordered === null || banked !== null) return { ordered, banked };
  const first = fill(shown);
  return { ordered: order(withGaps(shown, first?.gaps ?? [], story)), banked: first };
}

interface ListeningSource extends Pick<SheetSource, "chance">, Pick<ExerciseSource, "title" | "heardAt"> {
  readonly sheet: ReadSheet;
}

function listeningOf(gaps: Gaps, { chance, title, heardAt, sheet }: ListeningSource): Exercise[] {
  const { story, listed, others } = gaps;
  const heard = unseenSentences(story, { exercises: sheet.exercises, title, heardAt });
  const filled = listeningCloze([...listed, ...others], {
    story,
    heard,
    chance: chance("listening-cloze"),
    shown: sheet.shown,
  });
  const left = new Map(heard);
  for (const { sentence } of filled?.sentences ?? []) left.delete(sentence);
  const written = dictation(story, left, chance("dictation"));
  return [filled?.exercise ?? null, written].filter((exercise) => exercise !== null);
}
