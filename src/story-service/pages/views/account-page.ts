import { html, type Markup } from "../../../shared/html.ts";
import { cleanLine } from "../../../shared/text.ts";
import type { Balance } from "../../money/balance.ts";
import type { HistoryEntry, HistoryStory } from "../../money/history.ts";
import { costOf } from "../../stories/cost.ts";
import type { Page } from "../page.ts";
import { describeReserved, formatNumber } from "./format-credits.ts";
import { formatTime } from "./format-time.ts";

export interface AccountView {
  readonly balance: Balance;
  readonly entries: readonly HistoryEntry[];
  /** The cursor of the next page; null on the last one. */
  readonly next: number | null;
}

/** The name of a movement and how it changes the available credits. A reservation only holds them; it is not a charge. */
const words: Readonly<
  Record<HistoryEntry["reason"], { readonly name: string; readonly sign: "+" | "−" | "held" | "released" }>
> = {
  opening: { name: "Opening balance", sign: "+" },
  reservation: { name: "Reserved for a story", sign: "held" },
  writing: { name: "Writing", sign: "−" },
  audiobook: { name: "Audiobook", sign: "−" },
  release: { name: "Released: the writing ended without a story", sign: "released" },
  refund: { name: "Refund of an audiobook", sign: "+" },
  "top-up": { name: "Added by the operator", sign: "+" },
  correction: { name: "Corrected by the operator", sign: "−" },
};

/** Balance and history. */
export function accountPage({ balance, entries, next }: AccountView): Page {
  return {
    status: 200,
    title: "Balance",
    content: html`<h1>Balance and history</h1>
<section class="card figures" aria-label="Balance">
<p><strong>${balance.credits === null ? "unlimited" : formatNumber(balance.credits)}</strong> ${balance.credits === null ? "credits" : "credits left"}</p>
<p><strong>${formatNumber(balance.reserved)}</strong> of them held for stories on their way</p>
<p><strong>${balance.plan}</strong> plan</p>
</section>
<h2>History</h2>
<p class="soft">What is held is not spent: a story holds its whole price from the moment it is asked for. The writing is charged from that
when it succeeds, the audiobook when it begins, and the rest is released.</p>
${entries.length === 0 ? html`<p class="empty">Nothing has moved yet.</p>` : list(entries)}
${next !== null && html`<p class="pages"><a href="/account?before=${next}">Older</a></p>`}`,
  };
}

function list(entries: readonly HistoryEntry[]): Markup {
  return html`<ol class="card history" reversed>${entries.map(
    (entry) => html`<li><strong class="what">${words[entry.reason].name}</strong>
<span class="amount">${amount(entry)}</span>${entry.story !== null && about(entry, entry.story)}${entry.note !== null && html` <span class="since"><bdi>${entry.note}</bdi></span>`}
<span class="when">${formatTime(entry.at)}</span></li>`,
  )}</ol>`;
}

function about({ reason }: HistoryEntry, story: HistoryStory): Markup {
  return html`${reason === "reservation" && html` <span class="since">${describeReserved(costOf(story))}</span>`}
<a class="about" href="/stories/${story.id}"><bdi>${cleanLine(story.name) || "Without a title"}</bdi></a>
<code class="id">${story.id}</code>`;
}

function amount({ reason, credits }: HistoryEntry): string {
  const { sign } = words[reason];
  const number = formatNumber(credits);
  return sign === "+" || sign === "−" ? `${sign}${number}` : `${number} ${sign}`;
}
