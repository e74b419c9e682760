import type { ComingEdition, ComingEditions } from "../../../course/coming-editions.ts";
import type { Plan } from "../../../plan/plan.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";

// A volume's words on a line; the document for --json has all of them.
const wordsShown = 12;

/** The next editions, for people: what each has, costs and repeats; then the sum. */
export function describeComing({ editions }: ComingEditions): string[] {
  const prices = editions.map(({ credits }) => credits);
  const total = prices.includes(null) ? null : prices.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return [
    ...editions.flatMap(describeEdition),
    `total    ${describePrice(total)} for ${pluralize(editions.length, "edition")}`,
  ];
}

function describeEdition({ plan, orders, credits }: ComingEdition): string[] {
  if (plan.skippedAt !== null) return [`${plan.edition}   left out`];
  const left = plan.jobs.length - orders.length;
  const bought = left === 0 ? "" : `, ${left} bought already`;
  return [
    `${plan.edition}   ${pluralize(orders.length, "story", "stories")} to create${bought}, ${describePrice(credits)}`,
    `  topics   ${topicsOf(plan).map(showText).join("; ")}`,
    ...wordsOf(plan),
  ];
}

function describePrice(credits: number | null): string {
  return credits === null ? "price unknown" : pluralize(credits, "credit");
}

/** Each topic once, by its text in the first language in which the edition has it. */
function topicsOf({ jobs }: Plan): string[] {
  return [
    ...new Map(jobs.toReversed().map(({ topicId, request }) => [topicId, request.topic])).values(),
  ].reverse();
}

/** A line for each volume that asks for words. */
function wordsOf({ jobs, turn }: Plan): string[] {
  const volumes = new Map<string, string[]>();
  for (const { request } of jobs) {
    const volume = `${request.lang} ${request.difficulty}`;
    const words = volumes.get(volume) ?? [];
    volumes.set(volume, [...new Set([...words, ...(request.words ?? []).map(({ word }) => word)])]);
  }
  return [...volumes].flatMap(([volume, words]) => {
    if (words.length === 0) return [];
    const again =
      turn?.repeated.find(({ lang, difficulty }) => `${lang} ${difficulty}` === volume)?.words.length ?? 0;
    const shown = words.slice(0, wordsShown).map(showText).join(", ");
    const more = words.length > wordsShown ? ", ..." : "";
    const repeated = again === 0 ? "" : `, ${again} of them again`;
    return [`  words    ${volume}: ${shown}${more} (${words.length}${repeated})`];
  });
}
