import { showText } from "../../shared/text.ts";
import type { StartProblem } from "../../story-service/start-problem.ts";
import { describeMissingSqlite, refusalOf, sqliteRemedy } from "./causes.ts";

type FolderFlag = "--data" | "--out";

type Words = {
  [Code in StartProblem["code"]]: (
    problem: Extract<StartProblem, { code: Code }>,
    flag: FolderFlag,
  ) => string;
};

// Causes that the user can fix; any other code is shown as it is.
const folderCauses: Readonly<Record<string, string>> = {
  EEXIST: "it isn't a folder",
  ENOTDIR: "a part of its path isn't a folder",
  ENOENT: "the folder can't be made there",
  EROFS: "it is on a read-only disk",
  ENOSPC: "the disk is full",
};

// What helps against a cause, where it is always the same.
const folderRemedies: Readonly<Record<string, string>> = {
  EROFS: "remount that disk as writable",
  ENOSPC: "make room there",
};

const recordingsCauses: Readonly<Record<string, string>> = {
  ...folderCauses,
  ENOTDIR: "it isn't a folder",
  ENOENT: "it is a broken link",
};

const recordingsRemedies: Readonly<Record<string, string>> = {
  ...folderRemedies,
  ENOTDIR: "move whatever is there out of the way",
  ENOENT: "move the link elsewhere, or make the folder that it points to",
};

const databaseCauses: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: "isn't a database",
  SQLITE_CORRUPT: "is damaged",
  SQLITE_CANTOPEN: "can't be opened",
  SQLITE_READONLY: "can't be written to by this user",
  SQLITE_BUSY: "is in use by another program",
  SQLITE_FULL: "does not fit on the disk, which is full",
  EROFS: "is on a read-only disk",
};

// For causes that leave the database whole: putting it back from a backup would not help.
const databaseRemedies: Readonly<Record<string, string>> = {
  SQLITE_READONLY: "let this user write to it",
  SQLITE_BUSY: "end that program",
  SQLITE_FULL: "make room there",
  EROFS: "remount that disk as writable",
};

const serverCauses: Readonly<Record<string, string>> = {
  ECONNREFUSED: "can't be reached: nothing is listening at its address",
  ENOTFOUND: "can't be found: its host name has no address",
  EAI_AGAIN: "can't be found: its host name can't be looked up right now",
  ETIMEDOUT: "does not answer",
  connection_lost: "closed the connection, or does not answer",
  "28P01": "refuses the user or the password",
  "28000": "refuses the user",
  "3D000": "does not exist on that server",
  "42501": "does not let this user create tables",
  "53300": "has no free connections",
  "57P03": "is starting or stopping",
};

const pepperCauses: Readonly<Record<string, string>> = {
  EISDIR: "is a folder",
};

const pepperRemedies: Readonly<Record<string, string>> = {
  EISDIR:
    "put the file there instead (if a file to be mounted is missing, the container runtime creates a folder with its name)",
};

const addressCauses: Readonly<Record<string, string>> = {
  EADDRINUSE: "is taken by another program",
  EACCES: "can't be used by this user",
  EADDRNOTAVAIL: "can't be opened: that is not an address of this machine",
};

const bucketCauses: Readonly<Record<string, string>> = {
  NoSuchBucket: "there is no such bucket",
  InvalidAccessKeyId: "it does not know the id of the key",
  SignatureDoesNotMatch: "the secret doesn't belong to that key id",
  AccessDenied: "the key does not have permission to do that",
  AuthorizationHeaderMalformed: "it is not in the configured region",
  PermanentRedirect: "it is not in the configured region",
  RequestTimeTooSkewed: "this machine's clock is wrong",
  ECONNREFUSED: "nothing is listening at its address",
  ENOTFOUND: "its host has no address",
  UND_ERR_CONNECT_TIMEOUT: "its host does not answer",
  UND_ERR_HEADERS_TIMEOUT: "it does not answer",
  TimeoutError: "it does not answer",
  damaged: "an object in it differs from what was stored",
};

const bucketSteps = { write: "written to", read: "read", list: "listed", delete: "deleted from" } as const;

type Known = Readonly<Record<string, string>>;

const withCode = (known: Known, code: string, otherwise: string): string =>
  `${known[code] ?? otherwise} (${showText(code)})`;

/** As `withCode`, for a file or a folder. `subject`: what the known causes begin with, too. */
const fileCause = (known: Known, code: string, otherwise: string, subject = ""): string =>
  withCode(known, code, `${subject}${refusalOf(code)?.what ?? otherwise}`);

const fileRemedy = (known: Known, code: string, otherwise: string): string =>
  known[code] ?? refusalOf(code)?.remedy ?? otherwise;

