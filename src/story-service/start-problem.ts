import { Failure } from "../shared/failure.ts";

/** A service, or a command beside it, can't use its data folder, its database or its recordings. */
export class StartFailure extends Failure<StartProblem> {}

/** What prevents a service, or a command on its keys, from using a data folder. */
export type StartProblem =
  | { readonly code: "data_folder_in_use"; readonly path: string }
  /** The system refuses to create the folder, or something in it, or to write to it. `path`: the one that it refuses; `cause` is its code. */
  | { readonly code: "data_folder_unusable"; readonly path: string; readonly cause: string }
  /** The folder has another service's recordings. `location`: the given database on a server, which isn't that service's; null: none. */
  | { readonly code: "data_folder_of_others"; readonly path: string; readonly location: string | null }
  /** Opening its database would change the backup, and it could not be restored any more. */
  | { readonly code: "data_folder_is_backup"; readonly path: string }
  | { readonly code: "data_folder_too_new"; readonly version: number; readonly known: number }
  | { readonly code: "database_unusable"; readonly path: string; readonly cause: string }
  /** A database server that can't be reached or refuses. `location` has no credentials; `cause` is a code of the server or the system. */
  | { readonly code: "database_unreachable"; readonly location: string; readonly cause: string }
  /** Another program's database; it is left untouched. */
  | { readonly code: "database_of_others"; readonly path: string }
  /** Neither this Node nor an installed package has SQLite. `cause`: the code of the error when the package `libsql` was loaded. */
  | { readonly code: "sqlite_missing"; readonly cause: string }
  /** The database contains hashes that need the missing pepper, or is on a server, where other processes may have it. */
  | { readonly code: "pepper_missing"; readonly path: string; readonly isShared: boolean }
  /** It exists but can't be read. `cause` is the system's code. */
  | { readonly code: "pepper_unreadable"; readonly path: string; readonly cause: string }
  | { readonly code: "pepper_damaged"; readonly path: string; readonly sizeBytes: number }
  /** The hashes in the database were made with a pepper other than this folder's. */
  | { readonly code: "pepper_of_others"; readonly path: string }
  /** Environment variables that the configuration names, or the usual ones, are not set. */
  | { readonly code: "recordings_key_missing"; readonly variables: readonly string[] }
  /** What a bucket should have done but did not. `store` may be shown; `cause` is a code of the store, an HTTP status, the system's or undici's code, or `damaged`. */
  | {
      readonly code: "recordings_unusable";
      readonly store: string;
      readonly step: "write" | "read" | "list" | "delete";
      readonly cause: string;
    }
  /** The database's recordings are not in the configured place. Both may be shown. */
  | { readonly code: "recordings_elsewhere"; readonly configured: string; readonly recorded: string }
  /** Another service keeps its recordings in the configured place. */
  | { readonly code: "recordings_of_others"; readonly store: string }
  | {
      readonly code: "address_unavailable";
      readonly host: string;
      readonly port: number;
      readonly reason: string;
    }
  | {
      readonly code: "books_do_not_balance";
      readonly imbalances: readonly { readonly accountId: string; readonly what: string }[];
    };
