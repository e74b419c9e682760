import type { ScriptSentence } from "../../lessons/align/script.ts";
import type { RespokenFacts } from "../../lessons/correction/respoken-file.ts";
import { cleanLine } from "../../shared/text.ts";
import type { LessonDocument, RespokenDocument } from "../documents.ts";
import { isSame } from "./sentence-pieces.ts";

/** What was spoken anew in a lesson, for the page. `originals`: its sentences as it was bought. Pure. */
export function respokenDocument(
  { narrator, parts }: Pick<RespokenFacts, "narrator" | "parts">,
  originals: readonly ScriptSentence[],
): LessonDocument["respoken"] {
  return {
    narrator: cleanLine(narrator),
    parts: parts.map(({ place, heard, loudness, neighbours, joints, wave }): RespokenDocument => {
      const { fromMs, stepMs, peaks } = wave;
      return {
        unit: place === null ? "title" : originals.findIndex((one) => isSame(place, one)),
        heard: heard === null ? null : { from: heard.startMs / 1_000, to: heard.endMs / 1_000 },
        loudness,
        neighbours,
        joints: joints.map(({ atMs, steepest, around }) => ({ at: atMs / 1_000, steepest, around })),
        wave: { from: fromMs / 1_000, step: stepMs / 1_000, peaks },
      };
    }),
  };
}
