import { constants, platform, setPriority } from "node:os";
import { setFlagsFromString } from "node:v8";
import { parentPort } from "node:worker_threads";
import { openEngine, type SpeechEngine } from "../../shared/speech/speech-engine.ts";
import { alignStory, referenceRate } from "./align-story.ts";
import type { Answer, Task } from "./alignment.ts";

// Linux has priorities per thread, so alignment yields to creating lessons; the lowest one would starve it on a busy machine. Elsewhere this would slow
// down the whole process.
if (platform() === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

// While a loop runs, V8 of Node 20 compiles the speech engine's largest function up to nine times and discards most of the results: a fifth of the
// processor time of a first recording. Without this, functions are compiled between their calls only. It applies to the
// whole process, so it ends with the first alignment, when all are compiled; later Nodes neither need nor mind it.
setFlagsFromString("--no-use-osr");

let engine: { readonly voice: string; readonly of: Promise<SpeechEngine> } | null = null;

// Cached: an engine takes a while to load, and a course has few languages.
function engineFor(voice: string): Promise<SpeechEngine> {
  if (engine?.voice !== voice) engine = { voice, of: openEngine(voice, referenceRate) };
  return engine.of;
}

/** Entry point of the alignment thread. Each task brings its own port, over which its sound is requested. */
parentPort?.on("message", (task: Task) => void work(task));

async function work({ lang, voice, script, port }: Task): Promise<void> {
  const answer = (message: Answer): void => port.postMessage(message);
  try {
    const story = { lang, script, sound: soundFrom(port) };
    const alignment = await alignStory(story, await engineFor(voice), (share) =>
      answer({ kind: "progress", share }),
    );
    setFlagsFromString("--use-osr");
    answer({ kind: "done", alignment });
  } catch (error) {
    engine = null;
    answer({ kind: "failed", cause: error instanceof Error ? error.message : String(error) });
  } finally {
    port.close();
  }
}

/** Requests the recording chunk by chunk, so that only one chunk is in memory. */
async function* soundFrom(port: Task["port"]): AsyncGenerator<Uint8Array> {
  for (;;) {
    const piece = await new Promise<Uint8Array | null>((resolve) => {
      port.once("message", resolve);
      port.postMessage({ kind: "more" } satisfies Answer);
    });
    if (piece === null) return;
    yield piece;
  }
}
