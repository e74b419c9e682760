import type { Scope } from "../../contract/operations.ts";
import { cleanLine } from "../../shared/text.ts";
import type { Account } from "../accounts/accounts.ts";
import { listCredentials } from "../accounts/credentials.ts";
import { mintLoggedKey, revokeLogged } from "../accounts/logged-keys.ts";
import { monthOf } from "../clock.ts";
import { capUse } from "../money/movements.ts";
import type { Parts } from "../parts.ts";
import { refusalOf } from "../refusal.ts";
import { notFound } from "../stories/read-story.ts";
import { capFault, capField, scopesField } from "./fields.ts";
import type { Answer, Site, Visit } from "./site.ts";
import { type Holding, type KeysView, keysPage } from "./views/keys-page.ts";

const nameCharactersMost = 100;

/** The key settings (interface 5.1). A new key's secret is shown once, on the page that follows. */
export function serveKeys(site: Site): void {
  site.ownPage("/settings/keys", async (visit, account) =>
    keysPage(visit.seen, await viewOf(visit.parts, account)),
  );
  site.ownForm("/settings/keys", makeKey);
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

async function viewOf({ store, clock, config }: Parts, { id }: Account): Promise<KeysView> {
  const now = clock();
  const month = monthOf(now);
  const held = await listCredentials(store, id, now);
  const holdings = held.map(
    async (one): Promise<Holding> => ({ ...one, usedThisMonth: await capUse(store, one.id, month) }),
  );
  return { holdings: await Promise.all(holdings), keysMost: config.limits.keys };
}

async function makeKey({ parts, seen, form }: Visit, account: Account): Promise<Answer> {
  const name = cleanLine(form.get("name") ?? "");
  const chosen = scopesField(form);
  const cap = capField(form);
  const refuse = async (sentence: string, status: number): Promise<Answer> =>
    keysPage(seen, {
      ...(await viewOf(parts, account)),
      ...{ fault: { status, sentence }, name, cap: form.get("cap") ?? "", checked: chosen },
    });
  if (name === "" || name.length > nameCharactersMost)
    return refuse("Give the key a name of up to 100 characters.", 400);
  if (chosen.length === 0) return refuse("Choose at least one thing that the key may do.", 400);
  if (cap === "wrong") return refuse(capFault, 400);
  const view = await viewOf(parts, account);
  const isTwin = (held: Holding): boolean =>
    held.kind === "key" && held.name === name && held.cap === cap && sameScopes(held.scopes, chosen);
  if (view.holdings.some(isTwin)) return keysPage(seen, { ...view, madeBefore: name });
  try {
    const wish = { accountId: account.id, name, scopes: chosen, cap, keysMost: parts.config.limits.keys };
    const secret = await mintLoggedKey(
      { ...parts, database: parts.store, now: parts.clock() },
      wish,
      "owner",
    );
    return keysPage(seen, { ...(await viewOf(parts, account)), made: { name, secret } });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return refuse(refusal.sentence, refusal.status);
  }
}

function sameScopes(one: readonly Scope[], other: readonly Scope[]): boolean {
  return one.length === other.length && one.every((scope) => other.includes(scope));
}
