import { showText } from "../../shared/text.ts";
import type { StartProblem } from "../../story-service/start-problem.ts";
import { describeMissingSqlite, refusalOf, sqliteRemedy } from "./cause-words.ts";

type FolderFlag = "--data" | "--out";

type Words = {
  [Code in StartProblem["code"]]: (
    problem: Extract<StartProblem, { code: Code }>,
    flag: FolderFlag,
  ) => string;
};

// Causes that the user can fix; any other code is shown as it is.
const folderCauses: Readonly<Record<string, string>> = {
  EEXIST: "it is no folder",
  ENOTDIR: "a part of its path is no folder",
  ENOENT: "the folder can't be made there",
  EROFS: "it is on a disk that is read-only",
  ENOSPC: "the disk is full",
};

// What helps against a cause, where it is always the same.
const folderRemedies: Readonly<Record<string, string>> = {
  EROFS: "mount that disk so that it can be written",
  ENOSPC: "make room there",
};

const recordingsCauses: Readonly<Record<string, string>> = {
  ...folderCauses,
  ENOTDIR: "it is no folder",
  ENOENT: "it is a link to what is not there",
};

const recordingsRemedies: Readonly<Record<string, string>> = {
  ...folderRemedies,
  ENOTDIR: "move away what is there",
  ENOENT: "move the link away, or make the folder that it names",
};

const databaseCauses: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: "is no database",
  SQLITE_CORRUPT: "is damaged",
  SQLITE_CANTOPEN: "can't be opened",
  SQLITE_READONLY: "can't be written by this user",
  SQLITE_BUSY: "is in use by another program",
  SQLITE_FULL: "does not fit on the disk, which is full",
  EROFS: "is on a disk that is read-only",
};

// For causes that leave the database whole: putting it back from a backup would not help.
const databaseRemedies: Readonly<Record<string, string>> = {
  SQLITE_READONLY: "let this user write it",
  SQLITE_BUSY: "end that program",
  SQLITE_FULL: "make room there",
  EROFS: "mount that disk so that it can be written",
};

const serverCauses: Readonly<Record<string, string>> = {
  ECONNREFUSED: "is not there: nothing listens at its address",
  ENOTFOUND: "is not there: its host has no address",
  EAI_AGAIN: "is not there: its host's address could not be asked for",
  ETIMEDOUT: "does not answer",
  connection_lost: "ended the connection, or does not answer",
  "28P01": "refuses the user or the password",
  "28000": "refuses the user",
  "3D000": "does not exist on that server",
  "42501": "does not let this user make tables",
  "53300": "has no connection left",
  "57P03": "is starting or stopping",
};

const tlsFaults: Readonly<Record<string, string>> = {
  no_key: "holds no private key in PEM form that can be read without a password",
  no_certificate: "holds no certificate in PEM form",
  mismatch: "is not the certificate of the key there",
  ENOENT: "is not there",
};

const pepperCauses: Readonly<Record<string, string>> = {
  EISDIR: "is a folder",
};

const pepperRemedies: Readonly<Record<string, string>> = {
  EISDIR:
    "put the file in its place (a container makes a folder where a file that it should mount is missing)",
};

const addressCauses: Readonly<Record<string, string>> = {
  EADDRINUSE: "is taken by another program",
  EACCES: "may not be used by this user",
  EADDRNOTAVAIL: "is no address of this machine",
};

