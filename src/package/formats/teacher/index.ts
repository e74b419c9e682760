import type { Markup } from "../../../shared/html.ts";
import type { VolumeView } from "../../contents/contents.ts";
import { teacherFolder } from "../../contents/layout.ts";
import { madeEntry } from "../../entry.ts";
import type { FileKind } from "../../locales/locale.ts";
import { type Format, type FormatEntry, listed } from "../format.ts";
import { planPage } from "./plan-page.ts";
import { recyclingOf, recyclingPage, recyclingTable, type WordRecycling } from "./recycling-page.ts";

/** The teacher's pages of a volume: the plan by week, the recycling of words. */
export const teacher: Format = { id: "teacher", entries };

function entries(view: VolumeView): FormatEntry[] {
  const { volume, contents } = view;
  const made = (kind: FileKind, name: string, make: () => string | Markup) =>
    listed(kind, madeEntry(`${teacherFolder(volume)}/${name}`, make), view);
  let recycling: WordRecycling[] | null = null;
  // Computed once: a file may be made twice, and counting words across many lessons takes a while.
  const words = () => {
    recycling ??= recyclingOf(volume, contents.reader);
    return recycling;
  };
  return [
    made("plan", "plan.html", () => planPage(view)),
    made("recycling", "recycling.html", () => recyclingPage(view, words())),
    made("recyclingTable", "recycling.csv", () => recyclingTable(view, words())),
  ];
}
