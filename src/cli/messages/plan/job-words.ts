import { planLimits } from "../../../plan/plan-limits.ts";
import type { PlanProblem } from "../../../plan/problem.ts";
import { quote } from "../quote.ts";
import { didYouMean, formatNumber, hint, names, type PlanWords } from "./phrases.ts";

// A suggestion is enough if the name was mistyped.
const whereToMove =
  '; point "to" at the topic that has these lessons now, or, if they have left the plan, drop this entry and let them go under "removed"';

/** Messages for topics, the lessons that they had, rules and jobs. */
export const jobWords = {
  duplicate_topic_id: (p) =>
    `two topics have the id ${quote(p.id)}${p.derived ? " (made from the text)" : ""}, the first on line ${p.first.line}; give this one an id of its own, such as id: ${p.proposal}`,
  topic_lacks_language: (p) =>
    `the topic ${quote(p.topic)} has no text in ${quote(p.lang)}, only in ${names(p.has)}; add one, or one text for all languages`,

  moved_twice: (p) => describeMovedTwice(p),
  removed_planned: (p) =>
    `the topic ${quote(p.topic)} is in the plan, on line ${p.first.line}, and "removed" says that it left; take it out of one of the two`,
  removed_job: (p) =>
    `this "removed" rule matches ${quote(p.job)}, which the plan makes (line ${p.first.line}); make it narrower, or remove it`,
  bad_story_id: (p) =>
    `${quote(p.value)} can't be the beginning of a story's id: give its first 8 characters, or more`,
  same_request: (p) =>
    `${quote(p.job)} asks for exactly what ${quote(p.as)} asks for, on line ${p.first.line}: the same story would be bought twice; change one, or leave it out with exclude`,
  moved_by_both: () =>
    'this "moved" entry gives both "from" and "text"; one of them says which lessons it is about: remove the other',
  moved_nowhere: (p) =>
    `no topic has the id ${quote(p.topic)}${hint(p.suggestion, p.known)}${p.suggestion === null ? whereToMove : ""}`,
  moved_in_circle: (p) => `the moves lead from ${quote(p.topic)} back to it; remove the one that is wrong`,

  rule_matches_nothing: (p) =>
    `this ${p.rule} rule matches no job, so what it should ${p.rule === "exclude" ? "leave out" : "change"} would be bought as it is; correct or remove it${didYouMean(p.suggestion)}`,
  rule_empty: (p) =>
    `this ${p.rule} rule has no keys, so it would match every job; name a topic, lang or difficulty`,
  rule_without_effect: () =>
    "this include rule names jobs that are there already and gives no new settings; add one or remove the rule",
  unknown_topic: (p) => `no topic has the id ${quote(p.topic)}${hint(p.suggestion, p.known)}`,
  duplicate_job: (p) =>
    `the job ${quote(p.job)} is added twice, first on line ${p.first.line}; keep one rule`,
  too_many_jobs: (p) => describeTooManyJobs(p),
  no_jobs: () => "no job is left to make; exclude takes all of them away",
} satisfies Partial<PlanWords>;

function describeMovedTwice({ end, topic, first }: Extract<PlanProblem, { code: "moved_twice" }>): string {
  const why =
    end === "from"
      ? "its stories can go to one topic only"
      : "a topic can take the stories of one other only";
  return `${quote(topic)} is the "${end}" of two moves, first on line ${first.line}; ${why}: keep one`;
}

function describeTooManyJobs({ count, most }: Extract<PlanProblem, { code: "too_many_jobs" }>): string {
  const start = `the plan asks for ${formatNumber(count)} jobs, at most ${formatNumber(most)} are allowed`;
  if (count > planLimits.jobsMost) return `${start}; split it into several plans`;
  return `${start}; if that many are meant, say maxJobs: ${count}`;
}
