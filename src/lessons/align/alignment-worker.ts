import { constants, platform, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { openEngine, type SpeechEngine } from "../../shared/speech/speech-engine.ts";
import { alignStory, referencePace } from "./align-story.ts";
import type { Answer, Task } from "./worker-messages.ts";

// On Linux a priority belongs to a thread: lessons that are being made go before times. Elsewhere it would slow the whole process.
if (platform() === "linux") setPriority(constants.priority.PRIORITY_LOW);

let engine: { readonly voice: string; readonly of: Promise<SpeechEngine> } | null = null;

// An engine takes a while to load, and the lessons of a course are mostly in few languages.
function engineFor(voice: string): Promise<SpeechEngine> {
  if (engine?.voice !== voice) engine = { voice, of: openEngine(voice, referencePace) };
  return engine.of;
}

/** The entry of the thread that aligns stories, one after another. Each comes with a port of its own, over which its sound is asked for. */
parentPort?.on("message", (task: Task) => void work(task));

async function work({ lang, voice, script, port }: Task): Promise<void> {
  const answer = (message: Answer): void => port.postMessage(message);
  try {
    const story = { lang, script, sound: soundFrom(port) };
    const alignment = await alignStory(story, await engineFor(voice), (share) =>
      answer({ kind: "progress", share }),
    );
    answer({ kind: "done", alignment });
  } catch (error) {
    engine = null;
    answer({ kind: "failed", cause: error instanceof Error ? error.message : String(error) });
  } finally {
    port.close();
  }
}

/** The recording, a piece whenever one is wanted: no more of it lies in memory. */
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
