import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { builtProgram } from "../built.ts";
import { measure, peakOf } from "../measure.ts";
import type { Case } from "./cases.ts";
import type { Recording } from "./recording.ts";

/** What aligning a recording took in a process that did nothing else. */
export interface Cost {
  /** Processor time of all its threads, with the start of the thread and of the speech engine. */
  readonly first: number;
  /** The same where the thread has aligned a recording before, as in a run. */
  readonly later: number;
  /** Bytes of memory at its highest, the program's own included. */
  readonly peak: number;
}

const program = await builtProgram(join(import.meta.dirname, "align-files.mjs"));

/** Aligns a recording as the built command does. */
export function costOf({ mp3 }: Recording, { script, voice }: Case): Cost {
  const folder = mkdtempSync(join(tmpdir(), "align-bench-"));
  try {
    const files = [join(folder, "sound.mp3"), join(folder, "script.json")] as const;
    writeFileSync(files[0], mp3);
    writeFileSync(files[1], JSON.stringify(script));
    const once = [program, voice.lang, ...files];
    const [first = Number.NaN, later = Number.NaN] = JSON.parse(
      measure(process.execPath, [...once, ...files]).stdout,
    ) as number[];
    return { first, later, peak: peakOf(once, folder) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
