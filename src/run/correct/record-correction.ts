import type { EventBody } from "../../ledger/format/event.ts";
import { newestCorrections } from "../../ledger/format/review/corrections.ts";
import type { Correction, Seen, StoryFacts } from "../../ledger/format/state.ts";
import type { LedgerStore } from "../../ledger/store.ts";
import { type Corrections, overlayFile, writeOverlay } from "../../lessons/correction/overlay.ts";
import type { Files } from "../../shared/files/files.ts";
import { sha256 } from "../../shared/hash.ts";
import { saveFile } from "../course-folder.ts";
import type { RecordName } from "../lesson.ts";

/** Whose lesson is corrected, by whom, and what that person had before them. */
export interface CorrectionOf {
  readonly recordName: RecordName;
  readonly story: StoryFacts;
  /** Identifies the correction wherever it is copied to. */
  readonly correction: string;
  readonly who: string;
  readonly seen: Seen;
}

export interface CorrectionMeans {
  readonly store: LedgerStore;
  readonly files: Files;
  readonly folder: string;
  /** In ms since 1970. */
  readonly now: number;
}

type Corrected = Extract<EventBody, { type: "lesson.corrected" }>;

/**
 * Records everything that is corrected in a story from now on. Its file is durable before the ledger names it; earlier files stay as they
 * are, to be taken back to. Buys and sends nothing. Throws a Failure if the ledger can't be written.
 */
export async function recordCorrection(
  about: CorrectionOf,
  corrections: Corrections,
  means: CorrectionMeans,
): Promise<void> {
  const { story, who } = about;
  const { title, sentences, glosses } = corrections;
  const counts = { sentences: sentences.length, glosses: glosses.length, title: title !== null };
  let overlay: Corrected["overlay"] = null;
  if (title !== null || sentences.length > 0 || glosses.length > 0) {
    const at = new Date(means.now).toISOString();
    const of = { story: story.id, text: story.saved?.sha256 ?? "", who, at };
    const content = writeOverlay({ ...of, title, sentences, glosses });
    overlay = await saveFile(overlayFile(story.id, sha256(content)), content, means);
  }
  await means.store.append({ ...eventOf(about), overlay, ...counts, undoes: null });
}

/** Takes the newest correction of a story back: what was corrected before it is in force again. Needs none of their files. */
export async function undoCorrection(
  about: CorrectionOf,
  { store }: Pick<CorrectionMeans, "store">,
): Promise<void> {
  const { newest, before } = newestCorrections(about.story);
  if (newest === null) throw new Error(`nothing to undo: ${about.story.id}`);
  const { overlay, sentences, glosses, title } = before ?? nothing;
  const undoes = newest.correction;
  await store.append({ ...eventOf(about), overlay, sentences, glosses, title, undoes });
}

const nothing: Pick<Correction, "overlay" | "sentences" | "glosses" | "title"> = {
  overlay: null,
  sentences: 0,
  glosses: 0,
  title: false,
};

function eventOf({
  recordName,
  story: { id },
  correction,
  who,
  seen,
}: CorrectionOf): Pick<Corrected, "type" | "edition" | "job" | "id" | "correction" | "who" | "seen"> {
  return { type: "lesson.corrected", ...recordName, id, correction, who, seen };
}
