import { html, type Markup } from "../../shared/html.ts";
import { formToken, type SessionKind, type Visitor } from "../accounts/sign-ins.ts";

export interface Page {
  /** Left out: 200. */
  readonly status?: number;
  readonly title: string;
  readonly content: Markup;
  /** Other origins that a form of the page may redirect to. */
  readonly formTargets?: readonly string[];
}

/** Where the operator's pages are. */
export const operatorPath = "/operator";

interface SiteFacts {
  /** Ends the title of the browser's window. */
  readonly name: string;
  readonly home: string;
  /** The path under which sign-in and sign-out are. */
  readonly base: string;
  readonly links: readonly (readonly [string, string])[];
}

/** The two sites: one for accounts, one for operators. */
export const sites: Readonly<Record<SessionKind, SiteFacts>> = {
  account: {
    name: "Stories",
    home: "/",
    base: "",
    links: [
      ["/books", "Books"],
      ["/account", "Balance"],
      ["/settings/keys", "Keys"],
    ],
  },
  operator: {
    name: "Stories: operator",
    home: `${operatorPath}/accounts`,
    base: operatorPath,
    links: [
      [`${operatorPath}/accounts`, "Accounts"],
      [`${operatorPath}/health`, "Health"],
      [`${operatorPath}/log`, "Log"],
    ],
  },
};

function footerOf(kind: SessionKind, isPublic: boolean): string {
  if (kind === "operator")
    return "Changes made here are recorded in the log, with the name of the person who made them.";
  return isPublic
    ? "Stories and audiobooks for language learners."
    : "A local story service. It runs on this machine, and nothing here costs money.";
}

interface Frame {
  readonly kind: SessionKind;
  readonly visitor: Visitor;
  /** The page's own path. */
  readonly path: string;
  readonly isPublic: boolean;
}

/** A complete HTML document, without scripts: only links and forms. */
export function document({ title, content }: Page, { kind, visitor, path, isPublic }: Frame): Markup {
  const { name, home } = sites[kind];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${name}</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><div class="wide">
<a class="brand" href="${home}"><img src="/icon.svg" alt="" width="28" height="28"><span>${name}</span></a>
${navigation(kind, visitor, path)}
</div></header>
<main id="content" class="wide">
${content}
</main>
<footer class="wide"><p>${footerOf(kind, isPublic)}</p></footer>
</body>
</html>
`;
}

/** The links of a site, and who is signed in. */
function navigation(kind: SessionKind, { account, operator, token }: Visitor, path: string): Markup {
  const { base, links } = sites[kind];
  const name = kind === "operator" ? operator : (account?.id ?? null);
  if (name === null)
    return path === `${base}/sign-in`
      ? html``
      : html`<nav aria-label="Account"><a href="${base}/sign-in">Sign in</a></nav>`;
  const shown = links.map(
    ([href, words]) => html`<a href="${href}"${path === href && html` aria-current="page"`}>${words}</a>`,
  );
  return html`<nav aria-label="Pages">${shown}</nav>
<form class="account" method="post" action="${base}/sign-out"><span>${name}</span>${hidden(formToken(token))}<button class="quiet">Sign out</button></form>`;
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

/** A time to the minute in UTC, in which the service counts days and months. */
export function formatTime(at: number): Markup {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
}
