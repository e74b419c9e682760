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

/** How a value is edited. `variants`: one of several kinds; `choices`: some of a closed set; `list`: any number of texts; `table`: any number of other rows. */
export type FieldKind = "text" | "choice" | "choices" | "list" | "table" | "map" | "group" | "variants";

/** The most numbers of a range that are offered one by one. */
const rangeMost = 12;

/** The schema that a reference leads to; what is said beside the reference counts more. */
export function follow(schema: Schema, root: RootSchema): Schema {
  const { $ref, ...own } = schema;
  const name = $ref?.replace("#/$defs/", "");
  return name === undefined ? schema : { ...root.$defs?.[name], ...own };
}

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

export function kindOf(schema: Schema, root: RootSchema): FieldKind {
  if (schema.anyOf !== undefined) return "variants";
  if (choicesOf(schema) !== null) return "choice";
  if (isOfType(schema, "array")) {
    const items = follow(schema.items ?? {}, root);
    if (choicesOf(items) !== null) return "choices";
    return kindOf(items, root) === "text" ? "list" : "table";
  }
  if (!isOfType(schema, "object")) return "text";
  return schema.properties === undefined ? "map" : "group";
}

/** A map that may also be written as the value of one of its keys: a topic as its text alone, a publisher as the name. */
export interface Shorthand {
  readonly key: string;
  readonly short: Schema;
  readonly map: Schema;
}

/** The shorthand of a schema; null: it has none. A map without a required key has none either. */
export function shorthandOf({ anyOf = [] }: Schema, root: RootSchema): Shorthand | null {
  const [short, map, third] = anyOf.map((one) => follow(one, root));
  const key = map?.required?.[0];
  if (short === undefined || map === undefined || third !== undefined || key === undefined) return null;
  return isOfType(short, "string") && map.required?.length === 1 && map.properties !== undefined
    ? { key, short, map }
    : null;
}

/** Which variant a value has; the first one if it has none of them. */
export function variantOf({ anyOf = [] }: Schema, value: unknown, root: RootSchema): number {
  const type = Array.isArray(value) ? "array" : typeof value;
  const fits = (schema: Schema): boolean => {
    if (type === "number") return isNumeric(schema);
    if (type === "object" && schema.properties !== undefined)
      return Object.keys(value as object).every((key) => key in (schema.properties ?? {}));
    return isOfType(schema, type);
  };
  return Math.max(
    0,
    anyOf.findIndex((one) => fits(follow(one, root))),
  );
}

/** The least value that says what kind of value it is. `language`: what a map by language begins with. */
export function emptyOf(schema: Schema, root: RootSchema, language: string): unknown {
  switch (kindOf(schema, root)) {
    case "variants":
      return emptyOf(follow(schema.anyOf?.[0] ?? {}, root), root, language);
    case "choice":
      return choicesOf(schema)?.[0];
    case "choices":
    case "table":
    case "list":
      return [emptyOf(follow(schema.items ?? {}, root), root, language)];
    case "map": {
      const byLanguage = follow(schema.propertyNames ?? {}, root).enum?.includes(language) ?? false;
      const below = follow(schema.additionalProperties || {}, root);
      return byLanguage ? { [language]: emptyOf(below, root, language) } : {};
    }
    case "group": {
      const { required = [], properties = {} } = schema;
      return Object.fromEntries(
        required.map((key) => [key, emptyOf(follow(properties[key] ?? {}, root), root, language)]),
      );
    }
    case "text":
      return isNumeric(schema) ? (schema.minimum ?? 0) : "";
  }
}

/** A value as another variant has it, so that a text that was typed is not lost. */
export function converted(value: unknown, to: Schema, root: RootSchema, language: string): unknown {
  const empty = emptyOf(to, root, language);
  const first = textIn(value);
  if (first === null) return empty;
  const kind = kindOf(to, root);
  if (kind === "text") return first;
  if (kind === "list") return [first];
  const [key] = Object.keys((empty ?? {}) as object);
  if ((kind === "map" || kind === "group") && key !== undefined) {
    const below = kind === "map" ? to.additionalProperties || {} : (to.properties?.[key] ?? {});
    return { ...(empty as object), [key]: converted(value, follow(below, root), root, language) };
  }
  return empty;
}

function textIn(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return null;
  return textIn(Object.values(value)[0]);
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

/** The list at a path; a value that isn't a list is one of its items. */
export function listAt(values: unknown, path: PlanPath): readonly unknown[] {
  const value = valueAt(values, path);
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

/** The values with another one at a path, and maps on the way to it; undefined: without it. */
export function withValue(values: unknown, path: PlanPath, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const inner = withValue(valueAt(values, [step]), rest, value);
  if (Array.isArray(values))
    return inner === undefined ? values.toSpliced(Number(step), 1) : values.with(Number(step), inner);
  const changed = Object.entries({ ...(values as Values | undefined), [step]: inner });
  return Object.fromEntries(changed.filter(([, one]) => one !== undefined));
}
