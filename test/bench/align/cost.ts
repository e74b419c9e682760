import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { builtProgram } from "../built.ts";
import { measure } from "../measure.ts";
import type { Case } from "./cases.ts";
import type { Recording } from "./recording.ts";

/** What aligning a recording took in a process of its own. */
export interface Cost {
  /** Processor time of all its threads. */
  readonly seconds: number;
  /** Bytes of memory at its highest, the program's own included. */
  readonly peak: number;
}

const program = await builtProgram(join(import.meta.dirname, "align-one.mjs"));

/** Aligns a recording as the built command does. */
export function costOf({ mp3 }: Recording, { script, voice }: Case): Cost {
  const folder = mkdtempSync(join(tmpdir(), "align-bench-"));
  try {
    const [sound, text] = [join(folder, "sound.mp3"), join(folder, "script.json")];
    writeFileSync(sound, mp3);
    writeFileSync(text, JSON.stringify(script));
    return JSON.parse(measure(process.execPath, [program, sound, text, voice.lang]).stdout) as Cost;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
