import type { Objection } from "../../ledger/format/reviews.ts";
import type { LedgerNotice, LedgerProblem, OverBudget } from "../../ledger/problem.ts";
import type { BoxedPdf, PackageProblem } from "../../package/package-problem.ts";
import { idCharactersLeast } from "../../run/lesson.ts";
import type { RunNotice, RunProblem, WaitingGate, WrongReplacement } from "../../run/problem.ts";
import type { LostLedger } from "../../run/purchases-elsewhere.ts";
import { showText } from "../../shared/text.ts";
import { quoted } from "../io.ts";
import { describeRuleOfJob, editAt, editDetails } from "./edits.ts";
import { describeLessons } from "./ledger.ts";
import {
  type DetailsOf,
  messageIn,
  type Step,
  someOf,
  textIn,
  textOf,
  unusedFile,
  wordFor,
} from "./texts.ts";

type OfRun =
  | Exclude<
      RunProblem,
      Exclude<LedgerProblem, OverBudget> | LostLedger | PackageProblem | { code: "ledger_not_rebuildable" }
    >
  | Exclude<RunNotice, LedgerNotice>;

export const runDetails: DetailsOf<OfRun> = {
  ...editDetails,
  over_budget: ({ committed, price, limit, first = limit }) => {
    const sum = committed + price;
    const said = committed === 0 ? "" : `; with the ${committed} already committed, that is ${sum}`;
    return { facts: { sum: said, over: sum - limit, canBegin: committed + first <= limit } };
  },
  budget_exceeded: ({ committed, budget }) => ({ facts: { over: committed - budget } }),
  balance_unexplained: (fall) => ({ what: textIn("run", "fall", { ...fall }) }),
  balance_fell: (fall) => ({ what: textIn("run", "fall", { ...fall }) }),
  // A job's name that looks like a flag is left out of the command, which then lists how to resolve each creation.
  creation_uncertain: ({ job }) => ({
    next: { verb: "resolve", rest: job.startsWith("-") ? "" : quoted(job) },
  }),
  lessons_unapproved: ({ objections }) => {
    const named = objections.map((one) => `${one.job} ${describeObjection(one)}`);
    return { facts: { by: someOf(named, "; ") } };
  },
  gate_closed: ({ gates }) => ({
    facts: {
      waiting: waitingIn(gates),
      missing: gates
        .map(({ volume, missing, samples }) => `${missing} of ${volume} (${someOf(samples)})`)
        .join("; "),
    },
  }),
  story_failed: ({ job, id, error }) => ({
    facts: { said: error === null ? null : quotedSentence(showText(error)) },
    next: replacing([{ job, id }]),
  }),
  story_canceled: ({ job, id }) => ({ next: replacing([{ job, id }]) }),
  replacement_wrong: ({ wrong }) => ({
    what: wrong.map(describeWrongReplacement).join(" "),
    next: replacementsStep(wrong),
  }),
  // Another account's key would get the same answer, so the user must check before anything is bought again.
  story_missing: ({ job, id }) => ({
    facts: { short: shortId(id) },
    next: { verb: "status", rest: job },
  }),
  audiobook_failed: ({ id }) => ({ facts: { short: shortId(id) } }),
  approval_moved: ({ moved }) => ({
    facts: { parts: moved.map((part) => wordFor("movedParts", part)).join("; ") },
  }),
  request_bought: ({ job, place }) => ({
    facts: { rule: describeRuleOfJob(job) },
    next: editAt(place),
  }),
  disk_failed: ({ cause, path, whilePackaging }, system) =>
    unusedFile(
      {
        file: path === null ? "A file or folder" : showText(path),
        how: "could not be read or written",
        not:
          whilePackaging === true
            ? "The package was not written. Everything that was paid for is in the ledger."
            : "The run stopped.",
        cause,
      },
      system,
    ),
  paid_again: ({ again }) => ({ facts: { lessons: describeLessons(again) } }),
  package_odd: ({ warning }) => ({ what: textOf(messageIn("package", packageDetails, warning)) }),
};

/** How many lessons wait behind gates. */
export function waitingIn(gates: readonly WaitingGate[]): number {
  return gates.reduce((sum, gate) => sum + gate.waiting, 0);
}

/** The part of a story's id that distinguishes it from others, in the form that `--replace` accepts. */
export function shortId(id: string): string {
  return id.slice(0, idCharactersLeast);
}

type EndedStory = Pick<Extract<RunProblem, { code: "story_failed" }>, "job" | "id">;

/** The command that buys replacements for some stories. */
export function replacing(ended: readonly EndedStory[]): Step {
  const flags = ended.map(({ job, id }) => `--replace ${job}@${shortId(id)}`);
  return { verb: "run", rest: flags.join(" ") };
}

/** The command line with the right stories; if anything else was wrong, the user must check first. */
function replacementsStep(wrong: readonly WrongReplacement[]): Step {
  const only = wrong.length === 1 ? wrong[0]?.job : undefined;
  const open = wrong.find(({ why }) => why === "uncertain");
  if (open !== undefined) return { verb: "resolve", rest: only === undefined ? "" : quoted(open.job) };
  if (wrong.every(({ why }) => why === "nothing_there")) return { verb: "run" };
  if (wrong.every(({ why }) => why === "unnamed")) {
    return { verb: "run", rest: wrong.map(({ job, has }) => `--replace ${job}@${has}`).join(" ") };
  }
  return { verb: "status", rest: only ?? "" };
}

/** Describes what is wrong with a `--replace`. */
function describeWrongReplacement({ why, ...facts }: WrongReplacement): string {
  const hasNow = textIn("run", "replace_has_now", facts);
  return textIn("run", `replace_${why}`, { ...facts, hasNow, least: idCharactersLeast });
}

/** A person's decision against a lesson, with the reason given. */
export function describeObjection({ decision, who, why }: Objection): string {
  return `${decision} by ${showText(who)}${why === null ? "" : `: "${showText(why)}"`}`;
}

/** A quotation as the end of a sentence. */
function quotedSentence(text: string): string {
  return /[.!?…]$/u.test(text) ? `"${text}"` : `"${text}".`;
}

export const packageDetails: DetailsOf<PackageProblem> = {
  pdf_characters_missing: ({ files }) => {
    const found = files.flatMap((file) =>
      file.characters.map(({ codePoint, character }) => [codePoint, character]),
    );
    const shown = [...new Map(found as [string, string][])].map(
      ([codePoint, character]) => `${character} (${codePoint})`,
    );
    return { facts: { characters: someOf(shown), where: someOf(files.map(placeOfBoxes), "; ") } };
  },
};

function placeOfBoxes({ path, pages, jobs }: BoxedPdf): string {
  const where = `${path}, ${pages.length === 1 ? "page" : "pages"} ${someOf(pages.map(String))}`;
  return jobs.length === 0 ? where : `${where} (${someOf(jobs)})`;
}
