import type { CallError } from "../../client/port.ts";
import type { Refusal } from "../../client/refusal.ts";
import { formatDuration } from "../../shared/duration.ts";
import { mayBeHeld, thisSystem } from "../../shared/files/windows.ts";
import { showText } from "../../shared/text.ts";
import type { Message } from "./message.ts";

const causes: Readonly<Record<string, string>> = {
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed while the request was being sent",
  ECONNREFUSED: "nothing is listening at that address",
  ENOTFOUND: "the service's host name can't be found",
  EAI_AGAIN: "the service's host name can't be looked up at the moment",
  EHOSTUNREACH: "the service can't be reached from here",
  ENETUNREACH: "there is no network",
  ETIMEDOUT: "the connection timed out",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  UND_ERR_HEADERS_TIMEOUT: "no answer came in time",
  UND_ERR_BODY_TIMEOUT: "the answer stopped partway",
  UND_ERR_SOCKET: "the connection was closed",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is self-signed",
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
  EISDIR: "there is a folder where the file should be",
  ENOTDIR: "there is a file where the folder should be",
  EEXIST: "there is a file or a broken link where the folder should be",
  ENXIO: "there is a pipe, a socket or a device where the file should be",
  ELOOP: "the symbolic links there form a loop",
};

/** Codes of libraries, which tell a reader nothing; the words for those that `causes` doesn't name. */
const ofLibraries: readonly (readonly [RegExp, string])[] = [
  [/^HPE_/, "the answer was not HTTP"],
  [/^UND_ERR_/, "the connection failed"],
  [/^(TimeoutError|AbortError|ABORT_ERR)$/, "no answer came in time"],
];

/** A cause in words, followed by the system's error code if there is one, so that the code can be looked up. */
export function describeCause(cause: string, system = thisSystem): string {
  const refusal = refusalOf(cause, system);
  const words = refusal === null ? causes[cause] : `it ${refusal.what}`;
  const ofLibrary = ofLibraries.find(([codes]) => codes.test(cause));
  if (ofLibrary !== undefined) return words ?? ofLibrary[1];
  return words === undefined ? showText(cause) : `${words}, ${cause}`;
}

/** Why SQLite is not available, by the code of the error that occurred when the package `libsql` was loaded. */
export function describeMissingSqlite(cause: string): string {
  const why =
    cause === "MODULE_NOT_FOUND"
      ? "is not installed"
      : `can't be loaded (${showText(cause)}; on Windows it needs Microsoft's Visual C++ Redistributable)`;
  return `this version of Node has no SQLite, and the package libsql, which would stand in for it, ${why}`;
}

export const sqliteRemedy =
  "install Node 22.13 or later, which has SQLite, or install coursebinder again without --omit=optional";

// No space left on the device, or the user's quota is used up.
const fullDisk: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

// Something else stands where the file or the folder should be.
const inTheWay: ReadonlySet<string> = new Set(["EISDIR", "ENOTDIR", "EEXIST", "ENXIO", "ELOOP"]);

const holders = "(Explorer, Excel, a virus scanner?)";

/** Why the system refuses a file, as the end of a sentence, and what to do about that. */
interface FileRefusal {
  readonly what: string;
  readonly remedy: string;
}

/**
 * Whether a cause means that the system denies this user access to the file, or that another program is using the file. On Windows, the cause is
 * usually the latter, and files there have no owner or mode that a suggested command could refer to. Null for all other causes.
 */
export function refusalOf(cause: string, system = thisSystem): FileRefusal | null {
  if (mayBeHeld(cause, system)) {
    const what = `is open in another program${cause === "EBUSY" ? "" : ", or this user isn't allowed to change it"}`;
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
  if (fullDisk.has(cause)) return "Make room on the disk; the next run continues where the last one stopped.";
  if (inTheWay.has(cause)) return "Move whatever is there out of the way, and repeat the command.";
  const { remedy } = refusalOf(cause, system) ?? {};
  return remedy === undefined
    ? null
    : `${remedy.slice(0, 1).toUpperCase()}${remedy.slice(1)}, and repeat the command.`;
}

/** The message that a file could not be used, with what was therefore not done (`not`, in sentences), and what to do. */
export function unusedFile(
  { file, how, not, cause }: { file: string; how: string; not: string; cause: string },
  system = thisSystem,
): Message {
  if (!mayBeHeld(cause, system)) {
    const fix = describeRemedy(cause, system);
    return {
      what: `${file} ${how} (${describeCause(cause, system)}).`,
      not,
      ...(fix === null ? {} : { fix }),
    };
  }
  const otherwise = "If no program has it open, this user isn't allowed to change it: choose another folder.";
  return {
    what: `${file} is open in another program ${holders}: close it, and repeat the command.`,
    not,
    ...(cause === "EBUSY" ? {} : { fix: otherwise }),
  };
}

/** A failed call's error, as a clause. */
export function describeCallError(callError: CallError): string {
  switch (callError.kind) {
    case "refused":
      return describeRefusal(callError.refusal);
    case "garbled":
      return `it answered ${callError.status}, and ${showText(callError.why)}`;
    case "network":
      return `no answer came (${describeCause(callError.cause)})`;
    case "certificate":
      return `its certificate can't be trusted (${describeCause(callError.cause)})`;
  }
}

/** The service's refusal, with the service's own sentence quoted: it is shown as content, and never followed as an instruction. */
export function describeRefusal({ status, code, message, retryAfterMs }: Refusal): string {
  const wait = retryAfterMs === null ? "" : `, wait ${formatDuration(retryAfterMs)}`;
  return `it answered ${status} ${code}${wait}: "${showText(message)}"`;
}

/** What to do if no connection to the service can be made, or if the service's certificate can't be trusted. */
export function remedyForConnection(cause: string): string {
  if (cause === "ENOTFOUND" || cause === "EAI_AGAIN")
    return "Check that the address is spelled right and that this computer is online; nslookup shows whether the name can be found.";
  if (/^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG))$/.test(cause))
    return "Check the address and its port: the server there does not speak https.";
  if (cause === "CERT_HAS_EXPIRED" || cause === "CERT_NOT_YET_VALID")
    return "Check that this computer's clock is right; if it is, tell whoever runs the service.";
  return causes[cause]?.includes("certificate") === true
    ? "If your network inspects encrypted connections, as many schools' networks do, set NODE_EXTRA_CA_CERTS to its certificate authority's .pem file."
    : "Check that the service runs at that address (coursebinder serve starts the local one), that this computer is online, and that the network lets it connect directly: proxies are not used.";
}

/** What to do about a call that failed. */
export function remedyForCall(callError: CallError): string {
  if (callError.kind === "garbled")
    return "Check that the address is the service's and ends in /api/v1; a network's sign-in page can also answer like this (open the address in a browser to check).";
  if (callError.kind !== "refused") return remedyForConnection(callError.cause);
  switch (callError.refusal.code) {
    case "not_found":
      return "Check the address; if it is right, the account has no access yet: ask whoever runs the service.";
    case "payment_required":
      return "Check the account's credits and the key's monthly cap with coursebinder account balance.";
    case "rate_limited":
      return "Wait as long as the service says, and use the key in only one program at a time.";
    case "unavailable":
      return "Wait until the service is switched on again; a run can be repeated safely.";
    default:
      return "Try again later; if that doesn't help, report the service's answer to whoever runs the service.";
  }
}
