import { join } from "node:path";
import { errorCode, Failure, isSystemError } from "../shared/failure.ts";
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
    if (refusal !== null) {
      throw failed({ code: "database_unusable", path: join(path, databaseName), cause: refusal }, error);
    }
    if (isSystemError(error)) {
      throw failed({ code: "data_folder_unusable", path, cause: errorCode(error) }, error);
    }
    throw error;
  }
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
