import { cp, mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { MPEGDecoder } from "mpg123-decoder";
import { parseBuffer } from "music-metadata";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { built, bundle } from "../../../src/bundle.mjs";
import { sampleRate, samplesOfWav } from "../../../src/shared/speech/sound.ts";
import { engineAtHand, openProgram } from "../../../src/shared/speech/speech-engine.ts";
import type { embeddedNarrator as EmbeddedNarrator } from "../../../src/story-service/narrators/embedded-narrator.ts";
import {
  narrateInline,
  speakStory,
  utterancesOf,
} from "../../../src/story-service/narrators/narrate-inline.ts";
import type { Spoken } from "../../../src/story-service/ports.ts";
import { packFor, packNames } from "../../../src/story-service/writers/language-pack.ts";
import { embeddedWriter } from "../../../src/story-service/writers/tell-story.ts";
import { loadMeter, type Meter } from "../../meter.ts";
import { order } from "../writers/fixtures.ts";

const spanish = {
  lang: "es",
  title: "El cuaderno verde",
  text: "Ana tiene un cuaderno verde. Escribe en él todos los días.\n\nHoy no está en su bolso.",
};

describe("a narration", () => {
  it("is an MP3 of constant bit rate that lasts as long as it states", async () => {
    const recording = await narrateInline(spanish);
    const { format } = await parseBuffer(recording.bytes, "audio/mpeg", { duration: true });
    const { duration = 0, ...facts } = format;
    expect(facts).toMatchObject({ codec: "MPEG 2 Layer 3", codecProfile: "CBR", bitrate: 48_000 });
    expect(facts).toMatchObject({ sampleRate, numberOfChannels: 1 });
    expect(Math.abs(duration * 1_000 - recording.durationMs)).toBeLessThan(120);
    expect(recording.durationMs).toBeGreaterThan(6_000);
    expect(recording.durationMs).toBeLessThan(15_000);
  });

  it("never treats a text as markup or phonemes", async () => {
    const plain = utterancesOf({ lang: "en", title: "A", text: "Say break time 9 s and stop." });
    const marked = utterancesOf({ lang: "en", title: "A", text: "Say <break time 9 s> [[and]] {stop}." });
    expect(marked.map(({ text }) => text).join("")).not.toMatch(/[<>[\]{}&|]/u);
    expect(marked.length).toBe(plain.length);
    const recording = await narrateInline({
      lang: "en",
      title: "<speak>",
      text: "&amp; <audio src='x'/> [[slow]]",
    });
    expect(recording.durationMs).toBeGreaterThan(1_500);
  });

  it("is refused with the reason if the language has no voice or nothing can be spoken", async () => {
    await expect(narrateInline({ ...spanish, lang: "tok" })).rejects.toThrow("no voice reads tok");
    await expect(narrateInline({ lang: "es", title: "…", text: "— !" })).rejects.toThrow(
      "nothing in the story",
    );
  });

  it("has an audible voice for every language that the embedded writer writes", async () => {
    for (const lang of packNames().map((name) => packFor(name)?.codes.at(-1) ?? "")) {
      const { title } = await embeddedWriter.write(order({ topic: "7", lang, difficulty: 1 }));
      expect(loudness(await speakStory({ lang, title, text: title })), lang).toBeGreaterThan(300);
    }
  });
});

describe("the installed program as narrator", () => {
  it.each([
    ["can't be started", "no-such-speech-program", "no-such-speech-program can't be started"],
    ["fails", "false", "false ended with 1"],
  ])("is named when it %s", async (_, command, why) => {
    const engine = await openProgram("es", { command });
    await expect(engine.speak("Hola.")).rejects.toThrow(why);
  });

  it("may leave the sizes in its sound's header unknown", () => {
    const wav = Buffer.alloc(52);
    wav.write("RIFF");
    wav.writeUInt32LE(0xffff_ffff, 4);
    wav.write("WAVEfmt ", 8);
    wav.writeUInt32LE(16, 16);
    wav.writeUInt16LE(1, 20);
    wav.writeUInt16LE(1, 22);
    wav.writeUInt32LE(sampleRate, 24);
    wav.writeUInt16LE(16, 34);
    wav.write("data", 36);
    wav.writeUInt32LE(0x7fff_f000, 40);
    [1, -2, 300, -32_768].forEach((sample, index) => {
      wav.writeInt16LE(sample, 44 + 2 * index);
    });
    expect([...samplesOfWav(wav)]).toEqual([1, -2, 300, -32_768]);
    wav.writeUInt32LE(8_000, 24);
    expect(() => samplesOfWav(wav)).toThrow("22050 Hz");
    expect(() => samplesOfWav(Buffer.from("not sound"))).toThrow("not a WAV stream");
  });
});

const narrators = join(import.meta.dirname, "..", "..", "..", "src", "story-service", "narrators");

/** The narrator bundled as it is shipped, with the worker that it starts, in a copy of the build that finds the same packages. */
async function builtNarrator(): Promise<string> {
  const folder = join(await mkdtemp(join(built, "..", "node_modules", ".cache", "narrator-")), "dist");
  await cp(built, folder, { recursive: true });
  await bundle(["embedded-narrator.ts"], { base: narrators, folder });
  return folder;
}

describe("the embedded narrator, as it is shipped", () => {
  let folder = "";
  let embeddedNarrator: typeof EmbeddedNarrator;

  beforeAll(async () => {
    folder = await builtNarrator();
    const module: unknown = await import(pathToFileURL(join(folder, "embedded-narrator.js")).href);
    ({ embeddedNarrator } = module as { embeddedNarrator: typeof EmbeddedNarrator });
  });
  afterAll(() => rm(dirname(folder), { recursive: true }));

  it("covers every language that it has a voice for", () => {
    const narrator = embeddedNarrator({ yields: true });
    expect(engineAtHand()).not.toBe("none");
    expect(narrator.covers("es-419")).toBe(true);
    expect(narrator.covers("tok")).toBe(false);
  });

  it("reads in another thread, keeps this one free, and gives the same bytes", async () => {
    const narrator = embeddedNarrator({ yields: true });
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
    }, 5);
    const between = { lang: "en", title: "Between", text: "Another voice speaks in between." };
    const [one, , two] = await Promise.all(
      [spanish, between, spanish].map((story) => narrator.narrate(story)),
    );
    clearInterval(turning);
    expect(turns).toBeGreaterThan(20);
    const inline = await narrateInline(spanish);
    for (const { bytes, durationMs } of [one, two].filter((made) => made !== undefined))
      expect([Buffer.from(bytes).equals(inline.bytes), durationMs]).toEqual([true, inline.durationMs]);
  });

  it("continues after a story that it can't read", async () => {
    const narrator = embeddedNarrator({ yields: true });
    const [bad, good] = await Promise.allSettled([
      narrator.narrate({ lang: "tok", title: "soweli", text: "soweli" }),
      narrator.narrate(spanish),
    ]);
    expect(bad).toMatchObject({ status: "rejected", reason: { message: "no voice reads tok" } });
    expect(good.status).toBe("fulfilled");
  });

  it("cancels the current reading when it is closed, and refuses the next", async () => {
    const narrator = embeddedNarrator({ yields: true });
    const underWay = narrator.narrate(spanish);
    const waiting = narrator.narrate(spanish);
    const settled = Promise.allSettled([underWay, waiting]);
    await Promise.resolve();
    await narrator.close();
    expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(narrator.narrate(spanish)).rejects.toThrow("closed");
  });
});

