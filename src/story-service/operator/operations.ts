import { limits } from "../../contract/limits.ts";
import { type Scope, scopes } from "../../contract/operations.ts";
import { cleanLine, isBlank, showText } from "../../shared/text.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import { accountIdPattern, creditsMost } from "../config/account-values.ts";
import type { OperationResult, Operator } from "./operator.ts";

/**
 * The operations available to the operator, each declared once: the commands of `serve admin` and `serve keys` and the operator's pages are made from
 * this list. The code that an operation needs is loaded when the operation runs, because every start of the command line reads the list.
 */

/** A value that an operation is given: a flag or an argument of the command, a field of a form. */
export interface Field<Value> {
  /** As the command takes it: `--credits <n>`, or `<plan>` for an argument. */
  readonly flag: string;
  readonly help: string;
  readonly input: "text" | "number" | "check" | { readonly choices: readonly string[] };
  /** The value of a text; undefined if it is none. */
  readonly read: (text: string) => Value | undefined;
  /** What is expected instead. */
  readonly expected: string;
  /** Without a text; undefined: it is needed. */
  readonly standard?: ((world: Pick<World, "random">) => Value) | undefined;
  /** The standard in the help. */
  readonly shownStandard?: string;
}

/** A question asked before an operation that is hard to undo. */
export interface Question {
  readonly title: string;
  readonly sentence: string;
  /** The word on the button that does it. */
  readonly button: string;
  /** What to say with `--yes` to; without it, the command does not ask. */
  readonly refusal?: string;
}

type IsGiven<Values> = (name: keyof Values) => boolean;

// biome-ignore lint/suspicious/noExplicitAny: each operation knows the type of its own values
export interface Operation<Values = any> {
  /** As it is typed after `serve admin` or `serve keys`. */
  readonly name: string;
  readonly about: string;
  /** Command lines, for the help. */
  readonly examples?: readonly string[];
  /** What it is done to, the first argument: `<account>`. */
  readonly to?: { readonly argument: string; readonly read?: RegExp; readonly expected?: string };
  readonly fields: { readonly [Name in keyof Values]: Field<Values[Name]> };
  /** The operator's page that shows its result. */
  readonly page?: string;
  /** The operator's page that offers the operation; with `:to`, it is offered for each row. Left out: it is only a command. */
  readonly on?: string;
  /** The words on its button. */
  readonly button?: string;
  /** Whether its button is offered, given the state of the account or the row. */
  readonly fits?: (state: string) => boolean;
  readonly asks?: (to: string, values: Values) => Question | null;
  /** Why these values make no sense together. `isGiven`: which fields were. */
  readonly refuses?: (values: Values, isGiven: IsGiven<Values>) => string | null;
  /** Said before anything is done. */
  readonly announce?: (values: Values, isGiven: IsGiven<Values>) => string | null;
  readonly run: (operator: Operator, to: string, values: Values) => Promise<OperationResult>;
}

/** The pages of an account and of its keys. */
const accountPage = "account/:account";
const keysPage = `${accountPage}/keys`;

const account = { argument: "<account>" } as const;
const newAccount = {
  argument: "<account>",
  read: accountIdPattern,
  expected: "1 to 64 letters, digits and . _ @ -, beginning with a letter or digit",
} as const;
const job = {
  argument: "<id>",
  read: /^\d{1,15}$/,
  expected: "a number that serve admin work list shows",
} as const;

type Facts = Pick<Field<never>, "help">;

const check = (flag: string, help: string): Field<boolean> => ({
  flag,
  help,
  input: "check",
  read: () => true,
  expected: "",
  standard: () => false,
});

const optional = (flag: string, help: string): Field<string | null> => ({
  flag,
  help,
  input: "text",
  read: (text) => text,
  expected: "",
  standard: () => null,
});

const line = (flag: string, { most, help }: { most: number } & Facts): Omit<Field<string>, "standard"> => ({
  flag,
  help,
  input: "text",
  read: (text) => {
    const clean = cleanLine(text);
    return isBlank(clean) || clean.length > most ? undefined : clean;
  },
  expected: `1 to ${most} characters`,
});

const whole = (
  flag: string,
  { least = 0, most, standard, help }: { least?: number; most: number; standard?: number } & Facts,
): Field<number> => ({
  flag,
  help,
  input: "number",
  read: (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return number >= least && number <= most ? number : undefined;
  },
  expected: `a whole number from ${least} to ${most}`,
  ...(standard === undefined ? {} : { standard: () => standard, shownStandard: String(standard) }),
});

type Plan = "paid" | "free";

