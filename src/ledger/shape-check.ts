import type { z } from "zod";

/** Whether a value that came out of JSON has a schema's shape. Copies nothing and says nothing of what is wrong. */
export type ShapeCheck = (value: unknown) => boolean;

type Schema = z.core.$ZodType;
type Definition = z.core.$ZodTypes["_zod"]["def"];

/**
 * A schema as a plain check: some ten times quicker than parsing, for borders that hundreds of thousands of lines cross. It accepts exactly what
 * the schema accepts; whatever kind of schema is not known here is asked itself.
 */
export function compileShape(schema: Schema): ShapeCheck {
  const definition = schema._zod.def as Definition;
  switch (definition.type) {
    case "object":
      return compileObject(schema, definition);
    case "nullable": {
      const inner = compileShape(definition.innerType);
      return (value) => value === null || inner(value);
    }
    case "array": {
      if (hasChecks(definition)) break;
      const element = compileShape(definition.element);
      return (value) => Array.isArray(value) && value.every(element);
    }
    case "literal":
    case "enum": {
      const values: ReadonlySet<unknown> = schema._zod.values ?? new Set();
      return (value) => values.has(value);
    }
    case "boolean":
      return (value) => typeof value === "boolean";
    case "string":
      return compileString(schema, definition);
    case "number":
      return compileNumber(schema, definition);
  }
  return asking(schema);
}

function asking(schema: Schema): ShapeCheck {
  const parse = (schema as z.ZodType).safeParse;
  return (value) => parse(value).success;
}

function hasChecks({ checks }: { checks?: readonly unknown[] | undefined }): boolean {
  return checks !== undefined && checks.length > 0;
}

function compileObject(schema: Schema, definition: z.core.$ZodObjectDef): ShapeCheck {
  // Unknown members are allowed, kept or not; a schema that refuses or checks them is asked itself.
  const others = definition.catchall?._zod.def.type;
  if (hasChecks(definition) || (others !== undefined && others !== "unknown")) return asking(schema);
  const members = Object.entries(definition.shape);
  if (members.some(([, member]) => member._zod.optin !== undefined)) return asking(schema);
  const names = members.map(([name]) => name);
  const checks = members.map(([, member]) => compileShape(member));
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    for (let index = 0; index < names.length; index++) {
      if (checks[index]?.((value as Record<string, unknown>)[names[index] ?? ""]) !== true) return false;
    }
    return true;
  };
}

function compileString(schema: Schema, definition: z.core.$ZodStringDef): ShapeCheck {
  const { patterns, ...rest } = schema._zod.bag as { patterns?: ReadonlySet<RegExp>; format?: string };
  const known = Object.keys(rest).every((name) => name === "format");
  const plain = !hasChecks(definition) && !("format" in definition);
  if (plain) return (value) => typeof value === "string";
  const [pattern] = patterns ?? [];
  if (!known || patterns?.size !== 1 || pattern === undefined || pattern.global || pattern.sticky)
    return asking(schema);
  return (value) => typeof value === "string" && pattern.test(value);
}

function compileNumber(schema: Schema, definition: z.core.$ZodNumberDef): ShapeCheck {
  const bag = schema._zod.bag as { format?: string; minimum?: number; maximum?: number };
  const known = Object.keys(bag).every((name) => ["format", "minimum", "maximum", "pattern"].includes(name));
  const safe = bag.format === "safeint";
  if (!known || (bag.format !== undefined && !safe)) return asking(schema);
  if (!safe && !hasChecks(definition)) return (value) => typeof value === "number" && Number.isFinite(value);
  const { minimum = -Infinity, maximum = Infinity } = bag;
  return (value) =>
    typeof value === "number" &&
    (safe ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
    value >= minimum &&
    value <= maximum;
}
