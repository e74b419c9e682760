import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { emptyHead, type Head, writeLine } from "../../src/ledger/line.ts";
import { lessonIn } from "./long-ledger.ts";
import { command, measure, median, megabytes, peakOf, say, settle, verdict } from "./measure.ts";

const rounds = 11;
const longRounds = 5;
const languages = ["es", "fr"] as const;
const difficulties = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const topicsOfLongPlan = 5_000;

/** How soon the command answers, against a Node that does nothing, in turn. */
export function benchStart(folder: string): void {
  const plan = join(folder, "thousand.yaml");
  writeFileSync(plan, planOf(1_000 / (languages.length * difficulties.length)));
  const rows = [
    { name: "node -e 0", args: ["-e", "0"], most: Number.POSITIVE_INFINITY, took: [] as number[] },
    { name: "coursebinder --version", args: [command, "--version"], most: 1.3, took: [] as number[] },
    { name: "check of 1,000 jobs", args: [command, "check", plan], most: 4, took: [] as number[] },
  ];
  for (let round = 0; round < rounds; round++) {
    for (const { args, took } of rows) took.push(measure(process.execPath, args, folder).ms);
  }
  const base = median(rows[0]?.took ?? []);
  say(`\nstart, median of ${rounds} in turn`);
  for (const { name, took, most } of rows) {
    const ratio = median(took) / base;
    const kept = Number.isFinite(most) ? verdict(`at most ${most.toFixed(2)}`, ratio <= most) : "";
    say(`  ${name.padEnd(42)} ${median(took).toFixed(0)} ms   ${ratio.toFixed(2)}   ${kept}`);
  }
}

/**
 * A plan of 100,000 jobs, and where they stand once each has a life of eight events in the ledger: for the first reader on a machine, which reads
 * every line and keeps a checkpoint, and for the next one. `stateFolder`: where the commands keep it.
 */
export function benchManyJobs(folder: string, stateFolder: string): void {
  const plan = join(folder, "long.yaml");
  writeFileSync(plan, planOf(topicsOfLongPlan));
  writeLives(join(folder, "out", "long"));
  say(`\n100,000 jobs, the whole command, median of ${longRounds}`);
  const row = (name: string, args: readonly string[], { seconds, most, before }: LongRow): void => {
    const took = Array.from({ length: longRounds }, () => {
      before?.();
      settle();
      return measure(process.execPath, args, folder).ms;
    });
    before?.();
    const peak = peakOf(args, folder);
    const kept = [
      ...(seconds === undefined ? [] : [verdict(`under ${seconds} s`, median(took) < seconds * 1_000)]),
      ...(most === undefined ? [] : [verdict(`under ${megabytes(most)}`, peak < most)]),
    ];
    say(
      `  ${name.padEnd(44)} ${(median(took) / 1_000).toFixed(2)} s   ${megabytes(peak)}   ${kept.join(" ")}`,
    );
  };
  const check = [command, "check", plan];
  const status = [command, "status", plan];
  const forget = (): void => rmSync(stateFolder, { recursive: true, force: true });
  row("check: expanded and validated", check, { seconds: 2, most: 400e6 });
  row("status: all of them with a life, first time", status, { before: forget });
  row("status: all of them with a life, again", status, { seconds: 3 });
}

interface LongRow {
  /** What the command may take at most. */
  readonly seconds?: number;
  /** What memory it may take at most, in bytes. */
  readonly most?: number;
  /** What is done before each round. */
  readonly before?: () => void;
}

function planOf(topics: number): string {
  const lines = Array.from(
    { length: topics },
    (_, topic) => `  - { id: ${idOf(topic)}, topic: ${textOf(topic)}, words: [road] }`,
  );
  return `course: long
title: A long course
budget: { credits: 90000000 }
languages: [${languages.join(", ")}]
difficulties: [${difficulties.join(", ")}]
words:
  road:
    es: [billete, { word: estación, gloss: station }, ventana]
    fr: [billet, { word: gare, gloss: station }, quai]
topics:
${lines.join("\n")}
`;
}

function idOf(topic: number): string {
  return `traveller-${topic}`;
}

function textOf(topic: number): string {
  return `A story about traveller ${topic}`;
}

/** The ledger of the long plan, every lesson of it made. */
function writeLives(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const file = openSync(join(folder, "ledger.jsonl"), "w");
  let head: Head = emptyHead;
  const put = (body: Parameters<typeof writeLine>[2]): string => {
    const at = new Date(1_763_000_000_000 + head.seq * 100).toISOString();
    const { line, event } = writeLine(head, at, body);
    head = { seq: event.seq, hash: event.hash };
    return line;
  };
  const ledger = "0b54c6c4-3f0f-4a5e-9a53-000000000000";
  const service = "https://stories.example/api/v1";
  writeSync(file, put({ type: "ledger.opened", format: 1, ledger, course: "long", service }));
  let lesson = 0;
  for (let topic = 0; topic < topicsOfLongPlan; topic++) {
    const lines: string[] = [];
    for (const lang of languages) {
      for (const difficulty of difficulties) {
        const life = lessonIn(`0-${Math.floor(lesson / 1_000)}`, lesson % 1_000);
        const ofJob = { edition: "1", job: `${idOf(topic)}.${lang}.${difficulty}` };
        for (const event of life) {
          // The plan's own text: lessons that only an id gives to their jobs are compared with one another.
          const asked = { topic: textOf(topic), lang, difficulty };
          const request = "request" in event ? { request: { ...event.request, ...asked } } : {};
          lines.push(put({ ...event, ...ofJob, ...request } as typeof event));
        }
        lesson += 1;
      }
    }
    writeSync(file, lines.join(""));
  }
  closeSync(file);
}
