import { join } from "node:path";
import type { EventBody } from "../../ledger/format/event.ts";
import { type RespokenFacts, readRespoken, respokenFile } from "../../lessons/correction/respoken-file.ts";
import { derivedUuid } from "../../shared/derived-uuid.ts";
import { sha256 } from "../../shared/hash.ts";
import { type CourseFiles, type FileFacts, factsOf } from "./saved-files.ts";

type RespokenEvent = Extract<EventBody, { type: "lesson.respoken" }>;

/** A recording with sentences spoken anew whose two files are in the course's folder. */
export interface RespokenOnDisk {
  readonly facts: RespokenFacts;
  readonly sound: FileFacts;
  readonly times: FileFacts;
}

/** The usable ones in a course's folder, oldest first, and the names of unreadable files. */
export async function readRespokenFiles(place: CourseFiles): Promise<{
  readonly respoken: RespokenOnDisk[];
  readonly unreadable: string[];
}> {
  const { files, folder } = place;
  const respoken: RespokenOnDisk[] = [];
  const unreadable: string[] = [];
  const names = await files.list(join(folder, "corrections"));
  for (const name of names.filter((one) => one.endsWith(".sound.json"))) {
    const file = `corrections/${name}`;
    const bytes = await files.read(join(folder, file));
    const facts = bytes === null ? null : readRespoken(bytes);
    const hash = sha256(bytes ?? "");
    // A file that was changed by hand has no longer the name of its content.
    if (bytes === null || facts === null || respokenFile("times", facts.story, hash) !== file) {
      unreadable.push(file);
      continue;
    }
    const soundFile = respokenFile("sound", facts.story, facts.sound.sha256);
    const sound = await factsOf(soundFile, place).catch(() => null);
    if (sound?.sha256 !== facts.sound.sha256) unreadable.push(soundFile);
    else respoken.push({ facts, sound, times: { file, bytes: bytes.length, sha256: hash } });
  }
  respoken.sort((a, b) => (a.facts.at < b.facts.at ? -1 : Number(a.facts.at > b.facts.at)));
  return { respoken, unreadable };
}

/**
 * What was spoken anew for a story, as far as known: as this machine remembers it, and what else is on disk. None of it is in force without
 * the correction that it is of, so nothing that was taken back comes back with it. Pure.
 */
export function respokenOf(
  story: string,
  remembered: readonly RespokenEvent[],
  onDisk: readonly RespokenOnDisk[],
): RespokenEvent[] {
  const known = new Set(remembered.map(({ times }) => times.sha256));
  const others = onDisk.filter(({ facts, times }) => facts.story === story && !known.has(times.sha256));
  return [...others.map(eventOf), ...remembered];
}

/** The event that must have recorded the files. */
function eventOf({ facts, sound, times }: RespokenOnDisk): RespokenEvent {
  const { story, who, at, narrator, correction, book, parts } = facts;
  return {
    type: "lesson.respoken",
    edition: "",
    job: "",
    id: story,
    who,
    narrator,
    respoken: derivedUuid(`the sound in ${times.sha256}`),
    sound,
    times,
    correction,
    book,
    happenedAt: at,
    sentences: parts.filter(({ place }) => place !== null).length,
    title: parts.some(({ place }) => place === null),
  };
}
