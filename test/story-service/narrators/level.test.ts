import { MPEGDecoder } from "mpg123-decoder";
import { beforeAll, describe, expect, it } from "vitest";
import { sampleRate } from "../../../src/shared/speech/sound.ts";
import { levelled } from "../../../src/story-service/narrators/level.ts";
import { narrateInline, type Spoken } from "../../../src/story-service/narrators/narrate-inline.ts";
import { loadMeter, type Meter } from "../../meter.ts";

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

describe("a narration, as a player plays it,", () => {
  it.each(stories)(
    "in $lang is as loud as published speech, never too loud, and ends soon after the last word",
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
});

describe("levelling", () => {
  it("limits every peak without clipping, and adds nothing", () => {
    const tone = Int16Array.from({ length: sampleRate * 2 }, (_, n) =>
      Math.round(Math.sin(n / 10) * (n > sampleRate && n < sampleRate + 200 ? 32_000 : 1_500)),
    );
    const made = levelled(tone);
    expect(made.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThanOrEqual(20_676);
    expect(made.every((sample, n) => Math.sign(sample) * Math.sign(tone[n] ?? 0) >= 0)).toBe(true);
  });

  it("leaves silence, and sound too short to measure, unchanged", () => {
    expect([...levelled(Int16Array.of(500, -500, 900))]).toEqual([500, -500, 900]);
    expect(levelled(new Int16Array(sampleRate)).every((sample) => sample === 0)).toBe(true);
  });
});
