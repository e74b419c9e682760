import { canonicalJson } from "../../shared/canonical-json.ts";
import { sha256 } from "../../shared/hash.ts";
import { cleanLine, cleanText, shorten } from "../../shared/text.ts";
import type { StoryOrder, Writer, WrittenStory } from "../ports.ts";
import { type Bank, type LanguagePack, type Mood, type PlotKind, packFor } from "./language-pack.ts";
import { placeWords, type RequiredWord, wordsMissingIn } from "./required-words.ts";
import { describeLine, type Line, readLine, type Slots, wordsIn } from "./sentence.ts";
import { type Chance, chanceFrom, planScenes, type Scene, type SceneKind, withLine } from "./story-plan.ts";

/** A longer topic is written out once and shortened elsewhere, so that it does not crowd out the story. */
const topicCharactersInPassing = 80;

/** Of the words of a required word's sentence, how many the rest of the story is shortened by, so that a story with many keeps about its length. */
const wordsAroundARequiredWord = 3;

/** The words in the questions of the shortest interview. */
const wordsOfAnInterviewer = 50;

/**
 * Writes the order's story in the pack's language. Pure: the same order gives the same story. A required word that the story contains anyway gets no
 * sentence of its own.
 */
function tellStory(order: StoryOrder, pack: LanguagePack): WrittenStory {
  const words = requiredWords(order);
  const missingIn = (text: string): RequiredWord[] => {
    const missing = new Set(wordsMissingIn(text, { lang: order.lang, words }));
    return words.filter(({ word }) => missing.has(word));
  };
  const count = words.length;
  const plain = tell(order, pack, { count, own: [], areBlank: false });
  const own = missingIn(plain.text);
  if (own.length === 0) return plain;
  const told = tell(order, pack, { count, own, areBlank: false });
  // A sentence around one word may contain another ("On a list stands …" contains "list"), provided that it remains without its own sentence.
  const needed = missingIn(tell(order, pack, { count, own, areBlank: true }).text);
  if (needed.length === own.length) return told;
  const shorter = tell(order, pack, { count, own: needed, areBlank: false });
  return missingIn(shorter.text).length === 0 ? shorter : told;
}

interface Required {
  /** How many words are required. */
  readonly count: number;
  /** Those introduced by a sentence of their own. */
  readonly own: readonly RequiredWord[];
  /** Whether these sentences are told without their words. */
  readonly areBlank: boolean;
}

/** Tells the story. Only the sentences of `own` depend on which words those are, so a word that the story contains once stays in it. */
function tell(order: StoryOrder, pack: LanguagePack, { count, own, areBlank }: Required): WrittenStory {
  const chance = chanceFrom(canonicalJson(order));
  const bank = order.difficulty <= lastPresentDifficulty ? pack.present : pack.past;
  const plot = chance.pick(bank.plots);
  const slots = slotsOf(order.topic, pack, chance);
  const say = sayer(order, pack, chance.pick);
  const chanceOfWords = chanceFrom(`${canonicalJson(order)} words`);
  const describeWords = sayer(order, pack, chanceOfWords.pick);
  const measure = {
    targetWords:
      targetWords[order.length] -
      count * wordsAroundARequiredWord -
      (order.form === "interview" ? wordsOfAnInterviewer : 0),
    wordsOf: wordsPerLine(order, pack, slots),
  };
  const scenes = framed(planScenes(bank, plot, measure, chance), order, bank);
  const wordLines = placeWords(own, scenes, { pack, bank, chance: chanceOfWords });
  const told = scenes.map((scene) => {
    const here = slotsIn(scene, slots, order.topic, pack);
    const sentences = scene.lines.flatMap((line) =>
      line.kind === "sentence"
        ? [say(line, here)]
        : (wordLines.get(scene) ?? []).map(({ notation, word }) =>
            describeWords(readLine(notation), { ...here, W: areBlank ? "" : word }),
          ),
    );
    return { kind: scene.kind, sentences, at: here.at ?? "" };
  });
  return {
    title: say(readLine(chance.pick(plot.titles)), slots),
    text: layOut(told, {
      form: order.form,
      plot: plot.kind,
      pack,
      bank,
      name: slots.A ?? "",
      choose: chance.pick,
    }),
  };
}

type Sayer = (line: Line, slots: Slots) => string;

function sayer(order: StoryOrder, pack: LanguagePack, choose: (choices: readonly string[]) => string): Sayer {
  const person = order.form === "first_person" || order.form === "interview" ? "first" : "third";
  return (line, slots) =>
    describeLine(line, {
      person,
      tails: tailsOf(line, order.difficulty),
      slots,
      choose,
      typeset: pack.typeset,
    });
}

