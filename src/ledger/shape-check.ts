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
    case "optional": {
      const inner = compileShape(definition.innerType);
      return (value) => value === undefined || inner(value);
    }
    case "array": {
      if (hasChecks(definition)) break;
      const element = compileShape(definition.element);
      return (value) => {
        if (!Array.isArray(value)) return false;
        for (const item of value) if (!element(item)) return false;
        return true;
      };
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
  if (members.some(([, member]) => !isPlain(member))) return asking(schema);
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

/** Whether a member is there as it is checked, or left out where it may be: none that a default fills in. */
function isPlain({ _zod: { optin, def } }: Schema): boolean {
  return optin === undefined || (def as Definition).type === "optional";
}

function compileString(schema: Schema, definition: z.core.$ZodStringDef): ShapeCheck {
  const patterns: Pattern[] = [];
  for (const check of checksOf(definition)) {
    const { format, pattern } = check as Partial<z.core.$ZodCheckStringFormatDef>;
    const known = check.check === "string_format" && (format === "guid" || format === "regex");
    // A pattern with a memory of its last match would answer differently the second time.
    if (!known || pattern === undefined || pattern.global || pattern.sticky) return asking(schema);
    patterns.push(format === "guid" ? { test: isGuid } : pattern);
  }
  const [only] = patterns;
  if (only === undefined) return (value) => typeof value === "string";
  if (patterns.length === 1) return (value) => typeof value === "string" && only.test(value);
  return (value) => typeof value === "string" && patterns.every((pattern) => pattern.test(value));
}

interface Pattern {
  test(value: string): boolean;
}

const guidLength = 36;
const guidDashes = [8, 13, 18, 23] as const;
const dash = 0x2d;
const isHexDigit = Uint8Array.from({ length: 128 }, (_, code) =>
  /[0-9A-Fa-f]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** What zod's pattern for a GUID accepts, in a fourth of its time: a long ledger has more than a million of them. */
function isGuid(value: string): boolean {
  if (value.length !== guidLength) return false;
  for (const at of guidDashes) if (value.charCodeAt(at) !== dash) return false;
  let dashes = 0;
  for (let at = 0; at < guidLength; at++) {
    const code = value.charCodeAt(at);
    if (code === dash) dashes += 1;
    else if (isHexDigit[code] !== 1) return false;
  }
  return dashes === guidDashes.length;
}

function compileNumber(schema: Schema, definition: z.core.$ZodNumberDef): ShapeCheck {
  let isKind: (value: number) => boolean = Number.isFinite;
  let minimum = Number.NEGATIVE_INFINITY;
  for (const check of checksOf(definition)) {
    const { format } = check as Partial<z.core.$ZodCheckNumberFormatDef>;
    const { value, inclusive } = check as Partial<z.core.$ZodCheckGreaterThanDef>;
    if (check.check === "number_format" && format === "safeint") isKind = Number.isSafeInteger;
    else if (check.check === "greater_than" && inclusive === true && typeof value === "number")
      minimum = Math.max(minimum, value);
    else return asking(schema);
  }
  return (value) => typeof value === "number" && isKind(value) && value >= minimum;
}

/** The checks of a schema, the one that its own kind is (`z.guid()`, `z.int()`) first. */
function checksOf(definition: z.core.$ZodStringDef | z.core.$ZodNumberDef): z.core.$ZodCheckDef[] {
  const own = "check" in definition ? [definition as unknown as z.core.$ZodCheckDef] : [];
  return [...own, ...(definition.checks ?? []).map((check) => check._zod.def)];
}
