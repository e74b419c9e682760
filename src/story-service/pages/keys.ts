import type { Scope } from "../../contract/operations.ts";
import { cleanLine } from "../../shared/text.ts";
import type { Actor } from "../accounts/audit-log.ts";
import { listCredentials } from "../accounts/credentials.ts";
import { mintLoggedKey, revokeLogged } from "../accounts/logged-keys.ts";
import { monthOf } from "../clock.ts";
import { capUse } from "../money/movements.ts";
import type { Parts } from "../parts.ts";
import { refusalOf } from "../refusal.ts";
import { notFound } from "../stories/read-story.ts";
import { capFault, capField, scopesField } from "./fields.ts";
import type { Page } from "./page.ts";
import type { Site, Visit } from "./site.ts";
import { type Holding, type KeysPaths, type KeysView, keysPage } from "./views/keys-page.ts";

const nameCharactersMost = 100;

/** The key settings (interface 5.1). A new key's secret is shown once, on the page that follows. */
export function serveKeys(site: Site): void {
  const page = (visit: Visit, view: KeysView): Page => keysPage(visit.seen.token, view, ownPaths);
  site.ownPage("/settings/keys", async (visit, { id }) => page(visit, await keysOf(visit.parts, id)));
  site.ownForm("/settings/keys", async (visit, { id }) =>
    page(visit, await makeKey(visit.parts, visit.form, { accountId: id, actor: "owner" })),
  );
  site.ownForm("/settings/keys/:id/revoke", async ({ parts, request }, account) => {
    const { id } = request.params as { id: string };
    const revoked = await revokeLogged(
      parts.store,
      { accountId: account.id, id, now: parts.clock() },
      "owner",
    );
    if (!revoked) throw notFound();
    return { redirect: "/settings/keys" };
  });
}

const ownPaths: KeysPaths = {
  keys: "/settings/keys",
  revoke: (id) => `/settings/keys/${id}/revoke`,
  revokeAsks: false,
};

/** An account's keys and connections, with their use. */
export async function keysOf({ store, clock, config }: Parts, accountId: string): Promise<KeysView> {
  const now = clock();
  const month = monthOf(now);
  const held = await listCredentials(store, accountId, now);
  const holdings = held.map(
    async (one): Promise<Holding> => ({ ...one, usedThisMonth: await capUse(store, one.id, month) }),
  );
  return { holdings: await Promise.all(holdings), keysMost: config.limits.keys };
}

/** Makes the key that a form asks for, and resolves with what to show: its secret, or why it was not made. */
export async function makeKey(
  parts: Parts,
  form: URLSearchParams,
  { accountId, actor }: { readonly accountId: string; readonly actor: Actor },
): Promise<KeysView> {
  const name = cleanLine(form.get("name") ?? "");
  const chosen = scopesField(form);
  const cap = capField(form);
  const view = await keysOf(parts, accountId);
  const refuse = (sentence: string, status: number): KeysView => ({
    ...view,
    fault: { status, sentence },
    name,
    cap: form.get("cap") ?? "",
    checked: chosen,
  });
  if (name === "" || name.length > nameCharactersMost)
    return refuse("Give the key a name of up to 100 characters.", 400);
  if (chosen.length === 0) return refuse("Choose at least one thing that the key may do.", 400);
  if (cap === "wrong") return refuse(capFault, 400);
  const isTwin = (held: Holding): boolean =>
    held.kind === "key" && held.name === name && held.cap === cap && sameScopes(held.scopes, chosen);
  if (view.holdings.some(isTwin)) return { ...view, madeBefore: name };
  try {
    const wish = { accountId, name, scopes: chosen, cap, keysMost: parts.config.limits.keys };
    const making = { ...parts, database: parts.store, now: parts.clock() };
    const secret = await mintLoggedKey(making, wish, actor);
    return { ...(await keysOf(parts, accountId)), made: { name, secret } };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return refuse(refusal.sentence, refusal.status);
  }
}

function sameScopes(one: readonly Scope[], other: readonly Scope[]): boolean {
  return one.length === other.length && one.every((scope) => other.includes(scope));
}
