import { scopes } from "../../contract/operations.ts";
import { ContentFolder } from "../../shared/files/content-folder.ts";
import { cleanLine, isBlank, showText } from "../../shared/text.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import { type Facts, type Written as Text, textOf } from "../../shared/written-text.ts";
import { accountIdPattern, creditsMost } from "../config/account-values.ts";
import type { AccountSettings } from "../config/config.ts";
import type { OperationResult, Operator, Outcome } from "./operator.ts";

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
  /** The field without which it makes no sense. */
  readonly needs?: string;
  /** Said before anything is done if the standard is taken; `{value}` is the standard. */
  readonly announces?: string;
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

/** An operation in `operations.yaml`. */
interface Written extends Words {
  readonly about: string;
  /** Command lines, for the help. */
  readonly examples?: readonly string[];
  readonly to?: { readonly argument: string; readonly kind?: keyof typeof targets };
  readonly fields?: Readonly<Record<string, WrittenField>>;
  /** The operator's page that shows its result. */
  readonly page?: string;
  /** The operator's page that offers the operation. Left out: it is only a command. */
  readonly on?: string;
  /** The column of that page's table that names what the operation is done to, so that each row offers it. */
  readonly row?: string;
  /** The words on its button. */
  readonly button?: string;
  readonly asks?: Question;
  /** Settings that it gives an account, with those of its fields, and what the log calls it. */
  readonly sets?: Partial<AccountSettings>;
  readonly logs?: string;
}

/** The words for what came of an operation, with the values of its fields and the facts of its outcome. An empty text is left out. */
interface Words {
  readonly says?: readonly Text[];
  /** Said if its table has no rows. */
  readonly none?: Text;
  /** Said beside the result, for people. */
  readonly notes?: readonly Text[];
}

interface WrittenField extends Pick<Field, "flag" | "help" | "needs" | "announces"> {
  readonly kind: keyof typeof kinds;
  readonly least?: number;
  readonly most?: number;
  readonly standard?: string | number | null;
  /** What the help shows as the standard, if it is another text. */
  readonly shown?: string;
}

export interface Operation
  extends Pick<Written, "about" | "examples" | "page" | "on" | "row" | "button" | "sets"> {
  /** As it is typed after `serve admin`, `serve` or `serve keys`. */
  readonly name: string;
  /** What it is done to, the first argument: `<account>`. */
  readonly to?: { readonly argument: string; readonly read?: RegExp; readonly expected?: string };
  readonly fields: Readonly<Record<string, Field>>;
  readonly asks?: (to: string) => Question;
  readonly run: (operator: Operator, to: string, values: Facts) => Promise<OperationResult>;
}

