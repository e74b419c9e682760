import type { RemoteProblem } from "../../client/problem.ts";
import type { RunProblem } from "../../run/problem.ts";
import type { Contrary } from "../../run/resolve.ts";
import { formatDuration } from "../../shared/duration.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import type { OperatorProblem } from "../../story-service/operator/problem.ts";
import type { StartProblem } from "../../story-service/start-problem.ts";
import type { CommandProblem } from "../problem.ts";
import {
  type Details,
  type DetailsOf,
  describeCause,
  messageIn,
  refusalOf,
  showAs,
  someOf,
  textOf,
  wordFor,
} from "./texts.ts";

export const commandDetails: DetailsOf<Exclude<CommandProblem, OperatorProblem> | RemoteProblem> = {
  usage: ({ message, not = "" }) => ({ what: message, not }),
  reason_needed: ({ evidence }) => ({ facts: { contrary: evidence.map(describeContrary) } }),
  service_config_invalid: ({ lines }) => ({ what: lines.map(showText).join("\n") }),
  service_unusable: ({ why, flag = "--data" }) => ({ facts: { reason: describeStartProblem(why, flag) } }),
  nothing_made: ({ isRehearsed }) => (isRehearsed ? { next: { verb: "same", at: "rehearsal" } } : {}),
  input_unreadable: ({ cause }) => ({
    facts: { why: wordFor("answerFaults", cause) ?? describeCause(cause) },
  }),
  story_misfit: ({ misfits }) => ({
    facts: { isTimeOnly: misfits.every((misfit) => misfit === "time") },
  }),
  package_incomplete: ({ missing, uncertain, held, jobs, unfit }) => ({
    facts: { hasMore: missing > jobs.length, findings: someOf(unfit.flatMap(describeUnfit)) },
    next: { verb: uncertain > 0 ? "resolve" : held < missing ? "run" : "check-lessons" },
  }),
};

function describeUnfit(problem: RunProblem): string[] {
  return problem.code === "lesson_unfit" ? [`${problem.job}: ${showAs("checks", problem.checks)}`] : [];
}

/** Evidence for a story, or a reason to wait, as a clause. */
export function describeContrary(contrary: Contrary): string {
  switch (contrary.code) {
    case "answered":
      return `the service answered ${contrary.status}, as it does after creating a story`;
    case "id-seen":
      return `${wordFor("idPlaces", contrary.where)} names ${contrary.id}, which may be the story's id; --story checks it`;
    case "balance-fell":
      return `the balance fell by ${pluralize(contrary.unexplained, "credit")} that this ledger's other stories don't explain; writing this story costs ${contrary.writing}`;
    case "too-early":
      return `it is too early to tell: the service may still accept the request, or may not show its cost yet; wait ${formatDuration(contrary.waitMs)}`;
  }
}

interface Unknown {
  /** The text for a cause that no table names. */
  readonly otherwise?: string;
  readonly remedy?: string;
}

/** The text for the system's error code about a file or folder, and the remedy. `table`: the table of texts about this file. */
function aboutFile(
  table: string,
  cause: string,
  { otherwise = "can't be used", remedy = "fix that" }: Unknown = {},
): Details {
  const refusal = refusalOf(cause);
  const words = wordFor(table, cause) ?? refusal?.what ?? otherwise;
  return {
    facts: {
      cause: `${words} (${cause})`,
      remedy: wordFor(`${table}Remedies`, cause) ?? refusal?.remedy ?? remedy,
    },
  };
}

function aboutCode(table: string, cause: string, otherwise = "can't be used"): Details {
  return { facts: { cause: `${wordFor(table, cause) ?? otherwise} (${cause})` } };
}

const ofBackup = { remedy: "put it back from a backup of the folder" };

const details: DetailsOf<StartProblem> = {
  data_folder_unusable: ({ cause }) => aboutFile("folder", cause),
  database_unusable: ({ cause }) => aboutFile("database", cause, ofBackup),
  database_unreachable: ({ cause }) => {
    const why = wordFor("causes", cause);
    return aboutCode("server", cause, why === null ? undefined : `can't be used: ${why}`);
  },
  pepper_unreadable: ({ cause }) => aboutFile("pepper", cause, { otherwise: "can't be read", ...ofBackup }),
  recordings_unusable: ({ cause }) =>
    aboutCode("bucket", cause, "it refused access, or the connection failed"),
  address_unavailable: ({ reason }) => aboutCode("address", reason),
  books_do_not_balance: ({ imbalances: [first] }) => ({
    facts: { first: first === undefined ? null : `${first.accountId}: ${first.what}` },
  }),
};

/** Why a service can't use its data folder, and what to do, as the end of a sentence. `flag`: the one that names another folder. */
function describeStartProblem(problem: StartProblem, flag: "--data" | "--out"): string {
  return textOf(messageIn("service", details, { ...problem, flag }));
}
