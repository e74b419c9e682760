import { constants, platform, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { Spoken } from "../ports.ts";
import { narrateInline } from "./narrate-inline.ts";

/** The data that the thread is started with. */
export interface Narration {
  readonly story: Spoken;
  /** Whether other work of the machine goes first. */
  readonly yields: boolean;
}

const { story, yields } = workerData as Narration;

// Linux has priorities per thread; elsewhere this would slow down the whole process. Below normal, not low: on a machine that is never idle, low
// work waits for a minute where this waits for seconds.
if (yields && platform() === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Entry point of the thread: narrates one story, posts the recording and ends. A rejection ends it with its error. */
parentPort?.postMessage(await narrateInline(story));
