import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { scriptOf } from "../../../src/lessons/align/script.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { randomOf } from "../../random.ts";
import { type Case, makingOf } from "./cases.ts";
import { readSound, type Sound } from "./recording.ts";

const voicesSchema = z.record(
  z.string(),
  z.object({
    folder: z.string(),
    package: z.string(),
    days: z.array(z.string()),
    months: z.array(z.string()).default([]),
    numbers: z.record(z.string(), z.string()),
  }),
);

/** Where Debian's packages put what people have recorded for telephone systems (CC BY 3.0 and CC BY-SA 3.0), at 8 kHz. */
const sounds = "/usr/share/asterisk/sounds";

const storiesOfVoice = 3;
const sentencesOfStory = 24;

interface SpokenWord {
  readonly word: string;
  readonly sound: Sound;
}

/**
 * Stories in human voices: sentences of four to nine spoken words, put together from single recordings, so that the start of each sentence is known.
 * `leaveOut` hears of each voice that is not installed.
 */
export function humanCases(leaveOut: (voice: string, package_: string) => void): Case[] {
  const file = new URL("spoken-words.yaml", import.meta.url);
  const cases: Case[] = [];
  for (const [lang, { folder, package: from, ...words }] of Object.entries(
    voicesSchema.parse(parse(readFileSync(file, "utf8"))),
  )) {
    const path = join(sounds, folder, "digits");
    if (!existsSync(path)) {
      leaveOut(folder, from);
      continue;
    }
    const spoken = spokenWords(path, words);
    for (let number = 0; number < storiesOfVoice; number++)
      cases.push(storyOf(spoken, { name: folder, lang, number: cases.length }));
  }
  return cases;
}

function spokenWords(
  path: string,
  { days, months, numbers }: { days: string[]; months: string[]; numbers: Record<string, string> },
): SpokenWord[] {
  const files = [
    ...days.map((word, day) => [word, `day-${day}`] as const),
    ...months.map((word, month) => [word, `mon-${month}`] as const),
    ...Object.entries(numbers).map(([number, word]) => [word, number] as const),
  ];
  return files.map(([word, name]) => ({ word, sound: readSound(readFileSync(join(path, `${name}.wav`))) }));
}

function storyOf(
  spoken: readonly SpokenWord[],
  { name, lang, number }: { readonly name: string; readonly lang: string; readonly number: number },
): Case {
  const making = makingOf(number);
  const random = randomOf(making.seed);
  const said = Array.from({ length: sentencesOfStory + 1 }, () =>
    Array.from(
      { length: 4 + Math.floor(6 * random()) },
      () => spoken[Math.floor(spoken.length * random())] as SpokenWord,
    ),
  );
  const [title = "", ...sentences] = said.map((words) =>
    capitalized(words.map(({ word }) => word).join(", ")),
  );
  // Paragraphs of four sentences.
  const paragraphs = sentences
    .map((sentence, at) => `${sentence}.${at % 4 === 3 ? "\n\n" : " "}`)
    .join("")
    .trim();
  const script = scriptOf({ title, text: paragraphs }, languageOf(lang));
  if (script.sentences.length !== sentencesOfStory)
    throw new Error(`${name}: ${script.sentences.length} sentences`);
  return { voice: { name, lang }, script, sounds: said.map((words) => joined(words, random)), making };
}

/** Words one after another, 0.05 to 0.2 s apart. */
function joined(words: readonly SpokenWord[], random: () => number): Sound {
  const rate = words[0]?.sound.rate ?? 8_000;
  const pieces = words.flatMap(({ sound }, at) =>
    at === 0 ? [sound.samples] : [new Int16Array(Math.round(rate * (0.05 + 0.15 * random()))), sound.samples],
  );
  const samples = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const piece of pieces) {
    samples.set(piece, filled);
    filled += piece.length;
  }
  return { rate, samples };
}

function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
