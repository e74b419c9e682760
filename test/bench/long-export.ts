import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Served, smallCourse } from "../e2e/fixtures/served.ts";
import { coursebinder, documentOf } from "../fixtures.ts";

/** How much memory the built commands took at their highest, in bytes, with one long export. */
export interface LongExport {
  /** The run that asks for the export, checks it and binds it. */
  readonly run: number;
  /** Binding it once more. */
  readonly package: number;
  /** The local service, which made the export. */
  readonly service: number;
  readonly packageBytes: number;
}

const tellPeak = join(import.meta.dirname, "preload", "tell-peak.cjs");

/**
 * Has the local service narrate a lesson, puts a recording of so many bytes in the place of the narrator's, and has a run fetch it anew: bought
 * once, exported twice. With every format, each with the sound inside.
 */
export async function exportLong(recordingBytes: number): Promise<LongExport> {
  const served = await Served.start({ ownProcess: true });
  try {
    served.plan(smallCourse(["The long way"], "package: {}").replace("audiobook: false", "audiobook: true"));
    documentOf(await served.begin("run", "--json").finished);
    const audio = join(served.folder, "service", "audio");
    for (const name of readdirSync(audio)) writeRecording(join(audio, name), recordingBytes);
    rmSync(join(served.folder, "out", "course", "books"), { recursive: true });
    const run = await peakOf(served, ["run", "course.yaml", "--poll", "100ms"]);
    const bound = await peakOf(served, ["package", "course.yaml"]);
    const service = readFileSync(`/proc/${served.servicePid}/status`, "utf8");
    return {
      run: run.peak,
      package: bound.peak,
      service: Number(/^VmHWM:\s+(\d+) kB$/m.exec(service)?.[1]) * 1024,
      packageBytes: bound.packageBytes,
    };
  } finally {
    await served.dispose();
  }
}

async function peakOf(
  served: Served,
  args: readonly string[],
): Promise<{ readonly peak: number; readonly packageBytes: number }> {
  const told = join(served.folder, "peak");
  const telling = { NODE_OPTIONS: `--require ${tellPeak}`, TELL_PEAK: told };
  const finished = await coursebinder([...args, "--json"], {
    cwd: served.folder,
    env: { ...served.environment, ...telling },
  });
  const document = documentOf(finished);
  if (finished.code !== 0 || document.package === null) throw new Error(finished.stdout + finished.stderr);
  return { peak: Number(readFileSync(told, "utf8")), packageBytes: document.package.bytes };
}

// A frame of 48 kbit/s at 22,050 Hz, as the narrator's own are.
const frameBytes = 156;
const framesAtOnce = 10_000;

/** A recording of silence as long as it is asked for. */
function writeRecording(path: string, bytes: number): void {
  const frame = Buffer.alloc(frameBytes);
  frame.writeUInt32BE(0xfff360c4);
  const frames = Buffer.concat(Array.from({ length: framesAtOnce }, () => frame));
  const file = openSync(path, "w");
  for (let left = bytes; left > 0; left -= frames.length) writeSync(file, frames.subarray(0, left));
  closeSync(file);
}