/** Counts the words of a finished line, regardless of its choices; each line is counted once. */
function wordsPerLine(order: StoryOrder, pack: LanguagePack, slots: Slots): (line: Line) => number {
  const say = sayer(order, pack, ([choice = ""]) => choice);
  const counts = new Map<Line, number>();
  return (line) => {
    const count = counts.get(line) ?? wordsIn(say(line, slots), pack.unspaced);
    counts.set(line, count);
    return count;
  };
}

/** How many tails a line has at a difficulty: never fewer at a higher one. A hash of the line decides which lines grow first. */
function tailsOf(line: Line, difficulty: number): number {
  if (line.tails.length === 0 && line.leads.length === 0) return 0;
  const [first, second] = tailShares[difficulty] ?? [1, 1];
  const rank = Number.parseInt(sha256(line.core).slice(0, 4), 16) / 0x1_0000;
  if (rank >= first) return 0;
  return rank < second ? 2 : 1;
}

function requiredWords(order: StoryOrder): RequiredWord[] {
  const words = order.words.map(({ word, gloss }) => ({
    word: cleanText(word).replaceAll("\n", " "),
    gloss,
  }));
  return words.filter(
    ({ word }, index) => word.trim() !== "" && words.findIndex((other) => other.word === word) === index,
  );
}

function slotsOf(topic: string, pack: LanguagePack, chance: Chance): Slots {
  return {
    A: chance.pick(pack.protagonists),
    B: chance.pick(pack.friends),
    C: chance.pick(pack.towns),
    T: pack.quote(shorten(cleanLine(topic) || pack.unnamed, topicCharactersInPassing)),
  };
}

function slotsIn(scene: Scene, slots: Slots, topic: string, pack: LanguagePack): Slots {
  const here = scene.kind === "want" ? { ...slots, T: pack.quote(cleanLine(topic) || pack.unnamed) } : slots;
  return scene.visit === null ? here : { ...here, P: scene.visit.who, at: scene.visit.at };
}

/** The scenes with the genre's mood at the beginning and the end, and the form's first sentence. */
function framed(scenes: readonly Scene[], order: StoryOrder, bank: Bank): Scene[] {
  const [opening, ending] = bank.moods[moodOf(order.genre)];
  return scenes.map((scene) => {
    if (scene.kind === "ending") return withLine(scene, "last", ending);
    if (scene.kind !== "opening") return scene;
    const moody = withLine(scene, "last", opening);
    return order.form === "working_day" ? withLine(moody, "first", bank.dayLine) : moody;
  });
}

/** Target word counts by length: a few minutes of listening up to about fifteen (interface 4.2). */
const targetWords = { short: 300, medium: 800, long: 1700 } as const;

/** The highest difficulty told in the present tense. */
const lastPresentDifficulty = 4;

/**
 * The share of sentences with a first tail and with a second, by difficulty: sentences grow clause by clause. At 5 the past tense begins, with longer
 * cores, so the shares start over.
 */
const tailShares: Readonly<Record<number, readonly [first: number, second: number]>> = {
  1: [0, 0],
  2: [0.3, 0],
  3: [0.7, 0],
  4: [1, 0],
  5: [0.4, 0],
  6: [0.7, 0],
  7: [1, 0],
  8: [1, 0.4],
  9: [1, 0.7],
  10: [1, 1],
};

const moods: Readonly<Record<Exclude<Mood, "everyday">, readonly string[]>> = {
  mystery: ["mystery", "thriller", "crime", "noir", "spy", "horror"],
  adventure: [
    "adventure",
    "survival",
    "action",
    "sports",
    "martial_arts",
    "post_apocalyptic",
    "sword_and_sorcery",
  ],
  wonder: ["cozy_fantasy", "romantasy", "litrpg", "sci_fi", "magical_realism"],
  heart: ["romance", "literary", "young_adult", "dark_academia", "historical"],
  fun: ["humor", "children", "middle_grade"],
};

/** The mood in which a genre's story begins and ends. */
function moodOf(genre: string | null): Mood {
  const found = Object.entries(moods).find(([, genres]) => genre !== null && genres.includes(genre));
  return (found?.[0] as Mood | undefined) ?? "everyday";
}

/** A scene with its finished sentences. */
interface ToldScene {
  readonly kind: SceneKind;
  readonly sentences: readonly string[];
  /** The place of a visit; empty elsewhere. */
  readonly at: string;
}

