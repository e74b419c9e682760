import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { rehearsalsFolder } from "../plan/names.ts";
import { errorCode } from "../shared/failure.ts";
import { type PlaceSettings, placeOfCourse } from "./course-place.ts";
import { fileLedger } from "./ledger/ledger-place.ts";
import { foldLedger } from "./ledger/read-ledger-state.ts";

const ofRehearsals = "local/";

/** The courses with a ledger where commands look for them, by name: in the out folder, in a database, or the one of a ledger's own path. */
export async function coursesIn(settings: PlaceSettings): Promise<readonly string[]> {
  const { ledger, local } = settings;
  if (ledger === null) return coursesInFolder(settings);
  if (typeof ledger === "string") {
    const opened = (await foldLedger(fileLedger(ledger)))?.state.opened;
    return opened == null ? [] : [opened.course];
  }
  // Loaded only for a database.
  const { listLedgers } = await import("../ledger/postgres/read.ts");
  const names = ledger.ledger === null ? await listLedgers(ledger) : [ledger.ledger];
  return names
    .filter((name) => name.startsWith(ofRehearsals) === local)
    .map((name) => (local ? name.slice(ofRehearsals.length) : name));
}

async function coursesInFolder(settings: PlaceSettings): Promise<string[]> {
  const folder = settings.local ? join(settings.out, rehearsalsFolder) : settings.out;
  const found: string[] = [];
  for (const name of (await readdir(folder).catch(ifMissing)).sort()) {
    // Whatever stands there: one that can't be read must not be taken for none.
    const isThere = await lstat(placeOfCourse(name, settings).ledger.location).then(
      () => true,
      () => false,
    );
    if (isThere) found.push(name);
  }
  return found;
}

function ifMissing(error: unknown): string[] {
  if (errorCode(error) === "ENOENT") return [];
  throw error;
}
