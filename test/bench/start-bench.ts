import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { emptyHead, type Head, writeLine } from "../../src/ledger/format/line.ts";
import { requestHash } from "../../src/plan/fingerprint.ts";
import type { StoryRequest } from "../../src/plan/plan.ts";
import { builtProgram } from "./built.ts";
import { lessonIn, openingOf } from "./long-ledger.ts";
import { command, measure, measureNode, median, megabytes, say, settle, verdict } from "./measure.ts";

const readLong = await builtProgram(join(import.meta.dirname, "read-long.ts"));
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

/** A plan of 100,000 jobs, and where they stand once each has a life of eight events in the ledger: against parsing that ledger's lines. */
export function benchManyJobs(folder: string): void {
  const plan = join(folder, "long.yaml");
  writeFileSync(plan, planOf(topicsOfLongPlan));
  const ledger = writeLives(join(folder, "out", "long"), topicsOfLongPlan);
  say(`\n100,000 jobs, the whole command, median of ${longRounds} in turn`);
  const rows = [
    { name: "check: expanded and validated", args: [command, "check", plan], took: [] as number[] },
    {
      name: "read, split, JSON.parse of its ledger",
      args: [readLong, "parse", ledger],
      took: [] as number[],
    },
    { name: "status: all of them with a life", args: [command, "status", plan], took: [] as number[] },
  ];
  for (let round = 0; round < longRounds; round++) {
    for (const { args, took } of rows) {
      settle();
      took.push(measure(process.execPath, args, folder).ms);
    }
  }
  const [check, parse, status] = rows.map(({ took }) => median(took));
  const promises = [
    verdict("under 2 s", (check ?? 0) < 2_000),
    "",
    verdict("at most 2.00 of the parsing", (status ?? 0) <= 2 * (parse ?? 0)),
  ];
  for (const [at, { name, args, took }] of rows.entries()) {
    const peak = megabytes(measureNode(args, folder).peakBytes);
    say(`  ${name.padEnd(44)} ${(median(took) / 1_000).toFixed(2)} s   ${peak}   ${promises[at]}`);
  }
}

type Language = (typeof languages)[number];

function planOf(topics: number): string {
  const lines = Array.from(
    { length: topics },
    (_, topic) => `  - { id: ${idOf(topic)}, topic: "${textOf(topic)}", words: [road] }`,
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

const wordsOf = {
  es: [{ word: "billete" }, { word: "estación", gloss: "station" }, { word: "ventana" }],
  fr: [{ word: "billet" }, { word: "gare", gloss: "station" }, { word: "quai" }],
} as const;

/** What the plan asks for. */
function requestOf(topic: number, lang: Language, difficulty: number): StoryRequest {
  const settings = { length: "short", audiobook: true, visibility: "private" } as const;
  return { topic: textOf(topic), lang, difficulty, ...settings, words: [...wordsOf[lang]] };
}

/** Writes the ledger of a long plan, every lesson of it made, and gives its path. */
function writeLives(folder: string, topics: number): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "ledger.jsonl");
  const file = openSync(path, "w");
  let head: Head = emptyHead;
  const put = (body: Parameters<typeof writeLine>[2]): string => {
    const at = new Date(1_763_000_000_000 + head.seq * 100).toISOString();
    const { line, event } = writeLine(head, at, body);
    head = { seq: event.seq, hash: event.hash };
    return line;
  };
  writeSync(file, put(openingOf("long")));
  let lesson = 0;
  for (let topic = 0; topic < topics; topic++) {
    const lines: string[] = [];
    for (const lang of languages) {
      for (const difficulty of difficulties) {
        const life = lessonIn(`0-${Math.floor(lesson / 1_000)}`, lesson % 1_000);
        const ofJob = { edition: "1", job: `${idOf(topic)}.${lang}.${difficulty}` };
        for (const event of life) {
          // The plan's own request: lessons that only an id gives to their jobs are compared with one another.
          const request = requestOf(topic, lang, difficulty);
          const asked =
            event.type === "creation.intended"
              ? { request: { ...request }, requestHash: requestHash(request) }
              : {};
          lines.push(put({ ...event, ...ofJob, ...asked } as typeof event));
        }
        lesson += 1;
      }
    }
    writeSync(file, lines.join(""));
  }
  closeSync(file);
  return path;
}
