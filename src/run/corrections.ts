import { join } from "node:path";
import type { EventBody } from "../ledger/format/event.ts";
import { newestCorrection, overlayInForce, respokenInForce } from "../ledger/format/reviews.ts";
import type { Respoken, StoryFacts } from "../ledger/format/state.ts";
import type { LedgerStore } from "../ledger/store.ts";
import type { SavedAlignment } from "../lessons/align/alignment.ts";
import { applyCorrections } from "../lessons/correction/apply-overlay.ts";
import type { CorrectedStory } from "../lessons/correction/corrected-story.ts";
import {
  type Corrections,
  noCorrections,
  overlayFile,
  readOverlay,
  writeOverlay,
} from "../lessons/correction/overlay.ts";
import {
  type RespokenFacts,
  readRespoken,
  respokenFile,
  writeRespoken,
} from "../lessons/correction/respoken-file.ts";
import type { RevoicingRefusal } from "../lessons/revoicing/refusal.ts";
import type { Revoiced, SentenceNarrator } from "../lessons/revoicing/revoice.ts";
import type { SentencePlace } from "../lessons/text/story-text.ts";
import type { BookFile, CorrectedParts } from "../package/contents/course.ts";
import { Failure } from "../shared/failure.ts";
import { wholeOf } from "../shared/files/file-pieces.ts";
import { sha256 } from "../shared/hash.ts";
import { cleanLine } from "../shared/text.ts";
import {
  bookOf,
  type CourseWriter,
  isIntact,
  mp3Of,
  type Place,
  type RecordedFile,
  readRecorded,
  readSaved,
  readTimesOf,
  saveFile,
} from "./course-folder.ts";
import type { RunProblem } from "./problem.ts";

/**
 * Reads a text, never without its corrections: a corrected error must not come back unnoticed. Throws a Failure, `file_damaged` or
 * `correction_unusable`, if a file is not what the ledger recorded.
 */
export async function readCorrected(
  story: Pick<StoryFacts, "saved" | "corrections">,
  job: string,
  courseFolder: Place,
): Promise<CorrectedStory> {
  const original = await readSaved(story.saved, { ...courseFolder, job });
  const recorded = overlayInForce(story);
  if (recorded === null) return { ...original, original, corrections: noCorrections, laid: null };
  const read = await readRecorded(recorded, courseFolder);
  const corrections = read && readOverlay(read);
  const isOfText = corrections !== null && corrections.text === story.saved?.sha256;
  const laid = isOfText ? applyCorrections(original, corrections) : null;
  if (corrections === null || laid === null) throw unusable(job, join(courseFolder.folder, recorded.file));
  return { title: laid.title, text: laid.text, original, corrections, laid };
}

function unusable(job: string, path: string): Failure {
  return new Failure<RunProblem>({ code: "correction_unusable", job, path });
}

/** `times`: those of the story as it was bought; `respoken`: of the recording that is bound instead of the bought one. */
export function correctedParts(
  { corrections: { title, sentences, glosses }, laid }: CorrectedStory,
  bound: {
    readonly hasSound: boolean;
    readonly times: SavedAlignment | null;
    readonly respoken: RespokenFacts | null;
  },
): CorrectedParts | null {
  if (laid === null) return null;
  const { respoken } = bound;
  const isRespoken = ({ paragraph, from }: Pick<SentencePlace, "paragraph" | "from">): boolean =>
    respoken?.parts.some(({ place }) => place?.paragraph === paragraph && place.from === from) === true;
  const placesOf = (isSpoken: boolean) =>
    (bound.hasSound ? sentences : []).flatMap((sentence) => {
      const { place, isUnheard } = laid.placeNow(sentence);
      return isUnheard && place !== null && isRespoken(sentence) === isSpoken ? [place] : [];
    });
  const isUnwritten = (sentence: SentencePlace): boolean => {
    const { place, isUnheard } = laid.placeNow(sentence);
    return isUnheard || place === null;
  };
  const unwritten = respoken?.unwritten ?? bound.times?.sentences.filter(isUnwritten) ?? [];
  return {
    title: title !== null,
    sentences: sentences.length,
    glosses: glosses.length,
    unheard: placesOf(false),
    unwritten: unwritten.map(({ startMs, endMs }) => {
      return { startMs: Math.round(startMs), endMs: Math.round(endMs) };
    }),
    ...(respoken && {
      respoken: {
        narrator: cleanLine(respoken.narrator),
        title: respoken.parts.some(({ place }) => place === null),
        sentences: placesOf(true),
      },
    }),
  };
}

interface CorrectionContext extends CourseWriter {
  readonly now: number;
}

type Corrected = Extract<EventBody, { type: "lesson.corrected" }>;

/** `correction` identifies it wherever it is copied to. */
type CorrectionBy = Pick<Corrected, "edition" | "job" | "correction" | "who" | "seen">;

