import type { LedgerState, StoryFacts } from "../../ledger/format/state.ts";
import type { StoryText } from "../../lessons/text/story-text.ts";
import type { Files } from "../../shared/files/files.ts";
import { savedStorySchema } from "../follow/saved-story.ts";
import { readRecorded } from "./read-recorded.ts";

/** A course's files, and the ledger's facts about them. */
export interface CourseFolder {
  readonly files: Files;
  readonly folder: string;
  readonly state: LedgerState;
  /** The service's identity: its address, or `local` for a rehearsal. */
  readonly service: string;
  /** Lessons that stay out of the package. Left out: none. */
  readonly leftOut?: LeftOutLessons;
}

/** Why a lesson that has been made stays out of a package: for what was found in it, or because too few people have approved it. */
export type LeftOut = "held" | "unapproved";

/** By job. */
export type LeftOutLessons = ReadonlyMap<string, LeftOut>;

const textSchema = savedStorySchema.pick({ title: true, text: true });

/** A saved story as recorded; null if the file is missing or differs from the record. */
export async function readSaved(
  saved: StoryFacts["saved"],
  courseFolder: Pick<CourseFolder, "files" | "folder">,
): Promise<StoryText | null> {
  const bytes = saved === null ? null : await readRecorded(saved, courseFolder);
  return bytes === null ? null : textSchema.parse(JSON.parse(bytes.toString("utf8")));
}
