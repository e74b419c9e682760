import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { voiceOf } from "../../shared/languages/languages.ts";
import { engineAtHand } from "../../shared/speech/speech-engine.ts";
import type { AlignedStory, OnProgress } from "./align-story.ts";
import { type Alignment, type Answer, type Task, withoutTimes } from "./alignment.ts";

export interface AlignOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
}

/** Aligns one story at a time in a worker thread, so that the calling thread stays free. */
export interface Aligner {
  /** Level `none` if the work failed; null if it was aborted. Rejects if the sound can't be read from disk. */
  align(story: AlignedStory, options?: AlignOptions): Promise<Alignment | null>;
  close(): Promise<void>;
}

/** The thread starts with the first story and is reused. `silentMostMs`: a story whose worker reports nothing for this long is abandoned. */
export function openAligner({ silentMostMs = 120_000 } = {}): Aligner {
  let engine: ReturnType<typeof engineAtHand> | undefined;
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const end = async (): Promise<void> => {
    const ended = worker;
    worker = null;
    await ended?.terminate();
  };

  const work = async (
    story: AlignedStory,
    voice: string,
    options: AlignOptions,
  ): Promise<Alignment | null> => {
    if (options.signal?.aborted === true) return null;
    worker ??= startWorker();
    try {
      const alignment = await alignIn(worker, { ...story, voice }, { ...options, silentMostMs });
      if (alignment === null) await end();
      return alignment;
    } catch (error) {
      await end().catch(() => undefined);
      throw error;
    }
  };

  return {
    align: async (story, options = {}) => {
      const voice = voiceOf(story.lang);
      if (voice === undefined) return withoutTimes("no_voice");
      engine ??= engineAtHand();
      if (engine === "none") return withoutTimes("no_engine");
      const mine = last.then(() => work(story, voice, options));
      last = mine.catch(() => undefined);
      return mine;
    },
    close: end,
  };
}

/** Memory for short-lived objects. The thread makes few, but without a limit Node lets garbage grow to 48 MB before it looks. */
const youngestMegabytes = 4;

function startWorker(): Worker {
  // Hide what the decoder prints about a broken file: the outcome reports it.
  const streams = { stdout: true, stderr: true };
  const resourceLimits = { maxYoungGenerationSizeMb: youngestMegabytes };
  const program = new URL("./alignment-worker.js", import.meta.url);
  const worker = new Worker(program, { ...streams, resourceLimits });
  // Unref'd: the thread must not keep a command alive that has nothing else left to do.
  worker.unref();
  return worker;
}

type Work = AlignedStory & Pick<Task, "voice">;

/** Aligns one story in the thread. Resolves with null if it was aborted; after that or after a failure, the thread must not be reused. */
function alignIn(
  worker: Worker,
  { lang, script, voice, sound }: Work,
  { signal, onProgress, silentMostMs }: AlignOptions & { silentMostMs: number },
): Promise<Alignment | null> {
  return new Promise((resolve, reject) => {
    const { port1: port, port2 } = new MessageChannel();
    const pieces = iteratorOf(sound);
    const finish = (settle: () => void): void => {
      clearTimeout(silence);
      signal?.removeEventListener("abort", abort);
      worker.off("error", fail);
      worker.off("exit", fail);
      port.close();
      settle();
    };
    const fail = (): void => finish(() => resolve(withoutTimes("broken")));
    const abort = (): void => finish(() => resolve(null));
    const silence = setTimeout(abortSilent, silentMostMs);
    function abortSilent(): void {
      void worker.terminate();
      fail();
    }
    port.on("message", (answer: Answer) => {
      silence.refresh();
      if (answer.kind === "more") void givePiece(port, pieces).catch((error) => finish(() => reject(error)));
      else if (answer.kind === "progress") onProgress?.(answer.share);
      else finish(() => resolve(answer.kind === "done" ? answer.alignment : withoutTimes("broken")));
    });
    worker.once("error", fail);
    worker.once("exit", fail);
    signal?.addEventListener("abort", abort, { once: true });
    const task: Task = { lang, script, voice, port: port2 };
    worker.postMessage(task, [port2]);
  });
}

function iteratorOf(sound: AlignedStory["sound"]): AsyncIterator<Uint8Array> | Iterator<Uint8Array> {
  return Symbol.asyncIterator in sound ? sound[Symbol.asyncIterator]() : sound[Symbol.iterator]();
}

async function givePiece(
  port: MessagePort,
  pieces: AsyncIterator<Uint8Array> | Iterator<Uint8Array>,
): Promise<void> {
  const { done, value } = await pieces.next();
  if (done === true) port.postMessage(null);
  // Copied, because the reader reuses the chunk's memory.
  else port.postMessage(new Uint8Array(value));
}
