import { parentPort, workerData } from "node:worker_threads";
import type { Spoken } from "./narrate-inline.ts";
import { narrateInline } from "./narrate-inline.ts";

/** The entry of the thread that reads one story aloud, answers with the recording and ends. A rejection ends it with its error. */
parentPort?.postMessage(await narrateInline(workerData as Spoken));
