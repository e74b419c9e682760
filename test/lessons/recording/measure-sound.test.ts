import { describe, expect, it } from "vitest";
import { measureSound } from "../../../src/lessons/recording/measure-sound.ts";
import { sampleRate } from "../../../src/shared/speech/sound.ts";
import { encodeMp3, levelled } from "../../../src/story-service/narrators/narrate-inline.ts";

const seconds = 8;

const voice = Int16Array.from({ length: seconds * sampleRate }, (_, at) => {
  const t = at / sampleRate;
  return 9_000 * Math.max(0, Math.sin(2 * Math.PI * 3 * t)) * Math.sin(2 * Math.PI * 190 * t);
});

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 4_001) yield bytes.subarray(at, at + 4_001);
}

describe("a recording that is measured as a stream", () => {
  it("has the loudness to which its narrator normalized it", async () => {
    const measures = await measureSound(piecesOf(await encodeMp3(levelled(voice))));
    expect(Math.abs((measures?.loudness ?? 0) + 18)).toBeLessThan(1);
    expect(measures?.peak).toBeLessThan(-3);
    expect(measures?.durationMs).toBeGreaterThan(0.9 * seconds * 1_000);
    expect(measures?.clipped).toBe(0);
  });

  it("has no measures if its bytes are no sound", async () => {
    expect(await measureSound(piecesOf(Buffer.from("this is no recording".repeat(500))))).toBeNull();
  });
});
