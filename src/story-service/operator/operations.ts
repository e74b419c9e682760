import { scopes } from "../../contract/operations.ts";
import { ContentFolder } from "../../shared/files/content-folder.ts";
import { cleanLine, isBlank, showText } from "../../shared/text.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import { type Facts, textOf } from "../../shared/written-text.ts";
import { accountIdPattern, creditsMost } from "../config/account-values.ts";
import type { AccountSettings } from "../config/config.ts";
import type { OperationResult, Operator } from "./operator.ts";

/** A value that an operation is given: a flag or an argument of the command, a field of a form. */
export interface Field {
  /** As the command takes it: `--credits <n>`, or `<plan>` for an argument. */
  readonly flag: string;
  readonly help: string;
  readonly input: "text" | "number" | "check" | { readonly choices: readonly string[] };
  /** The value of a text; undefined if it is none. */
  readonly read: (text: string) => unknown;
  /** What is expected instead. */
  readonly expected: string;
  /** Without a text; undefined: it is needed. */
  readonly standard?: (world: Pick<World, "random">) => unknown;
  /** The standard in the help. */
  readonly shownStandard?: string;
}

/** A question asked before an operation that is hard to undo. */
interface Question {
  readonly title: string;
  readonly sentence: string;
  /** The word on the button that does it. */
  readonly button: string;
  /** What to say with `--yes` to; without it, the command does not ask. */
  readonly refusal?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: each operation knows the types of its own values
type Values = Readonly<Record<string, any>>;
type IsGiven = (name: string) => boolean;

/** What an operation does, and what only code can say of it. Other code is loaded when it runs, because every start of the command line reads the list. */
interface Code {
  readonly run: (operator: Operator, to: string, values: Values) => Promise<OperationResult>;
  /** Whether its question is asked, and with which facts besides the values. Left out: it always is. */
  readonly asked?: (values: Values) => Facts | null;
  /** Why these values make no sense together. `isGiven`: which fields were. */
  readonly refuses?: (values: Values, isGiven: IsGiven) => string | null;
  /** Said before anything is done. */
  readonly announce?: (values: Values, isGiven: IsGiven) => string | null;
}

export interface Operation extends Pick<Written, "about" | "examples" | "page" | "on" | "button">, Code {
  /** As it is typed after `serve admin` or `serve keys`. */
  readonly name: string;
  readonly to?: Target;
  readonly fields: Readonly<Record<string, Field>>;
  /** Whether its button is offered, given the state of the account or the row. */
  readonly fits: (state: string) => boolean;
  readonly asks?: (to: string, values: Values) => Question | null;
}

/** What an operation is done to, the first argument: `<account>`. */
interface Target {
  readonly argument: string;
  readonly read?: RegExp;
  readonly expected?: string;
}

/** An operation in `operations.yaml`. */
interface Written {
  readonly about: string;
  /** Command lines, for the help. */
  readonly examples?: readonly string[];
  readonly to?: { readonly argument: string; readonly kind?: keyof typeof targets };
  readonly fields?: Readonly<Record<string, WrittenField>>;
  /** The operator's page that shows its result. */
  readonly page?: string;
  /** The operator's page that offers the operation; with `:to`, it is offered for each row. Left out: it is only a command. */
  readonly on?: string;
  /** The words on its button. */
  readonly button?: string;
  /** Words of a state in which alone, or never, its button is offered. */
  readonly if?: string;
  readonly unless?: string;
  readonly asks?: Question;
  /** Settings that it gives an account, with those of its fields; what the log calls it; and the result if they changed, and if they already were so. */
  readonly sets?: Partial<AccountSettings>;
  readonly logs?: string;
  readonly words?: readonly [string, string];
}

interface WrittenField extends Pick<Field, "flag" | "help"> {
  readonly kind: keyof typeof kinds;
  readonly least?: number;
  readonly most?: number;
  readonly standard?: string | number | null;
  /** What the help shows as the standard, if it is another text. */
  readonly shown?: string;
}

const targets = {
  /** An account's, or an operator's. */
  newName: {
    read: accountIdPattern,
    expected: "1 to 64 letters, digits and . _ @ -, beginning with a letter or digit",
  },
  job: { read: /^\d{1,15}$/, expected: "a number that serve admin work list shows" },
  keyName: { read: /^(?=.*\S).{1,100}$/, expected: "1 to 100 characters" },
} as const;

type Kind = Pick<Field, "input" | "read" | "expected" | "standard">;
type Range = Pick<WrittenField, "least" | "most">;

const lineOf = ({ most = 200 }: Range): Kind => ({
  input: "text",
  read: (text) => {
    const clean = cleanLine(text);
    return isBlank(clean) || clean.length > most ? undefined : clean;
  },
  expected: `1 to ${most} characters`,
});

/** The kinds of fields: how each is entered and read. */
const kinds = {
  check: (): Kind => ({ input: "check", read: () => true, expected: "", standard: () => false }),
  text: (): Kind => ({ input: "text", read: (text) => text, expected: "" }),
  line: lineOf,
  reference: (range: Range): Kind => ({ ...lineOf(range), standard: randomUuid }),
  whole: ({ least = 0, most = creditsMost }: Range): Kind => ({
    input: "number",
    read: (text) => {
      const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return number >= least && number <= most ? number : undefined;
    },
    expected: `a whole number from ${least} to ${most}`,
  }),
  credits: (): Kind => ({
    input: "number",
    read: (text) => {
      const number = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : 0;
      return number !== 0 && Math.abs(number) <= creditsMost ? number : undefined;
    },
    expected: `a whole number of credits, at most ${creditsMost}; a negative number takes credits away`,
  }),
  plan: (): Kind => ({
    input: { choices: ["paid", "free"] },
    read: (text) => (text === "paid" || text === "free" ? text : undefined),
    expected: "paid or free",
  }),
  zip: (): Kind => ({
    input: "text",
    read: (text) => (/\.zip$/i.test(text) ? text : undefined),
    expected: "the name of a new .zip",
  }),
  scopes: (): Kind => ({
    input: "text",
    read: (text) => {
      const wanted = text.split(",").map((one) => one.trim());
      const isKnown = wanted.every((one) => scopes.some((scope) => scope === one));
      return isKnown ? scopes.filter((scope) => wanted.includes(scope)) : undefined;
    },
    expected: `a list of ${scopes.join(",")}`,
    standard: () => scopes,
  }),
};

const accounts = () => import("./accounts.ts");
const keysOf = () => import("./keys.ts");
const work = () => import("./work.ts");
const operators = () => import("./operators.ts");
const personalData = () => import("./personal-data.ts");
const health = () => import("./health.ts");

const codes: Readonly<Record<string, Code>> = {
  "accounts list": {
    run: async (operator, _, { search }) => (await accounts()).showAccounts(operator, { search }),
  },
  "accounts add": {
    run: async (operator, id, { plan, credits, unlimited, admin, unconfirmed }) =>
      (await accounts()).addAccount(operator, {
        id,
        plan,
        credits,
        unlimited,
        admin,
        emailConfirmed: !unconfirmed,
      }),
  },
  "accounts secret": { run: async (operator, id) => (await accounts()).renewSignIn(operator, id) },
  credits: {
    asked: ({ add }) => (add === null || add > 0 ? null : { taken: -add }),
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
    async run(operator, accountId, { add, reason, reference }) {
      const { addCredits, showCredits } = await accounts();
      return add === null || reason === null
        ? showCredits(operator, accountId)
        : addCredits(operator, { accountId, credits: add, reason, reference });
    },
  },
  "operators list": { run: async (operator) => (await operators()).listOperators(operator) },
  "operators add": { run: async (operator, name) => (await operators()).addOperator(operator, name) },
  "operators remove": { run: async (operator, name) => (await operators()).removeOperator(operator, name) },
  "work list": { run: async (operator, _, { all }) => (await work()).showWork(operator, all) },
  "work retry": { run: async (operator, id) => (await work()).retryWork(operator, Number(id)) },
  "work dismiss": { run: async (operator, id) => (await work()).dismissWork(operator, Number(id)) },
  export: {
    run: async (operator, id, { output }) => (await personalData()).exportAccount(operator, id, output),
  },
  delete: { run: async (operator, id) => (await personalData()).deleteAccount(operator, id) },
  "revoke-all": { run: async (operator) => (await keysOf()).revokeAll(operator) },
  health: { run: async (operator) => (await health()).healthOf(operator) },
  log: {
    run: async (operator, _, { account, lines }) =>
      (await health()).showLog(operator, { accountId: account, limit: lines }),
  },
  "keys list": { run: async (operator, _, { account }) => (await keysOf()).listKeys(operator, account) },
  "keys add": {
    run: async (operator, name, { account, scopes: may, cap }) =>
      (await keysOf()).addKey(operator, { name: cleanLine(name), account, scopes: may, cap }),
  },
  "keys revoke": {
    run: async (operator, which, { account }) => (await keysOf()).revokeKeys(operator, account, which),
  },
};

/** The code of an operation that changes settings alone. */
function settingCode({ sets = {}, logs = "", words: [done, already] = ["", ""] }: Written): Code {
  return {
    run: async (operator, id, values) =>
      (await accounts()).changeAccount(operator, id, {
        what: logs,
        settings: { ...sets, ...values },
        words: [textOf(done, values) ?? "", textOf(already, values) ?? ""],
      }),
  };
}

function fieldOf({ kind, standard, shown, least, most, ...field }: WrittenField): Field {
  const shownStandard = shown ?? (standard == null ? undefined : String(standard));
  return {
    ...field,
    ...kinds[kind]({ ...(least !== undefined && { least }), ...(most !== undefined && { most }) }),
    ...(standard !== undefined && { standard: () => standard }),
    ...(shownStandard !== undefined && { shownStandard }),
  };
}

function operationOf(name: string, code: Code, written: Written): Operation {
  const { to, fields = {}, asks, if: only, unless, sets: _, logs: __, words: ___, ...rest } = written;
  const { asked = () => ({}) } = code;
  const fill = (text: string, facts: Facts): string => textOf(text, facts) ?? "";
  return {
    name,
    ...rest,
    ...code,
    ...(to !== undefined && { to: { argument: to.argument, ...(to.kind && targets[to.kind]) } }),
    fields: Object.fromEntries(Object.entries(fields).map(([field, facts]) => [field, fieldOf(facts)])),
    fits: (state) =>
      !state.includes("deleted") &&
      (only === undefined || state.includes(only)) &&
      (unless === undefined || !state.includes(unless)),
    ...(asks !== undefined && {
      asks(target, values) {
        const more = asked(values);
        if (more === null) return null;
        const facts = { ...values, ...more, to: showText(target) };
        return { ...asks, title: fill(asks.title, facts), sentence: fill(asks.sentence, facts) };
      },
    }),
  };
}

interface List {
  readonly groups: Readonly<Record<string, string>>;
  readonly admin: Readonly<Record<string, Written>>;
  readonly keys: Readonly<Record<string, Written>>;
}

const list = new ContentFolder(new URL("./", import.meta.url), (content) => content as List).get(
  "operations",
);

/** The subject of each group of operations, by the first word of the operations' names. */
export const { groups } = list;

const listed = (part: Readonly<Record<string, Written>>, prefix = ""): readonly Operation[] =>
  Object.entries(part).map(([name, written]) =>
    operationOf(name, codes[prefix + name] ?? settingCode(written), written),
  );

/** The commands of `serve admin`, in the order in which the help lists them. */
export const operations = listed(list.admin);

/** The commands of `serve keys`. */
export const keyOperations = listed(list.keys, "keys ");

/** The values of an operation's fields, parsed from texts; or a fault for the first value that is wrong. */
export function readValues(
  { fields }: Operation,
  textOfField: (name: string, field: Field) => string | null,
  world: Pick<World, "random">,
): { readonly values: Record<string, unknown> } | { readonly fault: FieldFault } {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const text = textOfField(name, field);
    const value = text === null ? field.standard?.(world) : field.read(text);
    if (value === undefined) return { fault: { field, text } };
    values[name] = value;
  }
  return { values };
}

/** A field without a valid value: `text` is not one of the field's valid values, or is null although the field is required. */
interface FieldFault {
  readonly field: Field;
  readonly text: string | null;
}
