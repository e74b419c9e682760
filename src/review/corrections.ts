import type { EventBody } from "../ledger/format/event.ts";
import { newestCorrection, overlayInForce } from "../ledger/format/reviews.ts";
import type { Respoken, StoryFacts } from "../ledger/format/state.ts";
import type { LedgerStore } from "../ledger/store.ts";
import type { CorrectedStory } from "../lessons/correction/corrected-story.ts";
import { type Corrections, overlayFile, writeOverlay } from "../lessons/correction/overlay.ts";
import { respokenFile, writeRespoken } from "../lessons/correction/respoken-file.ts";
import type { RevoicingRefusal } from "../lessons/revoicing/refusal.ts";
import type { Revoiced, SentenceNarrator } from "../lessons/revoicing/revoice.ts";
import {
  bookOf,
  type CourseWriter,
  mp3Of,
  type Place,
  type RecordedFile,
  readTimesOf,
  saveFile,
} from "../run/course-folder.ts";
import { wholeOf } from "../shared/files/file-pieces.ts";
import { sha256 } from "../shared/hash.ts";

/** `now`: in ms since 1970. */
type CorrectionContext = CourseWriter & { readonly now: number };

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
