import { html } from "../../../../shared/html.ts";
import { type Frame, signedInFrame } from "../../page.ts";

/** Where the operator's pages are. */
export const deskPath = "/operator";

/** The page of an account. */
export function accountPath(id: string): string {
  return `${deskPath}/accounts/${encodeURIComponent(id)}`;
}

/** Who is signed in, with their form token. */
export interface Signed {
  readonly name: string;
  readonly token: string;
}

const links = [
  { href: `${deskPath}/accounts`, name: "Accounts" },
  { href: `${deskPath}/work`, name: "Work" },
  { href: `${deskPath}/health`, name: "Health" },
  { href: `${deskPath}/log`, name: "Log" },
] as const;

/** What surrounds the operator's pages; null: nobody is signed in. */
export function deskFrame(signed: Signed | null, path: string): Frame {
  return {
    site: "Stories: operator",
    home: deskPath,
    navigation:
      signed === null ? html`` : signedInFrame({ ...signed, links, path, signOut: `${deskPath}/sign-out` }),
    footer: "What is changed here is in the log, with the name of whoever changed it.",
  };
}