function loudness(samples: Int16Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));
}

let meter: Meter;

beforeAll(async () => {
  meter = await loadMeter();
});

const stories: readonly Spoken[] = [
  {
    lang: "es",
    title: "El cuaderno verde",
    text: "Ana tiene un cuaderno verde. Escribe en él todos los días.\n\nHoy no está en su bolso. ¿Dónde está?",
  },
  {
    lang: "en",
    title: "The lamp",
    text: "Tom finds an old lamp in the cellar. It still works!\n\nHe smiles.",
  },
  { lang: "ar", title: "السوق", text: "ذهبت ليلى إلى السوق في الصباح. اشترت خبزا وتفاحا." },
  { lang: "zh", title: "早晨", text: "早晨，他去市场买面包。天气很好。" },
  { lang: "de", title: "Der Zug", text: "Der Zug kommt heute spät. Alle warten auf dem kalten Bahnsteig." },
];

async function decoded(story: Spoken): Promise<Float32Array> {
  const { bytes } = await narrateInline(story);
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData } = decoder.decode(bytes);
  decoder.free();
  return channelData[0] ?? new Float32Array();
}

it.each(stories)(
  "a narration, as a player plays it, in $lang is as loud as published speech, never too loud, and ends soon after the last word",
  async (story) => {
    const samples = await decoded(story);
    const lufs = meter.ebur128_integrated_mono(sampleRate, samples);
    expect(Math.abs(lufs + 18)).toBeLessThan(1);
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(20 * Math.log10(peak)).toBeLessThanOrEqual(-3);
    const last = samples.findLastIndex((sample) => Math.abs(sample) > 0.001);
    expect((samples.length - last) / sampleRate).toBeLessThanOrEqual(0.3);
    expect((samples.length - last) / sampleRate).toBeGreaterThan(0.1);
  },
);
