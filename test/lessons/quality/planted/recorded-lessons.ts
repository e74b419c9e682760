import { alignStory, referenceRate } from "../../../../src/lessons/align/align-story.ts";
import { readTimes, writeTimes } from "../../../../src/lessons/align/alignment.ts";
import { scriptOf } from "../../../../src/lessons/align/script.ts";
import type { LessonToCheck } from "../../../../src/lessons/quality/checked-lesson.ts";
import { measureSound } from "../../../../src/lessons/recording/measure-sound.ts";
import { languageOf, voiceOf } from "../../../../src/shared/languages/languages.ts";
import { joinSamples, type Samples, sampleRate, silence } from "../../../../src/shared/speech/sound.ts";
import { openEngine, type SpeechEngine } from "../../../../src/shared/speech/speech-engine.ts";
import { encodeMp3, levelled } from "../../../../src/story-service/narrators/narrate-inline.ts";

/** A lesson and what its narrator says: its title and its sentences, each with the pause after it. */
export interface SpokenLesson {
  readonly lesson: LessonToCheck;
  readonly pieces: readonly Samples[];
}

const engines = new Map<string, Promise<SpeechEngine>>();

// The narrator's own pace differs from the one that recordings are compared with.
const narratorsPace = 150;

function engineOf(lang: string, pace: number): Promise<SpeechEngine> {
  const voice = voiceOf(lang) ?? "en";
  const key = `${voice} ${pace}`;
  const engine = engines.get(key) ?? openEngine(voice, pace);
  engines.set(key, engine);
  return engine;
}

const afterSentenceMs = 350;

/** Reads a lesson aloud. */
export async function spoken(lesson: LessonToCheck): Promise<SpokenLesson> {
  const engine = await engineOf(lesson.lang, narratorsPace);
  const { title, sentences } = scriptOf(lesson, languageOf(lesson.lang));
  const pieces: Samples[] = [];
  for (const text of [title, ...sentences.map((one) => one.text)])
    pieces.push(joinSamples([await engine.speak(text), silence(afterSentenceMs)]));
  return { lesson, pieces };
}

/** As a narrator delivers it. */
export const delivered = (pieces: readonly Samples[]): Samples => levelled(joinSamples(pieces));

const pieceBytes = 65_536;

/** The lesson with a recording: encoded, measured, and aligned with its text. */
export async function recorded(lesson: LessonToCheck, samples: Samples): Promise<LessonToCheck> {
  const mp3 = await encodeMp3(samples);
  const script = scriptOf(lesson, languageOf(lesson.lang));
  const engine = await engineOf(lesson.lang, referenceRate);
  const alignment = await alignStory({ lang: lesson.lang, script, sound: [mp3] }, engine);
  const hash = "0".repeat(64);
  const times = readTimes(Buffer.from(writeTimes(alignment, { text: hash, sound: hash })));
  return { ...lesson, hasSound: true, times, sound: await measureSound(piecesOf(mp3)) };
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** Sound that is so many times louder, cut off where it goes over. */
export function amplified(samples: Samples, gain: number): Samples {
  return samples.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * gain))));
}

/** Sound that is played so many times faster. */
export function faster(samples: Samples, times: number): Samples {
  return Int16Array.from(
    { length: Math.floor(samples.length / times) },
    (_, at) => samples[Math.floor(at * times)] ?? 0,
  );
}

/** Sound with a stretch of it made silent, in shares of its length. */
export function muted(samples: Samples, from: number, to: number): Samples {
  const [first, last] = [from * samples.length, to * samples.length];
  return samples.map((sample, at) => (at >= first && at < last ? 0 : sample));
}

/** Sound with so many seconds of silence before a share of its length. */
export function withPause(samples: Samples, at: number, seconds: number): Samples {
  const cut = Math.floor(at * samples.length);
  return joinSamples([samples.subarray(0, cut), new Int16Array(seconds * sampleRate), samples.subarray(cut)]);
}
