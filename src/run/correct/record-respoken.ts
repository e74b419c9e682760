import { join } from "node:path";
import type { EventBody } from "../../ledger/format/event.ts";
import { overlayInForce } from "../../ledger/format/review/corrections.ts";
import type { StoryFacts } from "../../ledger/format/state.ts";
import type { LedgerStore } from "../../ledger/store.ts";
import { respokenFile, writeRespoken } from "../../lessons/correction/respoken-file.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files } from "../../shared/files/files.ts";
import { sha256 } from "../../shared/hash.ts";
import { refuseWithoutLedger } from "../bind/course-folder.ts";
import type { RecordName } from "../record-name.ts";
import type { Respoken } from "./respeak.ts";

type RespokenEvent = Extract<EventBody, { type: "lesson.respoken" }>;

/** Whose lesson it is, and who asked for it. */
export interface RespokenOf {
  readonly recordName: RecordName;
  readonly story: StoryFacts;
  /** Identifies it wherever it is copied to. */
  readonly respoken: string;
  readonly who: string;
}

export interface RespokenMeans {
  readonly store: LedgerStore;
  readonly files: Files;
  readonly folder: string;
  /** In ms since 1970. */
  readonly now: number;
}

/**
 * Records a recording with sentences spoken anew. Both files are durable before the ledger names them, beside the book, which stays as it is. False
 * if the lesson's correction or book is another one by now: nothing is recorded then. Throws a Failure if the ledger can't be written.
 */
export async function recordRespoken(
  { recordName, story, respoken, who }: RespokenOf,
  { sound, facts }: Pick<Respoken, "sound" | "facts">,
  { store, files, folder, now }: RespokenMeans,
): Promise<boolean> {
  const { correction, book, narrator, parts } = facts;
  if (overlayInForce(story)?.sha256 !== correction || story.book?.sha256 !== book) return false;
  const content = Buffer.from(writeRespoken({ ...facts, who, at: new Date(now).toISOString() }));
  const saved = (kind: "sound" | "times", bytes: Buffer): RespokenEvent["sound"] => {
    const hash = sha256(bytes);
    return { file: respokenFile(kind, story.id, hash), bytes: bytes.length, sha256: hash };
  };
  const [ofSound, ofTimes] = [saved("sound", sound), saved("times", content)];
  await refuseWithoutLedger(store);
  await files.makeFolder(join(folder, "corrections"));
  await replaceFile(files, join(folder, ofSound.file), sound);
  await replaceFile(files, join(folder, ofTimes.file), content);
  await store.append({
    type: "lesson.respoken",
    ...recordName,
    id: story.id,
    respoken,
    who,
    narrator,
    sound: ofSound,
    times: ofTimes,
    correction,
    book,
    sentences: parts.filter(({ place }) => place !== null).length,
    title: parts.some(({ place }) => place === null),
  });
  return true;
}
