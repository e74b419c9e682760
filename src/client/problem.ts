import { exitCodes } from "../shared/exit-codes.ts";
import { ends, type ProblemIn } from "../shared/problems.ts";

const { invalid, credential, stopped } = exitCodes;

/** Problems with the service's address, with the credential, or with an answer that isn't a refusal. */
export const remoteProblems = {
  service_url_missing: ends(invalid),
  /** `not-local`: a rehearsal's service runs on this machine. */
  service_url_invalid: ends<{
    url: string;
    why: "not-a-url" | "not-https" | "has-credentials" | "has-query" | "not-local";
  }>(invalid),
  key_missing: ends(credential),
  key_unreadable: ends<{ source: string; why: "unreadable" | "not-a-key" | "open-to-others" }>(credential),
  tls_checks_off: ends(invalid),
  /** `elsewhere`: a login endpoint, `detail`, has a different origin from the service; otherwise `detail` is what was not understood. */
  login_not_offered: ends<{ why: "elsewhere" | "unknown"; detail: string }>(credential),
  /** `error`: OAuth's own code. */
  login_refused: ends<{ error: string; why: string }>(credential),
  /** `cause`: null if the service was reached, but no answer came from its consent page. */
  login_unreachable: ends<{ cause: string | null }>(stopped),
  /** The service has not confirmed that a login has ended. */
  login_not_revoked: ends<{ cause: string }>(stopped),
  /** The stored login can't be used. `cause`: the system's error, if it could not be read. */
  login_unusable: ends<{ path: string; why: "unreadable" | "open-to-others"; cause: string | null }>(
    credential,
  ),
  /** `path`: null if this user has no home directory. */
  login_unwritable: ends<{ path: string | null; cause: string }>(({ path }) =>
    path === null ? invalid : stopped,
  ),
};

/** Problems with the service's address, with the credential, or with a login. */
export type RemoteProblem = ProblemIn<typeof remoteProblems>;
