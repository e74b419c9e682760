import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import type { OperatorProblem, WhyNotRetried } from "./problem.ts";

type Words = {
  [Code in OperatorProblem["code"]]: (problem: Extract<OperatorProblem, { code: Code }>) => string;
};

const whyNotRetried: Readonly<Record<WhyNotRetried, string>> = {
  "not-dead": "it was not given up",
  "account-closed": "its account is closed",
  "key-revoked": "the key or connection that ordered it was revoked",
  "ordered-again": "its owner has ordered the same story again since, and would pay for it twice",
  "story-moved-on": "its story is not a failed one",
};

const refused = "this user may not write there, or another program has it open";

const systemCauses: Readonly<Record<string, string>> = {
  ENOENT: "there is no such place, and it can't be made",
  ENOTDIR: "a part of its path is no folder",
  EACCES: refused,
  EPERM: refused,
  EBUSY: refused,
  EROFS: "it is on a disk that is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full for this user",
};

/** Why a command of the operator was refused. */
export const operatorWords: Words = {
  account_exists: ({ name }) =>
    `There is an account ${showText(name)} already. A new sign-in secret for it: coursebinder serve admin accounts secret ${showText(name)}. Nothing was changed.`,
  account_deleted: ({ name }) => `The account ${showText(name)} is deleted. Nothing was changed.`,
  pepper_just_rotated: ({ seconds }) =>
    `The pepper was rotated just now, and running processes may still use the one before: retire that in ${pluralize(seconds, "second")}. Nothing was changed.`,
  too_many_peppers: ({ most }) =>
    `There are ${most} peppers, and each is one more to look under. Retire the older ones first: coursebinder serve admin pepper retire. Nothing was changed.`,
  operator_exists: ({ name }) =>
    `There is an operator ${showText(name)} already. For a new secret, remove them and add them again. Nothing was changed.`,
  operator_unknown: ({ name }) =>
    `There is no operator ${showText(name)}; coursebinder serve admin operators list shows them. Nothing was changed.`,
  credits_short: ({ name, asked, available }) =>
    `${showText(name)} has ${pluralize(available, "credit")} that no story has reserved, and ${asked} can't be taken away. Nothing was changed.`,
  reference_used: ({ reference, name, credits }) =>
    `The reference ${showText(reference)} names something else: ${credits > 0 ? `${pluralize(credits, "credit")} added to` : `${pluralize(-credits, "credit")} taken from`} ${showText(name)}. Nothing was changed.`,
  work_under_way: ({ name, jobs }) =>
    `${showText(name)} has ${pluralize(jobs, "job")} waiting or under way. A ban lets no more begin; delete it when they are done, which coursebinder serve admin work list shows. Nothing was deleted.`,
  output_exists: ({ path }) =>
    `${showText(path)} already exists and is not overwritten. Nothing was written.`,
  output_in_data_folder: ({ path, folder }) =>
    `${showText(path)} is in the service's own folder ${showText(folder)}, and a copy there is lost with what it copies. Name a place outside of it with --output. Nothing was written.`,
  output_unwritable: ({ path, cause }) =>
    `${showText(path)} can't be written: ${systemCauses[cause] ?? "the system refuses it"} (${showText(cause)}). See to that, or name another place with --output. The service was left as it is, and nothing whole was written.`,
  backup_under_way: ({ path }) =>
    `Another backup is being written to ${showText(path)} at this moment. Wait for it, or name another --output. Nothing was written.`,
  backup_unusable: ({ folder, file, why }) =>
    why === "missing"
      ? `${showText(folder)} is no whole backup: ${showText(file)} is missing. Nothing was restored.`
      : `The backup ${showText(folder)} is damaged: ${showText(file)} is not what was written. Nothing was restored; use another backup.`,
  backup_too_new: ({ version, known }) =>
    `A later version of coursebinder made that backup (its tables have version ${version}, this one knows ${known}); use that one. Nothing was restored.`,
  backup_of_other_engine: ({ engine }) =>
    engine === "sqlite"
      ? "That is the backup of a service without a database server: leave --database and COURSEBINDER_DATABASE out. Nothing was restored."
      : "That is the backup of a service on PostgreSQL: give an empty database with COURSEBINDER_DATABASE or --database. Nothing was restored.",
  place_not_empty: ({ place, isFile }) =>
    `${showText(place)} ${isFile ? "already exists" : "holds a service already"}, and a backup is only restored into an empty place. Name another --data or --database. Nothing was changed.`,
  no_such_work: ({ id }) =>
    `There is no work ${id}; coursebinder serve admin work list shows it. Nothing was changed.`,
  work_not_retried: ({ id, why }) =>
    `The work ${id} stays as it is: ${whyNotRetried[why]}. Nothing was changed.`,
  retry_not_paid: ({ id, reason }) =>
    `The work ${id} stays given up: its credits were returned, and ordering it again is refused as for any new story. ${showText(reason)} Nothing was changed.`,
};
