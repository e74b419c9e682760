import { Failure } from "../../shared/failure.ts";
import type { Files } from "../../shared/files/files.ts";
import { startProblemOf } from "../data-folder.ts";
import { refused } from "../refusal.ts";
import type { StartProblem } from "../start-problem.ts";
import type { Database, Store } from "../store/store.ts";
import { newPepper, pepperPath, readPepperFile, writePepperFile } from "./pepper-file.ts";
import { numberOf, type Pepper, type Peppers } from "./peppers.ts";

/**
 * Reads the data folder's peppers, creating the first on first use. They are a separate file, so that the database alone gives no access; the database
 * knows which is the current one, so that it changes for all processes at once. Fails with `pepper_missing` if the file is gone and the database contains
 * hashes, or is on a server and names a pepper; with `pepper_of_others` if its current one is none of the file's; and with `pepper_damaged` and
 * `pepper_unreadable`: with another pepper every key, token and sign-in would be refused without an explanation.
 */
export function readPeppers(files: Files, dataFolder: string, store: Store): Promise<Peppers> {
  return store.write(async (transaction) => {
    // Of several processes that start at once on a shared folder, one makes it.
    await transaction.lock("start");
    const all =
      (await readPepperFile(files, dataFolder)) ??
      (await makeFirst(files, dataFolder, { transaction, isShared: store.isShared }));
    const newest = all.at(-1);
    if (newest !== undefined)
      await transaction.run(
        "INSERT INTO configured VALUES ('pepper', ?) ON CONFLICT DO NOTHING",
        numberOf(newest),
      );
    const named = await currentIn(transaction);
    const current = all.find((pepper) => numberOf(pepper) === named) ?? null;
    if (current === null)
      throw new Failure<StartProblem>({ code: "pepper_of_others", path: pepperPath(dataFolder) });
    return peppersOf(files, dataFolder, { all, current });
  });
}

/** Peppers that read their file and their database again when they are told to. */
function peppersOf(
  files: Files,
  dataFolder: string,
  first: { readonly all: readonly Pepper[]; readonly current: Pepper },
): Peppers {
  let known = first;
  return {
    get all() {
      return known.all;
    },
    get current() {
      return known.current;
    },
    async refresh(database) {
      // In this order: a new pepper is in the file before the database names it as the current one.
      const named = await currentIn(database);
      const all = await readPepperFile(files, dataFolder).catch((error: unknown) => {
        // Half of a copy, or a copy that belongs to another user.
        if (startProblemOf(error) === null) throw error;
        return null;
      });
      const current = all?.find((pepper) => numberOf(pepper) === named) ?? null;
      // Nobody can tell now whether a secret is known, so it must not be refused.
      if (all === null || current === null)
        throw refused(503, "The service can't check this at the moment. Nothing was done.");
      const text = (peppers: typeof known): string =>
        [peppers.current, ...peppers.all].map(({ id, mark }) => `${id} ${mark}`).join();
      const isChanged = text({ all, current }) !== text(known);
      known = { all, current };
      return isChanged;
    },
  };
}

async function makeFirst(
  files: Files,
  dataFolder: string,
  { transaction: database, isShared }: { readonly transaction: Database; readonly isShared: boolean },
): Promise<readonly Pepper[]> {
  // Several processes may each have a folder: what one of them has made, and will hash with, the next one must not make anew.
  const isNamed = isShared && (await currentIn(database)) !== null;
  if (isNamed || (await holdsHashes(database)))
    throw new Failure<StartProblem>({ code: "pepper_missing", path: pepperPath(dataFolder), isShared });
  const all = [newPepper(false)];
  await writePepperFile(files, dataFolder, all);
  await database.run("DELETE FROM configured WHERE name = 'pepper'");
  return all;
}

/** The number of the one that the database names as the current one. */
async function currentIn(database: Database): Promise<number | null> {
  const row = await database.get<{ value: number }>("SELECT value FROM configured WHERE name = 'pepper'");
  return row?.value ?? null;
}

async function holdsHashes(database: Database): Promise<boolean> {
  const tables = ["bearers", "sign_ins", "sessions", "oauth_codes", "refresh_tokens", "operators"];
  for (const table of tables)
    if ((await database.get(`SELECT 1 FROM ${table} LIMIT 1`)) !== undefined) return true;
  return false;
}
