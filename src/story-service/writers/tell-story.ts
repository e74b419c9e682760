import { canonicalJson } from "../../shared/canonical-json.ts";
import { sha256 } from "../../shared/hash.ts";
import { cleanLine, cleanText, shorten } from "../../shared/text.ts";
import type { StoryOrder, Writer, WrittenStory } from "../ports.ts";
import { type Bank, type LanguagePack, type Mood, packFor } from "./language-pack.ts";
import { framesFor, type RequiredWord, wordsMissingIn } from "./required-words.ts";
import { describeLine, type Line, readLine, readScene, type Slots, wordsIn } from "./sentence.ts";

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

/** A longer topic is written out once and shortened elsewhere, so that it does not crowd out the story. */
const topicCharactersInPassing = 80;

/** Of the words of a required word's sentence, how many the rest of the story is shortened by, so that a story with many keeps about its length. */
const wordsAroundARequiredWord = 3;

/** The words in the questions of the shortest interview. */
const wordsOfAnInterviewer = 50;

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

/** The genres of each mood in which a story begins and ends. */
const genresOf: Readonly<Record<Exclude<Mood, "everyday">, string>> = {
  mystery: "mystery thriller crime noir spy horror",
  adventure: "adventure survival action sports martial_arts post_apocalyptic sword_and_sorcery",
  wonder: "cozy_fantasy romantasy litrpg sci_fi magical_realism",
  heart: "romance literary young_adult dark_academia historical",
  fun: "humor children middle_grade",
};

function moodOf(genre: string | null): Mood {
  const found = Object.entries(genresOf).find(([, genres]) => genres.split(" ").includes(genre ?? ""));
  return (found?.[0] as Mood | undefined) ?? "everyday";
}

/** Pure: the same order gives the same story. A required word that the story contains anyway gets no sentence of its own. */
function tellStory(order: StoryOrder, pack: LanguagePack): WrittenStory {
  const cleaned = order.words.map(({ word, gloss }) => ({
    word: cleanText(word).replaceAll("\n", " "),
    gloss,
  }));
  const words = cleaned.filter(
    ({ word }, index) => word.trim() !== "" && cleaned.findIndex((other) => other.word === word) === index,
  );
  const missingIn = (text: string): RequiredWord[] => {
    const missing = new Set(wordsMissingIn(text, { lang: order.lang, words }));
    return words.filter(({ word }) => missing.has(word));
  };
  const telling = { order, pack, count: words.length };
  const plain = tell(telling, []);
  const own = missingIn(plain.text);
  return own.length === 0 ? plain : tell(telling, own);
}

interface Telling {
  readonly order: StoryOrder;
  readonly pack: LanguagePack;
  /** How many words are required. */
  readonly count: number;
}

/**
 * Tells the story, with a sentence for each of the words. Only these sentences depend on which words those are, so a word that the story contains once
 * stays in it.
 */
function tell({ order, pack, count }: Telling, own: readonly RequiredWord[]): WrittenStory {
  const { topic, form, difficulty } = order;
  const chance = chanceFrom(canonicalJson(order));
  const bank = difficulty <= lastPresentDifficulty ? pack.present : pack.past;
  const plot = chance.pick(bank.plots);
  const wholeTopic = cleanLine(topic) || pack.unnamed;
  const slots = {
    A: chance.pick(pack.protagonists),
    B: chance.pick(pack.friends),
    C: chance.pick(pack.towns),
    T: pack.quote(shorten(wholeTopic, topicCharactersInPassing)),
  };
  const person = form === "first_person" || form === "interview" ? "first" : "third";
  const sayWith =
    (choose: (choices: readonly string[]) => string) =>
    (line: Line, filled: Slots): string =>
      describeLine(line, {
        person,
        tails: tailsOf(line, difficulty),
        slots: filled,
        choose,
        typeset: pack.typeset,
      });
  const say = sayWith(chance.pick);
  const chanceOfWords = chanceFrom(`${canonicalJson(order)} words`);
  const sayWord = sayWith(chanceOfWords.pick);
  const sayFirst = sayWith(([choice = ""]) => choice);
  const counts = new Map<Line, number>();
  /** The words of a finished line, regardless of its choices; each line is counted once. */
  const wordsOf = (line: Line): number => {
    const words = counts.get(line) ?? wordsIn(sayFirst(line, slots), pack.charactersAWord);
    counts.set(line, words);
    return words;
  };
  const target =
    targetWords[order.length] -
    count * wordsAroundARequiredWord -
    (form === "interview" ? wordsOfAnInterviewer : 0);
  const planned = planScenes(bank, plot, { target, wordsOf, chance });
  // The genre's mood at the beginning and the end, and the form's first sentence.
  const [opening, ending] = bank.moods[moodOf(order.genre)];
  const scenes = planned.map((scene): Scene => {
    if (scene.kind === "ending") return { ...scene, lines: [...scene.lines, readLine(ending)] };
    if (scene.kind !== "opening") return scene;
    const first = form === "working_day" ? [readLine(bank.dayLine)] : [];
    return { ...scene, lines: [...first, ...scene.lines, readLine(opening)] };
  });
  const wordLines = placeWords(own, scenes, { pack, bank, chance: chanceOfWords });
  const told = scenes.map((scene): ToldScene => {
    const { kind, visit, lines } = scene;
    const here = {
      ...slots,
      ...(kind === "want" && { T: pack.quote(wholeTopic) }),
      ...(visit !== null && { P: visit.who, at: visit.at }),
    };
    const sentences = lines.flatMap((line) =>
      line.kind === "sentence"
        ? [say(line, here)]
        : (wordLines.get(scene) ?? []).map(({ notation, word }) =>
            sayWord(readLine(notation), { ...here, W: word }),
          ),
    );
    return { kind, sentences, at: visit?.at ?? "" };
  });
  const title = say(readLine(chance.pick(plot.titles)), slots);
  const gap = pack.charactersAWord === undefined ? " " : "";
  /** The paragraphs of a scene: plain, under a time of the day, or as a question and its answer. */
  const paragraphsOfScene = (scene: ToldScene, index: number): string[] => {
    const [first = "", ...rest] = paragraphsOf(scene.sentences, gap);
    if (form === "working_day") return [`${timeOf(index, told, plot.kind)}${first}`, ...rest];
    if (form !== "interview") return [first, ...rest];
    const { questions } = bank;
    const asked =
      scene.kind === "visit"
        ? (questions.visits[index % questions.visits.length] ?? "")
        : questions[scene.kind];
    const question = describeLine(readLine(asked), {
      person: "third",
      tails: 0,
      slots: { at: scene.at, A: slots.A },
      choose: chance.pick,
      typeset: pack.typeset,
    });
    return [`${pack.interviewer}${gap}${question}`, `${slots.A}${pack.colon}${gap}${first}`, ...rest];
  };
  return { title, text: told.flatMap(paragraphsOfScene).join("\n\n") };
}

