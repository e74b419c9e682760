import { constants, platform, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { Spoken } from "./narrate-inline.ts";
import { narrateInline } from "./narrate-inline.ts";

// On Linux a priority belongs to a thread: answering requests goes before reading aloud. Elsewhere it would slow the whole process.
if (platform() === "linux") setPriority(constants.priority.PRIORITY_LOW);

/** The entry of the thread that reads one story aloud, answers with the recording and ends. A rejection ends it with its error. */
parentPort?.postMessage(await narrateInline(workerData as Spoken));
