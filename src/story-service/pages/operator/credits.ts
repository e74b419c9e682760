import { cleanLine, isBlank } from "../../../shared/text.ts";
import { creditsMost } from "../../config/config-schema.ts";
import { addCredits, reasonCharactersMost, referenceCharactersMost } from "../../operator/add-credits.ts";
import { accountNamed } from "../../operator/operator.ts";
import { describeCredits } from "../../operator/result-words.ts";
import type { Answer } from "../answers.ts";
import { showAccount } from "./account.ts";
import { type Desk, type OperatorVisit, refusalWords } from "./desk.ts";
import { pathIn } from "./query.ts";
import type { CreditsForm } from "./views/account-page.ts";
import { askPage } from "./views/ask-page.ts";
import { accountPath } from "./views/desk-frame.ts";

/** Credits that an operator adds, or takes away after a question. The form has the reference under which that is done once. */
export function serveCredits(desk: Desk): void {
  desk.form("/accounts/:id/credits", async (visit) => {
    const { id } = await accountNamed(visit.parts.store, pathIn(visit.request).id);
    const { form } = visit;
    const fields = {
      credits: (form.get("credits") ?? "").trim(),
      reason: cleanLine(form.get("reason") ?? ""),
      reference: cleanLine(form.get("reference") ?? ""),
    };
    const fault = faultOf(fields);
    if (fault !== null) return showAccount(visit, id, { ...fields, status: 400, fault });
    if (form.get("change") !== "take") return change(visit, id, { fields, sign: 1 });
    if (form.get("sure") === "yes") return change(visit, id, { fields, sign: -1 });
    return askPage(visit.token, {
      title: `Take ${fields.credits} credits away from ${id}?`,
      sentence: `The reason is “${fields.reason}”, which its owner sees. What stories have reserved is never taken.`,
      button: "Take them away",
      action: `${accountPath(id)}/credits`,
      back: accountPath(id),
      fields: { ...fields, change: "take", sure: "yes" },
    });
  });
}

type Fields = Required<Pick<CreditsForm, "credits" | "reason" | "reference">>;

function faultOf({ credits, reason, reference }: Fields): string | null {
  const amount = /^\d{1,10}$/.test(credits) ? Number(credits) : 0;
  if (amount < 1 || amount > creditsMost)
    return `How many is a whole number of credits, 1 to ${creditsMost}. Nothing was changed.`;
  if (isBlank(reason) || reason.length > reasonCharactersMost)
    return `Give a reason of up to ${reasonCharactersMost} characters: it stays in the account's books. Nothing was changed.`;
  if (isBlank(reference) || reference.length > referenceCharactersMost)
    return `Give a reference of up to ${referenceCharactersMost} characters. Nothing was changed.`;
  return null;
}

async function change(
  visit: OperatorVisit,
  accountId: string,
  { fields, sign }: { readonly fields: Fields; readonly sign: 1 | -1 },
): Promise<Answer> {
  const { reason, reference } = fields;
  const wish = { accountId, credits: sign * Number(fields.credits), reason, reference };
  try {
    const result = await addCredits(visit.operator, wish);
    return await showAccount(visit, accountId, { done: describeCredits(wish, result) });
  } catch (error) {
    const refusal = refusalWords(error);
    if (refusal === null) throw error;
    return showAccount(visit, accountId, { ...fields, status: refusal.status, fault: refusal.sentence });
  }
}
