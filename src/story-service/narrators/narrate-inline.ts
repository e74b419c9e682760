import { createMp3Encoder } from "wasm-media-encoders";
import { voiceOf } from "../../shared/languages/languages.ts";
import { inKana } from "../../shared/speech/kana-readings.ts";
import { integratedPower, WeighedSteps, type Weighting } from "../../shared/speech/loudness.ts";
import { durationMsOf, joinSamples, type Samples, sampleRate, silence } from "../../shared/speech/sound.ts";
import { speakable } from "../../shared/speech/speakable.ts";
import { openEngine } from "../../shared/speech/speech-engine.ts";
import type { Recording, Spoken } from "../ports.ts";

/**
 * Narrates a story; blocks the calling thread. The same story gives the same bytes with the same engine. Rejects if the language has no voice, no
 * engine is installed, nothing in the story can be spoken, or the voice can't read any of it.
 */
export async function narrateInline(story: Spoken): Promise<Recording> {
  const samples = levelled(await speakStory(story));
  return { bytes: await encodeMp3(samples), durationMs: durationMsOf(samples) };
}

/** The story as sound: title first, with pauses between sentences and longer ones between paragraphs. Rejects like `narrateInline`. */
export async function speakStory(story: Spoken): Promise<Samples> {
  const voice = voiceOf(story.lang);
  if (voice === undefined) throw new Error(`no voice reads ${story.lang}`);
  const engine = await openEngine(voice);
  const pieces: Samples[] = [];
  for (const utterance of utterancesOf(story)) {
    const text = story.lang === "ja" ? inKana(utterance.text) : utterance.text;
    pieces.push(await engine.speak(text), silence(utterance.pauseMs));
  }
  if (pieces.every((piece) => piece.every((sample) => sample === 0)))
    throw new Error("nothing in the story can be spoken");
  return joinSamples(pieces);
}

/** kbit/s, constant: with a variable rate and no header, players show a wrong duration. */
const bitrate = 48;

/** Samples per call, so that the encoder's memory stays small for any length of story. */
const samplesAtATime = 65_536;

/** A mono MP3 with a constant bit rate at `sampleRate`. The same samples give the same bytes. */
export async function encodeMp3(samples: Samples): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: 1, sampleRate, bitrate, outputSampleRate: sampleRate });
  const chunks: Buffer[] = [];
  for (let at = 0; at < samples.length; at += samplesAtATime) {
    const part = Float32Array.from(samples.subarray(at, at + samplesAtATime), (sample) => sample / 32_768);
    // Copied, because the encoder reuses the memory of its results.
    chunks.push(Buffer.from(encoder.encode([part])));
  }
  chunks.push(Buffer.from(encoder.finalize()));
  return Buffer.concat(chunks);
}

/** A text spoken in one go, and the silence after it. */
interface Utterance {
  readonly text: string;
  readonly pauseMs: number;
}

/** The title stands apart. */
const afterTitleMs = 1200;
const afterParagraphMs = 700;
/** Added to the synthesizer's own short pause at a full stop: learners need the time. */
const afterSentenceMs = 300;

/** The utterances in order: the title, then every sentence of every paragraph. Text is never treated as markup. */
export function utterancesOf(story: Spoken): Utterance[] {
  const title = { text: speakable(story.title), pauseMs: afterTitleMs };
  const paragraphs = story.text.split(/\n\s*\n/u).flatMap((paragraph) => {
    const sentences = sentencesOf(speakable(paragraph), story.lang);
    return sentences.map((text, index) => ({
      text,
      pauseMs: index === sentences.length - 1 ? afterParagraphMs : afterSentenceMs,
    }));
  });
  return [title, ...paragraphs].filter((utterance) => /[\p{L}\p{N}]/u.test(utterance.text));
}

function sentencesOf(paragraph: string, lang: string): string[] {
  const locale = /^[a-z]{2}(-[a-z]{2})?$/u.test(lang) ? lang : "und";
  const segments = new Intl.Segmenter(locale, { granularity: "sentence" }).segment(paragraph);
  return [...segments].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== "");
}

/** -17.5 LUFS: encoding lowers it by half a unit, and -18 is the middle of what spoken word is published at. */
const targetPower = 0.02085;

/** -5.7 dBFS: encoding adds up to two decibels to what was bent, and its peaks, also those between samples, must stay below -3. */
const mostSample = 17_000;

/** -9.4 dBFS: only the loudest vowels are above it. */
const bentFrom = 11_100;

/** The samples' unit: 16 bits, signed. */
const fullScale = 32_768;

/** Anything below -60 dBFS is not speech. */
const quietest = 33;

/** As long as a breath after the last word. */
const tailMs = 200;

/** Limiting the peaks lowers the loudness a little; the next round compensates. */
const rounds = 5;

/**
 * Normalizes speech to the loudness of published spoken word and trims its end. Uses only the four operations of arithmetic and square roots, so the
 * same samples give the same result on every machine.
 */
export function levelled(samples: Samples): Samples {
  const last = samples.findLastIndex((sample) => Math.abs(sample) >= quietest);
  const trimmed = samples.subarray(0, Math.min(samples.length, last + 1 + (tailMs * sampleRate) / 1_000));
  let gain = 1;
  for (let round = 0; round < rounds; round++) {
    const power = loudnessOf(Float64Array.from(trimmed, (sample) => limited(sample * gain) / fullScale));
    if (power === null) return trimmed;
    gain *= Math.sqrt(targetPower / power);
  }
  return Int16Array.from(trimmed, (sample) => Math.round(limited(sample * gain)));
}

/** A sample as it is, or, if it is loud, bent towards the highest value, which it never reaches: nothing clips. */
function limited(sample: number): number {
  const over = Math.abs(sample) - bentFrom;
  if (over <= 0) return sample;
  const room = mostSample - bentFrom;
  return Math.sign(sample) * (bentFrom + (over * room) / (over + room));
}

// The two filters of ITU-R BS.1770 at our sample rate, as constants: computing them would differ between machines in the last digit.
const weighting: Weighting = {
  shelf: {
    b: [1.4798253509777464, -2.1707286128568293, 0.8608424847265516],
    a: [-1.3383053660361337, 0.5082445389136019],
  },
  highPass: { b: [1, -2, 1], a: [-1.9783976025901193, 0.9785144195032509] },
};

const stepSamples = sampleRate / 10;

/**
 * The loudness of speech by ITU-R BS.1770, without pauses, as a mean square; null for silence and for sound too short for the standard. Samples are
 * between -1 and 1.
 */
function loudnessOf(samples: Float64Array): number | null {
  const steps = new WeighedSteps(weighting, stepSamples);
  steps.take(samples);
  return integratedPower(steps.sums, stepSamples);
}