const targets = {
  /** An account's, or an operator's. */
  newName: {
    read: accountIdPattern,
    expected: "1 to 64 letters, digits and . _ @ -, beginning with a letter or digit",
  },
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
  path: (): Kind => ({ input: "text", read: (text) => text, expected: "" }),
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

function fieldOf({ kind, standard, shown, least, most, ...field }: WrittenField): Field {
  const shownStandard = shown ?? (standard == null ? undefined : String(standard));
  return {
    ...field,
    ...kinds[kind]({ ...(least !== undefined && { least }), ...(most !== undefined && { most }) }),
    ...(standard !== undefined && { standard: () => standard }),
    ...(shownStandard !== undefined && { shownStandard }),
  };
}

/** An outcome in words. */
function inWords(
  { says = [], none, notes = [] }: Words,
  outcome: Outcome,
  values: Facts = {},
): OperationResult {
  const facts = { ...values, ...outcome.document, ...outcome.facts };
  const fill = (texts: readonly Text[]): string[] =>
    texts.map((text) => textOf(text, facts) ?? "").filter((line) => line !== "");
  const isEmpty = none !== undefined && outcome.rows?.length === 0;
  return { ...outcome, lines: fill(isEmpty ? [...says, none] : says), notes: fill(notes) };
}

/** What an operation does. The code is loaded when it runs, because every start of the command line reads the list. */
function runOf(command: string, written: Written): Operation["run"] {
  const { sets, logs = "" } = written;
  return async (operator, to, values) => {
    if (sets !== undefined) {
      const { changeAccount } = await import("./accounts.ts");
      const wish = { what: logs, settings: { ...sets, ...values } };
      return inWords(written, await changeAccount(operator, to, wish), values);
    }
    const run = (await import("./runs.ts")).runs[command];
    if (run === undefined) throw new Error(`${command} has no code`);
    return inWords(written, await run(operator, to, values), { ...values, to });
  };
}

function operationOf(group: string, name: string, written: Written): Operation {
  const { to, fields = {}, asks, logs: _, says: __, none: ___, notes: ____, ...rest } = written;
  const fill = (text: string, target: string): string => textOf(text, { to: showText(target) }) ?? "";
  return {
    ...rest,
    name,
    run: runOf(`${group} ${name}`, written),
    ...(to && { to: { argument: to.argument, ...(to.kind && targets[to.kind]) } }),
    fields: Object.fromEntries(Object.entries(fields).map(([field, facts]) => [field, fieldOf(facts)])),
    ...(asks && {
      asks: (target) => ({
        ...asks,
        title: fill(asks.title, target),
        sentence: fill(asks.sentence, target),
      }),
    }),
  };
}

interface List {
  readonly groups: Readonly<Record<string, string>>;
  readonly admin: Readonly<Record<string, Written>>;
  readonly service: Readonly<Record<string, Written>>;
  readonly keys: Readonly<Record<string, Written>>;
  /** What serve restore says. */
  readonly restored: Words;
}

const list = new ContentFolder(new URL("./", import.meta.url), (content) => content as List).get(
  "operations",
);

/** The subject of each group of operations, by the first word of the operations' names. */
export const { groups } = list;

const listed = (group: "admin" | "service" | "keys"): readonly Operation[] =>
  Object.entries(list[group]).map(([name, written]) => operationOf(group, name, written));

/** The commands of `serve admin`, in the order in which the help lists them. */
export const operations = listed("admin");

/** Commands of `serve` itself. */
export const serviceOperations = listed("service");

/** The commands of `serve keys`. */
export const keyOperations = listed("keys");

/** What came of restoring a backup, in words. */
export function restoredInWords(outcome: Outcome): OperationResult {
  return inWords(list.restored, outcome);
}

/**
 * The values of an operation's fields, parsed from texts, with what to say before anything is done; or a fault for the first field that is wrong or
 * missing.
 */
export function readValues(
  { fields }: Operation,
  textOfField: (name: string, field: Field) => string | null,
  world: Pick<World, "random">,
):
  | { readonly values: Record<string, unknown>; readonly announced: readonly string[] }
  | { readonly fault: FieldFault } {
  const values: Record<string, unknown> = {};
  const texts: Record<string, string | null> = {};
  for (const [name, field] of Object.entries(fields)) {
    const text = textOfField(name, field);
    const value = text === null ? field.standard?.(world) : field.read(text);
    if (value === undefined) return { fault: { field, text } };
    texts[name] = text;
    values[name] = value;
  }
  const announced: string[] = [];
  for (const [name, { needs, announces }] of Object.entries(fields)) {
    const needed = needs === undefined ? undefined : fields[needs];
    const isAlone = needs !== undefined && values[needs] === null;
    if (needed !== undefined && isAlone && texts[name] !== null)
      return { fault: { field: needed, text: null } };
    if (announces !== undefined && !isAlone && texts[name] === null)
      announced.push(textOf(announces, { value: values[name] }) ?? "");
  }
  return { values, announced };
}

/** A field without a valid value: `text` is not one of the field's valid values, or is null although the field is required. */
interface FieldFault {
  readonly field: Field;
  readonly text: string | null;
}
