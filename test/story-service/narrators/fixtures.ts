import { cp, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { built, bundle } from "../../../src/bundle.mjs";

const narrators = join(import.meta.dirname, "..", "..", "..", "src", "story-service", "narrators");

/** One frame of an MP3, from its header (ISO 11172-3 and 13818-3). */
export interface Mp3Frame {
  readonly bitrate: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly samples: number;
}

// Layer III of MPEG-2, kbit/s by index.
const bitrates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const sampleRates = [22_050, 24_000, 16_000];

/** Every frame of an MPEG-2 layer III stream. Throws where a frame does not begin where the one before it ended. */
export function mp3Frames(bytes: Uint8Array): Mp3Frame[] {
  const frames: Mp3Frame[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [sync = 0, version = 0, rates = 0, mode = 0] = bytes.subarray(at, at + 4);
    if (sync !== 0xff || (version & 0xfe) !== 0xf2)
      throw new Error(`no MPEG-2 layer III frame at byte ${at}`);
    const bitrate = bitrates[rates >> 4] ?? 0;
    const sampleRate = sampleRates[(rates >> 2) & 3] ?? 0;
    frames.push({ bitrate, sampleRate, channels: mode >> 6 === 3 ? 1 : 2, samples: 576 });
    at += Math.floor((72_000 * bitrate) / sampleRate) + ((rates >> 1) & 1);
  }
  return frames;
}

/** The narrator bundled as it is shipped, with the worker that it starts, in a copy of the build that finds the same packages. */
export async function builtNarrator(): Promise<string> {
  const folder = join(await mkdtemp(join(built, "..", "node_modules", ".cache", "narrator-")), "dist");
  await cp(built, folder, { recursive: true });
  await bundle(["embedded-narrator.ts"], { base: narrators, folder });
  return folder;
}
