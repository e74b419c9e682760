import { exitCodes } from "../../shared/exit-codes.ts";
import { Failure } from "../../shared/failure.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { ends, type ProblemIn } from "../../shared/problems.ts";
import { showText } from "../../shared/text.ts";
import type { Refusal } from "../refusal.ts";

const { invalid, money, failed, stopped } = exitCodes;

/** Why an operator's command was refused. Nothing was changed. */
export const operatorProblems = {
  account_exists: ends<{ name: string }>(invalid),
  account_deleted: ends<{ name: string }>(invalid),
  operator_exists: ends<{ name: string }>(invalid),
  operator_unknown: ends<{ name: string }>(invalid),
  credits_short: ends<{ name: string; asked: number; available: number }>(money),
  /** The reference names another movement. `credits` is negative for what was taken away. */
  reference_used: ends<{ reference: string; name: string; credits: number }>(invalid),
  work_under_way: ends<{ name: string; jobs: number }>(stopped),
  /** `why`: `EEXIST` if there is something already, `inside` if it is in the service's own folder, or the system's code. */
  output_unusable: ends<{ path: string; why: string }>(({ why }) =>
    why === "EEXIST" || why === "inside" ? invalid : stopped,
  ),
  backup_unusable: ends<{ folder: string; file: string; why: "missing" | "damaged" }>(failed),
  /** A later version made it, or a service with another kind of database. `found`: that version, or that kind. */
  backup_not_for_this: ends<{ found: number | "sqlite" | "postgres"; known: number }>(invalid),
  /** Restoring would change what is there. `isFile`: a file of the data folder; if not, a database or a bucket that is a service's. */
  place_not_empty: ends<{ place: string; isFile: boolean }>(stopped),
  no_such_work: ends<{ id: number }>(invalid),
  work_not_retried: ends<{ id: number; why: WhyNotRetried }>(invalid),
  /** The account's plan, its credits or its key's cap don't allow it. */
  retry_not_paid: ends<{ id: number; reason: string }>(money),
};

export type OperatorProblem = ProblemIn<typeof operatorProblems>;

/** Why work that was given up is not ordered again. */
export type WhyNotRetried =
  | "not-dead"
  | "account-closed"
  | "key-revoked"
  | "ordered-again"
  | "story-moved-on";

type Words = {
  [Code in OperatorProblem["code"]]: (problem: Extract<OperatorProblem, { code: Code }>) => string;
};

const whyNotRetried: Readonly<Record<WhyNotRetried, string>> = {
  "not-dead": "it was not given up",
  "account-closed": "its account is closed",
  "key-revoked": "the key or connection that ordered it was revoked",
  "ordered-again": "its owner has since ordered the same story again, and would pay for it twice",
  "story-moved-on": "its story is not marked as failed",
};

const refused = "this user may not write there, or another program has it open";

const systemCauses: Readonly<Record<string, string>> = {
  EEXIST: "it already exists and is not overwritten",
  inside: "it is in the service's own folder, where a copy would be lost along with the original",
  ENOENT: "that place doesn't exist, and it can't be created",
  ENOTDIR: "a part of its path isn't a folder",
  EACCES: refused,
  EPERM: refused,
  EBUSY: refused,
  EROFS: "it is on a read-only disk",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full for this user",
};

/** Why an operator's command was refused. */
export const operatorWords: Words = {
  account_exists: ({ name }) =>
    `The account ${showText(name)} already exists. It can be given a new sign-in secret. Nothing was changed.`,
  account_deleted: ({ name }) => `The account ${showText(name)} is deleted. Nothing was changed.`,
  operator_exists: ({ name }) =>
    `The operator ${showText(name)} already exists. For a new secret, remove and add the operator again. Nothing was changed.`,
  operator_unknown: ({ name }) => `There is no operator ${showText(name)}. Nothing was changed.`,
  credits_short: ({ name, asked, available }) =>
    `${showText(name)} has ${pluralize(available, "credit")} that no story has reserved, so ${asked} can't be taken away. Nothing was changed.`,
  reference_used: ({ reference, name, credits }) =>
    `The reference ${showText(reference)} was already used for something else: ${credits > 0 ? `${pluralize(credits, "credit")} added to` : `${pluralize(-credits, "credit")} taken from`} ${showText(name)}. Nothing was changed.`,
  work_under_way: ({ name, jobs }) =>
    `${showText(name)} has ${pluralize(jobs, "job")} waiting or under way. A ban keeps new jobs from starting; delete the account when the current jobs are done. Nothing was deleted.`,
  output_unusable: ({ path, why }) =>
    `${showText(path)} can't be written: ${systemCauses[why] ?? "the system refuses it"}${why === "inside" ? "" : ` (${showText(why)})`}. Name another place with --output. The service was not changed, and no complete file was written.`,
  backup_unusable: ({ folder, file, why }) =>
    why === "missing"
      ? `${showText(folder)} isn't a complete backup: ${showText(file)} is missing. Nothing was restored.`
      : `The backup ${showText(folder)} is damaged: ${showText(file)} differs from the file that the backup wrote. Nothing was restored; use another backup.`,
  backup_not_for_this: ({ found, known }) =>
    typeof found === "number"
      ? `A later version of coursebinder made that backup (its tables have version ${found}; the installed coursebinder supports version ${known}). Use the later version. Nothing was restored.`
      : found === "sqlite"
        ? "That is the backup of a service without a database server: leave out --database and COURSEBINDER_DATABASE. Nothing was restored."
        : "That is the backup of a service on PostgreSQL: give an empty database with COURSEBINDER_DATABASE or --database. Nothing was restored.",
  place_not_empty: ({ place, isFile }) =>
    `${showText(place)} ${isFile ? "already exists" : "holds a service already"}, and a backup can be restored only into an empty place. Name another --data or --database. Nothing was changed.`,
  no_such_work: ({ id }) => `There is no job ${id}. Nothing was changed.`,
  work_not_retried: ({ id, why }) => `Job ${id} stays as it is: ${whyNotRetried[why]}. Nothing was changed.`,
  retry_not_paid: ({ id, reason }) =>
    `Job ${id} stays given up: its credits were returned, and ordering it again is refused just as a new story would be. ${showText(reason)} Nothing was changed.`,
};

/** The refusal of an operation, as its page shows it; null for any other error. */
export function operatorRefusal(
  error: unknown,
): Pick<Refusal, "status" | "sentence" | "retryAfterSeconds"> | null {
  if (!(error instanceof Failure)) return null;
  const { problem } = error;
  if (problem.code === "account_unknown")
    return { status: 404, sentence: "There is no account with that name." };
  if (problem.code === "no_such_key") return { status: 404, sentence: "There is no such key or connection." };
  if (problem.code === "key_not_made")
    return { status: 409, sentence: (problem as unknown as { readonly reason: string }).reason };
  if (!(problem.code in operatorWords)) return null;
  const known = problem as OperatorProblem;
  const sentence = (operatorWords[known.code] as (problem: OperatorProblem) => string)(known);
  return { status: known.code === "no_such_work" ? 404 : 409, sentence };
}
