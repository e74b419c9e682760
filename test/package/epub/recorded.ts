import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { alignStory, referenceRate } from "../../../src/lessons/align/align-story.ts";
import { readTimes, type SavedAlignment, writeTimes } from "../../../src/lessons/align/alignment.ts";
import { scriptOf } from "../../../src/lessons/align/script.ts";
import type { BookFile, Course, LessonSource } from "../../../src/package/contents/course.ts";
import { sha256 } from "../../../src/shared/hash.ts";
import { languageOf, voiceOf } from "../../../src/shared/languages/languages.ts";
import { openEngine } from "../../../src/shared/speech/speech-engine.ts";
import { narrateInline } from "../../../src/story-service/narrators/narrate-inline.ts";

/** The course with real recordings of its texts, where there is a voice, and their real times. */
export async function recorded(what: Course, folder: string): Promise<Course> {
  const lessons: LessonSource[] = [];
  for (const [index, lesson] of what.lessons.entries()) {
    lessons.push({ ...lesson, ...(await recordingOf(lesson, join(folder, `recording-${index}`))) });
  }
  return { ...what, lessons };
}

async function recordingOf(
  { lang, title, text }: LessonSource,
  path: string,
): Promise<{ book: BookFile | null; times: SavedAlignment | null }> {
  const voice = voiceOf(lang);
  // The Japanese voice reads kana only, and its narrator refuses words without a known reading.
  const narrated = await narrateInline({ lang, title: title ?? "", text }).catch(() => null);
  if (voice === undefined || narrated === null) return { book: null, times: null };
  const { bytes, contentType } = narrated;
  await writeFile(path, bytes);
  const script = scriptOf({ title, text }, languageOf(lang));
  const engine = await openEngine(voice, referenceRate);
  const found = await alignStory({ lang, script, sound: [bytes] }, engine);
  const source = { text: sha256(text), sound: sha256(bytes) };
  return {
    book: { path, bytes: bytes.length, sha256: source.sound, contentType },
    times: readTimes(Buffer.from(writeTimes(found, source))),
  };
}
