import { html, type Markup } from "../../shared/html.ts";
import { formToken, type SessionKind, type Visitor } from "../accounts/sign-ins.ts";
import type { Cost } from "../stories/states.ts";

export interface Page {
  readonly status: number;
  readonly title: string;
  readonly content: Markup;
  /** Other origins that a form of the page may redirect to. */
  readonly formTargets?: readonly string[];
}

/** Where the operator's pages are. */
export const operatorPath = "/operator";

/** What surrounds the pages of a site. */
interface Frame {
  /** Ends the title of the browser's window. */
  readonly site: string;
  /** The first page. */
  readonly home: string;
  readonly navigation: Markup;
  readonly footer: string;
}

const links: Readonly<Record<SessionKind, readonly (readonly [string, string])[]>> = {
  account: [
    ["/books", "Books"],
    ["/account", "Balance"],
    ["/settings/keys", "Keys"],
  ],
  operator: [
    [`${operatorPath}/accounts`, "Accounts"],
    [`${operatorPath}/work`, "Work"],
    [`${operatorPath}/health`, "Health"],
    [`${operatorPath}/log`, "Log"],
  ],
};

/** The frame around a page at a path, for accounts or for the operator. */
export function frameOf(
  kind: SessionKind,
  { account, operator, token }: Visitor,
  { path, isPublic }: { readonly path: string; readonly isPublic: boolean },
): Frame {
  if (kind === "operator")
    return {
      site: "Stories: operator",
      home: operatorPath,
      navigation: operator === null ? html`` : signedIn(kind, { name: operator, token, path }),
      footer: "Changes made here are recorded in the log, with the name of the person who made them.",
    };
  return {
    site: "Stories",
    home: "/",
    navigation: account === null ? signedOut(path) : signedIn(kind, { name: account.id, token, path }),
    footer: isPublic
      ? "Stories and audiobooks for language learners."
      : "A local story service. It runs on this machine, and nothing here costs money.",
  };
}

/** A complete HTML document, without scripts: only links and forms. */
export function document({ title, content }: Page, { site, home, navigation, footer }: Frame): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${site}</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><div class="wide">
<a class="brand" href="${home}"><img src="/icon.svg" alt="" width="28" height="28"><span>${site}</span></a>
${navigation}
</div></header>
<main id="content" class="wide">
${content}
</main>
<footer class="wide"><p>${footer}</p></footer>
</body>
</html>
`;
}

function signedOut(path: string): Markup {
  if (path === "/sign-in") return html``;
  return html`<nav aria-label="Account"><a href="/sign-in">Sign in</a></nav>`;
}

/** The links of a site, and who is signed in. */
function signedIn(
  kind: SessionKind,
  { name, token, path }: { readonly name: string; readonly token: string; readonly path: string },
): Markup {
  const shown = links[kind].map(
    ([href, words]) => html`<a href="${href}"${path === href && html` aria-current="page"`}>${words}</a>`,
  );
  const signOut = kind === "operator" ? `${operatorPath}/sign-out` : "/sign-out";
  return html`<nav aria-label="Pages">${shown}</nav>
<form class="account" method="post" action="${signOut}"><span>${name}</span>${hidden(formToken(token))}<button class="quiet">Sign out</button></form>`;
}

/** The hidden field that every form needs. */
export function hidden(token: string): Markup {
  return html`<input type="hidden" name="token" value="${token}">`;
}

/** An error message above a form; nothing for null. */
export function notice(sentence: string | null): Markup {
  return sentence === null ? html`` : html`<p class="notice" role="alert">${sentence}</p>`;
}

/** A page with a single sentence, for failures. */
export function plainPage(status: number, title: string, sentence: string, home = "/"): Page {
  return {
    status,
    title,
    content: html`<section class="card narrow"><h1>${title}</h1><p>${sentence}</p><p><a href="${home}">To the first page</a></p></section>`,
  };
}

const digits = new Intl.NumberFormat("en");

/** A number with grouped thousands. */
export function formatNumber(credits: number): string {
  return digits.format(credits);
}

/** What became of a story's reservation, in a few words. */
export function describeReserved({ writing, audiobook, held, released, refunded }: Cost): string {
  if (released > 0) return "all of it was released";
  const charged = writing + audiobook + refunded;
  if (charged === 0) return "all of it is still held";
  if (held > 0)
    return `${formatNumber(charged)} charged since, ${formatNumber(held)} still held for the audiobook`;
  return refunded > 0
    ? `all of it charged since, ${formatNumber(refunded)} refunded`
    : "all of it charged since, none held";
}

/** A time to the minute in UTC, in which the service counts days and months. */
export function formatTime(at: number): Markup {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
}
