import { canonicalJson, sha256 } from "../../shared/hash.ts";
import { cleanLine, cleanText, shorten } from "../../shared/text.ts";
import type { StoryOrder, WrittenStory } from "../ports.ts";
import type { Chance } from "./chance.ts";
import { chanceFrom } from "./chance.ts";
import type { Bank, LanguagePack } from "./language-pack.ts";
import { layOut } from "./lay-out.ts";
import { placeWords } from "./required-words.ts";
import { lastPresentDifficulty, moodOf, tailShares, targetWords } from "./scale.ts";
import type { Line, Slots } from "./sentence.ts";
import { describeLine, readLine, wordsIn } from "./sentence.ts";
import type { Scene } from "./story-plan.ts";
import { planScenes, withLine } from "./story-plan.ts";
import { wordsMissingIn } from "./words-missing.ts";

/** A longer topic is written out once and shortened elsewhere, so that it does not crowd out the story. */
const topicCharactersInPassing = 80;

/** Estimated extra words per required word, so that a story with many keeps its length. */
const wordsAroundARequiredWord = 3;

/** The words in the questions of the shortest interview. */
const wordsOfAnInterviewer = 50;

/**
 * Writes the order's story in the pack's language. Pure: the same order gives the same story. A required word that the story contains anyway is not
 * quoted as well.
 */
export function tellStory(order: StoryOrder, pack: LanguagePack): WrittenStory {
  const words = requiredWords(order);
  const missingIn = (text: string): string[] =>
    wordsMissingIn(text, { lang: order.lang, words: words.map((word) => ({ word, gloss: null })) });
  const plain = tell(order, pack, { words, quoted: [] });
  const quoted = missingIn(plain.text);
  if (quoted.length === 0) return plain;
  const told = tell(order, pack, { words, quoted });
  // A sentence around one word may contain another ("On a list stands …" contains "list"), provided that it remains without its quotation.
  const unquoted = quoted.reduce((text, word) => text.replaceAll(pack.quote(word), ""), told.text);
  const needed = missingIn(unquoted);
  if (needed.length === quoted.length) return told;
  const shorter = tell(order, pack, { words, quoted: needed });
  return missingIn(shorter.text).length === 0 ? shorter : told;
}

interface Required {
  readonly words: readonly string[];
  /** Those introduced by a sentence of their own. */
  readonly quoted: readonly string[];
}

/** Tells the story. Only the sentences around quoted words depend on which are quoted, so a word that the story contains once stays in it. */
function tell(order: StoryOrder, pack: LanguagePack, { words, quoted }: Required): WrittenStory {
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
      words.length * wordsAroundARequiredWord -
      (order.form === "interview" ? wordsOfAnInterviewer : 0),
    wordsOf: wordsPerLine(order, pack, slots),
  };
  const scenes = framed(planScenes(bank, plot, measure, chance), order, bank);
  const wordLines = placeWords(quoted, scenes, { pack, bank, chance: chanceOfWords });
  const told = scenes.map((scene) => {
    const here = slotsIn(scene, slots, order.topic, pack);
    const sentences = scene.lines.flatMap((line) =>
      line.kind === "sentence"
        ? [say(line, here)]
        : (wordLines.get(scene) ?? []).map(({ notation, words: W }) =>
            describeWords(readLine(notation), { ...here, W }),
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
  const [first, second] = tailShares[difficulty] ?? [1, 1];
  const rank = Number.parseInt(sha256(line.core).slice(0, 4), 16) / 0x1_0000;
  if (rank >= first) return 0;
  return rank < second ? 2 : 1;
}

function requiredWords(order: StoryOrder): string[] {
  const words = order.words.map(({ word }) => cleanText(word).replaceAll("\n", " "));
  return [...new Set(words)].filter((word) => word.trim() !== "");
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
