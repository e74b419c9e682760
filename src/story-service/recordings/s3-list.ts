import * as z from "zod";
import type { StoredRecording } from "./recordings.ts";

const entrySchema = z.object({
  key: z.string().min(1),
  storedAt: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
});

export interface ListPage {
  readonly entries: readonly StoredRecording[];
  /** What the next page is asked for with; null on the last one. */
  readonly next: string | null;
}

/**
 * Reads a page of ListObjectsV2 (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html). Names are without the prefix. Null if it is no
 * such page.
 */
export function readListPage(xml: string, prefix: string): ListPage | null {
  if (!/<ListBucketResult[\s>]/.test(xml)) return null;
  const entries: StoredRecording[] = [];
  for (const [, content = ""] of xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
    const entry = entrySchema.safeParse({
      key: textIn(content, "Key"),
      storedAt: textIn(content, "LastModified"),
    });
    if (!entry.success) return null;
    const { key, storedAt } = entry.data;
    if (key.startsWith(prefix)) entries.push({ name: key.slice(prefix.length), storedAt });
  }
  const next = textIn(xml, "NextContinuationToken");
  const isTruncated = textIn(xml, "IsTruncated") === "true";
  if (isTruncated && next === null) return null;
  return { entries, next: isTruncated ? next : null };
}

function textIn(xml: string, name: string): string | null {
  const value = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return value === undefined ? null : decoded(value);
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
