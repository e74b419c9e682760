import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { alignStory, referenceRate } from "../../../src/lessons/align/align-story.ts";
import { type Script, scriptOf } from "../../../src/lessons/align/script.ts";
import { languageOf, voiceOf } from "../../../src/shared/languages/languages.ts";
import { openEngine } from "../../../src/shared/speech/speech-engine.ts";
import { delaySamples, type Encoding, mp3Of } from "../../package/sentence-sounds/fixtures.ts";
import { randomOf } from "../../random.ts";
import { needTool } from "../../tools.ts";

/** Where Debian's packages put what people have recorded for telephone systems (CC BY 3.0 and CC BY-SA 3.0), at 8 kHz. */
const sounds = "/usr/share/asterisk/sounds";
const rate = 8_000;

interface Speaker {
  readonly folder: string;
  readonly days: readonly string[];
  readonly months?: readonly string[];
  readonly numbers: Readonly<Record<string, string>>;
}

const speakers: Readonly<Record<string, Speaker>> = parse(
  readFileSync(join(import.meta.dirname, "spoken-words.yaml"), "utf8"),
);

/** How each speaker's recording is made; the noise is in dB below the speech. */
const makings: readonly (Encoding & { readonly noiseDb: number | null })[] = [
  { rate: 22_050, channels: 1, bitrate: 32, noiseDb: null },
  { rate: 24_000, channels: 1, bitrate: 48, noiseDb: 35 },
  { rate: 16_000, channels: 1, bitrate: 32, noiseDb: 25 },
];

/** A story of which each sentence's beginning is known. */
interface SpokenStory {
  readonly script: Script;
  readonly mp3: Buffer;
  /** When the title and each sentence truly begin, in seconds. */
  readonly starts: readonly number[];
}

/** A story that a person speaks: sentences of four to nine words, put together from single recordings with pauses of 0.2 to 1.4 s. */
async function spokenBy(lang: string): Promise<SpokenStory> {
  const number = Object.keys(speakers).indexOf(lang);
  const making = makings[number];
  const speaker = speakers[lang];
  if (making === undefined || speaker === undefined) throw new Error(`nobody speaks ${lang}`);
  const { folder, days, months = [], numbers } = speaker;
  const files = [
    ...days.map((word, day) => [word, `day-${day}`] as const),
    ...months.map((word, month) => [word, `mon-${month}`] as const),
    ...Object.entries(numbers).map(([digits, word]) => [word, digits] as const),
  ];
  const words = files.map(([word, name]) => {
    const wav = readFileSync(join(sounds, folder, "digits", `${name}.wav`));
    return { word, samples: trimmed(wav) };
  });
  const random = randomOf(1_000 + number);
  const pick = () => words[Math.floor(words.length * random())] as (typeof words)[number];
  const said = Array.from({ length: 25 }, () => Array.from({ length: 4 + Math.floor(6 * random()) }, pick));
  const samples: number[] = [];
  const silence = (seconds: number) => samples.push(...new Array<number>(Math.round(rate * seconds)).fill(0));
  silence(0.1 + random());
  const starts = said.map((own) => {
    const start = samples.length / rate;
    for (const { samples: spoken } of own) {
      samples.push(...spoken);
      silence(0.05 + 0.15 * random());
    }
    silence(0.2 + 1.2 * random() ** 2);
    return start + delaySamples / making.rate;
  });
  const [title = "", ...sentences] = said.map((own) => {
    const text = own.map(({ word }) => word).join(", ");
    return text.charAt(0).toLocaleUpperCase() + text.slice(1);
  });
  // Paragraphs of four sentences.
  const text = sentences.map((sentence, at) => `${sentence}.${at % 4 === 3 ? "\n\n" : " "}`).join("");
  const sound = withNoise(Float32Array.from(samples), making.noiseDb, random);
  const script = scriptOf({ title, text: text.trim() }, languageOf(lang));
  return { script, mp3: await mp3Of(sound, making, rate), starts };
}

/** Noise beneath a sound, softer towards high frequencies, as rooms are. */
function withNoise(samples: Float32Array, below: number | null, random: () => number): Float32Array {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const level = below === null ? 0 : 0.7 * Math.sqrt(power) * 10 ** (-below / 20);
  let last = 0;
  return samples.map((sample) => {
    last = 0.7 * last + (random() + random() + random() - 1.5) * 2;
    return Math.max(-1, Math.min(1, sample + last * level));
  });
}

/** The samples of a mono WAV file, without the silence around them: 34 dB below its loudest 10 ms, where a listener would say that it begins. */
function trimmed(wav: Buffer): number[] {
  const from = wav.indexOf("data") + 8;
  const samples = Array.from(
    { length: (wav.length - from) >> 1 },
    (_, at) => wav.readInt16LE(from + 2 * at) / 32_768,
  );
  const size = rate / 100;
  const levels = Array.from({ length: Math.floor(samples.length / size) }, (_, block) => {
    const stretch = samples.slice(block * size, (block + 1) * size);
    return Math.sqrt(stretch.reduce((sum, sample) => sum + sample * sample, 0) / size);
  });
  const isHeard = (level: number): boolean => level >= 0.02 * Math.max(...levels);
  return samples.slice(levels.findIndex(isHeard) * size, (levels.findLastIndex(isHeard) + 1) * size);
}

const path = "/usr/share/asterisk/sounds/it_IT_m_Carlo";
const isHere = needTool("the recordings of asterisk-core-sounds-it-wav", path);

async function align(lang: string, { mp3, script }: Pick<SpokenStory, "mp3" | "script">) {
  const engine = await openEngine(voiceOf(lang) ?? "en", referenceRate);
  return alignStory({ lang, script, sound: [mp3] }, engine);
}

describe.runIf(isHere)("a recording by a person", () => {
  it.each(["en", "es", "it"])(
    "%s: sentences start within 0.05 s in the median and 0.25 s in 95 of 100",
    async (lang) => {
      const story = await spokenBy(lang);
      const { level, sentences } = await align(lang, story);
      expect(level).toBe("sentences");
      const errors = story.starts
        .slice(1)
        .map((start, index) => Math.abs((sentences[index]?.startMs ?? 0) / 1_000 - start))
        .toSorted((a, b) => a - b);
      expect(errors.length).toBeGreaterThan(15);
      expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(0.05);
      expect(errors[Math.floor(0.95 * (errors.length - 1))]).toBeLessThan(0.25);
    },
  );

  it("is refused if it is of another story", async () => {
    const { script } = await spokenBy("es");
    const { mp3 } = await spokenBy("it");
    expect(await align("it", { mp3, script })).toMatchObject({ level: "none", why: "unlike" });
  });
});
