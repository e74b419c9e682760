import type { Contents, Volume } from "../../contents/contents.ts";
import { teacherFolder } from "../../contents/layout.ts";
import { localeFor } from "../../locales/read-locale.ts";
import { madeEntry, type PackageEntry } from "../../zip/entry.ts";
import { type Format, teacherFile } from "../format.ts";
import { levelPage } from "./level-page.ts";
import { planPage } from "./plan-page.ts";
import { recyclingOf, type WordRecycling } from "./recycling.ts";
import { recyclingPage, recyclingTable } from "./recycling-page.ts";
import { teacherPageOf } from "./teacher-page.ts";

export const teacher: Format = {
  id: "teacher",
  entries,
  describe: (volume) => [
    teacherFile(volume, "plan.html", "plan"),
    teacherFile(volume, "recycling.html", "recycling"),
    teacherFile(volume, "recycling.csv", "recyclingTable"),
    teacherFile(volume, "level.html", "level"),
  ],
};

/** The teacher's pages of a volume: the plan by week, the recycling of words, the consistency of the level. */
function entries(volume: Volume, contents: Contents): PackageEntry[] {
  const what = teacherPageOf(volume, contents, localeFor(contents.reader));
  const folder = teacherFolder(volume);
  let recycling: WordRecycling[] | null = null;
  // Computed once: a file may be made twice, and counting words across many lessons takes a while.
  const words = () => {
    recycling ??= recyclingOf(volume, contents.reader);
    return recycling;
  };
  return [
    madeEntry(`${folder}/plan.html`, () => planPage(what).toString()),
    madeEntry(`${folder}/recycling.html`, () => recyclingPage(what, words()).toString()),
    madeEntry(`${folder}/recycling.csv`, () => recyclingTable(what, words())),
    madeEntry(`${folder}/level.html`, () => levelPage(what).toString()),
  ];
}
