import type { Lesson } from "../../contents/contents.ts";
import type { ExerciseSheet, HeardItem } from "../../exercises/exercise.ts";
import type { ZipFile } from "../../zip/zip.ts";

/** All versions have the same content; only names differ. */
export interface CartridgeVersion {
  /** As in the file's name. */
  readonly name: "cc11" | "cc12";
  readonly schemaVersion: string;
  /** As in the names of schemas and resource types. */
  readonly tag: "v1p1" | "v1p2";
}

/** Read by Moodle, Canvas, Blackboard and Open edX. */
export const version11: CartridgeVersion = { name: "cc11", schemaVersion: "1.1.0", tag: "v1p1" };

/** Required by Schoology and others; Moodle refuses it. */
export const version12: CartridgeVersion = { name: "cc12", schemaVersion: "1.2.0", tag: "v1p2" };

/** The audience of a cartridge. Open edX shows learners everything in a cartridge, so only the teacher's contains the keys. */
export type Audience = "learners" | "teacher";

/** The files of a lesson in a cartridge; paths are relative to the cartridge. */
export interface CartridgeLesson {
  readonly lesson: Lesson;
  readonly page: string;
  readonly quizzes: readonly CartridgeQuiz[];
  readonly key: string | null;
  readonly sound: ZipFile | null;
  readonly picture: ZipFile | null;
  /** The path of the discussion of its questions; null if it has none. */
  readonly discussion: string | null;
  /** The sounds of single sentences that its quizzes play. */
  readonly sentences: readonly ZipFile[];
}

export interface CartridgeQuiz {
  readonly sheet: ExerciseSheet;
  readonly path: string;
  /** The path in the cartridge of the sound for a sentence that a question plays; null if there is none. */
  readonly soundOf: (item: HeardItem) => string | null;
}
