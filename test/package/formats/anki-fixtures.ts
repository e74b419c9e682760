import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Course } from "../../../src/package/contents/course.ts";
import { openSqlite } from "../../../src/shared/sqlite.ts";
import { packageOf } from "../bound.ts";
import { testFolder, unzip } from "../fixtures.ts";

export interface NoteRow {
  readonly id: number;
  readonly guid: string;
  readonly mid: number;
  readonly mod: number;
  readonly tags: string;
  readonly flds: string;
  readonly sfld: string | number;
  readonly csum: number;
}

export interface CardRow {
  readonly nid: number;
  readonly did: number;
  readonly ord: number;
  readonly queue: number;
  readonly due: number;
}

export interface Collection {
  readonly integrity: unknown;
  readonly notes: readonly NoteRow[];
  readonly cards: readonly CardRow[];
  readonly col: Record<"conf" | "models" | "decks" | "dconf" | "tags", string> & { ver: number };
  readonly media: Record<string, string>;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** An .apkg as Anki opens it: a zip, a map of its media, a SQLite database. */
export async function openCollection(bytes: Buffer): Promise<Collection> {
  const files = await unzip(bytes);
  const path = join(await testFolder(), "collection.anki2");
  await writeFile(path, files.get("collection.anki2") ?? "");
  const database = openSqlite(path);
  try {
    return {
      integrity: database.prepare("PRAGMA integrity_check").all(),
      notes: database.prepare("SELECT * FROM notes ORDER BY id").all<NoteRow>(),
      cards: database.prepare("SELECT * FROM cards ORDER BY due").all<CardRow>(),
      col: database.prepare("SELECT * FROM col").all()[0] as Collection["col"],
      media: JSON.parse(String(files.get("media"))),
      files,
    };
  } finally {
    database.close();
  }
}

export async function ankiOf(what: Course, volume = "es-2") {
  const files = await packageOf({ ...what, formats: ["anki"] });
  const apkg = files.get(`${volume}/words/${volume}.apkg`) ?? Buffer.alloc(0);
  return { apkg, ...(await openCollection(apkg)) };
}

/** The fields of a word's note as Anki shows them: HTML, with our own tags removed. */
export function fieldsOf({ notes }: Pick<Collection, "notes">, word: string): string[] {
  const note = notes.find(({ flds }) => shown(flds.split("\u001f")[0] ?? "") === word);
  return (note?.flds.split("\u001f") ?? []).map(shown);
}

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

export function shown(html: string): string {
  return html
    .replace(/<\/?b>/g, "")
    .replace(/&(?:#(\d+)|([a-z]+));/g, (_, code, name) =>
      code === undefined ? (named[name] ?? "?") : String.fromCodePoint(Number(code)),
    );
}
