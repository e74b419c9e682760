import type { Contents, Volume } from "../../contents/contents.ts";
import { mayHoldSound } from "../../contents/may-hold-sound.ts";
import { archiveEntry, madeEntry, type PackageEntry } from "../../zip/entry.ts";
import { type Format, volumeFile } from "../format.ts";
import { ankiPackage } from "./anki-package.ts";
import { ankiText } from "./anki-text.ts";

export const anki: Format = {
  id: "anki",
  entries,
  describe: (volume) => [
    volumeFile(volume, `words/${volume.folder}.apkg`, {
      kind: "ankiPackage",
      group: "words",
      soundFormat: "anki",
    }),
    volumeFile(volume, "words/anki.txt", { kind: "ankiText", group: "words" }),
  ],
};

/** A volume's words for Anki, as a text to import and as a package. Empty for a volume whose lessons require no words. */
function entries(volume: Volume, contents: Contents): PackageEntry[] {
  if (volume.lessons.every(({ words }) => words.length === 0)) return [];
  const folder = `${volume.folder}/words`;
  return [
    madeEntry(`${folder}/anki.txt`, () => ankiText(volume, contents)),
    archiveEntry(
      `${folder}/${volume.folder}.apkg`,
      mayHoldSound(["anki", "sentences"], volume.lessons, contents),
      () => ankiPackage(volume, contents),
    ),
  ];
}
