import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import type { CreditsResult, CreditsWish } from "./add-credits.ts";
import type { ListedAccount } from "./manage-accounts.ts";
import type { Retried } from "./work.ts";

/** What adding credits, or taking some away, came to. */
export function describeCredits(
  { accountId, credits, reference }: CreditsWish,
  { funds, isRepeated }: CreditsResult,
): string {
  const now = `It has ${pluralize(funds.available, "credit")} available, and ${funds.reserved} reserved.`;
  const name = showText(accountId);
  if (isRepeated)
    return `${name}: this was done before under the reference ${showText(reference)}, so nothing was changed. ${now}`;
  const amount = pluralize(Math.abs(credits), "credit");
  return `${name}: ${credits > 0 ? `added ${amount}` : `took ${amount} away`}, reference ${showText(reference)}. ${now}`;
}

/** What ordering work again came to. */
export function describeRetried({ kind, storyId, accountId, credits }: Retried): string {
  const money = kind === "writing" ? "reserved from" : "charged to";
  return `Ordered again: the ${kind} of story ${storyId}. ${pluralize(credits, "credit")} ${money} ${showText(accountId)}.`;
}

/** That work was taken off the list. */
export function describeDismissed(id: number): string {
  return `Dismissed: ${id}. Its credits were returned when it was given up.`;
}

/** What is unusual about an account, in a few words. */
export function describeState({
  banned,
  deleted,
  emailConfirmed,
  earlyAccess,
  admin,
  signsIn,
}: ListedAccount): string {
  const words = [
    deleted && "deleted",
    banned && "banned",
    !emailConfirmed && "not confirmed",
    !earlyAccess && "outside early access",
    admin && "admin",
    !signsIn && !deleted && "can't sign in",
  ].filter((word) => word !== false);
  return words.length === 0 ? "open" : words.join(", ");
}
