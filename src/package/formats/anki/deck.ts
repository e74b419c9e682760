import { shorten } from "../../../shared/text.ts";
import type { Contents, Volume } from "../../contents/contents.ts";
import { plainName } from "../../contents/plain-name.ts";
import { localeFor } from "../../locales/read-locale.ts";
import { languageName } from "../../pages/language-names.ts";

const longestTitle = 80;

/**
 * The deck of a volume, a subdeck of the course's: Anki separates the two by `::`. The title is escaped so that it can't add another level,
 * a quotation mark or markup.
 */
export function deckName(volume: Volume, contents: Contents): string {
  const strings = localeFor(contents.reader);
  const title = plainName(contents.course.title).replace(/:{2,}/g, ":").replaceAll('"', "'");
  const level = `${languageName(volume.language, strings).text}, ${strings.level(volume.difficulty)}`;
  return `${shorten(title, longestTitle)}::${level}`;
}