/** How many tails a line has at a difficulty: never fewer at a higher one. A hash of the line decides which lines grow first. */
function tailsOf(line: Line, difficulty: number): number {
  if (line.tails.length === 0 && line.leads.length === 0) return 0;
  const [first, second] = tailShares[difficulty] ?? [1, 1];
  const rank = Number.parseInt(sha256(line.core).slice(0, 4), 16) / 0x1_0000;
  if (rank >= first) return 0;
  return rank < second ? 2 : 1;
}

type Plot = Bank["plots"][number];
type SceneKind = "opening" | "want" | "visit" | "obstacle" | "turn" | "ending";

/** A scene before its sentences are finished. */
interface Scene {
  readonly kind: SceneKind;
  /** Null if the scene is not a visit. */
  readonly visit: Bank["visits"][number] | null;
  readonly lines: readonly Line[];
}

interface Measure {
  /** How many words the story should have. */
  readonly target: number;
  /** Words that a line will have when it is finished. */
  readonly wordsOf: (line: Line) => number;
  readonly chance: Chance;
}

/**
 * The scenes of a story in order: want, visits in town, obstacle, turn, ending. Takes as few visits as reach the target, then drops optional
 * sentences here and there until the story is no longer than the target. Essential sentences always stay.
 */
function planScenes(bank: Bank, plot: Plot, { target, wordsOf, chance }: Measure): Scene[] {
  const frame = (kind: Exclude<SceneKind, "visit">): Scene => ({
    kind,
    visit: null,
    lines: readScene(plot[kind]),
  });
  const walks = chance.shuffle(bank.walks);
  const visits = chance.shuffle(bank.visits).map((visit, index): Scene => {
    const walk = walks[index];
    const way = walk === undefined ? [] : [readLine(`~${walk}`)];
    return { kind: "visit", visit, lines: [...way, ...readScene(visit.text)] };
  });
  let count = 1;
  const chosen = (): Scene[] => [
    ...[frame("opening"), frame("want")],
    ...visits.slice(0, count),
    ...[frame("obstacle"), frame("turn"), frame("ending")],
  ];
  const words = (): number =>
    chosen().reduce((sum, { lines }) => lines.reduce((total, line) => total + wordsOf(line), sum), 0);
  while (count < visits.length && words() < target) count += 1;
  const scenes = chosen();
  const dropped = new Set<Line>();
  let excess = words() - target;
  for (const line of chance.shuffle(
    scenes.flatMap(({ lines }) => lines.filter(({ optional }) => optional)),
  )) {
    if (excess <= 0) break;
    for (const going of withLeaning(line, scenes).filter((each) => !dropped.has(each))) {
      dropped.add(going);
      excess -= wordsOf(going);
    }
  }
  return scenes.map((scene) => ({ ...scene, lines: scene.lines.filter((line) => !dropped.has(line)) }));
}

/** A line and those after it that make no sense without it. */
function withLeaning(line: Line, scenes: readonly Scene[]): Line[] {
  const lines = scenes.find((scene) => scene.lines.includes(line))?.lines ?? [];
  const rest = lines.slice(lines.indexOf(line) + 1).filter((each) => each.kind === "sentence");
  const firm = rest.findIndex((each) => !each.leaning);
  return [line, ...(firm === -1 ? rest : rest.slice(0, firm))];
}

