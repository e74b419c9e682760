import { html } from "../../../../shared/html.ts";
import type { Page } from "../../page.ts";

/** An account's new sign-in secret, which is shown this once. */
export function secretPage({
  account,
  secret,
  isNew,
  back,
}: {
  readonly account: string;
  readonly secret: string;
  /** Whether the account was made just now. */
  readonly isNew: boolean;
  readonly back: string;
}): Page {
  return {
    status: 200,
    title: account,
    content: html`<section class="card narrow made" role="status">
<h1>${isNew ? html`The account <bdi>${account}</bdi> is there` : html`<bdi>${account}</bdi> has a new secret`}</h1>
<p>With this secret its owner signs in to the pages. It is shown this once, and the service keeps only a hash of it.</p>
<p><code class="secret">${secret}</code></p>
<p><a href="${back}">To the account</a></p>
</section>`,
  };
}
