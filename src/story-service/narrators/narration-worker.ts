import { constants, platform, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { Spoken } from "./narrate-inline.ts";
import { narrateInline } from "./narrate-inline.ts";

// Linux has priorities per thread, so narration yields to answering requests. Elsewhere this would slow down the whole process.
if (platform() === "linux") setPriority(constants.priority.PRIORITY_LOW);

/** Entry point of the thread: narrates one story, posts the recording and ends. A rejection ends it with its error. */
parentPort?.postMessage(await narrateInline(workerData as Spoken));
