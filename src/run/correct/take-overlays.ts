import { join } from "node:path";
import type { EventBody } from "../../ledger/format/event.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files } from "../../shared/files/files.ts";
import { type RecordedFile, readRecorded } from "../course-folder.ts";

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
