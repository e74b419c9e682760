import { listCredentials } from "../../accounts/credentials.ts";
import { revokeLogged } from "../../accounts/logged-keys.ts";
import { accountNamed, refusal } from "../../operator/operator.ts";
import { notFound } from "../../stories/read-story.ts";
import { keysOf, makeKey } from "../keys.ts";
import { type KeysPaths, keysPage } from "../views/keys-page.ts";
import type { Desk } from "./desk.ts";
import { pathIn } from "./query.ts";
import { askPage } from "./views/ask-page.ts";
import { accountPath } from "./views/desk-frame.ts";

/** The keys and connections of an account, for its operator. */
export function serveAccountKeys(desk: Desk): void {
  desk.page("/accounts/:id/keys", async ({ parts, request, token }) => {
    const { id } = await accountNamed(parts.store, pathIn(request).id);
    return keysPage(token, await keysOf(parts, id), pathsOf(id));
  });
  desk.form("/accounts/:id/keys", async ({ parts, operator, request, token, form }) => {
    const { id, settings } = await accountNamed(parts.store, pathIn(request).id);
    if (settings.deleted) throw refusal({ code: "account_deleted", name: id });
    return keysPage(token, await makeKey(parts, form, { accountId: id, actor: operator.actor }), pathsOf(id));
  });
  desk.page("/accounts/:id/keys/:key/revoke", async ({ parts, request, token }) => {
    const { id, key } = pathIn(request);
    const held = await listCredentials(parts.store, id, parts.clock());
    const found = held.find((one) => one.id === key);
    if (found === undefined) throw notFound();
    const back = pathsOf(id).keys;
    const what = found.kind === "key" ? "key" : "connection";
    return askPage(token, {
      title: `Revoke the ${what} ${found.name} of ${id}?`,
      sentence:
        "It opens nothing from its next request on, and can't be brought back. Work that it ordered goes on.",
      button: "Revoke",
      action: pathsOf(id).revoke(key),
      back,
    });
  });
  desk.form("/accounts/:id/keys/:key/revoke", async ({ parts, operator, request }) => {
    const { id, key } = pathIn(request);
    const wish = { accountId: id, id: key, now: operator.now() };
    if (!(await revokeLogged(parts.store, wish, operator.actor))) throw notFound();
    return { redirect: pathsOf(id).keys };
  });
}

function pathsOf(id: string): KeysPaths {
  const keys = `${accountPath(id)}/keys`;
  return {
    keys,
    revoke: (key) => `${keys}/${key}/revoke`,
    revokeAsks: true,
    of: { id, page: accountPath(id) },
  };
}
