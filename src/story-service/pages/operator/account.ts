import { randomUuid } from "../../../shared/world.ts";
import { readLog } from "../../accounts/audit-log.ts";
import { listCredits } from "../../operator/add-credits.ts";
import { changeAccount, listAccounts, renewSignIn } from "../../operator/manage-accounts.ts";
import { accountNamed } from "../../operator/operator.ts";
import type { Page } from "../page.ts";
import type { Desk, OperatorVisit } from "./desk.ts";
import { pathIn } from "./query.ts";
import { accountPage, type CreditsForm } from "./views/account-page.ts";
import { askPage } from "./views/ask-page.ts";
import { accountPath } from "./views/desk-frame.ts";
import { secretPage } from "./views/secret-page.ts";

const logLines = 20;

/** One account: what the operator sees of it, and changes. */
export function serveAccount(desk: Desk): void {
  desk.page("/accounts/:id", (visit) => showAccount(visit, pathIn(visit.request).id));
  desk.page("/accounts/:id/ban", async (visit) => {
    const { id } = await accountNamed(visit.parts.store, pathIn(visit.request).id);
    const back = accountPath(id);
    const sentence =
      "Its keys, tokens and sign-ins are refused from the next request on. Work that is under way goes on.";
    return askPage(visit.token, {
      title: `Ban ${id}?`,
      sentence,
      button: "Ban",
      action: `${back}/ban`,
      back,
    });
  });
  desk.page("/accounts/:id/secret", async (visit) => {
    const { id } = await accountNamed(visit.parts.store, pathIn(visit.request).id);
    const back = accountPath(id);
    const sentence =
      "The secret that it has now opens nothing any more, and whoever is signed in is signed out.";
    const title = `A new sign-in secret for ${id}?`;
    return askPage(visit.token, {
      title,
      sentence,
      button: "Make a new one",
      action: `${back}/secret`,
      back,
    });
  });
  desk.form("/accounts/:id/secret", async ({ operator, request }) => {
    const { id } = pathIn(request);
    const secret = await renewSignIn(operator, id);
    return secretPage({ account: id, secret, isNew: false, back: accountPath(id) });
  });
  for (const [path, what, settings] of changes)
    desk.form(`/accounts/:id/${path}`, async ({ operator, request }) => {
      const { id } = pathIn(request);
      await changeAccount(operator, id, { what, settings });
      return { redirect: accountPath(id) };
    });
}

/** The same changes as the command's. */
const changes = [
  ["ban", "account banned", { banned: true }],
  ["unban", "account unbanned", { banned: false }],
  ["confirm", "account confirmed", { emailConfirmed: true }],
  ["plan-paid", "plan changed", { plan: "paid" }],
  ["plan-free", "plan changed", { plan: "free" }],
] as const;

/** The page of an account, with what came of its form for credits. */
export async function showAccount(
  { parts, token, operator }: OperatorVisit,
  id: string,
  form: CreditsForm = {},
): Promise<Page> {
  const { store } = parts;
  await accountNamed(store, id);
  const [account] = await listAccounts(store, id);
  if (account === undefined) throw new Error("an account that is there is not listed");
  const movements = (await listCredits(store, id)).reverse();
  const log = (await readLog(store, { accountId: id, limit: logLines })).reverse();
  // New with each page: sent twice, it is done once.
  const reference = randomUuid(operator.world);
  return accountPage(token, { account, movements, log, form: { reference, ...form } });
}
