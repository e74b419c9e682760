import { Failure } from "../../../shared/failure.ts";
import { showText } from "../../../shared/text.ts";
import type { Act } from "../../../story-service/accounts/audit-log.ts";
import type { AccountSettings } from "../../../story-service/config/config.ts";
import { accountIdSchema, creditsMost } from "../../../story-service/config/config-schema.ts";
import {
  addAccount,
  changeAccount,
  type ListedAccount,
  listAccounts,
  renewSignIn,
} from "../../../story-service/operator/manage-accounts.ts";
import { describeState } from "../../../story-service/operator/result-words.ts";
import type { Context } from "../../context.ts";
import type { CommandResult } from "../../io.ts";
import { formatTable } from "../../messages/table.ts";
import { choice, wholeNumber } from "../../parser/options.ts";
import type { CommandProblem } from "../../problem.ts";
import { onService } from "./on-service.ts";

const plans = ["paid", "free"] as const;

/** `serve admin accounts list`. */
export function accounts(context: Context): Promise<CommandResult> {
  return onService(context, async ({ store }) => {
    const listed = await listAccounts(store);
    const rows = listed.map((account) => [
      account.id,
      account.plan,
      account.unlimited ? "unlimited" : String(account.available),
      String(account.reserved),
      String(account.spent),
      String(account.stories),
      describeState(account),
    ]);
    const head = ["account", "plan", "available", "reserved", "spent", "stories", "state"];
    for (const line of formatTable([head, ...rows], [2, 3, 4, 5])) context.io.say(line);
    return { accounts: listed.map(documentOf) };
  });
}

function documentOf({ createdAt, ...account }: ListedAccount): object {
  return { ...account, createdAt: new Date(createdAt).toISOString() };
}

/** `serve admin accounts add`: adds an account and shows its sign-in secret once. */
export function addNewAccount(id: string, context: Context): Promise<CommandResult> {
  const { raw, io } = context;
  if (!accountIdSchema.safeParse(id).success) {
    const expected = "1 to 64 letters, digits and . _ @ -, beginning with a letter or digit";
    throw new Failure<CommandProblem>({ code: "bad_value", flag: "<account>", value: id, expected });
  }
  const wish = {
    id,
    plan: choice(raw, { name: "plan", flag: "--plan", choices: plans }) ?? "paid",
    credits: wholeNumber(raw, "credits", { flag: "--credits", least: 0, most: creditsMost }) ?? 0,
    unlimited: raw.unlimited === true,
    admin: raw.admin === true,
    emailConfirmed: raw.unconfirmed !== true,
  };
  return onService(context, async (operator) => {
    const signIn = await addAccount(operator, wish);
    showSecret(signIn, context);
    if (!io.json) io.note(`Next, a key for its programs: coursebinder serve keys add <name> --account ${id}`);
    return { account: id, signIn };
  });
}

/** `serve admin accounts secret`: gives an account a new sign-in secret and shows it once. */
export function newSecret(id: string, context: Context): Promise<CommandResult> {
  return onService(context, async (operator) => {
    const signIn = await renewSignIn(operator, id);
    showSecret(signIn, context);
    return { account: id, signIn };
  });
}

/** On stdout alone, where a script expects only the secret. */
function showSecret(secret: string, { io }: Context): void {
  io.say(secret);
  if (!io.json)
    io.note(
      "The secret for signing in to the pages is shown this once: the service keeps only a hash of it.",
    );
}

/** What a verb changes, its name in the log, and the two answers. */
interface Change {
  readonly what: Act;
  readonly settings: Partial<AccountSettings>;
  readonly done: string;
  readonly already: string;
}

const changes: Readonly<Record<"ban" | "unban" | "confirm", Change>> = {
  ban: {
    what: "account banned",
    settings: { banned: true },
    done: "is banned",
    already: "is banned already",
  },
  unban: {
    what: "account unbanned",
    settings: { banned: false },
    done: "is not banned any more",
    already: "is not banned",
  },
  confirm: {
    what: "account confirmed",
    settings: { emailConfirmed: true },
    done: "is confirmed",
    already: "is confirmed already",
  },
};

/** `serve admin accounts ban|unban|confirm`. */
export function change(kind: keyof typeof changes, id: string, context: Context): Promise<CommandResult> {
  return changed(id, changes[kind], context);
}

/** `serve admin accounts plan`. */
export function changePlan(id: string, plan: string, context: Context): Promise<CommandResult> {
  const known = plans.find((one) => one === plan);
  if (known === undefined)
    throw new Failure<CommandProblem>({
      code: "bad_value",
      flag: "<plan>",
      value: plan,
      expected: "paid or free",
    });
  const [done, already] = [`has the plan ${known}`, `has the plan ${known} already`];
  return changed(id, { what: "plan changed", settings: { plan: known }, done, already }, context);
}

function changed(id: string, { done, already, ...wish }: Change, context: Context): Promise<CommandResult> {
  return onService(context, async (operator) => {
    const isChanged = await changeAccount(operator, id, wish);
    context.io.say(`${showText(id)} ${isChanged ? done : already}.`);
    return { account: id, changed: isChanged };
  });
}
