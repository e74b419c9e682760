import { join } from "node:path";
import type { EventBody } from "../../ledger/format/event.ts";
import type { SavedOverlay } from "../../ledger/format/state.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files } from "../../shared/files/files.ts";
import { readRecorded } from "../bind/read-recorded.ts";

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
const ownName = /^corrections\/[0-9a-f-]+\.json$/;

/**
 * Copies the files of corrections that events name from beside another ledger into the course's folder, unless they are there. Each is
 * compared with its hash, and durable once this resolves.
 */
export async function takeOverlays(
  events: readonly EventBody[],
  { files, from, to }: Folders,
): Promise<TakenOverlays> {
  const named = events.flatMap((event) => (event.type === "lesson.corrected" ? (event.overlay ?? []) : []));
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

async function contentOf(
  overlay: SavedOverlay,
  folder: string,
  files: Pick<Files, "read">,
): Promise<Buffer | null> {
  return ownName.test(overlay.file) ? readRecorded(overlay, { folder, files }) : null;
}
