import type { Contents, Volume } from "../../contents/contents.ts";
import { deckName } from "./deck.ts";
import { field } from "./field.ts";
import { noteFields } from "./note-fields.ts";
import { fieldNames } from "./note-type.ts";
import { notesOf } from "./notes.ts";

/**
 * `anki.txt`: the words for Anki's import of text, with deck, tags and a note type that every English Anki has; in another language Anki asks for one.
 * Its two fields come first by their names, then each fact in a column of its own, named as the fields of the .apkg are. The first column is
 * the notes' own id, the same as in the .apkg, so that a later edition updates them. Fields are HTML: text alone could not keep a `[sound:…]` from becoming one.
 */
export function ankiText(volume: Volume, contents: Contents): string {
  const header = [
    "#separator:tab",
    "#html:true",
    `#notetype:${basicNoteType}`,
    `#deck:${deckName(volume, contents)}`,
    "#guid column:1",
    `#tags column:${columns.length}`,
    `#columns:${columns.join("\t")}`,
  ];
  const rows = notesOf(volume, contents).map((note) => {
    // A text carries no media: it says where the recording is.
    const sound = note.lesson.book?.sound ?? null;
    const recording = sound === null ? "" : field(sound.path);
    const fields = noteFields(note, { recording, reader: contents.reader.bcp47 });
    return [note.guid, ...sidesOf(fields), ...fields, note.tags.join(" ")].map(quoted).join("\t");
  });
  return `${[...header, ...rows].join("\n")}\n`;
}

const basicNoteType = "Basic";
const columns = ["Id", "Front", "Back", ...fieldNames, "Tags"];

/** Front and back of a plain card: the word in its sentence, and what it means. */
function sidesOf([
  word = "",
  meaning = "",
  sentence = "",
  recording = "",
  lesson = "",
]: readonly string[]): string[] {
  const lines = (...parts: string[]): string => parts.filter((part) => part !== "").join("<br>");
  return [lines(word, sentence), lines(meaning, lesson, recording)];
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
