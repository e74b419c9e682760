import { type Contents, hasExtra, viewOf } from "../contents/contents.ts";
import type { Format, FormatEntry } from "./format.ts";
import { formats, platformsOf, type Row, teachersNotes } from "./formats.ts";

/**
 * Every generated file of each volume, once: those in the formats that the course requests, and those for its platforms that the formats don't already
 * include. Unknown formats are ignored.
 */
export async function formatEntries(contents: Contents): Promise<FormatEntry[]> {
  const writers = await writersFor(contents);
  return contents.volumes.flatMap((volume) => {
    const view = viewOf(volume, contents);
    return writers.flatMap((write) => [...write(view)]);
  });
}

async function writersFor(contents: Contents): Promise<Format[]> {
  const { course } = contents;
  const isChosen = (id: string) =>
    id === "audio" ? hasExtra("audio", contents) : course.formats.includes(id);
  const taken = platformsOf(course);
  const added = [...taken, ...(taken.length > 0 ? teachersNotes : [])];
  const rows: readonly Row[] = [
    ...formats.filter(({ id }) => isChosen(id)),
    ...added.filter(({ format }) => !isChosen(format)),
  ];
  const loaded = await Promise.all(rows.map(({ writers }) => writers?.() ?? []));
  return [...new Set(loaded.flat())];
}
