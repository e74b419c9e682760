import { mayBeHeld, thisSystem } from "../../shared/files/windows.ts";
import { showText } from "../../shared/text.ts";

const causes: Readonly<Record<string, string>> = {
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed while the request was being sent",
  ECONNREFUSED: "nothing listens at that address",
  ENOTFOUND: "the name of the service can't be found",
  EAI_AGAIN: "the name of the service can't be looked up just now",
  EHOSTUNREACH: "the service can't be reached from here",
  ENETUNREACH: "there is no network",
  ETIMEDOUT: "the connection timed out",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  UND_ERR_HEADERS_TIMEOUT: "no answer came in time",
  UND_ERR_BODY_TIMEOUT: "the answer stopped coming",
  UND_ERR_SOCKET: "the connection was closed",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is signed by itself",
  SELF_SIGNED_CERT_IN_CHAIN: "the certificate is signed by an authority that this computer does not know",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "the certificate is signed by an authority that this computer does not know",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another name",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "the certificate is signed by an authority that this computer does not know",
  CERT_HAS_EXPIRED: "the certificate has expired",
  CERT_NOT_YET_VALID: "the certificate is not valid yet",
  ENOSPC: "the disk is full",
  EROFS: "the disk is read-only",
  EIO: "the disk failed",
  EISDIR: "a folder stands where the file should be",
  ENOTDIR: "a file stands where the folder should be",
  EEXIST: "a file, or a link to where nothing is, stands where the folder should be",
  ENXIO: "a pipe, a socket or a device stands where the file should be",
  ELOOP: "the links there lead in a circle",
};

/** Codes of libraries, which tell a reader nothing; the words for those that `causes` doesn't name. */
const ofLibraries: readonly (readonly [RegExp, string])[] = [
  [/^HPE_/, "the answer was not HTTP"],
  [/^UND_ERR_/, "the connection failed"],
  [/^(TimeoutError|AbortError|ABORT_ERR)$/, "no answer came in time"],
];

/** A cause in words, followed by the system's error code if it has one, so that it can be looked up. */
export function describeCause(cause: string, system = thisSystem): string {
  const refusal = refusalOf(cause, system);
  const words = refusal === null ? causes[cause] : `it ${refusal.what}`;
  const ofLibrary = ofLibraries.find(([codes]) => codes.test(cause));
  if (ofLibrary !== undefined) return words ?? ofLibrary[1];
  return words === undefined ? showText(cause) : `${words}, ${cause}`;
}

/** Why there is no SQLite, by the code of the error when the package `libsql` was loaded. */
export function describeMissingSqlite(cause: string): string {
  const why =
    cause === "MODULE_NOT_FOUND"
      ? "is not installed"
      : `can't be loaded (${showText(cause)}; on Windows it needs Microsoft's Visual C++ Redistributable)`;
  return `this version of Node has no SQLite, and the package libsql, which replaces it, ${why}`;
}

export const sqliteRemedy =
  "install Node 22.13 or later, which has SQLite, or install coursebinder again without --omit=optional";

// No space left on the device, or the user's quota is used up.
const fullDisk: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

// Something else stands where the file or the folder should be.
const inTheWay: ReadonlySet<string> = new Set(["EISDIR", "ENOTDIR", "EEXIST", "ENXIO", "ELOOP"]);

const holders = "(Explorer, Excel, a virus scanner?)";

/** Why the system refuses a file, as the end of a sentence, and what to do about that. */
export interface Refusal {
  readonly what: string;
  readonly remedy: string;
}

/**
 * Whether a cause means that the system refuses the file to this user, or that another program has it. On Windows it is mostly the latter, and Windows
 * gives a file no owner or mode that a command of ours could name. Null for all other causes.
 */
export function refusalOf(cause: string, system = thisSystem): Refusal | null {
  if (mayBeHeld(cause, system)) {
    const what = `is open in another program${cause === "EBUSY" ? "" : ", or this user may not change it"}`;
    return { what, remedy: `close it ${holders}` };
  }
  if (cause === "EBUSY") return { what: "is in use by another program", remedy: "end that program" };
  if (cause !== "EACCES" && cause !== "EPERM") return null;
  return {
    what: "can't be read or written by this user",
    remedy: "let this user read and write it (chown, chmod)",
  };
}

/** A sentence on what to do about a disk error; null if there is no specific advice. */
export function describeRemedy(cause: string, system = thisSystem): string | null {
  if (fullDisk.has(cause)) return "Make room on the disk; the next run goes on from there.";
  if (inTheWay.has(cause)) return "Move away what stands there, and repeat the command.";
  const { remedy } = refusalOf(cause, system) ?? {};
  return remedy === undefined
    ? null
    : `${remedy.slice(0, 1).toUpperCase()}${remedy.slice(1)}, and repeat the command.`;
}

/** That a file could not be used, what that leaves undone (`after`, in sentences), and what to do. */
export function describeUnused(
  { file, how, after, cause }: { file: string; how: string; after: string; cause: string },
  system = thisSystem,
): string {
  if (!mayBeHeld(cause, system)) {
    return [`${file} ${how} (${describeCause(cause, system)}).`, after, describeRemedy(cause, system)]
      .filter((part) => part !== null)
      .join(" ");
  }
  const otherwise =
    cause === "EBUSY" ? "" : " If none has it open, this user may not change it: choose another folder.";
  return `${file} is open in another program ${holders}: close it, and repeat the command. ${after}${otherwise}`;
}
