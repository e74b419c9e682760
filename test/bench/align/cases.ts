import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Script, scriptOf } from "../../../src/lessons/align/script.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { type Story, storyIn } from "./corpus.ts";
import { type Making, type Recording, record } from "./recording.ts";
import { type Sound, speakTexts, type Voice } from "./voices.ts";

/** A story that a voice has spoken. */
export interface Case {
  readonly voice: Pick<Voice, "name" | "lang">;
  readonly script: Script;
  /** The title's and each sentence's sound. */
  readonly sounds: readonly Sound[];
  readonly making: Making;
}

/** What stays between two runs of the bench: what the voices have said. */
const cache = join(tmpdir(), "coursebinder-align-bench");

const bitrates = [32, 48, 128];
const rates = [16_000, 22_050, 24_000, 44_100, 48_000];
const noises = [null, 35, 25];

/** A story spoken by a voice. The number chooses the bit rate, the sample rate, the noise and what else is random. */
export async function caseOf(voice: Voice, story: Story, number: number): Promise<Case> {
  const script = scriptOf(story, languageOf(voice.lang));
  const sounds = await speakTexts(voice, [script.title, ...script.sentences.map(({ text }) => text)], cache);
  return { voice, script, sounds, making: makingOf(number) };
}

/** How the recording of a number is made. */
export function makingOf(number: number): Making {
  return {
    seed: 1_000 + number,
    bitrate: bitrates[number % 3] ?? 48,
    rate: rates[number % 5] ?? 24_000,
    noiseDb: noises[Math.floor(number / 3) % 3] ?? null,
  };
}

/** Stories one after another as one. */
export async function longStory(lang: string, numbers: readonly number[]): Promise<Story> {
  const stories: Story[] = [];
  for (const number of numbers) stories.push(await storyIn(lang, number, "long"));
  return { title: stories[0]?.title ?? "", text: stories.map(({ text }) => text).join("\n\n") };
}

/** The recording of a case; its `truth` is of the title, where it is read, and of the sentences in the order in which they are said. */
export function recordingOf({ sounds, making }: Case, order: readonly number[]): Promise<Recording> {
  return record(
    order.map((index) => sounds[index] as Sound),
    making,
  );
}

/** All texts of a case, with the title or without. */
export function orderOf({ sounds }: Case, withTitle: boolean): number[] {
  return [...sounds.keys()].slice(withTitle ? 0 : 1);
}
