import { join } from "node:path";
import type { EventBody } from "../../ledger/format/event.ts";
import { type Overlay, overlayFile, readOverlay } from "../../lessons/correction/overlay.ts";
import { type RespokenFacts, readRespoken, respokenFile } from "../../lessons/correction/respoken-file.ts";
import { derivedUuid } from "../../shared/derived-uuid.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import { measureFile } from "../../shared/files/file-pieces.ts";
import type { Files } from "../../shared/files/files.ts";
import { factsOf, type RecordedFile, readRecorded } from "../course-folder.ts";

interface CourseFiles {
  readonly files: Pick<Files, "list" | "read" | "pieces">;
  readonly folder: string;
}

type Corrected = Extract<EventBody, { type: "lesson.corrected" }>;
type Respoken = Extract<EventBody, { type: "lesson.respoken" }>;

/** A correction whose file is in the course's folder. */
interface OverlayOnDisk extends RecordedFile {
  readonly overlay: Overlay;
}

/** A recording with sentences spoken anew whose two files are in the course's folder. */
interface RespokenOnDisk {
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

/** What became of the files of corrections that another ledger names. */
export interface TakenOverlays {
  /** Copied. */
  readonly taken: readonly string[];
  /** Neither here nor there as the ledger recorded them: their lessons can't be bound. */
  readonly missing: readonly string[];
}

interface Folders {
  readonly files: Files;
  /** Where the other ledger is; null: in a database. */
  readonly from: string | null;
  /** The course's folder. */
  readonly to: string;
}

// The other ledger is untrusted: it chooses no other place.
const ownName = /^corrections\/[0-9a-f-]+\.(?:json|mp3|sound\.json)$/;

/**
 * Copies the files of corrections, and of sentences spoken anew, that events name from beside another ledger into the course's folder, unless they are there. Each is
 * compared with its hash, and durable once this resolves.
 */
export async function takeOverlays(
  events: readonly EventBody[],
  { files, from, to }: Folders,
): Promise<TakenOverlays> {
  const named = events.flatMap(filesNamedIn);
  const [taken, missing]: [string[], string[]] = [[], []];
  for (const overlay of new Map(named.map((one) => [one.file, one])).values()) {
    const { file } = overlay;
    if ((await contentOf(overlay, to, files)) !== null) continue;
    const content = from === null ? null : await contentOf(overlay, from, files);
    if (content === null) missing.push(file);
    else {
      await files.makeFolder(join(to, "corrections"));
      await replaceFile(files, join(to, file), content);
      taken.push(file);
    }
  }
  return { taken, missing };
}

function filesNamedIn(event: EventBody): RecordedFile[] {
  if (event.type === "lesson.corrected") return event.overlay === null ? [] : [event.overlay];
  return event.type === "lesson.respoken" ? [event.sound, event.times] : [];
}

async function contentOf(
  overlay: RecordedFile,
  folder: string,
  files: Pick<Files, "read">,
): Promise<Buffer | null> {
  return ownName.test(overlay.file) ? readRecorded(overlay, { folder, files }) : null;
}
