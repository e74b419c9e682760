/** Whether something was sent; `told`: what to say, where it was not and the person may wonder why. */
export type Sent = { readonly kind: "sent" } | { readonly kind: "not_sent"; readonly told: string | null };

/** What a person is told who cancels after typing. */
export const cancelledWords = "Not recorded. What you typed is kept: begin the same again to go on with it.";

/** Nothing was sent. `told`: what to say; null: the person knows why. */
export function notSent(told: string | null = null): Sent {
  return { kind: "not_sent", told };
}
