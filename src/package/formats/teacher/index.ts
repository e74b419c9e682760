import type { Contents, Volume } from "../../contents/contents.ts";
import { localeFor } from "../../locales/read-locale.ts";
import { madeEntry, type PackageEntry } from "../../zip/entry.ts";
import { type Format, volumeFile } from "../format.ts";
import { levelPage } from "./level-page.ts";
import { planPage } from "./plan-page.ts";
import { recyclingOf, type WordRecycling } from "./recycling.ts";
import { recyclingPage, recyclingTable } from "./recycling-page.ts";
import { teacherPageOf } from "./teacher-page.ts";

export const teacher: Format = {
  id: "teacher",
  entries,
  describe: (volume) => [
    volumeFile(volume, "teacher/plan.html", { kind: "plan", group: "teacher" }),
    volumeFile(volume, "teacher/recycling.html", { kind: "recycling", group: "teacher" }),
    volumeFile(volume, "teacher/recycling.csv", { kind: "recyclingTable", group: "teacher" }),
    volumeFile(volume, "teacher/level.html", { kind: "level", group: "teacher" }),
  ],
};

/** The teacher's pages of a volume: the plan by week, the recycling of words, the consistency of the level. */
function entries(volume: Volume, contents: Contents): PackageEntry[] {
  const what = teacherPageOf(volume, contents, localeFor(contents.reader));
  const folder = `${volume.folder}/teacher`;
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
