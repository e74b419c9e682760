/** The keys of a plan that have forms, in the order in which people think of them. All others are in the plan's text alone. */
export const formKeys =
  "title description author languages difficulties defaults budget review words topics".split(" ");

/** Where a value is in a plan: keys of maps and places in lists. */
export type PlanPath = readonly (string | number)[];

/** The part of JSON Schema that a plan's schema uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | false;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly description?: string;
}

export interface RootSchema extends Schema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

export type Values = Readonly<Record<string, unknown>>;
export type Choice = string | number | boolean;

/** The most numbers of a range that are offered one by one. */
const rangeMost = 12;

export function isOfType({ type }: Schema, ...names: readonly string[]): boolean {
  return [type].flat().some((one) => one !== undefined && names.includes(one));
}

/** The values of a closed set; null: the set is not closed, or too large to be offered. */
export function choicesOf(schema: Schema): readonly Choice[] | null {
  const { enum: names, minimum = 0, maximum = Number.POSITIVE_INFINITY } = schema;
  if (names !== undefined) return names;
  if (isOfType(schema, "boolean")) return [true, false];
  if (!isOfType(schema, "integer") || maximum - minimum >= rangeMost) return null;
  return Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);
}

/** The schemas of a value's different kinds. What may also be written shorter (`writtenOut`) is of one kind. */
function variantsOf(schema: Schema, root: RootSchema): readonly Schema[] {
  const { $ref, anyOf, ...own } = schema;
  if ($ref !== undefined) return variantsOf({ ...root.$defs?.[$ref.replace("#/$defs/", "")], ...own }, root);
  if (anyOf === undefined) return [schema];
  const variants = anyOf.flatMap((one) => variantsOf(one, root));
  const [first = {}, second = {}] = variants;
  const isShort = second.required?.length === 1 && !isOfType(first, "object", "array");
  return (isShort ? [second] : variants).map((one) => ({ ...own, ...one }));
}

/** The schema that a value is edited by: that of the kind that it has, or of the first kind if it has none of them. */
export function shownAs(schema: Schema, value: unknown, root: RootSchema): Schema {
  const type = Array.isArray(value) ? "array" : typeof value;
  const variants = variantsOf(schema, root);
  const isOne = (one: Schema): boolean =>
    isOfType(one, type) &&
    (type !== "object" ||
      Object.keys(value as object).every((key) => key in (one.properties ?? { [key]: 1 })));
  return variants.find(isOne) ?? variants[0] ?? {};
}

/** A value as it is edited: a topic that is written as its text alone has the key `topic`. */
export function writtenOut(value: unknown, { type, required = [] }: Schema): unknown {
  if (value === undefined || value === null) return value;
  const [key] = required;
  return type === "object" && key !== undefined && typeof value !== "object" ? { [key]: value } : value;
}

/** The schema of the value at a key or place. */
export function schemaAt({ items, properties, additionalProperties }: Schema, step: string | number): Schema {
  return (typeof step === "number" ? items : properties?.[step]) ?? (additionalProperties || {});
}

/**
 * A value with a change at a path inside it. `change` gets what is there, written out, and returns what comes in its place; undefined: nothing. Maps on
 * the way come and go with what they hold. What is written short stays so while it can.
 */
export function withChange(
  value: unknown,
  [step, ...rest]: PlanPath,
  change: (before: unknown) => unknown,
  schema: Schema,
  root: RootSchema,
): unknown {
  const shown = shownAs(schema, value, root);
  const before = writtenOut(value, shown);
  if (step === undefined) return change(before);
  const inner = (before as Values | undefined)?.[step];
  const changed = withChange(inner, rest, change, schemaAt(shown, step), root);
  const after: object = Array.isArray(before)
    ? before.with(Number(step), changed ?? "")
    : Object.fromEntries(
        Object.entries({ ...(before as Values | undefined), [step]: changed }).filter(
          ([, one]) => one !== undefined,
        ),
      );
  const [only, ...others] = Object.values(after);
  return only !== undefined && (before === value || others.length > 0) ? after : only;
}

/** What was typed as the schema's kind of value: a number only where it is one, so that the plan's own check says what is wrong with anything else. */
export function typed(text: string, schema: Schema): Choice {
  const choice = choicesOf(schema)?.find((one) => String(one) === text);
  const isNumber = isOfType(schema, "integer", "number") && String(Number(text)) === text.trim();
  return choice ?? (isNumber ? Number(text) : text);
}

/** The names of the keys on the way, without places in lists: how texts about a key are found. */
export function keysIn(path: PlanPath): readonly string[] {
  return path.filter((step) => typeof step === "string");
}

export function isWithin(path: PlanPath, within: PlanPath): boolean {
  return within.every((step, index) => step === path[index]);
}
