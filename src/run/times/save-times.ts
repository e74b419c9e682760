import { join } from "node:path";
import type { StoryFacts } from "../../ledger/format/state.ts";
import type { Aligner, AlignOptions } from "../../lessons/align/aligner.ts";
import { type Alignment, withoutTimes } from "../../lessons/align/alignment.ts";
import { scriptOf } from "../../lessons/align/script.ts";
import { algorithm, readTimes, type TimesSource, writeTimes } from "../../lessons/align/times-file.ts";
import { inspectBook } from "../../package/books/inspect-book.ts";
import { BufferPool } from "../../shared/buffer-pool.ts";
import { Failure } from "../../shared/failure.ts";
import type { Files } from "../../shared/files/files.ts";
import { languageOf } from "../../shared/languages/languages.ts";
import { factsOf, isIntact, readSaved, saveFile } from "../course-folder.ts";
import type { Journal } from "../journal.ts";
import { isTimedForGood, type RecordedStory } from "./lesson-times.ts";

/** The dependencies for computing and saving times. */
export interface TimesContext {
  readonly files: Files;
  readonly folder: string;
  readonly journal: Journal;
  readonly aligner: Aligner;
}

/**
 * The result for a story's times. kept: they already existed. saved: they are saved now. stopped: it was told to stop. damaged: its text or
 * book differs from what the ledger recorded; the next run reads it again.
 */
export type TimesOutcome = "kept" | "saved" | "stopped" | "damaged";

/**
 * Computes and saves the times of a story's sentences, durable before the ledger records them. Idempotent: times of the same text, sound
 * and method are not computed again, even if only a file has them and not the ledger. Buys and sends nothing.
 */
export async function saveTimes(
  story: RecordedStory,
  options: AlignOptions,
  tools: TimesContext,
): Promise<TimesOutcome> {
  const { facts } = story;
  const { saved, book } = facts;
  if (saved === null || book === null) return "damaged";
  if (facts.times !== null && isTimedForGood(facts) && (await isIntact(tools, facts.times))) return "kept";
  const source = { text: saved.sha256, sound: book.sha256 };
  const found = await timesHere(story, source, tools);
  if (found !== null) {
    await record(story, found, tools);
    return "kept";
  }
  const alignment = await alignmentOf(story, options, tools);
  if (alignment === "damaged") return "damaged";
  if (alignment === null) return "stopped";
  // Report only once what this machine can't do.
  if (facts.times?.level === "none" && facts.times.why === alignment.why && isSource(facts.times, source))
    return "kept";
  const content = writeTimes(alignment, source);
  await saveFile(fileOf(facts), content, { ...tools, store: tools.journal.store });
  await record(story, { content: Buffer.from(content), alignment, source, algorithm }, tools);
  return "saved";
}

function isSource(
  times: TimesSource & { readonly algorithm: string; readonly level: string },
  { text, sound }: TimesSource,
): boolean {
  const stands = times.algorithm === algorithm || times.level === "sentences";
  return stands && times.text === text && times.sound === sound;
}

function fileOf({ id }: Pick<StoryFacts, "id">): string {
  return `times/${id}.json`;
}

interface Found {
  readonly content: Buffer;
  readonly alignment: Pick<Alignment, "level" | "why" | "hints">;
  readonly source: TimesSource;
  /** The one that found them, which may be an earlier version's. */
  readonly algorithm: string;
}

/** Times of the same text and sound that are already on disk. */
async function timesHere(
  { facts }: RecordedStory,
  source: TimesSource,
  { files, folder }: Omit<TimesContext, "aligner">,
): Promise<Found | null> {
  const content = await files.read(join(folder, fileOf(facts)));
  const alignment = content === null ? null : readTimes(content);
  const isUsable = alignment !== null && isSource(alignment, source) && alignment.level !== "none";
  if (content === null || !isUsable) return null;
  return { content, alignment, source, algorithm: alignment.algorithm };
}

async function record(
  { recordName, facts }: RecordedStory,
  { content, alignment, source, algorithm: foundBy }: Found,
  { journal }: Pick<TimesContext, "journal">,
): Promise<void> {
  const { level, why, hints } = alignment;
  await journal.record({
    type: "times.saved",
    ...recordName,
    id: facts.id,
    ...factsOf(fileOf(facts), content),
    ...source,
    algorithm: foundBy,
    level,
    why,
    hints: [...hints],
  });
}

async function alignmentOf(
  { job, lang, facts }: RecordedStory,
  options: AlignOptions,
  { files, folder, aligner }: TimesContext,
): Promise<Alignment | null | "damaged"> {
  const saved = await readSaved(facts.saved, { files, folder });
  const { book } = facts;
  if (saved === null || book === null || !(await isIntact({ files, folder }, book))) return "damaged";
  const { file, bytes, sha256: hash, contentType } = book;
  const source = { job, book: { path: join(folder, file), bytes, sha256: hash, contentType } };
  try {
    const facts = await inspectBook(source, { files, pool: new BufferPool() });
    if (facts?.sound?.extension !== "mp3") return withoutTimes("not_mp3");
    const script = scriptOf(saved, languageOf(lang));
    return await aligner.align({ lang, script, sound: facts.sound.pieces() }, options);
  } catch (error) {
    if (error instanceof Failure) return "damaged";
    throw error;
  }
}
