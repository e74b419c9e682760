import { languageCodes } from "../../contract/languages.ts";
import type { Path } from "../yaml/path.ts";
import { planJsonSchema } from "./json-schema.ts";

/** What is read here of the plan's own JSON Schema. */
interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | false;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The keys that the schema of a plan allows in the map at a path; null if they are languages. */
export function keysAt(path: Path): readonly string[] | null {
  const maps = schemasAt(path);
  const names = maps.flatMap(({ propertyNames }) => propertyNames?.enum ?? []);
  const keys = [...maps.flatMap(({ properties = {} }) => Object.keys(properties)), ...names.map(String)];
  return names.length === languageCodes.length || keys.length === 0 ? null : keys;
}

/** The least and the greatest number that the schema of a plan allows at a path. */
export function rangeAt(path: Path): { readonly least: number; readonly most: number } {
  const bounded = schemasAt(path).find(
    ({ minimum, maximum }) => minimum !== undefined && maximum !== undefined,
  );
  return { least: bounded?.minimum ?? 0, most: bounded?.maximum ?? Number.MAX_SAFE_INTEGER };
}

type PlanSchema = Schema & { readonly $defs?: Readonly<Record<string, Schema>> };

// Made for the first problem, and kept for the others of a plan: it takes milliseconds.
let planSchema: PlanSchema | null = null;

/** The schemas of the value at a path: several where the plan may say a thing in several ways. */
function schemasAt(path: Path): Schema[] {
  planSchema ??= planJsonSchema() as PlanSchema;
  const plan = planSchema;
  const meant = ({ $ref, ...schema }: Schema): Schema =>
    $ref === undefined ? schema : (plan.$defs?.[$ref.slice("#/$defs/".length)] ?? {});
  const ways = (schema: Schema): Schema[] => {
    const found = meant(schema);
    const { propertyNames, anyOf } = found;
    if (anyOf !== undefined) return anyOf.flatMap(ways);
    return [propertyNames === undefined ? found : { ...found, propertyNames: meant(propertyNames) }];
  };
  const below = ({ properties, additionalProperties, items }: Schema, step: string | number): Schema[] => {
    const next = typeof step === "number" ? items : (properties?.[step] ?? additionalProperties);
    return next === undefined || next === false ? [] : ways(next);
  };
  return path.reduce<Schema[]>((here, step) => here.flatMap((schema) => below(schema, step)), [plan]);
}
