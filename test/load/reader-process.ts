import { type LoadOptions, readersAtWork } from "./readers.ts";

// The entry of a process of readers: its options come as JSON, its tally goes out as JSON. The end of its input ends their work.
const options = JSON.parse(process.argv[2] ?? "{}") as LoadOptions;
const stopping = new AbortController();
process.stdin.resume().once("end", () => stopping.abort());
const tally = await readersAtWork(options, stopping.signal);
process.stdout.write(`${JSON.stringify(tally)}\n`, () => process.exit());
