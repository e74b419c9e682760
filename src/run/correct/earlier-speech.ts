import { join } from "node:path";
import type { StoryFacts } from "../../ledger/format/state.ts";
import { readRespoken } from "../../lessons/correction/respoken-file.ts";
import { sha256 } from "../../shared/hash.ts";
import { readRecorded } from "../bind/read-recorded.ts";
import type { CourseFolder } from "../bind/read-saved.ts";
import type { EncodedSpeech } from "../splice/encode-speech.ts";
import { Recording } from "../splice/recording.ts";
import type { ToSpeak } from "./parts-to-speak.ts";

/** The speech of a part as it was spoken before; null: it was not. */
export type KnownSpeech = (part: Pick<ToSpeak, "place" | "spoken">) => EncodedSpeech | null;

/**
 * What a narrator has spoken for a story already, in the newest recording that it spoke for this book: another correction leaves the sentences
 * as people have heard them, and a speech server is not asked twice. Nothing if that recording's files are not as they were saved.
 */
export async function earlierSpeech(
  { respoken, book }: Pick<StoryFacts, "respoken" | "book">,
  narrator: string,
  { files, folder }: Pick<CourseFolder, "files" | "folder">,
): Promise<KnownSpeech> {
  const nothing: KnownSpeech = () => null;
  const newest = respoken.findLast((one) => one.narrator === narrator && one.book === book?.sha256);
  if (newest === undefined) return nothing;
  const content = await readRecorded(newest.times, { files, folder });
  const facts = content === null ? null : readRespoken(content);
  const sound = await files.read(join(folder, newest.sound.file));
  if (facts === null || sound === null || sha256(sound) !== newest.sound.sha256) return nothing;
  const recording = await Recording.read(sound, 0);
  if (recording === null) return nothing;
  return ({ place, spoken }) => {
    const same = facts.parts.find(
      (part) => part.spoken === spoken && JSON.stringify(part.place) === JSON.stringify(place),
    );
    if (same === undefined || same.heard === null || same.loudness === null) return null;
    const [from, to] = same.frames;
    const frames = recording.frames.slice(from, to).map((frame) => frame.content);
    const inSamples = (ms: number): number =>
      Math.round(((ms - recording.msAt(from)) * recording.kind.rate) / 1_000);
    const { startMs, endMs } = same.heard;
    return { frames, from: inSamples(startMs), to: inSamples(endMs), loudness: same.loudness };
  };
}
