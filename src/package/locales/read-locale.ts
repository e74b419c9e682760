import { ContentFolder } from "../../shared/files/content-folder.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { type Locale, localeSchema, localeTag } from "./locale.ts";

const locales = new ContentFolder(new URL("./", import.meta.url), (written) =>
  localeSchema(localeTag.parse(written).tag).parse(written),
);

/** The languages of the package's own texts. */
export function localeTags(): readonly string[] {
  return locales.names();
}

/** The package's texts in the reader's language, or in English if there are none; `tag` says which. */
export function localeFor(reader: Pick<LanguageFacts, "bcp47">): Locale {
  const primary = reader.bcp47.split("-")[0] ?? "";
  return locales.get(localeTags().includes(primary) ? primary : "en");
}
