/** What can be wrong with the address of the service, the credential, or an answer that is no refusal. */
export type RemoteProblem =
  | { readonly code: "service_url_missing" }
  | {
      readonly code: "service_url_invalid";
      readonly url: string;
      readonly why: "not-a-url" | "not-https" | "has-credentials" | "has-query";
    }
  | { readonly code: "key_missing" }
  | {
      readonly code: "key_unreadable";
      readonly source: string;
      readonly why: "unreadable" | "empty" | "not-a-key" | "open-to-others";
    }
  | { readonly code: "tls_checks_off" };
