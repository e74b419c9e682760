import type { Contents, Volume } from "../../contents/contents.ts";
import { teacherFolder } from "../../contents/layout.ts";
import { localeFor } from "../../locales/locale.ts";
import { madeEntry } from "../../zip/entry.ts";
import { type Format, type FormatEntry, listed } from "../format.ts";
import { planPage, teacherPageOf } from "./plan-page.ts";
import { recyclingOf, recyclingPage, recyclingTable, type WordRecycling } from "./recycling-page.ts";

export const teacher: Format = {
  id: "teacher",
  entries,
};

/** The teacher's pages of a volume: the plan by week, the recycling of words. */
function entries(volume: Volume, contents: Contents): FormatEntry[] {
  const what = teacherPageOf(volume, contents, localeFor(contents.reader));
  const folder = teacherFolder(volume);
  let recycling: WordRecycling[] | null = null;
  // Computed once: a file may be made twice, and counting words across many lessons takes a while.
  const words = () => {
    recycling ??= recyclingOf(volume, contents.reader);
    return recycling;
  };
  return [
    listed(
      "plan",
      madeEntry(`${folder}/plan.html`, () => planPage(what)),
      { volume },
    ),
    listed(
      "recycling",
      madeEntry(`${folder}/recycling.html`, () => recyclingPage(what, words())),
      { volume },
    ),
    listed(
      "recyclingTable",
      madeEntry(`${folder}/recycling.csv`, () => recyclingTable(what, words())),
      { volume },
    ),
  ];
}
