import { stat } from "node:fs/promises";
import * as z from "zod";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { isSystemError } from "../../shared/failure.ts";
import type { Files } from "../../shared/files/files.ts";
import { whenFree } from "../../shared/files/windows.ts";
import { sha256 } from "../../shared/hash.ts";
import { type Course, earlierManifestPath, manifestPath, type Release } from "./course.ts";

export const releaseSchema = z.object({
  content: z.string().regex(/^[0-9a-f]{64}$/),
  revision: z.int().positive(),
});

// Increase it when the program makes something else from the same content.
const madeAs = 6;

/**
 * Determines the release of a course: the latest earlier release if the content is the same; otherwise, a new release with the next number. So the same
 * content gives the same bytes again, and a correction, or its reversal, counts as newer than what it replaces.
 */
export function releaseOf(course: Omit<Course, "release">, before: readonly (Release | null)[]): Release {
  const content = contentHash(course);
  const newest = before.reduce((a, b) => ((b?.revision ?? 0) > (a?.revision ?? 0) ? b : a), null);
  if (newest?.content === content) return newest;
  return { content, revision: (newest?.revision ?? 0) + 1 };
}

// Hashes files by content: their paths depend on the machine. A platform's file says the same once more, so a package with it is the same release.
function contentHash({ lessons, cover, platforms: _, ...course }: Omit<Course, "release">): string {
  return sha256(
    canonicalJson({
      ...course,
      madeAs,
      cover: cover === null ? null : sha256(cover.bytes),
      lessons: lessons.map(({ times, found, image, ...lesson }) => ({
        ...lesson,
        book: lesson.book?.sha256 ?? null,
        // Left out when null, so that lessons without times keep the hash that they had before times existed.
        ...(times == null ? {} : { times }),
        ...(found == null ? {} : { found }),
        ...(image === undefined ? {} : { image: { ...image, bytes: sha256(image.bytes) } }),
      })),
    }),
  );
}

const manifestSchema = z.object({ course: z.string() });
const releasedSchema = z.object({ edition: z.string(), release: releaseSchema });
const longestManifestBytes = 256 * 1024 * 1024;

/**
 * Whether the path holds anything other than a package of this course; packaging would overwrite it. Throws the system error if the file there can't be
 * read.
 */
export async function isForeignPackage(
  path: string,
  { course, files }: { readonly course: string; readonly files: Pick<Files, "identify"> },
): Promise<boolean> {
  if ((await files.identify(path)) === null) return false;
  try {
    return manifestSchema.safeParse(await manifestIn(path)).data?.course !== course;
  } catch (error) {
    if (isSystemError(error)) throw error;
    return true;
  }
}

/** Which release of this edition the package on disk is; null if there is no package, or if the package doesn't say. Never rejects. */
export async function releaseIn(path: string, edition: string): Promise<Release | null> {
  try {
    const { data } = releasedSchema.safeParse(await manifestIn(path));
    return data?.edition === edition ? data.release : null;
  } catch {
    // Not a package, or a truncated one.
    return null;
  }
}

const manifestPaths: ReadonlySet<string> = new Set([manifestPath, earlierManifestPath]);

/** What the manifest of a package says; null without one. Throws what opening or parsing it throws. */
async function manifestIn(path: string): Promise<unknown> {
  // Otherwise opening a named pipe would wait for its writer.
  if (!(await stat(path)).isFile()) return null;
  const { default: yauzl } = await import("yauzl");
  const zip = await whenFree(() => yauzl.openPromise(path, { lazyEntries: true, autoClose: false }));
  try {
    for await (const entry of zip.eachEntry()) {
      if (!manifestPaths.has(entry.fileName) || entry.uncompressedSize > longestManifestBytes) continue;
      const pieces: Buffer[] = [];
      for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
      return JSON.parse(Buffer.concat(pieces).toString("utf8"));
    }
    return null;
  } finally {
    zip.close();
  }
}

const secondsOfDay = 86_400;
// Earlier than any edition named by a date, and still a plausible date in Anki's browser.
const firstSeconds = Date.UTC(2010, 0, 1) / 1_000;

/**
 * The moment that counts as a release's date, in seconds since 1970: the edition's moment plus one second per earlier release of that
 * edition. It increases with every edition and every correction, so e-readers and Anki recognize the newer book and the newer notes.
 */
export function releaseSeconds({ edition, release }: Pick<Course, "edition" | "release">): number {
  return editionSeconds(edition) + release.revision - 1;
}

/**
 * The moment that counts as an edition's date, in seconds. No clock may show in a package, so it comes from the edition's name: a date, a
 * week, a month, a year, or a growing number; any other name counts as the first.
 */
function editionSeconds(edition: string): number {
  const week = /(\d{4})-?W(\d{2})/.exec(edition);
  if (week !== null) return mondayOf(Number(week[1]), Number(week[2]));
  const date = /(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(edition);
  const year = Number(date?.[1] ?? 0);
  if (date !== null && year >= 2010 && year < 2100) {
    return Date.UTC(year, Number(date[2] ?? 1) - 1, Number(date[3] ?? 1)) / 1_000;
  }
  const number = Number(/\d{1,5}/.exec(edition)?.[0] ?? 0);
  return firstSeconds + number * secondsOfDay;
}

// ISO 8601: week 1 is the week of January 4th.
function mondayOf(year: number, week: number): number {
  const fourth = Date.UTC(year, 0, 4) / 1_000;
  const weekday = (new Date(fourth * 1_000).getUTCDay() + 6) % 7;
  return fourth + ((week - 1) * 7 - weekday) * secondsOfDay;
}
