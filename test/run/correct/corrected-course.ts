import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openFileLedger } from "../../../src/ledger/file/file-ledger.ts";
import { jobKey } from "../../../src/ledger/format/fold.ts";
import type { StoryFacts } from "../../../src/ledger/format/state.ts";
import type { LedgerStore } from "../../../src/ledger/store.ts";
import { algorithm, writeTimes } from "../../../src/lessons/align/alignment.ts";
import { scriptOf } from "../../../src/lessons/align/script.ts";
import type { Corrections } from "../../../src/lessons/correction/overlay.ts";
import type { Revoiced, SentenceNarrator } from "../../../src/lessons/revoicing/revoice.ts";
import {
  recordCorrection,
  recordRespoken,
  respeak,
  undoCorrection,
} from "../../../src/review/corrections.ts";
import { readCorrected } from "../../../src/run/corrections.ts";
import { partsOf } from "../../../src/run/reviews.ts";
import type { Files } from "../../../src/shared/files/files.ts";
import { realFiles as files } from "../../../src/shared/files/real-files.ts";
import { sha256 } from "../../../src/shared/hash.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { attemptId, bookId, edition, id, intended, job, storyId } from "../../ledger/format/histories.ts";
import type { SpokenRecording } from "../../lessons/revoicing/fixtures.ts";

const now = Date.UTC(2026, 10, 23);
export const title = "El viaje";
export const sentences = [
  "Ana compra un billete para el norte.",
  "El tren sale a las siete.",
  "Un señor lee el periódico.",
  "Fuera llueve mucho.",
];
const text = sentences.join(" ");

/** The corrections that make sentences read otherwise, by number. */
export function correcting(changed: Readonly<Record<number, string>>): Corrections {
  const all = scriptOf({ title, text }, languageOf("es")).sentences;
  const own = Object.entries(changed).flatMap(([number, corrected]) => {
    const place = all[Number(number)];
    if (place === undefined) return [];
    const { text: original, ...at } = place;
    return [{ ...at, original, corrected }];
  });
  return { title: null, sentences: own, glosses: [] };
}

/** A course with one bought lesson, and the recording and times of it if it has one. */
export class CorrectedCourse {
  readonly folder: string;
  readonly store: LedgerStore;
  #made = 0xc0;

  private constructor(folder: string, store: LedgerStore) {
    this.folder = folder;
    this.store = store;
  }

  static async open(
    folder: string,
    recording: SpokenRecording | null = null,
    story = JSON.stringify({ title, text }),
  ): Promise<CorrectedCourse> {
    for (const name of ["stories", "books", "times"]) mkdirSync(join(folder, name));
    const store = await openFileLedger({
      path: join(folder, "ledger.jsonl"),
      identity: { course: "course", service: "local" },
      mustExist: false,
      holder: "a test",
      files,
      world: { now: () => now, random: Math.random },
    });
    const saved = (file: string, content: string | Buffer) => {
      writeFileSync(join(folder, file), content);
      return { file, bytes: Buffer.byteLength(content), sha256: sha256(content) };
    };
    const ofStory = { edition, job, id: storyId };
    await store.append(intended());
    await store.append({
      type: "creation.accepted",
      ...ofStory,
      attempt: attemptId,
      status: 202,
      warnings: [],
    });
    await store.append({ type: "story.saved", ...ofStory, ...saved("stories/a.json", story) });
    if (recording === null) return new CorrectedCourse(folder, store);
    const { mp3, heard } = recording;
    const [of, sound] = [sha256(story), sha256(mp3)];
    const script = scriptOf({ title, text }, languageOf("es"));
    const [first = { startMs: 0, endMs: 0 }, ...others] = heard;
    const alignment = {
      ...({ level: "sentences", why: null, durationMs: 60_000, title: first, hints: [] as [] } as const),
      sentences: script.sentences.map(({ text: _, ...place }, index) => ({
        ...place,
        ...(others[index] ?? first),
        confidence: 0.9,
      })),
    };
    const times = writeTimes(alignment, { text: of, sound });
    await store.append({
      type: "book.exported",
      ...ofStory,
      book: bookId,
      contentType: "audio/mpeg",
      ...saved("books/a.mp3", mp3),
    });
    await store.append({
      type: "times.saved",
      ...ofStory,
      ...saved("times/a.json", times),
      text: of,
      sound,
      algorithm,
      level: "sentences",
      why: null,
      hints: [],
    });
    return new CorrectedCourse(folder, store);
  }

  get facts(): StoryFacts {
    const known = this.store.state.jobs.get(jobKey(edition, job))?.stories.get(storyId);
    if (known === undefined) throw new Error("no story");
    return known;
  }

  about() {
    const seen = partsOf(this.facts);
    if (seen === null) throw new Error("no text");
    this.#made += 1;
    return { edition, job, correction: id(this.#made), who: "Ana", seen };
  }

  correct(corrections: Corrections, own: Files = files): Promise<void> {
    const context = { store: this.store, files: own, folder: this.folder, now, corrections };
    return recordCorrection(this.facts, this.about(), context);
  }

  undo(): Promise<void> {
    return undoCorrection(this.facts, this.about(), this.store);
  }

  read(): ReturnType<typeof readCorrected> {
    return readCorrected(this.facts, job, { files, folder: this.folder });
  }

  async respeak(narrator: SentenceNarrator): ReturnType<typeof respeak> {
    const lesson = { job, lang: "es", story: this.facts, corrected: await this.read() };
    return respeak(lesson, narrator, { files, folder: this.folder });
  }

  record(made: Pick<Revoiced, "sound" | "facts">, story = this.facts, own = files): Promise<void> {
    this.#made += 1;
    const by = { edition, job, respoken: id(this.#made), who: "Ana" };
    return recordRespoken(story, by, { ...made, store: this.store, files: own, folder: this.folder, now });
  }
}

/** What was made, or an error with the reason. */
export function made(result: Awaited<ReturnType<typeof respeak>>): Revoiced {
  if (result.kind !== "made") throw new Error(JSON.stringify(result));
  return result;
}
