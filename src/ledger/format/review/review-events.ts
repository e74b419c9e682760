import * as z from "zod";
import { hash, ofJob, putBack, savedFile, uuid } from "../event-parts.ts";

/** The content that was reviewed, as hashes of the saved text, recording and times. Null if the lesson had none. */
const seenSchema = z.object({
  text: hash,
  sound: hash.nullable(),
  times: hash.nullable(),
  /** The hash of the correction's file. Missing: the lesson was not corrected. */
  correction: hash.nullable().optional(),
});

const ofDecision = {
  ...ofJob,
  /** The story that was reviewed: a replacement is another lesson. */
  id: uuid,
  /** Identifies the decision wherever it is copied to. */
  decision: uuid,
  /** The name that the person gave. */
  who: z.string(),
  why: z.string().nullable(),
  seen: seenSchema,
  /** The lesson has a recording, but the person decided from a page without it. */
  unheard: z.literal(true).optional(),
};

/** The events of reviewing lessons, for `event.ts`. None is about money. */
export const reviewBodies = [
  /** `despite`: decisions to hold or reject the lesson that the person knew of, and that this approval overrules. */
  z.looseObject({ type: z.literal("lesson.approved"), ...ofDecision, despite: z.array(uuid) }),
  /** The lesson must not be published for now. */
  z.looseObject({ type: z.literal("lesson.held"), ...ofDecision }),
  /** The lesson must not be published. A rejection does not buy another story. */
  z.looseObject({ type: z.literal("lesson.rejected"), ...ofDecision }),
  /** A comment without a decision. `sentence`: the index of its sentence, from 0; null for the whole lesson. */
  z.looseObject({
    type: z.literal("comment.added"),
    ...ofJob,
    id: uuid,
    comment: uuid,
    who: z.string(),
    text: z.string(),
    sentence: z.int().nonnegative().nullable(),
    seen: seenSchema,
  }),
  /**
   * A person corrected the text, the title or glosses of a lesson, or took a correction back. The story's own file is unchanged. The newest
   * correction that no other one undoes is in force.
   */
  z.looseObject({
    type: z.literal("lesson.corrected"),
    ...ofJob,
    id: uuid,
    /** Identifies the correction wherever it is copied to. */
    correction: uuid,
    who: z.string(),
    /** The file with everything that is corrected in the story from now on. Null: nothing. */
    overlay: z.object(savedFile).nullable(),
    /** How many sentences and glosses are corrected from now on, and whether the title is. */
    sentences: z.int().nonnegative(),
    glosses: z.int().nonnegative(),
    title: z.boolean(),
    /** The correction that this one takes back. Null: none. */
    undoes: uuid.nullable(),
    seen: seenSchema,
    ...putBack,
  }),
  /**
   * Sentences that a person corrected were spoken anew: a recording with them, beside the exported book, which is unchanged. It is in force
   * while that correction and that book are.
   */
  z.looseObject({
    type: z.literal("lesson.respoken"),
    ...ofJob,
    id: uuid,
    /** Identifies it wherever it is copied to. */
    respoken: uuid,
    who: z.string(),
    /** The voice, as the manifest names it. */
    narrator: z.string(),
    /** The recording, and the file with its times and with what was spoken anew. */
    sound: z.object(savedFile),
    times: z.object(savedFile),
    /** The hashes of the correction's file and of the book that it was made from. */
    correction: hash,
    book: hash,
    sentences: z.int().nonnegative(),
    title: z.boolean(),
    ...putBack,
  }),
] as const;
