import { join } from "node:path";
import type { EventBody } from "../../ledger/format/event.ts";
import { type Overlay, overlayFile, readOverlay } from "../../lessons/correction/overlay.ts";
import { derivedUuid } from "../../shared/derived-uuid.ts";
import { sha256 } from "../../shared/hash.ts";
import type { CourseFiles, FileFacts } from "./saved-files.ts";

type Corrected = Extract<EventBody, { type: "lesson.corrected" }>;

/** A correction whose file is in the course's folder. */
export interface OverlayOnDisk extends FileFacts {
  readonly overlay: Overlay;
}

/** The readable corrections in a course's folder, oldest first, and the names of unreadable files. */
export async function readOverlays({ files, folder }: CourseFiles): Promise<{
  readonly overlays: OverlayOnDisk[];
  readonly unreadable: string[];
}> {
  const overlays: OverlayOnDisk[] = [];
  const unreadable: string[] = [];
  const names = await files.list(join(folder, "corrections"));
  for (const name of names.filter((one) => one.endsWith(".json") && !one.endsWith(".sound.json"))) {
    const file = `corrections/${name}`;
    const bytes = await files.read(join(folder, file));
    const overlay = bytes === null ? null : readOverlay(bytes);
    const hash = sha256(bytes ?? "");
    // A file that was changed by hand has no longer the name of its content.
    if (bytes === null || overlay === null || overlayFile(overlay.story, hash) !== file)
      unreadable.push(file);
    else overlays.push({ overlay, file, bytes: bytes.length, sha256: hash });
  }
  overlays.sort((a, b) => (a.overlay.at < b.overlay.at ? -1 : Number(a.overlay.at > b.overlay.at)));
  return { overlays, unreadable };
}

/**
 * What people corrected in a story, as far as known: as this machine remembers it, and then the newest file on disk if it is newer than that
 * (another machine recorded it). Files alone don't say what was taken back. Pure.
 */
export function correctionsOf(
  story: string,
  remembered: readonly Corrected[],
  onDisk: readonly OverlayOnDisk[],
): Corrected[] {
  const known = new Set(remembered.flatMap(({ overlay }) => overlay?.sha256 ?? []));
  const last = remembered.at(-1)?.happenedAt ?? "";
  const newest = onDisk.findLast(({ overlay }) => overlay.story === story);
  if (newest === undefined || known.has(newest.sha256) || newest.overlay.at <= last) return [...remembered];
  return [...remembered, eventOf(newest)];
}

/** The event that must have recorded a file. What else the person saw then is forgotten. */
function eventOf({ overlay, ...saved }: OverlayOnDisk): Corrected {
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
