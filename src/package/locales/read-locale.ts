import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import type { LanguageFacts } from "../../shared/languages.ts";
import { type Locale, localeSchema } from "./locale.ts";

const folder = new URL("./", import.meta.url);

const locales = new Map<string, Locale>();
let tags: readonly string[] | null = null;

/** The languages that the package speaks to people, as the names of their files: a new one is one more file. */
export function localeTags(): readonly string[] {
  tags ??= readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => name.slice(0, -".yaml".length))
    .sort();
  return tags;
}

/** The package's words in the reader's language, or in English where there are none; `tag` then says so. */
export function localeFor(reader: Pick<LanguageFacts, "bcp47">): Locale {
  const primary = reader.bcp47.split("-")[0] ?? "";
  const tag = localeTags().includes(primary) ? primary : "en";
  const locale =
    locales.get(tag) ?? localeSchema.parse(parse(readFileSync(new URL(`${tag}.yaml`, folder), "utf8")));
  locales.set(tag, locale);
  return locale;
}