interface Layout {
  readonly form: string | null;
  readonly plot: PlotKind;
  readonly pack: LanguagePack;
  readonly bank: Bank;
  /** The protagonist, who answers in an interview. */
  readonly name: string;
  readonly choose: (choices: readonly string[]) => string;
}

/** A page of longer paragraphs looks like a wall to a learner. */
const mostSentencesInAParagraph = 6;

/**
 * When the later scenes of a working day happen, in minutes after midnight, as the scenes themselves mention the time. The letter's ending is days
 * later and has no time.
 */
const hours: Readonly<Record<PlotKind, { obstacle: number; turn: number; ending: number | null }>> = {
  notebook: { obstacle: 16 * 60 + 30, turn: 17 * 60, ending: 20 * 60 + 15 },
  letter: { obstacle: 17 * 60 + 30, turn: 17 * 60 + 50, ending: null },
  evening: { obstacle: 19 * 60, turn: 19 * 60 + 20, ending: 20 * 60 },
};
const openingAt = 7 * 60 + 10;
const wantAt = 8 * 60;
const visitsFrom = 9 * 60;
/** Between the last visit and the obstacle there is time to work. */
const breakMinutes = 75;

/** The paragraphs of a story, separated by blank lines: plain, under times of the day, or as questions and answers. */
function layOut(scenes: readonly ToldScene[], layout: Layout): string {
  return scenes.flatMap((scene, index) => sceneParagraphs(scene, index, scenes, layout)).join("\n\n");
}

function sceneParagraphs(
  scene: ToldScene,
  index: number,
  scenes: readonly ToldScene[],
  layout: Layout,
): string[] {
  const gap = layout.pack.unspaced === undefined ? " " : "";
  const [first = "", ...rest] = paragraphsOf(scene.sentences, gap);
  if (layout.form === "working_day") {
    return [`${timeOf(scene.kind, index, scenes, layout.plot)}${first}`, ...rest];
  }
  if (layout.form !== "interview") return [first, ...rest];
  return [question(scene, index, layout), `${layout.name}${layout.pack.colon}${gap}${first}`, ...rest];
}

function paragraphsOf(sentences: readonly string[], gap: string): string[] {
  const count = Math.max(1, Math.ceil(sentences.length / mostSentencesInAParagraph));
  return Array.from({ length: count }, (_, paragraph) =>
    sentences.filter((_sentence, at) => Math.floor((at * count) / sentences.length) === paragraph).join(gap),
  );
}

/** The time before a scene's first paragraph with its separator; empty if there is none. */
function timeOf(kind: SceneKind, index: number, scenes: readonly ToldScene[], plot: PlotKind): string {
  const minutes = minutesOf(kind, index, scenes, plot);
  if (minutes === null) return "";
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)} – `;
}

function minutesOf(
  kind: SceneKind,
  index: number,
  scenes: readonly ToldScene[],
  plot: PlotKind,
): number | null {
  if (kind === "opening") return openingAt;
  if (kind === "want") return wantAt;
  if (kind !== "visit") return hours[plot][kind];
  const visits = scenes.filter((scene) => scene.kind === "visit").length;
  const first = scenes.findIndex((scene) => scene.kind === "visit");
  const step = (hours[plot].obstacle - breakMinutes - visitsFrom) / visits;
  return Math.round((visitsFrom + step * (index - first)) / 5) * 5;
}

function question(scene: ToldScene, index: number, layout: Layout): string {
  const { questions } = layout.bank;
  const asked =
    scene.kind === "visit"
      ? (questions.visits[index % questions.visits.length] ?? "")
      : questions[scene.kind];
  const said = describeLine(readLine(asked), {
    person: "third",
    tails: 0,
    slots: { at: scene.at, A: layout.name },
    choose: layout.choose,
    typeset: layout.pack.typeset,
  });
  return `${layout.pack.interviewer}${layout.pack.unspaced === undefined ? " " : ""}${said}`;
}

/**
 * An offline writer of little stories: a woman in a small town needs words and voices for a work about the order's topic, asks for them from door to
 * door, loses nearly everything, and is helped. The same order always gives the same story.
 */
export const embeddedWriter: Writer = {
  covers: (lang) => packFor(lang) !== null,
  write: async (order) => {
    const pack = packFor(order.lang);
    if (pack === null) throw new Error(`the embedded writer does not write in ${order.lang}`);
    return tellStory(order, pack);
  },
};
