import { join } from "node:path";
import { errorCode, Failure, isSystemError } from "../shared/failure.ts";
import { realFiles } from "../shared/files/real-files.ts";
import { missingRights } from "../shared/files/windows.ts";
import { RecordingsAway } from "./recordings/recordings.ts";
import type { StartProblem } from "./start-problem.ts";
import { databaseRefusal } from "./store/database-error.ts";
import { databaseName, type StorePlace } from "./store/store-place.ts";

/**
 * Runs a step on a data folder and its database. Errors of the system or the database become a `StartProblem`, `data_folder_unusable`,
 * `database_unusable`, `database_unreachable` or `recordings_unusable`: folder, database and bucket are the user's choice, so they are not bugs.
 */
export async function onDataFolder<Result>(
  { dataFolder: path, database }: StorePlace,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof RecordingsAway) throw failed(error.problem, error);
    const refusal = databaseRefusal(error);
    if (refusal !== null && database !== null)
      throw failed({ code: "database_unreachable", location: database.location, cause: refusal }, error);
    const file = join(path, databaseName);
    if (refusal !== null || isAbout(file, error))
      throw failed(await whyUnusable({ path, file }, error), error);
    if (isSystemError(error)) {
      throw failed({ code: "data_folder_unusable", path, cause: errorCode(error) }, error);
    }
    throw error;
  }
}

/** Whether the system has refused something on the database's file or one beside it. */
function isAbout(file: string, error: unknown): boolean {
  return isSystemError(error) && String((error as { path?: unknown }).path).startsWith(file);
}

/** Rights that are missing on the file, or on the folder where the database keeps others beside it; else what the database says, which knows no reason. */
async function whyUnusable(
  { path, file }: { readonly path: string; readonly file: string },
  error: unknown,
): Promise<StartProblem> {
  const ofFile = await missingRights(file, realFiles);
  if (ofFile !== null && ofFile !== "ENOENT") return { code: "database_unusable", path: file, cause: ofFile };
  const ofFolder = await missingRights(path, null);
  if (ofFolder !== null) return { code: "data_folder_unusable", path, cause: ofFolder };
  const cause = databaseRefusal(error) ?? errorCode(error);
  return { code: "database_unusable", path: file, cause };
}

function failed(problem: StartProblem, cause: unknown): Failure<StartProblem> {
  return new Failure(problem, { cause });
}

const codes: Readonly<Record<StartProblem["code"], true>> = {
  data_folder_in_use: true,
  data_folder_unusable: true,
  data_folder_of_others: true,
  data_folder_too_new: true,
  restore_unfinished: true,
  tls_unusable: true,
  database_unusable: true,
  database_unreachable: true,
  database_of_others: true,
  sqlite_missing: true,
  pepper_missing: true,
  pepper_unreadable: true,
  pepper_damaged: true,
  pepper_of_others: true,
  address_unavailable: true,
  books_do_not_balance: true,
  recordings_folder_unusable: true,
  recordings_key_missing: true,
  recordings_unusable: true,
  recordings_elsewhere: true,
  recordings_of_others: true,
};

/** The `StartProblem` that an error carries, or null for any other error. */
export function startProblemOf(error: unknown): StartProblem | null {
  if (error instanceof RecordingsAway) return error.problem;
  return error instanceof Failure && error.problem.code in codes ? (error.problem as StartProblem) : null;
}