const plan = (flag: string): Field<Plan> => ({
  flag,
  help: "its plan",
  input: { choices: ["paid", "free"] },
  read: (text) => (text === "paid" || text === "free" ? text : undefined),
  expected: "paid or free",
});

/** Lets each operation infer the type of its values. */
const declare = <Values>(operation: Operation<Values>): Operation => operation as Operation;

const ofAccounts = () => import("./accounts.ts");
const ofKeys = () => import("./keys.ts");
const ofWork = () => import("./work.ts");
const ofPersonalData = () => import("./personal-data.ts");

const accounts: readonly Operation[] = [
  declare({
    name: "accounts list",
    about: "all accounts, with their credits",
    fields: { search: optional("--search <text>", "only accounts whose name contains this") },
    page: "accounts",
    run: async (operator, _, { search }) => (await ofAccounts()).showAccounts(operator, { search }),
  }),
  declare({
    name: "accounts add",
    about: "add an account; its sign-in secret is shown only once",
    to: newAccount,
    fields: {
      plan: { ...plan("--plan <plan>"), standard: (): Plan => "paid", shownStandard: "paid" },
      credits: whole("--credits <n>", { help: "its opening balance", most: creditsMost, standard: 0 }),
      unlimited: check("--unlimited", "not limited by credits"),
      admin: check("--admin", "the account's keys need a cap before they can spend credits"),
      unconfirmed: check("--unconfirmed", "can't be used until its email address is confirmed"),
    },
    on: "accounts",
    button: "New account",
    run: async (operator, id, { unconfirmed, ...wish }) =>
      (await ofAccounts()).addAccount(operator, { id, ...wish, emailConfirmed: !unconfirmed }),
  }),
  declare({
    name: "accounts ban",
    about: "refuse the account's keys, tokens and sign-ins, from the next request on",
    to: account,
    fields: {},
    on: accountPage,
    button: "Ban",
    fits: (state) => !state.includes("banned"),
    asks: (id) => ({
      title: `Ban ${id}?`,
      sentence:
        "The account's keys, tokens and sign-ins are refused from the next request on. Work that is already under way continues.",
      button: "Ban",
    }),
    run: async (operator, id) =>
      (await ofAccounts()).changeAccount(operator, id, {
        what: "account banned",
        settings: { banned: true },
        words: ["is banned", "is banned already"],
      }),
  }),
  declare({
    name: "accounts unban",
    about: "undo that",
    to: account,
    fields: {},
    on: accountPage,
    button: "Lift the ban",
    fits: (state) => state.includes("banned"),
    run: async (operator, id) =>
      (await ofAccounts()).changeAccount(operator, id, {
        what: "account unbanned",
        settings: { banned: false },
        words: ["is no longer banned", "is not banned"],
      }),
  }),
  declare({
    name: "accounts confirm",
    about: "record that the account's email address is confirmed",
    to: account,
    fields: {},
    on: accountPage,
    button: "Confirm the email address",
    fits: (state) => state.includes("not confirmed"),
    run: async (operator, id) =>
      (await ofAccounts()).changeAccount(operator, id, {
        what: "account confirmed",
        settings: { emailConfirmed: true },
        words: ["is confirmed", "is confirmed already"],
      }),
  }),
  declare({
    name: "accounts plan",
    about: "change the account's plan to paid or free",
    to: account,
    fields: { plan: plan("<plan>") },
    on: accountPage,
    button: "Change the plan",
    run: async (operator, id, { plan: wanted }) =>
      (await ofAccounts()).changeAccount(operator, id, {
        what: "plan changed",
        settings: { plan: wanted },
        words: [`has the plan ${wanted}`, `has the plan ${wanted} already`],
      }),
  }),
  declare({
    name: "accounts secret",
    about: "a new sign-in secret, shown only once; ends the account's sessions",
    to: account,
    fields: {},
    on: accountPage,
    button: "New sign-in secret",
    asks: (id) => ({
      title: `A new sign-in secret for ${id}?`,
      sentence: "Its current secret will stop working, and anyone who is signed in will be signed out.",
      button: "Make a new one",
    }),
    run: async (operator, id) => (await ofAccounts()).renewSignIn(operator, id),
  }),
];

