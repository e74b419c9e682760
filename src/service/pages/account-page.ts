import { html, type Markup } from "../../shared/html.ts";
import { cleanLine } from "../../shared/text.ts";
import type { Balance } from "../money/balance.ts";
import type { HistoryEntry } from "../money/history.ts";
import type { Page } from "./page.ts";
import { sayTime } from "./say-time.ts";

export interface AccountView {
  readonly balance: Balance;
  readonly entries: readonly HistoryEntry[];
  /** Where the list goes on; null on its last page. */
  readonly next: number | null;
}

/** What a movement was, and how it changed what is left. A reservation is not a charge: it only holds. */
const words: Readonly<
  Record<HistoryEntry["reason"], { readonly name: string; readonly sign: "+" | "−" | "held" | "let go" }>
> = {
  opening: { name: "Opening balance", sign: "+" },
  reservation: { name: "Reserved for a story", sign: "held" },
  writing: { name: "Writing", sign: "−" },
  audiobook: { name: "Audiobook", sign: "−" },
  release: { name: "Released: the writing ended without a story", sign: "let go" },
  refund: { name: "Refund of an audiobook", sign: "+" },
};

/** Balance and history. */
export function accountPage({ balance, entries, next }: AccountView): Page {
  return {
    status: 200,
    title: "Balance",
    content: html`<h1>Balance and history</h1>
<section class="card figures" aria-label="Balance">
<p><strong>${balance.unlimited ? "unlimited" : balance.credits}</strong> ${balance.unlimited ? "credits" : "credits left"}</p>
<p><strong>${balance.reserved}</strong> of them held for stories on their way</p>
<p><strong>${balance.plan}</strong> plan</p>
</section>
<h2>History</h2>
${entries.length === 0 ? html`<p class="empty">Nothing has moved yet.</p>` : table(entries)}
${next !== null && html`<p class="pages"><a href="/account?before=${next}">Older</a></p>`}`,
  };
}

function table(entries: readonly HistoryEntry[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="History"><table>
<thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col" class="number">Credits</th><th scope="col">Story</th></tr></thead>
<tbody>${entries.map(
    (entry) => html`<tr><td>${sayTime(entry.at)}</td><td>${words[entry.reason].name}</td>
<td class="number">${amount(entry)}</td><td><bdi>${cleanLine(entry.about ?? "")}</bdi></td></tr>`,
  )}</tbody></table></div>`;
}

function amount({ reason, credits }: HistoryEntry): string {
  const { sign } = words[reason];
  return sign === "+" || sign === "−" ? `${sign}${credits}` : `${credits} ${sign}`;
}
