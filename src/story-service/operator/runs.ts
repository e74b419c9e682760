import { makeBackup } from "../backup.ts";
import { addAccount, credits, renewSignIn, showAccounts, showStories } from "./accounts.ts";
import { deleteAccount } from "./delete-account.ts";
import { auditBooks, healthOf, showLog } from "./health.ts";
import { addKey, listKeys, revokeAll, revokeKeys } from "./keys.ts";
import type { Operator, Outcome } from "./operator.ts";
import { addOperator, listOperators, removeOperator } from "./operators.ts";

/** What an operation does: to whom or what, with the values of its fields. */
// biome-ignore lint/suspicious/noExplicitAny: each operation knows the types of its own values, which operations.yaml declares
export type Run = (operator: Operator, to: string, values: any) => Promise<Outcome>;

/** The code of each operation that does more than to change settings, by its part of `operations.yaml` and its name. */
export const runs: Readonly<Record<string, Run>> = {
  "admin accounts list": showAccounts,
  "admin accounts add": addAccount,
  "admin accounts secret": renewSignIn,
  "admin credits": credits,
  "admin stories": showStories,
  "admin delete": deleteAccount,
  "admin operators list": listOperators,
  "admin operators add": addOperator,
  "admin operators remove": removeOperator,
  "admin revoke-all": revokeAll,
  "admin health": healthOf,
  "admin log": showLog,
  "service audit": auditBooks,
  "service backup": makeBackup,
  "keys list": listKeys,
  "keys add": addKey,
  "keys revoke": revokeKeys,
};
