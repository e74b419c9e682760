import { field, meaningField, sentenceField } from "./field.ts";
import type { Note } from "./notes.ts";

/**
 * The fields of a note in the note type's order, as HTML. `recording` is an escaped field already; `reader` is the language tag of the
 * glosses.
 */
export function noteFields(
  note: Note,
  { recording, reader }: { recording: string; reader: string },
): string[] {
  return [
    field(note.word),
    meaningField(note),
    sentenceField(note),
    recording,
    field(note.lesson.title),
    note.lesson.direction.tag,
    reader,
  ];
}
