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

/** How a value is edited. `choices`: some of a closed set; `list`: any number of other items. */
export type FieldKind = "text" | "choice" | "choices" | "list" | "map" | "group";

/** The most numbers of a range that are offered one by one. */
const rangeMost = 12;

const isOfType = ({ type }: Schema, name: string): boolean =>
  type === name || (Array.isArray(type) && type.includes(name));

export function isNumeric(schema: Schema): boolean {
  return isOfType(schema, "integer") || isOfType(schema, "number");
}

export type Choice = string | number | boolean;

/** The values of a closed set; null: the set is not closed, or too large to be offered. */
export function choicesOf(schema: Schema): readonly Choice[] | null {
  const { enum: names, minimum = 0, maximum = Number.POSITIVE_INFINITY } = schema;
  if (names !== undefined) return names;
  if (isOfType(schema, "boolean")) return [true, false];
  if (!isOfType(schema, "integer") || maximum - minimum >= rangeMost) return null;
  return Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);
}

/** How a value with a schema from `shownAs` is edited. */
export function kindOf(schema: Schema, root: RootSchema): FieldKind {
  if (choicesOf(schema) !== null) return "choice";
  if (isOfType(schema, "array"))
    return choicesOf(shownAs(schema.items ?? {}, undefined, root)) === null ? "list" : "choices";
  if (!isOfType(schema, "object")) return "text";
  return schema.properties === undefined ? "map" : "group";
}

/** The schemas of a value's different kinds. What may also be written shorter (`writtenOut`) is of one kind. */
function variantsOf(schema: Schema, root: RootSchema): readonly Schema[] {
  const { $ref, anyOf, ...own } = schema;
  if ($ref !== undefined) return variantsOf({ ...root.$defs?.[$ref.replace("#/$defs/", "")], ...own }, root);
  if (anyOf === undefined) return [schema];
  const variants = anyOf.flatMap((one) => variantsOf(one, root));
  const [first = {}, second = {}] = variants;
  const isShort = second.required?.length === 1 && !isOfType(first, "object") && !isOfType(first, "array");
  const isItem = JSON.stringify(second.items) === JSON.stringify(anyOf[0]);
  return (isShort || isItem ? [second] : variants).map((one) => ({ ...own, ...one }));
}

/** The schema that a value is edited by: that of the kind that it has, or of the first kind if it has none of them. */
export function shownAs(schema: Schema, value: unknown, root: RootSchema): Schema {
  const type = Array.isArray(value) ? "array" : typeof value;
  const hasKeys = ({ properties }: Schema): boolean =>
    type !== "object" ||
    properties === undefined ||
    Object.keys(value as object).every((key) => key in properties);
  const variants = variantsOf(schema, root);
  return variants.find((one) => isOfType(one, type) && hasKeys(one)) ?? variants[0] ?? {};
}

/** A value as it is edited: a topic that is written as its text alone has the key `topic`, and a single price is in a list. */
export function writtenOut(value: unknown, { type, required = [] }: Schema): unknown {
  if (value === undefined || value === null) return value;
  if (type === "array") return Array.isArray(value) ? value : [value];
  const [key] = required;
  return type === "object" && key !== undefined && typeof value !== "object" ? { [key]: value } : value;
}

/** The schema of the value at a key or place. */
export function schemaAt({ items, properties, additionalProperties }: Schema, step: string | number): Schema {
  return (typeof step === "number" ? items : properties?.[step]) ?? (additionalProperties || {});
}

/** A value with another one at a path inside it, and maps on the way to it; undefined: without it. What is written short stays so while it can. */
export function withValue(
  value: unknown,
  [step, ...rest]: PlanPath,
  inner: unknown,
  schema: Schema,
  root: RootSchema,
): unknown {
  if (step === undefined) return inner;
  const shown = shownAs(schema, value, root);
  const before = writtenOut(value, shown);
  const changed = withValue(valueAt(before, [step]), rest, inner, schemaAt(shown, step), root);
  const after: unknown = Array.isArray(before)
    ? changed === undefined
      ? before.toSpliced(Number(step), 1)
      : before.with(Number(step), changed)
    : Object.fromEntries(
        Object.entries({ ...(before as Values | undefined), [step]: changed }).filter(
          ([, one]) => one !== undefined,
        ),
      );
  const [only, ...others] = Object.values(after as Values);
  return before === value || others.length > 0 ? after : only;
}

/** The least value that says what kind of value it is. `language`: what a map by language begins with. */
export function emptyOf(given: Schema, root: RootSchema, language: string): unknown {
  const schema = shownAs(given, undefined, root);
  switch (kindOf(schema, root)) {
    case "choice":
      return choicesOf(schema)?.[0];
    case "choices":
    case "list":
      return [emptyOf(schema.items ?? {}, root, language)];
    case "map": {
      const names = choicesOf(shownAs(schema.propertyNames ?? {}, undefined, root));
      return names?.includes(language)
        ? { [language]: emptyOf(schema.additionalProperties || {}, root, language) }
        : {};
    }
    case "group": {
      const { required = [] } = schema;
      return Object.fromEntries(required.map((key) => [key, emptyOf(schemaAt(schema, key), root, language)]));
    }
    case "text":
      return isNumeric(schema) ? (schema.minimum ?? 0) : "";
  }
}

/** What was typed as the schema's kind of value: a number only where it is one, so that the plan's own check says what is wrong with anything else. */
export function typed(text: string, schema: Schema): string | number {
  return isNumeric(schema) && text.trim() !== "" && String(Number(text)) === text.trim()
    ? Number(text)
    : text;
}

/** The names of the keys on the way, without places in lists: how texts about a key are found. */
export function keysIn(path: PlanPath): readonly string[] {
  return path.filter((step) => typeof step === "string");
}

export function isWithin(path: PlanPath, within: PlanPath): boolean {
  return within.every((step, index) => step === path[index]);
}

/** The value at a path; undefined: there is none. */
export function valueAt(values: unknown, path: PlanPath): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === "object" && value !== null ? (value as Values)[step] : undefined),
    values,
  );
}
