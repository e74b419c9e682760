import { join } from "node:path";
import type { EventBody } from "../../ledger/format/event.ts";
import { type Overlay, overlayFile, readOverlay } from "../../lessons/correction/overlay.ts";
import { type RespokenFacts, readRespoken, respokenFile } from "../../lessons/correction/respoken-file.ts";
import { derivedUuid } from "../../shared/derived-uuid.ts";
import { measureFile } from "../../shared/files/file-pieces.ts";
import type { Files } from "../../shared/files/files.ts";
import { factsOf, type RecordedFile } from "../course-folder.ts";

export interface CourseFiles {
  readonly files: Pick<Files, "list" | "read" | "pieces">;
  readonly folder: string;
}

type Corrected = Extract<EventBody, { type: "lesson.corrected" }>;
type Respoken = Extract<EventBody, { type: "lesson.respoken" }>;

/** A correction whose file is in the course's folder. */
export interface OverlayOnDisk extends RecordedFile {
  readonly overlay: Overlay;
}

/** A recording with sentences spoken anew whose two files are in the course's folder. */
export interface RespokenOnDisk {
  readonly facts: RespokenFacts;
  readonly sound: RecordedFile;
  readonly times: RecordedFile;
}

/** What people corrected, as the course's folder has it: oldest first, and the names of files that can't be read or are not as they were saved. */
export interface CorrectionsOnDisk {
  readonly overlays: readonly OverlayOnDisk[];
  readonly respoken: readonly RespokenOnDisk[];
  readonly unreadable: readonly string[];
}

const respokenEnding = ".sound.json";

export async function readCorrections({ files, folder }: CourseFiles): Promise<CorrectionsOnDisk> {
  const overlays: OverlayOnDisk[] = [];
  const respoken: RespokenOnDisk[] = [];
  const unreadable: string[] = [];
  const names = await files.list(join(folder, "corrections"));
  for (const name of names.filter((one) => one.endsWith(".json"))) {
    const file = `corrections/${name}`;
    const bytes = (await files.read(join(folder, file))) ?? Buffer.alloc(0);
    const saved = factsOf(file, bytes);
    // A file that was changed by hand has no longer the name of its content.
    if (name.endsWith(respokenEnding)) {
      const facts = readRespoken(bytes);
      if (facts === null || respokenFile("times", facts.story, saved.sha256) !== file) {
        unreadable.push(file);
        continue;
      }
      const soundFile = respokenFile("sound", facts.story, facts.sound.sha256);
      const measured = await measureFile(join(folder, soundFile), files).catch(() => null);
      if (measured?.sha256 !== facts.sound.sha256) unreadable.push(soundFile);
      else respoken.push({ facts, sound: { file: soundFile, ...measured }, times: saved });
    } else {
      const overlay = readOverlay(bytes);
      if (overlay === null || overlayFile(overlay.story, saved.sha256) !== file) unreadable.push(file);
      else overlays.push({ overlay, ...saved });
    }
  }
  overlays.sort((a, b) => byTime(a.overlay.at, b.overlay.at));
  respoken.sort((a, b) => byTime(a.facts.at, b.facts.at));
  return { overlays, respoken, unreadable };
}

function byTime(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * The events that must have recorded what people corrected in a story and had spoken anew, as far as its files tell: they don't say what was taken back, nor
 * what else the person saw. What was spoken is in force only with the correction that it is of. Pure.
 */
export function correctionsOf(
  story: string,
  { overlays, respoken }: Pick<CorrectionsOnDisk, "overlays" | "respoken">,
): (Corrected | Respoken)[] {
  const newest = overlays.findLast(({ overlay }) => overlay.story === story);
  const spoken = respoken.filter(({ facts }) => facts.story === story);
  return [...(newest === undefined ? [] : [correctedBy(newest)]), ...spoken.map(respokenBy)];
}

function correctedBy({ overlay, ...saved }: OverlayOnDisk): Corrected {
  const { story, who, at, title, sentences, glosses, text } = overlay;
  return {
    type: "lesson.corrected",
    edition: "",
    job: "",
    id: story,
    who,
    overlay: saved,
    undoes: null,
    correction: derivedUuid(`the correction in ${saved.sha256}`),
    sentences: sentences.length,
    glosses: glosses.length,
    title: title !== null,
    seen: { text, sound: null, times: null },
    happenedAt: at,
  };
}

function respokenBy({ facts, sound, times }: RespokenOnDisk): Respoken {
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
