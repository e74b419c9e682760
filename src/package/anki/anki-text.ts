import type { Contents, Volume } from "../contents.ts";
import { deckName } from "./deck.ts";
import { field, meaningField, sentenceField } from "./field.ts";
import { notesOf } from "./notes.ts";

/**
 * `anki.txt`: the words for Anki's import of text, with the deck and tags in it. The first column is the notes' own id, the same as in the
 * .apkg, so that a later edition updates them. Fields are HTML: text alone could not keep a `[sound:…]` from becoming one.
 */
export function ankiText(volume: Volume, contents: Contents): string {
  const header = [
    "#separator:tab",
    "#html:true",
    `#deck:${deckName(volume, contents)}`,
    "#guid column:1",
    "#tags column:6",
    "#columns:Id\tWord\tMeaning\tSentence\tLesson\tTags",
  ];
  const rows = notesOf(volume, contents).map((note) => {
    const { guid, word, lesson, tags } = note;
    const cells = [
      guid,
      field(word),
      meaningField(note),
      sentenceField(note),
      field(lesson.title),
      tags.join(" "),
    ];
    return cells.map(quoted).join("\t");
  });
  return `${[...header, ...rows].join("\n")}\n`;
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