const bucketCauses: Readonly<Record<string, string>> = {
  NoSuchBucket: "there is no such bucket",
  InvalidAccessKeyId: "it does not know the id of the key",
  SignatureDoesNotMatch: "the secret is not that of the key's id",
  AccessDenied: "the key may not do that",
  AuthorizationHeaderMalformed: "it is in another region than the configured one",
  PermanentRedirect: "it is in another region than the configured one",
  RequestTimeTooSkewed: "the clock of this machine is wrong",
  ECONNREFUSED: "nothing listens at its address",
  ENOTFOUND: "its host has no address",
  UND_ERR_CONNECT_TIMEOUT: "its host does not answer",
  UND_ERR_HEADERS_TIMEOUT: "it does not answer",
  TimeoutError: "it does not answer",
  damaged: "what it holds is not what was stored",
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
    `${showText(path)} belongs to another service, whose recordings and pepper it has, and ` +
    (location === null
      ? "that one's database is not there: if it is on a server, give its address in COURSEBINDER_DATABASE; if its file is gone, bring the service back with serve restore"
      : `${showText(location)} is not that one's database: give the right address in COURSEBINDER_DATABASE`) +
    `; or name another folder with ${flag}`,
  data_folder_in_use: (_, flag) =>
    `another process runs a service on that folder; wait for it to end, or give this one another ${flag}`,
  data_folder_unusable: ({ cause }, flag) =>
    `${fileCause(folderCauses, cause, "is refused by the system", "it ")}; ${fileRemedy(folderRemedies, cause, "see to that")}, or name another folder with ${flag}`,
  restore_unfinished: ({ place }, flag) =>
    `${showText(place)} has the rest of a restore that was interrupted, or one is under way there, and it is no whole service; ` +
    `once none is under way, the same serve restore again removes the rest and begins anew; or name another folder with ${flag}`,
  data_folder_too_new: ({ version, known }, flag) =>
    `a later version of coursebinder wrote that folder (its tables have version ${version}, this one knows ${known}); use that one, or another ${flag}`,
  database_unusable: ({ path, cause }, flag) =>
    `${showText(path)} ${fileCause(databaseCauses, cause, "can't be used")}; ${fileRemedy(databaseRemedies, cause, "put it back from a backup of the folder")}, or name another folder with ${flag}`,
  tls_unusable: ({ path, why }) => {
    const fault = tlsFaults[why] ?? fileCause({}, why, "can't be read");
    return `the file ${showText(path)}, which the configuration names under tls, ${fault}`;
  },
  database_unreachable: ({ location, cause }) =>
    `the database ${showText(location)} ${withCode(serverCauses, cause, "can't be used")}; see to that, or give another --database`,
  database_of_others: ({ path }, flag) =>
    `${showText(path)} is another program's database, and was left as it is; name another folder with ${flag}`,
  sqlite_missing: ({ cause }) => `${describeMissingSqlite(cause)}; ${sqliteRemedy}`,
  pepper_missing: ({ path, isShared }, flag) =>
    isShared
      ? `${showText(path)} is missing, and without it no key, sign-in or connection in the database opens anything; ` +
        `name the folder that has it with ${flag}, or copy the file from the folder of another process (mode 600) or from a backup`
      : `${showText(path)} is missing, and without it no key, sign-in or connection of the folder opens anything; ` +
        `put it back from a backup of the folder, or begin anew in another folder with ${flag}`,
  pepper_unreadable: ({ path, cause }) =>
    `${showText(path)} ${fileCause(pepperCauses, cause, "can't be read")}, and without it no key, sign-in or connection of the folder opens anything; ` +
    fileRemedy(pepperRemedies, cause, "put it back from a backup of the folder"),
  pepper_damaged: ({ path, sizeBytes }, flag) =>
    `${showText(path)} has ${sizeBytes} bytes instead of 32 and is no list of peppers that this version can read; with a wrong one no key, sign-in or connection of the folder opens anything; ` +
    `put it back from a backup of the folder, or begin anew in another folder with ${flag}`,
  pepper_of_others: ({ path }, flag) =>
    `the keys, sign-ins and connections in its database were made with another file than ${showText(path)}; ` +
    `put that one there, which every process of the service shares, or name another folder with ${flag}`,
  recordings_folder_unusable: ({ path, cause }, flag) =>
    `no recording can be kept in its folder ${showText(path)}: ${fileCause(recordingsCauses, cause, "is refused by the system", "it ")}; ${fileRemedy(recordingsRemedies, cause, "see to that")}, or name another folder with ${flag}`,
  recordings_key_missing: ({ variables }) =>
    `the key of the bucket for its recordings is missing: set ${variables.map(showText).join(" and ")} in the environment`,
  recordings_unusable: ({ store, step, cause }) =>
    `${showText(store)}, the configured place of its recordings, could not be ${bucketSteps[step]}: ${withCode(bucketCauses, cause, "it refuses, or the connection failed")}; see to that, or to recordings in the configuration`,
  recordings_elsewhere: ({ configured, recorded }) =>
    `its recordings are in ${showText(recorded)}, and the configuration names ${showText(configured)}, which does not have them; ` +
    "put back what the configuration said of recordings, the same for all processes, or move them with serve backup, and serve restore with the new --config",
  recordings_of_others: ({ store }) =>
    `another service keeps its recordings in ${showText(store)}, and each of the two would delete the other's; choose another bucket or prefix`,
  address_unavailable: ({ host, port, reason }) =>
    `port ${port} on ${showText(host)} ${withCode(addressCauses, reason, "can't be used")}; choose another --port, or a free one with --port 0`,
  books_do_not_balance: ({ imbalances: [first] }, flag) =>
    `the money in its database contradicts itself${first === undefined ? "" : ` (account ${showText(first.accountId)}: ${showText(first.what)})`}; ` +
    `put the folder back from a backup, or begin anew in another folder with ${flag}`,
};

/** Why a service can't use its data folder, and what to do, as the end of a sentence. `flag` names another folder. */
export function describeStartProblem(problem: StartProblem, flag: FolderFlag): string {
  return (words[problem.code] as (problem: StartProblem, flag: FolderFlag) => string)(problem, flag);
}
