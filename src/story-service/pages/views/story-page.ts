import { html, type Markup } from "../../../shared/html.ts";
import { languageOf } from "../../../shared/languages/languages.ts";
import { cleanLine } from "../../../shared/text.ts";
import { type Cost, costOf } from "../../stories/cost.ts";
import type { BookRow, StoryRow } from "../../stories/states.ts";
import type { Page } from "../page.ts";
import { formatNumber } from "./format-credits.ts";
import { formatTime } from "./format-time.ts";
import { storyText, tongue } from "./story-text.ts";

const stateWords: Readonly<Record<StoryRow["status"], string>> = {
  writing: "is being written",
  ready: "is written",
  making_audiobook: "is written, and is being read aloud",
  done: "is written and read aloud",
  failed: "failed",
  canceled: "was canceled",
};

/** Everything about a story, for its owner only, including the id that programs use (interface 4.4). */
export function storyPage(story: StoryRow, book: BookRow | null): Page {
  const { topic, lang, difficulty, length, audiobook } = story.request;
  const name = cleanLine(story.title ?? topic) || "Without a title";
  return {
    status: 200,
    title: name,
    content: html`<article>
<h1>${story.title === null ? html`<bdi>${name}</bdi>` : html`<span${tongue(lang)}>${name}</span>`}</h1>
<section class="card" aria-label="About the story"><dl class="wide-list">
${fact("Id", html`<code class="id">${story.id}</code>`)}
${fact("Status", html`<code>${story.status}</code>: it ${stateWords[story.status]}`)}
${story.error !== null && fact("Error", html`${story.error}`)}
${fact("Topic", html`<bdi>${cleanLine(topic) || "nothing but white space"}</bdi>`)}
${fact("Language", html`${languageOf(lang).name}`)}
${fact("Difficulty", html`${difficulty}`)}
${fact("Length", html`${length}, ${audiobook ? "with" : "without"} an audiobook`)}
${fact("Asked for", formatTime(story.createdAt))}
${moneyFacts(story)}
${book !== null && fact("Audiobook", html`<a href="/books/${book.id}">Open its page</a>`)}
</dl></section>
${story.text !== null && html`<section aria-label="Text">${storyText(lang, story.text)}</section>`}
</article>`,
  };
}

function fact(name: string, value: Markup): Markup {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function moneyFacts(story: StoryRow): Markup {
  const cost = costOf(story);
  const { held, released, refunded } = cost;
  return html`${fact("Charged", html`${chargedWords(cost)}`)}
${fact("Held", html`${held === 0 ? "nothing" : `${formatNumber(held)} credits ${whyHeld(story)}`}`)}
${released > 0 && fact("Released", html`${formatNumber(released)} credits: the writing ended without a story`)}
${refunded > 0 && fact("Refunded", html`${formatNumber(refunded)} credits for the audiobook, which failed`)}`;
}

function chargedWords({ writing, audiobook }: Cost): string {
  if (writing === 0) return "nothing";
  const both = audiobook === 0 ? "" : ` and ${formatNumber(audiobook)} for the audiobook`;
  return `${formatNumber(writing)} credits for the writing${both}`;
}

function whyHeld({ status }: StoryRow): string {
  return status === "writing"
    ? "until the writing ends: it is charged if there is a story, and released if there is none"
    : "for the audiobook: it starts, and is charged, when a program first reads the story with its key. This page starts nothing";
}
