/** What can be wrong with the address of the service, the credential, or an answer that is no refusal. */
export type RemoteProblem =
  | { readonly code: "service_url_missing" }
  | {
      readonly code: "service_url_invalid";
      readonly url: string;
      /** `not-local`: the service of a rehearsal runs on this machine. */
      readonly why: "not-a-url" | "not-https" | "has-credentials" | "has-query" | "not-local";
    }
  | { readonly code: "key_missing" }
  | {
      readonly code: "key_unreadable";
      readonly source: string;
      readonly why: "unreadable" | "folder" | "empty" | "not-a-key" | "open-to-others";
    }
  | { readonly code: "tls_checks_off" }
  /** What a login needs is at another origin than the service. */
  | { readonly code: "login_elsewhere"; readonly address: string; readonly origin: string }
  | { readonly code: "login_not_offered"; readonly cause: string }
  /** `error`: OAuth's own code. */
  | { readonly code: "login_refused"; readonly error: string; readonly why: string }
  | { readonly code: "login_unreachable"; readonly cause: string }
  | { readonly code: "login_certificate"; readonly cause: string }
  | { readonly code: "login_not_revoked"; readonly cause: string }
  /** The service has no address for it, or nobody can read which login it was. */
  | { readonly code: "login_not_revocable"; readonly why: "not-offered" | "damaged" }
  /** What is kept of a login can't be used. `cause`: the system's, where it did not read it. */
  | {
      readonly code: "login_unusable";
      readonly path: string;
      readonly why: "unreadable" | "damaged" | "open-to-others";
      readonly cause: string | null;
    }
  | { readonly code: "login_given_up" }
  | { readonly code: "login_nowhere" }
  | { readonly code: "login_unwritable"; readonly path: string; readonly cause: string };
