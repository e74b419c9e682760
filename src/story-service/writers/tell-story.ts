import { canonicalJson } from "../../shared/canonical-json.ts";
import { sha256 } from "../../shared/hash.ts";
import { cleanLine, cleanText, shorten } from "../../shared/text.ts";
import type { StoryOrder, WrittenStory } from "../ports.ts";
import type { Chance } from "./chance.ts";
import { chanceFrom } from "./chance.ts";
import type { Bank, LanguagePack } from "./language-pack.ts";
import { layOut } from "./lay-out.ts";
import { placeWords, type RequiredWord } from "./required-words.ts";
import { lastPresentDifficulty, moodOf, tailShares, targetWords } from "./scale.ts";
import type { Line, Slots } from "./sentence.ts";
import { describeLine, readLine, wordsIn } from "./sentence.ts";
import type { Scene } from "./story-plan.ts";
import { planScenes, withLine } from "./story-plan.ts";
import { wordsMissingIn } from "./words-missing.ts";

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
export function tellStory(order: StoryOrder, pack: LanguagePack): WrittenStory {
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