/**
 * Records the complete set of corrections that applies to a story from now on. The file is durable before the ledger names it; earlier files stay, so
 * that corrections can be taken back.
 */
export async function recordCorrection(
  story: StoryFacts,
  by: CorrectionBy,
  { corrections, ...context }: CorrectionContext & { readonly corrections: Corrections },
): Promise<void> {
  const { title, sentences, glosses, readings, questions, edited } = corrections;
  const counts = { sentences: sentences.length, glosses: glosses.length, title: title !== null };
  let overlay: Corrected["overlay"] = null;
  if (title !== null || sentences.length + glosses.length > 0 || readings || questions || edited) {
    const at = new Date(context.now).toISOString();
    const of = { story: story.id, text: story.saved?.sha256 ?? "", who: by.who, at };
    const content = writeOverlay({ ...of, title, sentences, glosses, readings, questions, edited });
    overlay = await saveFile(overlayFile(story.id, sha256(content)), content, context);
  }
  const { id } = story;
  await context.store.append({ type: "lesson.corrected", ...by, id, overlay, ...counts, undoes: null });
}

/** Takes back the newest correction, so that the earlier ones apply again. Needs none of their files. */
export async function undoCorrection(story: StoryFacts, by: CorrectionBy, store: LedgerStore): Promise<void> {
  const { id } = story;
  const undoes = newestCorrection(story)?.correction;
  if (undoes === undefined) throw new Error(`nothing to undo: ${id}`);
  const nothing = { overlay: null, sentences: 0, glosses: 0, title: false };
  await store.append({ type: "lesson.corrected", ...by, id, ...nothing, undoes });
}

/**
 * Speaks the corrected sentences that sound different, and splices them into the recording as it was bought. Records nothing; sends nothing to the
 * story service. Throws a Failure if a file differs from what the ledger recorded.
 */
export async function respeak(
  lesson: Record<"job" | "lang", string> & { story: StoryFacts; corrected: CorrectedStory },
  narrator: SentenceNarrator,
  place: Place,
): Promise<Revoiced | ({ readonly kind: "refused" } & RevoicingRefusal)> {
  const { job, lang, story, corrected } = lesson;
  const book = bookOf(story, place);
  const correction = overlayInForce(story)?.sha256 ?? "";
  const asked = { story: story.id, lang, corrected, correction, book: book?.sha256 ?? "" };
  const sound = await mp3Of({ job, book }, place);
  const recording = sound && (await wholeOf(sound.pieces()));
  const times = await readTimesOf(story, place);
  // Its decoder and its encoder are large, and only the desk speaks.
  const { revoice } = await import("../lessons/revoicing/revoice.ts");
  return revoice(asked, { recording, times }, narrator);
}

/** Saves both files beside the book, durable before the ledger names them. They apply only while the correction and the book are these. */
export async function recordRespoken(
  story: StoryFacts,
  by: Pick<Respoken, "edition" | "job" | "respoken" | "who">,
  { sound, facts, ...context }: CorrectionContext & Pick<Revoiced, "sound" | "facts">,
): Promise<void> {
  const { correction, book, narrator, parts } = facts;
  const content = writeRespoken({ ...facts, who: by.who, at: new Date(context.now).toISOString() });
  const save = (kind: "sound" | "times", bytes: string | Buffer): Promise<RecordedFile> =>
    saveFile(respokenFile(kind, story.id, sha256(bytes)), bytes, context);
  await context.store.append({
    type: "lesson.respoken",
    ...by,
    id: story.id,
    narrator,
    sound: await save("sound", sound),
    times: await save("times", content),
    correction,
    book,
    sentences: parts.filter(({ place }) => place !== null).length,
    title: parts.some(({ place }) => place === null),
  });
}

export interface RespokenSound {
  readonly book: BookFile;
  readonly facts: RespokenFacts;
}

/**
 * Reads the recording with sentences spoken anew; null if the book's own sound is in force. Throws a Failure with `correction_unusable` if the
 * recording differs from what the ledger recorded: the book's own sound can't replace it, because people have not approved that.
 */
export async function respokenSound(
  story: Pick<StoryFacts, "corrections" | "book" | "respoken">,
  job: string,
  place: Place,
): Promise<RespokenSound | null> {
  const recorded = respokenInForce(story);
  if (recorded === null) return null;
  const { sound, times } = recorded;
  const content = await readRecorded(times, place);
  const facts = content && readRespoken(content);
  if (facts?.sound.sha256 !== sound.sha256) throw unusable(job, join(place.folder, times.file));
  if (!(await isIntact(place, sound))) throw unusable(job, join(place.folder, sound.file));
  const { file, bytes, sha256 } = sound;
  return { book: { path: join(place.folder, file), bytes, sha256, contentType: "audio/mpeg" }, facts };
}
