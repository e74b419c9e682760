import { accountIdSchema, creditsMost } from "../../config/config-schema.ts";
import { addAccount, searchAccounts } from "../../operator/manage-accounts.ts";
import type { Answer } from "../answers.ts";
import { type Desk, type OperatorVisit, refusalWords } from "./desk.ts";
import { textIn } from "./query.ts";
import { accountsPage } from "./views/accounts-page.ts";
import { deskPath } from "./views/desk-frame.ts";
import { type NewAccountFields, newAccountPage } from "./views/new-account-page.ts";
import { secretPage } from "./views/secret-page.ts";

const accountsPerPage = 50;

/** The list of accounts, and new ones. */
export function serveAccounts(desk: Desk): void {
  desk.page("/accounts", async ({ parts, request }) => {
    const search = textIn(request, "search").trim();
    const after = textIn(request, "after");
    const found = await searchAccounts(parts.store, { search, after, limit: accountsPerPage + 1 });
    const accounts = found.slice(0, accountsPerPage);
    const next = found.length > accounts.length ? (accounts.at(-1)?.id ?? null) : null;
    return accountsPage({ accounts, search, next });
  });
  desk.page("/new-account", ({ token }) => newAccountPage(token, standardFields));
  desk.form("/new-account", makeAccount);
}

const standardFields: NewAccountFields = { id: "", plan: "paid", credits: "0", isConfirmed: true };

async function makeAccount({ operator, token, form }: OperatorVisit): Promise<Answer> {
  const id = (form.get("id") ?? "").trim();
  const credits = (form.get("credits") ?? "").trim();
  const plan = form.get("plan") === "free" ? "free" : "paid";
  const fields = { id, plan, credits, isConfirmed: form.get("confirmed") === "yes" } as const;
  const refuse = (sentence: string, status = 400): Answer =>
    newAccountPage(token, fields, { status, sentence });
  if (!accountIdSchema.safeParse(id).success)
    return refuse("A name is 1 to 64 letters, digits and . _ @ -, beginning with a letter or digit.");
  if (!/^\d{1,10}$/.test(credits) || Number(credits) > creditsMost)
    return refuse("The opening balance is a whole number of credits.");
  try {
    const { isConfirmed: emailConfirmed } = fields;
    const wish = {
      id,
      plan,
      credits: Number(credits),
      unlimited: false,
      admin: false,
      emailConfirmed,
    } as const;
    const secret = await addAccount(operator, wish);
    return secretPage({ account: id, secret, isNew: true, back: `${deskPath}/accounts/${id}` });
  } catch (error) {
    const refusal = refusalWords(error);
    if (refusal === null) throw error;
    return refuse(refusal.sentence, refusal.status);
  }
}
