import type { Contents, Volume } from "../contents.ts";
import { deckName } from "./deck.ts";
import { field } from "./field.ts";
import { noteFields } from "./note-fields.ts";
import { fieldNames, noteTypeName } from "./note-type.ts";
import { notesOf } from "./notes.ts";

/**
 * `anki.txt`: the words for Anki's import of text, with the note type, deck and tags in it. An Anki that has the .apkg knows the note type, and
 * the columns are its fields by their names; another one asks where each column belongs. The first column is the notes' own id, the same as
 * in the .apkg, so that a later edition updates them. Fields are HTML: text alone could not keep a `[sound:…]` from becoming one.
 */
export function ankiText(volume: Volume, contents: Contents): string {
  const header = [
    "#separator:tab",
    "#html:true",
    `#notetype:${noteTypeName}`,
    `#deck:${deckName(volume, contents)}`,
    "#guid column:1",
    `#tags column:${fieldNames.length + 2}`,
    `#columns:${["Id", ...fieldNames, "Tags"].join("\t")}`,
  ];
  const rows = notesOf(volume, contents).map((note) => {
    // A text carries no media: it says where the recording is.
    const sound = note.lesson.book?.sound ?? null;
    const recording = sound === null ? "" : field(sound.path);
    const fields = noteFields(note, { recording, reader: contents.reader.bcp47 });
    return [note.guid, ...fields, note.tags.join(" ")].map(quoted).join("\t");
  });
  return `${[...header, ...rows].join("\n")}\n`;
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
