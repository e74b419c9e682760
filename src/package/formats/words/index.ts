import type { Volume } from "../../contents/contents.ts";
import { madeEntry } from "../../zip/entry.ts";
import { type Format, type FormatEntry, listed } from "../format.ts";
import { csv } from "./csv.ts";

export const words: Format = {
  id: "words",
  entries,
};

/**
 * The required words of a volume, one row per word and lesson. Column names are English in every reader's language, as in recycling.csv and
 * metadata.csv: scripts, mail merges and later editions find columns by name.
 */
function entries(volume: Volume): FormatEntry[] {
  const header = ["word", "gloss", "lesson", "title", "used", "found"];
  const entry = madeEntry(`${volume.folder}/words/words.csv`, () =>
    csv([
      header,
      ...volume.lessons.flatMap((lesson) =>
        lesson.words.map(({ word, gloss, used, found }) => [
          word,
          gloss ?? "",
          lesson.number,
          lesson.title,
          used ? "yes" : "no",
          found,
        ]),
      ),
    ]),
  );
  return [listed("wordTable", entry, { volume })];
}
