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
  EACCES: "this user may not read or write it",
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
export function describeCause(cause: string): string {
  const words = causes[cause];
  const ofLibrary = ofLibraries.find(([codes]) => codes.test(cause));
  if (ofLibrary !== undefined) return words ?? ofLibrary[1];
  return words === undefined ? showText(cause) : `${words}, ${cause}`;
}

// No space left on the device, or the user's quota is used up.
const fullDisk: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

const inTheWay = "Move away what stands there, and repeat the command.";
const ofOthers = "Let this user read and write it (chown, chmod), and repeat the command.";

const remedies: Readonly<Record<string, string>> = {
  EISDIR: inTheWay,
  ENOTDIR: inTheWay,
  EEXIST: inTheWay,
  ENXIO: inTheWay,
  ELOOP: inTheWay,
  EACCES: ofOthers,
  EPERM: ofOthers,
};

/** A sentence, with a leading space, on what to do about a disk error; empty if there is no specific advice. */
export function describeRemedy(cause: string): string {
  if (fullDisk.has(cause)) return " Make room on the disk; the next run goes on from there.";
  const remedy = remedies[cause];
  return remedy === undefined ? "" : ` ${remedy}`;
}
