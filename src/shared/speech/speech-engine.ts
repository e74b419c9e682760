import { spawn, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import type { Samples } from "./sound.ts";
import { joinSamples, sampleRate, samplesOfWav } from "./sound.ts";

/** Turns texts into sound with one voice. Open a new one for each narration: engines keep state between texts. */
export interface SpeechEngine {
  /** Rejects with the reason if the text can't be spoken. */
  speak(text: string): Promise<Samples>;
}

/** Words per minute: slower than the engine's default of 175, for language learners. */
const learnersPace = 130;

/** Far more than the longest sentence takes; it only stops a program that hangs. */
const programLimitMs = 60_000;

const modulePackage = "@echogarden/espeak-ng-emscripten";

/** The message where there is no engine: what is missing, and what to install. */
export const noEngine = `no speech engine is installed (the npm package ${modulePackage}, or the program espeak-ng)`;

/** Which engine this machine has: the optional package first, then the installed program, or none. */
export function engineAtHand(): "package" | "program" | "none" {
  if (packageIsInstalled()) return "package";
  return spawnSync("espeak-ng", ["--version"], { stdio: "ignore" }).status === 0 ? "program" : "none";
}

/** Opens an engine for the voice. Rejects if the engine does not know the voice, or if there is no engine; the error then says what to install. */
export async function openEngine(voice: string, wordsPerMinute = learnersPace): Promise<SpeechEngine> {
  const kind = engineAtHand();
  if (kind === "package") return openPackage(voice, wordsPerMinute);
  if (kind === "program") return openProgram(voice, { wordsPerMinute });
  throw new Error(noEngine);
}

/** The engine of the optional npm package, with its own memory: the same texts in the same order give the same samples. */
async function openPackage(voice: string, wordsPerMinute: number): Promise<SpeechEngine> {
  const { default: init } = await import("@echogarden/espeak-ng-emscripten");
  const engine = await init();
  const worker = new engine.eSpeakNGWorker();
  if (worker.set_voice(voice) !== 0) throw new Error(`the speech engine has no voice ${voice}`);
  worker.set_rate(wordsPerMinute);
  if (worker.samplerate !== sampleRate)
    throw new Error(`the speech engine has the wrong sample rate: ${worker.samplerate} Hz`);
  let pieces: Samples[] = [];
  // One callback for all texts: `synthesize` registers one per text, and then V8 compiles the engine's largest function again and again.
  const callback = engine.addFunction((pointer, count) => {
    if (count > 0) pieces.push(engine.HEAP16.slice(pointer / 2, pointer / 2 + count));
    return 0;
  });
  return {
    speak: async (text) => {
      pieces = [];
      worker.synth_(text, callback);
      return joinSamples(pieces);
    },
  };
}

/** The engine of the installed program, which runs one process per text. The text is passed on stdin so that it can't be taken for an option. */
export async function openProgram(
  voice: string,
  { command = "espeak-ng", wordsPerMinute = learnersPace } = {},
): Promise<SpeechEngine> {
  const settings = ["-v", voice, "-s", String(wordsPerMinute), "-b", "1", "--stdin", "--stdout"];
  return {
    speak: async (text) => samplesOfWav(await outputOf({ command, settings, text })),
  };
}

function outputOf(call: { command: string; settings: readonly string[]; text: string }): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const child = spawn(call.command, call.settings, {
      stdio: ["pipe", "pipe", "ignore"],
      timeout: programLimitMs,
    });
    const chunks: Buffer[] = [];
    child.once("error", (cause) => reject(new Error(`${call.command} can't be started`, { cause })));
    // Ignore the broken pipe: a program that ends early also exits with an error code, which says more.
    child.stdin.on("error", () => undefined);
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.once("close", (code, signal) => {
      if (code === 0) resolve(Buffer.concat(chunks));
      else reject(new Error(`${call.command} ended with ${code ?? signal}`));
    });
    child.stdin.end(call.text);
  });
}

function packageIsInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve(modulePackage);
    return true;
  } catch {
    return false;
  }
}