const credits = declare<{ add: number | null; reason: string | null; reference: string | null }>({
  name: "credits",
  about: "an account's credits; --add changes them and records the change in the account's books",
  examples: [
    'coursebinder serve admin credits ann --add 9 --reason "bill 7" --reference 7',
    'coursebinder serve admin credits ann --add -20 --reason "entered twice"',
  ],
  to: account,
  fields: {
    add: {
      flag: "--add <credits>",
      help: "the number of credits to add; a negative number takes credits away, but never those reserved by stories",
      input: "number",
      read: (text) => {
        const number = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : 0;
        return number !== 0 && Math.abs(number) <= creditsMost ? number : undefined;
      },
      expected: `a whole number of credits, at most ${creditsMost}; a negative number takes credits away`,
      standard: () => null,
    },
    reason: {
      ...line("--reason <text>", {
        most: 200,
        help: "the reason, which stays in the books and is shown to the account's owner",
      }),
      standard: () => null,
    },
    reference: {
      ...line("--reference <text>", {
        most: 100,
        help: "such as an invoice number: nothing is done twice under the same reference",
      }),
      standard: randomUuid,
      shownStandard: "a new reference, which is shown",
    },
  },
  on: accountPage,
  button: "Add or take away credits",
  asks: (id, { add, reason }) =>
    add === null || add > 0
      ? null
      : {
          title: `Take ${-add} credits away from ${id}?`,
          sentence: `The reason is “${reason}”, and the account’s owner sees it. Credits that stories have reserved are never taken.`,
          button: "Take them away",
        },
  refuses: ({ add, reason }, isGiven) => {
    if (add === null)
      return isGiven("reason") || isGiven("reference") ? "The number of credits is missing (--add)." : null;
    return reason === null
      ? "A reason is missing (--reason). The reason is kept in the account's books."
      : null;
  },
  // Whoever does not learn what came of it repeats it with this reference.
  announce: ({ add, reference }, isGiven) =>
    add === null || isGiven("reference")
      ? null
      : `If this command is interrupted, repeat it with --reference ${reference}`,
  async run(operator, id, { add, reason, reference }) {
    const { addCredits, showCredits } = await ofAccounts();
    return add === null || reason === null || reference === null
      ? showCredits(operator, id)
      : addCredits(operator, { accountId: id, credits: add, reason, reference });
  },
});

const works: readonly Operation[] = [
  declare({
    name: "work list",
    about: "work that is stuck or was given up",
    fields: { all: check("--all", "all work that is not finished") },
    page: "work",
    run: async (operator, _, { all }) => (await ofWork()).showWork(operator, all),
  }),
  declare({
    name: "work retry",
    about: "retry work that was given up; the account is charged again",
    to: job,
    fields: {},
    on: "work/:to",
    button: "Order again",
    fits: (state) => state === "dead",
    run: async (operator, id) => (await ofWork()).retryWork(operator, Number(id)),
  }),
  declare({
    name: "work dismiss",
    about: "take work that was given up off the list",
    to: job,
    fields: {},
    on: "work/:to",
    button: "Dismiss",
    fits: (state) => state === "dead",
    asks: (id) => ({
      title: `Dismiss job ${id}?`,
      sentence:
        "The job is taken off the list and can't be ordered again. Its credits were returned when it was given up.",
      button: "Dismiss",
    }),
    run: async (operator, id) => (await ofWork()).dismissWork(operator, Number(id)),
  }),
];

const data: readonly Operation[] = [
  declare({
    name: "export",
    about: "everything that the service knows about an account, for its owner",
    to: account,
    fields: {
      output: {
        flag: "--output <path>",
        help: "a new .zip",
        input: "text",
        read: (text: string) => (/\.zip$/i.test(text) ? text : undefined),
        expected: "the name of a new .zip",
      } satisfies Field<string>,
    },
    run: async (operator, id, { output }) => (await ofPersonalData()).exportAccount(operator, id, output),
  }),
  declare({
    name: "delete",
    about: "delete an account's data; its movements stay under another name",
    to: account,
    fields: {},
    asks: (id) => ({
      title: `Delete ${showText(id)}?`,
      sentence: `This deletes the stories, recordings, keys, settings and remaining credits of ${showText(id)}. It can't be undone.`,
      button: "Delete",
      refusal: "Deleting can't be undone: confirm with --yes.",
    }),
    run: async (operator, id) => (await ofPersonalData()).deleteAccount(operator, id),
  }),
];

const operators: readonly Operation[] = [
  declare({
    name: "operators list",
    about: "all of them",
    fields: {},
    run: async (operator) => (await import("./operators.ts")).listOperators(operator),
  }),
  declare({
    name: "operators add",
    about: "let a person use the operator's pages; their secret is shown only once",
    to: { ...newAccount, argument: "<name>" },
    fields: {},
    run: async (operator, name) => (await import("./operators.ts")).addOperator(operator, name),
  }),
  declare({
    name: "operators remove",
    about: "take away an operator's access, and end that person's sessions",
    to: { argument: "<name>" },
    fields: {},
    run: async (operator, name) => (await import("./operators.ts")).removeOperator(operator, name),
  }),
];

