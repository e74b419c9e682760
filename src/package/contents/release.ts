import yauzl from "yauzl";
import { z } from "zod";
import type { Files } from "../../shared/files/files.ts";
import { canonicalJson, sha256 } from "../../shared/hash.ts";
import type { Course, Release } from "./course.ts";

export const releaseSchema = z.object({
  content: z.string().regex(/^[0-9a-f]{64}$/),
  revision: z.int().positive(),
});

// Grows when the program makes something else of the same content.
const madeAs = 2;

/**
 * Names the release of a course: the newest of the releases before it where it is made from the same content, else one more. So the same content
 * gives the same bytes again, and what was corrected, or put back, counts as newer than what it takes the place of.
 */
export function releaseOf(course: Omit<Course, "release">, before: readonly (Release | null)[]): Release {
  const content = contentHash(course);
  const newest = before.reduce((a, b) => ((b?.revision ?? 0) > (a?.revision ?? 0) ? b : a), null);
  if (newest?.content === content) return newest;
  return { content, revision: (newest?.revision ?? 0) + 1 };
}

// Files by what is in them: where they lie is the machine's.
function contentHash({ lessons, cover, ...course }: Omit<Course, "release">): string {
  return sha256(
    canonicalJson({
      ...course,
      madeAs,
      cover: cover === null ? null : sha256(cover.bytes),
      lessons: lessons.map(({ times, ...lesson }) => ({
        ...lesson,
        book: lesson.book?.sha256 ?? null,
        // A lesson without times is the lesson that it was before there were any.
        ...(times == null ? {} : { times }),
      })),
    }),
  );
}

const manifestSchema = z.object({ edition: z.string(), release: releaseSchema });
const longestManifestBytes = 256 * 1024 * 1024;

/** Whether something is at a path that is no package of a course: it would be lost. */
export async function isForeignPackage(
  path: string,
  { course, files }: { readonly course: string; readonly files: Pick<Files, "identify"> },
): Promise<boolean> {
  if ((await files.identify(path)) === null) return false;
  try {
    const text = await manifestIn(path);
    return text === null || ofCourseSchema.safeParse(JSON.parse(text)).data?.course !== course;
  } catch {
    return true;
  }
}

const ofCourseSchema = z.object({ course: z.string() });

/** The release that a package on the disk is, of this edition; null where there is none, or one that does not say. Never rejects. */
export async function releaseIn(path: string, edition: string): Promise<Release | null> {
  try {
    const text = await manifestIn(path);
    const read = manifestSchema.safeParse(text === null ? null : JSON.parse(text));
    return read.success && read.data.edition === edition ? read.data.release : null;
  } catch {
    // No package, or one that was cut off: it says nothing.
    return null;
  }
}

async function manifestIn(path: string): Promise<string | null> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== "manifest.json" || entry.uncompressedSize > longestManifestBytes) continue;
      const pieces: Buffer[] = [];
      for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
      return Buffer.concat(pieces).toString("utf8");
    }
    return null;
  } finally {
    zip.close();
  }
}
