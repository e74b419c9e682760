import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { formKeys } from "../../src/desk/browser/schema.ts";
import { planJsonSchema } from "../../src/plan/schema.ts";

interface Written {
  readonly [name: string]: string | Written;
}

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | false;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** What a module's pages say, by language. */
function localesOf(module: "desk" | "review"): Readonly<Record<string, Written>> {
  const folder = join(import.meta.dirname, "..", "..", "src", module, "locales");
  // JSON is YAML.
  const read = (name: string) => parse(readFileSync(join(folder, name), "utf8")) as Written;
  return Object.fromEntries(readdirSync(folder).map((name) => [name.replace(/\..*/, ""), read(name)]));
}

const [locales, reviewLocales] = [localesOf("desk"), localesOf("review")];
const english = locales.en as Written;

/** Every text with the words that it has in braces, by its place. The forms of a number are one text, and a key's help is in English elsewhere. */
function textsOf(written: Written, place = ""): [string, string][] {
  return Object.entries(written).flatMap(([name, value]): [string, string][] => {
    const at = place === "" ? name : `${place}.${name}`;
    const text = typeof value === "object" && "other" in value ? String(value.other) : value;
    if (typeof text === "object") return textsOf(text, at);
    return [[at, [...text.matchAll(/\{\w+\}/g)].sort().join(" ")]];
  });
}

/** Every key of a plan, and what it says there, with the choices that it offers. */
function keysOf(schema: Schema, path: readonly string[] = []): { path: readonly string[]; schema: Schema }[] {
  const below = [...(schema.anyOf ?? []), schema.items, schema.additionalProperties || undefined];
  return [
    ...below.flatMap((one) => (one === undefined ? [] : [{ path, schema: one }, ...keysOf(one, path)])),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, property]) => [
      { path: [...path, key], schema: property },
      ...keysOf(property, [...path, key]),
    ]),
  ];
}

/** The keys that have forms. */
const keys = keysOf(planJsonSchema() as Schema).filter(({ path }) => formKeys.includes(path[0] ?? ""));

/** As the page looks a key's texts up: the whole path counts more than its end. */
function fieldText(locale: Written, path: readonly string[], part: "label" | "help"): unknown {
  const fields = locale.fields as Written;
  for (let from = 0; from < path.length; from += 1) {
    const texts = fields[path.slice(from).join("/")] as Written | undefined;
    if (texts?.[part] !== undefined) return texts[part];
  }
  return undefined;
}

it.each(Object.keys(locales))(
  "the review page's texts in %s are those of English, with the same values",
  (tag) => {
    const own = textsOf(reviewLocales[tag] as Written);
    expect(own.length).toBeGreaterThan(200);
    expect(own).toEqual(textsOf(reviewLocales.en as Written));
    expect(reviewLocales[tag]?.tag).toBe(tag);
  },
);

describe.each(Object.keys(locales))("the desk's texts in %s", (tag) => {
  const locale = locales[tag] as Written;

  it("are those of English, with the same values", () => {
    const isOfPlan = ([place]: readonly [string, string]) => place.startsWith("fields.");
    const own = textsOf(locale).filter((text) => !isOfPlan(text));
    expect(own.length).toBeGreaterThan(200);
    expect(own).toEqual(textsOf(english).filter((text) => !isOfPlan(text)));
    expect(locale.tag).toBe(tag);
  });

  it("name every key of a plan, and explain those that the plan's schema explains", () => {
    expect(keys.length).toBeGreaterThan(50);
    const lacking = keys.filter(
      ({ path, schema }) =>
        typeof fieldText(locale, path, "label") !== "string" ||
        (tag !== "en" &&
          schema.description !== undefined &&
          typeof fieldText(locale, path, "help") !== "string"),
    );
    expect(lacking.map(({ path }) => path.join("/"))).toEqual([]);
  });

  it("name every choice that a plan offers", () => {
    const choices = locale.choices as Record<string, Written>;
    const lacking = keys.flatMap(({ path, schema }) => {
      const key = path.at(-1) ?? "";
      return (schema.enum ?? [])
        .filter((choice) => choices[key]?.[choice] === undefined)
        .map((choice) => `${path.join("/")}: ${choice}`);
    });
    expect(lacking).toEqual([]);
  });
});
