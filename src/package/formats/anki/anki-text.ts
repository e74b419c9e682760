import type { Contents, Volume } from "../../contents/contents.ts";
import { deckName } from "./deck.ts";
import { field } from "./field.ts";
import { noteFields } from "./note-fields.ts";
import { fieldNames } from "./note-type.ts";
import { notesOf } from "./notes.ts";

/**
 * `anki.txt`: the words for Anki's text import, with deck, tags and a note type that every English Anki has; in other languages Anki asks
 * for one. Its two fields come first under their own names, then each fact in its own column, named as in the .apkg. The first column is
 * the notes' id, the same as in the .apkg, so that a later edition updates them. Fields are HTML: in plain text a `[sound:…]` in the
 * content could not be escaped.
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
    // A text file carries no media, so it says where the recording is.
    const sound = note.lesson.book?.sound ?? null;
    const recording = sound === null ? "" : field(sound.path);
    const fields = noteFields(note, { recording, reader: contents.reader.bcp47 });
    return [note.guid, ...sidesOf(fields), ...fields, note.tags.join(" ")].map(quoted).join("\t");
  });
  return `${[...header, ...rows].join("\n")}\n`;
}

const basicNoteType = "Basic";
const columns = ["Id", "Front", "Back", ...fieldNames, "Tags"];

/** Front and back of a plain card: the word in its sentence, and its meaning. */
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
