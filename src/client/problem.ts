/** Problems with the service's address, with the credential, or with an answer that is no refusal. */
export type RemoteProblem =
  | { readonly code: "service_url_missing" }
  | {
      readonly code: "service_url_invalid";
      readonly url: string;
      /** `not-local`: a rehearsal's service runs on this machine. */
      readonly why: "not-a-url" | "not-https" | "has-credentials" | "has-query" | "not-local";
    }
  | { readonly code: "key_missing" }
  | {
      readonly code: "key_unreadable";
      readonly source: string;
      readonly why: "unreadable" | "folder" | "empty" | "not-a-key" | "open-to-others";
    }
  | { readonly code: "tls_checks_off" }
  /** A login endpoint is at another origin than the service. */
  | { readonly code: "login_elsewhere"; readonly address: string; readonly origin: string }
  | { readonly code: "login_not_offered"; readonly cause: string }
  /** `error`: OAuth's own code. */
  | { readonly code: "login_refused"; readonly error: string; readonly why: string }
  | { readonly code: "login_unreachable"; readonly cause: string }
  | { readonly code: "login_certificate"; readonly cause: string }
  | { readonly code: "login_not_revoked"; readonly cause: string }
  /** The service has no endpoint for it, or the login can no longer be read. */
  | { readonly code: "login_not_revocable"; readonly why: "not-offered" | "damaged" }
  /** The stored login can't be used. `cause`: the system's error, if it could not be read. */
  | {
      readonly code: "login_unusable";
      readonly path: string;
      readonly why: "unreadable" | "damaged" | "open-to-others";
      readonly cause: string | null;
    }
  | { readonly code: "login_given_up" }
  | { readonly code: "login_nowhere" }
  | { readonly code: "login_unwritable"; readonly path: string; readonly cause: string };
