import type { CallError } from "../../client/port.ts";
import type { Refusal } from "../../client/refusal.ts";
import { formatDuration } from "../../shared/duration.ts";
import { mayBeHeld, thisSystem } from "../../shared/files/windows.ts";
import { showText } from "../../shared/text.ts";
import { type Message, wordFor } from "./message.ts";

/** Libraries' own error codes, which mean nothing to a reader and are not shown. The texts are for codes that the table doesn't name. */
const ofLibraries: readonly (readonly [RegExp, string])[] = [
  [/^HPE_/, "the answer was not HTTP"],
  [/^UND_ERR_/, "the connection failed"],
  [/^(TimeoutError|AbortError|ABORT_ERR)$/, "no answer came in time"],
];

/** A cause in words, followed by the system's error code if there is one, so that the code can be looked up. */
export function describeCause(cause: string, system = thisSystem): string {
  const refusal = refusalOf(cause, system);
  const words = refusal === null ? wordFor("causes", cause) : `it ${refusal.what}`;
  const ofLibrary = ofLibraries.find(([codes]) => codes.test(cause));
  if (ofLibrary !== undefined) return words ?? ofLibrary[1];
  return words === null ? showText(cause) : `${words}, ${cause}`;
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

// Something else is where the file or the folder should be.
const inTheWay: ReadonlySet<string> = new Set(["EISDIR", "ENOTDIR", "EEXIST", "ENXIO", "ELOOP"]);

const holders = "(Explorer, Excel, a virus scanner?)";

/** Why the system refuses access to a file, as the end of a sentence, and what to do about it. */
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

/** The message for a file that could not be used: what was not done because of it (`not`, in sentences), and what to do. */
export function unusedFile(
  { file, how, not, cause }: { file: string; how: string; not: string; cause: string },
  system = thisSystem,
): Message {
  if (!mayBeHeld(cause, system)) {
    const fix = describeRemedy(cause, system) ?? undefined;
    return { what: `${file} ${how} (${describeCause(cause, system)}).`, not, fix };
  }
  const otherwise = "If no program has it open, this user isn't allowed to change it: choose another folder.";
  return {
    what: `${file} is open in another program ${holders}: close it, and repeat the command.`,
    not,
    fix: cause === "EBUSY" ? undefined : otherwise,
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
  // The surrounding text ends the sentence.
  return `it answered ${status} ${code}${wait}: "${showText(message).replace(/\.$/, "")}"`;
}

/** What to do if no connection to the service can be made, or if the service's certificate can't be trusted. */
export function remedyForConnection(cause: string): string {
  const isCertificate = wordFor("causes", cause)?.includes("certificate") === true;
  const kind =
    cause === "ENOTFOUND" || cause === "EAI_AGAIN"
      ? "name"
      : /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG))$/.test(cause)
        ? "protocol"
        : cause === "CERT_HAS_EXPIRED" || cause === "CERT_NOT_YET_VALID"
          ? "clock"
          : isCertificate
            ? "certificate"
            : "other";
  return wordFor("connectionRemedies", kind) ?? "";
}

export function remedyForCall(callError: CallError): string {
  if (callError.kind === "network" || callError.kind === "certificate")
    return remedyForConnection(callError.cause);
  const kind = callError.kind === "garbled" ? "garbled" : callError.refusal.code;
  return wordFor("callRemedies", kind) ?? "";
}
