import { html } from "../../../../shared/html.ts";
import { hidden, notice, type Page } from "../../page.ts";
import { deskPath } from "./desk-frame.ts";

export interface NewAccountFields {
  readonly id: string;
  readonly plan: "paid" | "free";
  readonly credits: string;
  readonly isConfirmed: boolean;
}

/** The form for a new account. */
export function newAccountPage(
  token: string,
  { id, plan, credits, isConfirmed }: NewAccountFields,
  fault?: { readonly status: number; readonly sentence: string },
): Page {
  const choice = (value: NewAccountFields["plan"], words: string) =>
    html`<p class="choice"><input type="radio" id="${value}" name="plan" value="${value}"${plan === value && html` checked`}>
<label for="${value}">${words}</label></p>`;
  return {
    status: fault?.status ?? 200,
    title: "A new account",
    content: html`<section class="card narrow">
<h1>A new account</h1>
${notice(fault?.sentence ?? null)}
<form method="post" action="${deskPath}/new-account">
${hidden(token)}
<p class="field"><label for="id">Name</label>
<input id="id" name="id" type="text" value="${id}" maxlength="64" autocomplete="off" autocapitalize="none" spellcheck="false" required aria-describedby="id-help">
<small id="id-help">Letters, digits and . _ @ -. Its owner signs in with it.</small></p>
<fieldset><legend>Plan</legend>${choice("paid", "Paid")}${choice("free", "Free")}</fieldset>
<p class="field"><label for="credits">Opening balance in credits</label>
<input id="credits" name="credits" type="number" min="0" step="1" value="${credits}" required></p>
<p class="choice"><input type="checkbox" id="confirmed" name="confirmed" value="yes"${isConfirmed && html` checked`}>
<label for="confirmed">Its email address is confirmed <span>without that it opens nothing</span></label></p>
<p class="buttons"><button>Make the account</button> <a class="button quiet" href="${deskPath}/accounts">Back</a></p>
</form>
</section>`,
  };
}
