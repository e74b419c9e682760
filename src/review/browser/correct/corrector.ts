import type {
  CorrectionRequest,
  LessonDocument,
  RespeakRefusal,
  RespeakRequest,
  UndoRequest,
} from "../../documents.ts";
import { correctedMost } from "../../text-limits.ts";
import { ask } from "../dialogs.ts";
import { newId } from "../new-id.ts";
import { type Changeable, wordingOf } from "./changeable.ts";

/** Where corrections go. */
export interface CorrectionHost {
  /** Resolves once the correction is recorded. */
  readonly sendCorrection: (request: CorrectionRequest) => Promise<void>;
  readonly sendUndo: (request: UndoRequest) => Promise<void>;
  /** Resolves once it is recorded, with why some parts could not be spoken anew. */
  readonly sendRespeak: (request: RespeakRequest) => Promise<readonly RespeakRefusal[]>;
  /** What takes the correction back that keeps a lesson from being shown; null: the error is about something else. */
  readonly undoOf: (error: unknown) => Undoable | null;
}

/** The newest correction of a lesson. */
export type Undoable = Pick<UndoRequest, "job" | "story" | "seen" | "undoes">;

/** Asks for the person's name, unless it is known; null: the person cancelled. */
export type AskName = () => Promise<string | null>;

/** Asks how parts of a lesson should read, and has it recorded. What could not be recorded is offered again when the person tries again. */
export class Corrector {
  readonly #host: CorrectionHost;
  /** What was typed and is not recorded, by lesson and part. */
  readonly #unsent = new Map<string, string>();

  constructor(host: CorrectionHost) {
    this.#host = host;
  }

  /** Resolves with whether anything was recorded. */
  async correct(lesson: LessonDocument, about: Changeable, askName: AskName): Promise<boolean> {
    const { job, story, seen } = lesson;
    const wording = wordingOf(lesson, about);
    if (wording === null) return false;
    const { title, label, original, now, lang, mayBeEmpty, changed } = wording;
    const key = JSON.stringify([story, about]);
    const begun = { original, now: this.#unsent.get(key) ?? now, lang };
    const text = await ask({ title, label, mayBeEmpty, most: correctedMost, begun });
    this.#unsent.delete(key);
    if (text === null || text === now) return false;
    this.#unsent.set(key, text);
    const who = await askName();
    if (who === null) return false;
    await this.#host.sendCorrection({ job, story, seen, who, id: newId(), change: changed(text) });
    this.#unsent.delete(key);
    return true;
  }

  /** Resolves with whether it was taken back. */
  async undo(undoable: Undoable, askName: AskName): Promise<boolean> {
    const who = await askName();
    if (who === null) return false;
    await this.#host.sendUndo({ ...undoable, who, id: newId() });
    return true;
  }

  /** What takes the correction back that keeps a lesson from being shown; null: the error is about something else. */
  undoOf(error: unknown): Undoable | null {
    return this.#host.undoOf(error);
  }
}

/** The newest correction of a lesson that is shown; null: it has none. */
export function undoableIn({ job, story, seen, undoes }: LessonDocument): Undoable | null {
  return undoes === null ? null : { job, story, seen, undoes };
}
