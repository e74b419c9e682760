import { join } from "node:path";
import { overlayInForce } from "../../ledger/format/review/corrections.ts";
import type { StoryFacts } from "../../ledger/format/state.ts";
import type { SentencePlace } from "../../lessons/align/script.ts";
import type { SavedAlignment } from "../../lessons/align/times-file.ts";
import { applyCorrections } from "../../lessons/correction/apply-overlay.ts";
import type { CorrectedStory } from "../../lessons/correction/corrected-story.ts";
import { noCorrections, type Overlay, readOverlay } from "../../lessons/correction/overlay.ts";
import type { CorrectedParts } from "../../package/contents/course.ts";
import { cleanLine } from "../../shared/text.ts";
import { type CourseFolder, compareRecorded, readSaved } from "../course-folder.ts";
import type { RunProblem } from "../problem.ts";
import type { RespokenSound } from "./record-correction.ts";

/** The text of a story as it is now. */
type ReadCorrected = CorrectedStory & { readonly kind: "read" };

type DamageProblem = Extract<RunProblem, { code: "file_damaged" | "correction_unusable" }>;

/** Its text, or the file of its correction, is not what the ledger recorded. */
interface DamagedStory {
  readonly kind: "damaged";
  readonly problem: DamageProblem;
}

/** Reads the text of a job's story with its corrections. Never without them: what was corrected must not come back unnoticed. */
export async function readCorrected(
  story: Pick<StoryFacts, "saved" | "corrections">,
  job: string,
  courseFolder: Pick<CourseFolder, "files" | "folder">,
): Promise<ReadCorrected | DamagedStory> {
  const { folder } = courseFolder;
  const original = await readSaved(story.saved, courseFolder);
  if (original === null || story.saved === null) {
    const path = join(folder, story.saved?.file ?? "stories");
    return { kind: "damaged", problem: { code: "file_damaged", job, path } };
  }
  const read = await overlayOf(story, courseFolder);
  if (read === null) return { kind: "read", ...original, original, corrections: noCorrections, laid: null };
  const path = join(folder, read.file);
  const unusable = (why: Extract<DamageProblem, { code: "correction_unusable" }>["why"]): DamagedStory => ({
    kind: "damaged",
    problem: { code: "correction_unusable", job, path, why },
  });
  const { overlay } = read;
  if (typeof overlay === "string") return unusable(overlay);
  const laid = overlay.text === story.saved.sha256 ? applyCorrections(original, overlay) : null;
  if (laid === null) return unusable("other_text");
  return { kind: "read", title: laid.title, text: laid.text, original, corrections: overlay, laid };
}

/** The overlay in force, or why it can't be read; null: there is none. */
async function overlayOf(
  story: Pick<StoryFacts, "corrections">,
  courseFolder: Pick<CourseFolder, "files" | "folder">,
): Promise<{ file: string; overlay: Overlay | "missing" | "changed" } | null> {
  const saved = overlayInForce(story);
  if (saved === null) return null;
  const { file } = saved;
  const read = await compareRecorded(saved, courseFolder);
  return { file, overlay: typeof read === "string" ? read : (readOverlay(read) ?? "changed") };
}

/**
 * What is corrected in a lesson, for its package; null: nothing. `times`: of the recording, for the story as it was bought; `respoken`: the
 * recording that is bound in its place, if there is one.
 */
export function correctedParts(
  { corrections, laid }: CorrectedStory,
  {
    hasSound,
    times,
    respoken,
  }: {
    readonly hasSound: boolean;
    readonly times: SavedAlignment | null;
    readonly respoken: Pick<RespokenSound, "facts"> | null;
  },
): CorrectedParts | null {
  if (laid === null) return null;
  const { title, sentences, glosses } = corrections;
  const changed = sentences.flatMap((sentence) => {
    const { place, isUnheard } = laid.placeNow(sentence);
    return hasSound && isUnheard && place !== null ? [{ place, isRespoken: isIn(respoken, sentence) }] : [];
  });
  const unheard = changed.flatMap(({ place, isRespoken }) => (isRespoken ? [] : [place]));
  const counts = { title: title !== null, sentences: sentences.length, glosses: glosses.length };
  if (respoken !== null) {
    const { narrator, parts, unwritten } = respoken.facts;
    const spokenAnew = {
      narrator: cleanLine(narrator),
      title: parts.some(({ place }) => place === null),
      sentences: changed.flatMap(({ place, isRespoken }) => (isRespoken ? [place] : [])),
    };
    return { ...counts, unheard, unwritten: unwritten.map(inWholeMs), respoken: spokenAnew };
  }
  const unwritten = (times?.sentences ?? []).flatMap((sentence) => {
    const { place, isUnheard } = laid.placeNow(sentence);
    return isUnheard || place === null ? [inWholeMs(sentence)] : [];
  });
  return { ...counts, unheard, unwritten };
}

/** Whether a sentence of the story as it was bought was spoken anew. */
function isIn(
  respoken: Pick<RespokenSound, "facts"> | null,
  { paragraph, from }: Pick<SentencePlace, "paragraph" | "from">,
): boolean {
  const parts = respoken?.facts.parts ?? [];
  return parts.some(({ place }) => place?.paragraph === paragraph && place.from === from);
}

function inWholeMs({
  startMs,
  endMs,
}: CorrectedParts["unwritten"][number]): CorrectedParts["unwritten"][number] {
  return { startMs: Math.round(startMs), endMs: Math.round(endMs) };
}
