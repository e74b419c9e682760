import { formats, platforms as packagePlatforms } from "../package/formats/formats.ts";
import { readShipped } from "../shared/files/shipped-file.ts";

const list = (codes: string): readonly string[] => codes.trim().split(/\s+/);

export const namePattern = /^[a-z0-9][a-z0-9-]{0,63}$/;

export const listNamePattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]{0,63}$/u;

export const levelPattern = /^(?:[1-9]|10)$/;

/** The folder that holds all rehearsals, beside the courses' own folders. */
export const rehearsalsFolder = "local";

/** The name of a course's folder: not the rehearsals' own, and no device on Windows, where a repository with such a folder can't be checked out. */
export const coursePattern = /^(?!(?:local|con|prn|aux|nul|com[1-9]|lpt[1-9])$)[a-z0-9][a-z0-9-]{0,63}$/;

/** The ISO 4217 currencies in use, as in ONIX code list 96. */
export const currencies = list(readShipped(new URL("./currencies.txt", import.meta.url)).toString());

/** The ISO 3166-1 countries, as in ONIX code list 91. */
export const countries = list(readShipped(new URL("./countries.txt", import.meta.url)).toString());

/** The formats of a package whose plan chooses nothing. */
export const defaultFormats = formats.flatMap((format) => ("isDefault" in format ? [format.id] : []));

export const packageFormats = formats.map(({ id }) => id);

export const platforms = packagePlatforms.map(({ id }) => id);

export const paperSizes = ["a4", "letter"] as const;

/** Which words have their reading above them, in languages written in Chinese characters. */
export const readingChoices = ["none", "listed", "all"] as const;

export const almostWorths = ["half", "full"] as const;

export const trimSizes = ["5x8in", "5.5x8.5in", "6x9in", "a5"] as const;

/** The narrators that a plan can choose; a plan names neither an address nor a key, because it is content. */
export const narrators = ["embedded", "openai"] as const;

export const productForms = ["epub", "audiobook", "paperback"] as const;

export const contributorRoles = [
  ...(["author", "editor", "series-editor", "consultant", "adapter", "translator", "reviser"] as const),
  ...(["introduction", "foreword", "illustrator", "photographer", "cover", "narrator"] as const),
] as const;

export const conformances = ["2.0", "2.1", "2.2"].flatMap((version) =>
  ["A", "AA", "AAA"].map((level) => `WCAG ${version} ${level}`),
);
