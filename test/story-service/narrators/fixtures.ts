import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

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

/** The narrator's room as it is shipped, JavaScript that a thread can load, in a new folder that can reach the packages. */
export async function compiledNarrators(): Promise<string> {
  const cache = fileURLToPath(new URL("../../../node_modules/.cache/", import.meta.url));
  await mkdir(cache, { recursive: true });
  const to = await mkdtemp(join(cache, "narrators-"));
  for (const folder of ["story-service/narrators", "shared/speech"]) await compileFolder(folder, to);
  await writeFile(join(to, "package.json"), '{"type":"module"}');
  return join(to, "story-service", "narrators");
}

async function compileFolder(folder: string, to: string): Promise<void> {
  const from = fileURLToPath(new URL(`../../../src/${folder}/`, import.meta.url));
  await mkdir(join(to, folder), { recursive: true });
  const files = (await readdir(from)).filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"));
  await Promise.all(
    files.map(async (name) => {
      const { outputText } = ts.transpileModule(await readFile(join(from, name), "utf8"), {
        compilerOptions: {
          module: ts.ModuleKind.ESNext,
          target: ts.ScriptTarget.ES2023,
          rewriteRelativeImportExtensions: true,
          verbatimModuleSyntax: true,
        },
      });
      await writeFile(join(to, folder, name.replace(/\.ts$/u, ".js")), outputText);
    }),
  );
}