/** A sentence's notation and the word for its `{W}`. */
interface WordLine {
  readonly notation: string;
  readonly word: string;
}

/**
 * The sentences with the required words, for each scene that has a place for them, spread over the whole story. Every word gets a sentence of its own:
 * a sentence that uses the word if its article, ending or gloss shows its word class, otherwise a sentence that mentions it in quotation marks. No
 * sentence is reused before all of its kind have been used.
 */
function placeWords(
  words: readonly RequiredWord[],
  scenes: readonly Scene[],
  { pack, bank, chance }: { pack: LanguagePack; bank: Bank; chance: Chance },
): Map<Scene, WordLine[]> {
  const spots = scenes.filter((scene) => scene.lines.some((line) => line.kind === "words"));
  // The pools that are drawn from may share sentences.
  const left = new Map<readonly string[], string[]>();
  const used = new Set<string>();
  const draw = (pool: readonly string[]): string => {
    const unused = (left.get(pool) ?? chance.shuffle(pool)).filter((each) => !used.has(each));
    const fresh = unused.length > 0 ? unused : chance.shuffle(pool);
    const drawn = fresh.pop() ?? "";
    used.add(drawn);
    left.set(pool, fresh);
    return drawn;
  };
  return new Map(
    spots.map((scene, index) => {
      const here = words.filter((_, at) => Math.floor((at * spots.length) / words.length) === index);
      const mentions =
        bank.wordLines[scene.kind === "visit" || scene.kind === "ending" ? scene.kind : "want"];
      const lines = here.map((required) => {
        const frames = framesFor(required, pack);
        return frames === null
          ? { notation: draw(mentions), word: pack.quote(required.word) }
          : { notation: draw(frames), word: required.word };
      });
      return [scene, lines];
    }),
  );
}

/** A scene with its finished sentences. */
interface ToldScene {
  readonly kind: SceneKind;
  readonly sentences: readonly string[];
  /** The place of a visit; empty elsewhere. */
  readonly at: string;
}

/** A page of longer paragraphs looks like a wall to a learner. */
const mostSentencesInAParagraph = 6;

function paragraphsOf(sentences: readonly string[], gap: string): string[] {
  const count = Math.max(1, Math.ceil(sentences.length / mostSentencesInAParagraph));
  return Array.from({ length: count }, (_, paragraph) =>
    sentences.filter((_sentence, at) => Math.floor((at * count) / sentences.length) === paragraph).join(gap),
  );
}

/**
 * When the scenes of a working day happen, in minutes after midnight, matching the times that the later scenes themselves mention. The letter's
 * ending is days later and has no time.
 */
const hours: Readonly<Record<Plot["kind"], { obstacle: number; turn: number; ending: number | null }>> = {
  notebook: { obstacle: 16 * 60 + 30, turn: 17 * 60, ending: 20 * 60 + 15 },
  letter: { obstacle: 17 * 60 + 30, turn: 17 * 60 + 50, ending: null },
  evening: { obstacle: 19 * 60, turn: 19 * 60 + 20, ending: 20 * 60 },
};
const early = { opening: 7 * 60 + 10, want: 8 * 60 } as const;
const visitsFrom = 9 * 60;
/** Between the last visit and the obstacle there is time to work. */
const breakMinutes = 75;

/** The time before a scene's first paragraph with its separator; empty if there is none. */
function timeOf(index: number, scenes: readonly ToldScene[], plot: Plot["kind"]): string {
  const times = { ...early, ...hours[plot], visit: null };
  const visits = scenes.flatMap(({ kind }, at) => (kind === "visit" ? [at] : []));
  const step = (times.obstacle - breakMinutes - visitsFrom) / visits.length;
  const kind = scenes[index]?.kind ?? "visit";
  const minutes =
    kind === "visit" ? Math.round((visitsFrom + step * (index - (visits[0] ?? 0))) / 5) * 5 : times[kind];
  if (minutes === null) return "";
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)} – `;
}

/** Pseudorandom choices that depend only on a seed: the same order always gives the same story. */
interface Chance {
  /** One of the items. Throws on an empty list, which is a bug of the caller. */
  pick<T>(items: readonly T[]): T;
  /** The items in another order, in a new array. */
  shuffle<T>(items: readonly T[]): T[];
}

/** Choices drawn from hashes of the seed and a counter. */
function chanceFrom(seed: string): Chance {
  let drawn = 0;
  const below = (limit: number): number => {
    drawn += 1;
    return Number.parseInt(sha256(`${seed} ${drawn}`).slice(0, 12), 16) % limit;
  };
  return {
    pick<T>(items: readonly T[]): T {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
    shuffle<T>(items: readonly T[]): T[] {
      const left = [...items];
      const order: T[] = [];
      while (left.length > 0) order.push(...left.splice(below(left.length), 1));
      return order;
    },
  };
}
