import type * as z from "zod";

/** Whether a value out of JSON has a schema's shape. */
export type ShapeCheck = (value: unknown) => boolean;

type Schema = z.core.$ZodType;

/**
 * The answer of `safeParse(value).success` in a fraction of its time, because a long ledger has a million lines: copies nothing, and says nothing of what is
 * wrong. A schema with any part that is not known here is asked itself.
 */
export function shapeCheckOf(schema: Schema): ShapeCheck {
  return known(schema) ?? ((value) => (schema as z.ZodType).safeParse(value).success);
}

/** Null: not known. Nothing that is known accepts an absent member but what is optional. */
function known(schema: Schema): ShapeCheck | null {
  const definition = schema._zod.def as z.core.$ZodTypes["_zod"]["def"];
  if ("coerce" in definition && definition.coerce === true) return null;
  switch (definition.type) {
    case "object":
      return knownObject(definition);
    case "array":
      return knownArray(definition);
    case "nullable": {
      const inner = known(definition.innerType);
      return inner && ((value) => value === null || inner(value));
    }
    case "optional": {
      const inner = known(definition.innerType);
      return inner && ((value) => value === undefined || inner(value));
    }
    case "literal":
    case "enum": {
      const { values } = schema._zod;
      return values === undefined ? null : (value) => values.has(value as string);
    }
    case "boolean":
      return (value) => typeof value === "boolean";
    case "string":
      return knownString(definition);
    case "number":
      return knownNumber(definition);
    default:
      return null;
  }
}

function knownObject({ shape, catchall, checks = [] }: z.core.$ZodObjectDef): ShapeCheck | null {
  // Other members are allowed, kept or not.
  const others = catchall?._zod.def.type ?? "unknown";
  if (checks.length > 0 || others !== "unknown") return null;
  const members: { readonly name: string; readonly fits: ShapeCheck }[] = [];
  for (const [name, member] of Object.entries(shape)) {
    const fits = known(member);
    if (fits === null) return null;
    members.push({ name, fits });
  }
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    for (const { name, fits } of members) if (!fits((value as Record<string, unknown>)[name])) return false;
    return true;
  };
}

function knownArray({ element, checks = [] }: z.core.$ZodArrayDef): ShapeCheck | null {
  const fits = known(element);
  if (fits === null || checks.length > 0) return null;
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const item of value) if (!fits(item)) return false;
    return true;
  };
}

function knownString(definition: z.core.$ZodStringDef): ShapeCheck | null {
  const [check, ...more] = checksOf(definition);
  if (check === undefined) return (value) => typeof value === "string";
  const { pattern } = check as Partial<z.core.$ZodCheckStringFormatDef>;
  const isPattern = check.check === "string_format" && more.length === 0;
  // A pattern with a memory of its last match would answer differently the second time.
  if (!isPattern || pattern === undefined || pattern.global || pattern.sticky) return null;
  return (value) => typeof value === "string" && pattern.test(value);
}

function knownNumber(definition: z.core.$ZodNumberDef): ShapeCheck | null {
  let isKind: (value: unknown) => boolean = Number.isFinite;
  let least = Number.NEGATIVE_INFINITY;
  for (const check of checksOf(definition)) {
    const { format } = check as Partial<z.core.$ZodCheckNumberFormatDef>;
    const { value, inclusive } = check as Partial<z.core.$ZodCheckGreaterThanDef>;
    if (check.check === "number_format" && format === "safeint") isKind = Number.isSafeInteger;
    else if (check.check === "greater_than" && inclusive && value === 0) least = 0;
    else return null;
  }
  return (value) => isKind(value) && (value as number) >= least;
}

/** The checks of a schema, the one that its own kind is (`z.guid()`, `z.int()`) first. */
function checksOf(definition: z.core.$ZodStringDef | z.core.$ZodNumberDef): z.core.$ZodCheckDef[] {
  const own = "check" in definition ? [definition as unknown as z.core.$ZodCheckDef] : [];
  return [...own, ...(definition.checks ?? []).map((check) => check._zod.def)];
}
