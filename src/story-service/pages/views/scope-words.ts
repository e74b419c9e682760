import type { Scope } from "../../../contract/operations.ts";
import { html, type Markup } from "../../../shared/html.ts";

/** What a scope allows a program to do, for the person who grants it (interface 5.2). */
const scopeWords: Readonly<Record<Scope, { readonly name: string; readonly detail: string }>> = {
  "books:read": {
    name: "Read your books",
    detail: "list and export them, follow stories; this can start an audiobook that was asked for",
  },
  "account:read": { name: "Read your balance", detail: "and ask what a story would cost" },
  "levels:read": {
    name: "Read your language levels",
    detail: "and which languages are native; no reading history",
  },
  "stories:write": { name: "Create stories and audiobooks", detail: "this spends credits" },
};

/** A checkbox for each scope. */
export function scopeBoxes(offered: readonly Scope[], checked: readonly Scope[]): Markup {
  return html`<fieldset><legend>It may</legend>${offered.map(
    (
      scope,
    ) => html`<p class="choice"><input type="checkbox" id="${scope}" name="scope" value="${scope}"${checked.includes(scope) && html` checked`}>
<label for="${scope}"><strong>${scopeWords[scope].name}</strong> <span>${scopeWords[scope].detail}</span></label></p>`,
  )}</fieldset>`;
}

export function scopeList(scopes: readonly Scope[]): Markup {
  return html`${scopes.map((scope, at) => html`${at > 0 && ", "}${scopeWords[scope].name.toLowerCase()}`)}`;
}
