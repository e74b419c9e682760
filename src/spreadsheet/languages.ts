/** The languages in which spreadsheets may be written, and of templates. */
export const templateLanguages = ["en", "de", "fr", "es"] as const;

export type TemplateLanguage = (typeof templateLanguages)[number];