const words: Words = {
  data_folder_of_others: ({ path, location }, flag) =>
    `${showText(path)} holds the recordings of another service, and ` +
    (location === null
      ? "that service's database is not there: if the database is on a server, give its address in COURSEBINDER_DATABASE; if the database file is gone, restore the service with serve restore"
      : `${showText(location)} is not that service's database: give the right address in COURSEBINDER_DATABASE`) +
    `; or name another folder with ${flag}`,
  data_folder_in_use: (_, flag) =>
    `another process is running a service in that folder; wait for it to end, or name another folder with ${flag}`,
  data_folder_unusable: ({ cause }, flag) =>
    `${fileCause(folderCauses, cause, "can't be used", "it ")}; ${fileRemedy(folderRemedies, cause, "fix that")}, or name another folder with ${flag}`,
  data_folder_too_new: ({ version, known }, flag) =>
    `a later version of coursebinder wrote to that folder (its tables have version ${version}, but this version of coursebinder only knows ${known}); use that later version, or name another folder with ${flag}`,
  database_unusable: ({ path, cause }, flag) =>
    `${showText(path)} ${fileCause(databaseCauses, cause, "can't be used")}; ${fileRemedy(databaseRemedies, cause, "put it back from a backup of the folder")}, or name another folder with ${flag}`,
  database_unreachable: ({ location, cause }) =>
    `the database ${showText(location)} ${withCode(serverCauses, cause, "can't be used")}; fix that, or give another --database`,
  database_of_others: ({ path }, flag) =>
    `${showText(path)} is another program's database, and was left unchanged; name another folder with ${flag}`,
  sqlite_missing: ({ cause }) => `${describeMissingSqlite(cause)}; ${sqliteRemedy}`,
  pepper_missing: ({ path, isShared }, flag) =>
    isShared
      ? `${showText(path)} is missing, and without it no key, sign-in or connection in the database works; ` +
        `use ${flag} to name the folder that has it, or copy the file (mode 600) from another process's folder or from a backup`
      : `${showText(path)} is missing, and without it no key, sign-in or connection in the folder works; ` +
        `put it back from a backup of the folder, or start over in another folder with ${flag}`,
  pepper_unreadable: ({ path, cause }) =>
    `${showText(path)} ${fileCause(pepperCauses, cause, "can't be read")}, and without it no key, sign-in or connection in the folder works; ` +
    fileRemedy(pepperRemedies, cause, "put it back from a backup of the folder"),
  pepper_damaged: ({ path, sizeBytes }, flag) =>
    `${showText(path)} has ${sizeBytes} bytes instead of 32, and isn't a list of peppers that this version can read; with a wrong pepper no key, sign-in or connection in the folder works; ` +
    `put it back from a backup of the folder, or start over in another folder with ${flag}`,
  pepper_of_others: ({ path }, flag) =>
    `the keys, sign-ins and connections in its database were made with a file other than ${showText(path)}; ` +
    `put the right file there (all processes of the service share it), or name another folder with ${flag}`,
  recordings_folder_unusable: ({ path, cause }, flag) =>
    `recordings can't be kept in their folder ${showText(path)}: ${fileCause(recordingsCauses, cause, "can't be used", "it ")}; ${fileRemedy(recordingsRemedies, cause, "fix that")}, or name another folder with ${flag}`,
  recordings_key_missing: ({ variables }) =>
    `the credentials for the bucket that holds its recordings are missing: set ${variables.map(showText).join(" and ")} in the environment`,
  recordings_unusable: ({ store, step, cause }) =>
    `${showText(store)}, the configured place for its recordings, could not be ${bucketSteps[step]}: ${withCode(bucketCauses, cause, "it refused access, or the connection failed")}; fix that, or correct "recordings" in the configuration`,
  recordings_elsewhere: ({ configured, recorded }) =>
    `its recordings are in ${showText(recorded)}, but the configuration names ${showText(configured)}, which does not have them; ` +
    "restore the earlier recordings setting in the configuration of all processes, or move the recordings with serve backup and then serve restore with the new --config",
  recordings_of_others: ({ store }) =>
    `another service keeps its recordings in ${showText(store)}, and each service would delete the other's recordings; choose another bucket or prefix`,
  address_unavailable: ({ host, port, reason }) =>
    `port ${port} on ${showText(host)} ${withCode(addressCauses, reason, "can't be used")}; choose another --port, or use --port 0 for any free port`,
  books_do_not_balance: ({ imbalances: [first] }, flag) =>
    `the credits in its database don't add up${first === undefined ? "" : ` (account ${showText(first.accountId)}: ${showText(first.what)})`}; ` +
    `put the folder back from a backup, or start over in another folder with ${flag}`,
};

/** Why a service can't use its data folder, and what to do, as the end of a sentence. `flag` names another folder. */
export function describeStartProblem(problem: StartProblem, flag: FolderFlag): string {
  return (words[problem.code] as (problem: StartProblem, flag: FolderFlag) => string)(problem, flag);
}
