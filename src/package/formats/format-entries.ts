import { type Contents, hasExtra, viewOf } from "../contents/contents.ts";
import type { Format, FormatEntry } from "./format.ts";
import { formats, platforms, type Row, teachersNotes } from "./formats.ts";

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
  const { formats: chosen, platforms: requested = [] } = contents.course;
  const isChosen = (id: string) => (id === "audio" ? hasExtra("audio", contents) : chosen.includes(id));
  const taken = requested.flatMap((name) => platforms.find(({ id }) => id === name) ?? []);
  const added = [...taken, ...(taken.length > 0 ? teachersNotes : [])];
  const rows: readonly Row[] = [
    ...formats.filter(({ id }) => isChosen(id)),
    ...added.filter(({ format }) => !isChosen(format)),
  ];
  const loaded = await Promise.all(rows.map(({ writers }) => writers?.() ?? []));
  return [...new Set(loaded.flat())];
}