const service: readonly Operation[] = [
  declare({
    name: "revoke-all",
    about: "end every key, connection and secret, and replace the pepper; stop the service first",
    fields: {},
    asks: () => ({
      title: "End all keys, connections and secrets?",
      sentence:
        "This ends every key, connection, session, sign-in secret and operator's secret of the service. It can't be undone.",
      button: "End all",
      refusal: "Revoking can't be undone: confirm with --yes.",
    }),
    run: async (operator) => (await ofKeys()).revokeAll(operator),
  }),
  declare({
    name: "health",
    about: "whether anything needs the operator's attention; exit code 4 if so",
    fields: {},
    page: "health",
    run: async (operator) => (await import("./health.ts")).healthOf(operator),
  }),
  declare({
    name: "log",
    about: "who did what to which account",
    fields: {
      account: optional("--account <id>", "only entries about this account"),
      lines: whole("--lines <n>", {
        help: "how many of the newest entries to show",
        least: 1,
        most: 100_000,
        standard: 100,
      }),
    },
    page: "log",
    run: async (operator, _, { account: accountId, lines: limit }) =>
      (await import("./health.ts")).showLog(operator, { accountId, limit }),
  }),
];

const whose = (standard: string): Field<string | null> => ({
  ...optional("--account <id>", "whose"),
  shownStandard: standard,
});

const onlyAccount = whose("the only account's; required if there are several accounts");

/** The commands of `serve keys`. */
export const keyOperations: readonly Operation[] = [
  declare({
    name: "list",
    about: "the live keys and connections, and when each was last used",
    fields: { account: whose("everybody's") },
    page: keysPage,
    run: async (operator, _, { account: of }) => (await ofKeys()).listKeys(operator, of),
  }),
  declare({
    name: "add",
    about: "make a key; its secret is shown only once",
    to: { argument: "<name>", read: /^(?=.*\S).{1,100}$/, expected: "1 to 100 characters" },
    fields: {
      account: onlyAccount,
      scopes: {
        flag: "--scopes <list>",
        help: "such as books:read,account:read",
        input: "text",
        read: (text) => {
          const wanted = text.split(",").map((one) => one.trim());
          const isKnown = wanted.every((one) => scopes.some((scope) => scope === one));
          return isKnown ? scopes.filter((scope) => wanted.includes(scope)) : undefined;
        },
        expected: `a list of ${scopes.join(",")}`,
        standard: () => scopes,
        shownStandard: "all of them",
      } satisfies Field<readonly Scope[]>,
      cap: {
        ...whole("--cap <credits>", {
          help: "how many credits the key may spend in a UTC month, 0 to 100000",
          most: limits.monthlyCapMost,
        }),
        standard: () => null,
        shownStandard: "no cap",
      } as Field<number | null>,
    },
    on: keysPage,
    button: "New key",
    run: async (operator, name, wish) =>
      (await ofKeys()).addKey(operator, { name: cleanLine(name), ...wish }),
  }),
  declare({
    name: "revoke",
    about: "revoke a key or a connection immediately",
    to: { argument: "<name-or-id>" },
    fields: { account: onlyAccount },
    on: `${keysPage}/:to`,
    button: "Revoke",
    asks: (which) => ({
      title: `Revoke ${which}?`,
      sentence:
        "It will be refused from its next request on, and can't be restored. Work already ordered with it continues.",
      button: "Revoke",
    }),
    run: async (operator, which, { account: of }) => (await ofKeys()).revokeKeys(operator, of, which),
  }),
];

/** The commands of `serve admin`, in the order in which the help lists them. */
export const operations: readonly Operation[] = [
  ...accounts,
  credits,
  ...operators,
  ...works,
  ...data,
  ...service,
];

/** The subject of each group of operations, by the first word of the operations' names. */
export const groups: Readonly<Record<string, string>> = {
  accounts: "who may use the service",
  operators: "who may use the operator's pages, /operator",
  work: "writing and narration work that is stuck or was given up",
};

/** The values of an operation's fields, parsed from texts; or a fault for the first value that is wrong. */
export function readValues(
  { fields }: Operation,
  textOf: (name: string, field: Field<unknown>) => string | null,
  world: Pick<World, "random">,
): { readonly values: Record<string, unknown> } | { readonly fault: FieldFault } {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields as Record<string, Field<unknown>>)) {
    const text = textOf(name, field);
    const value = text === null ? field.standard?.(world) : field.read(text);
    if (value === undefined) return { fault: { field, text } };
    values[name] = value;
  }
  return { values };
}

/** A field without a valid value: `text` is not one of the field's valid values, or is null although the field is required. */
interface FieldFault {
  readonly field: Field<unknown>;
  readonly text: string | null;
}
