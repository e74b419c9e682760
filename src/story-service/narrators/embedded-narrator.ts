import { Worker } from "node:worker_threads";
import PQueue from "p-queue";
import { voiceOf } from "../../shared/languages/languages.ts";
import { inKana } from "../../shared/speech/kana-readings.ts";
import { engineAtHand, noEngine } from "../../shared/speech/speech-engine.ts";
import type { Narrator, Recording, Spoken } from "../ports.ts";
import type { Narration } from "./narration-worker.ts";

/** A narrator that uses a thread while it works. */
export interface EmbeddedNarrator extends Narrator {
  /** Cancels the current narration, which rejects, and all later ones. Resolves once the thread is gone. */
  close(): Promise<void>;
}

/**
 * An offline narrator. It narrates one story at a time, each in a new thread, so that the calling thread stays free and all memory is released.
 * Covers no language if no speech engine is installed. `yields`: other work on the machine, such as answering requests, goes first; false if a
 * person is waiting for the sound.
 */
export function embeddedNarrator({ yields }: Pick<Narration, "yields">): EmbeddedNarrator {
  let engine: ReturnType<typeof engineAtHand> | undefined;
  const oneAtATime = new PQueue({ concurrency: 1 });
  let result: Worker | undefined;
  let closed = false;

  const read = async (story: Spoken): Promise<Recording> => {
    if (closed) throw new Error("the narrator is closed");
    const workerData: Narration = { story, yields };
    result = new Worker(new URL("./narration-worker.js", import.meta.url), { workerData });
    try {
      return await recordingOf(result);
    } finally {
      result = undefined;
    }
  };

  const isMissing = (): boolean => {
    engine ??= engineAtHand();
    return engine === "none";
  };
  return {
    covers: (lang) => !isMissing() && voiceOf(lang) !== undefined,
    get missing() {
      return isMissing() ? noEngine : null;
    },
    unreadable: (text, lang) => {
      if (lang !== "ja") return null;
      try {
        inKana(text);
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    },
    narrate: ({ lang, title, text }) => oneAtATime.add(() => read({ lang, title, text })),
    close: async () => {
      closed = true;
      await result?.terminate();
    },
  };
}

function recordingOf(worker: Worker): Promise<Recording> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) =>
      reject(new Error(`the narration thread ended before it delivered a recording (${code})`)),
    );
  });
}
