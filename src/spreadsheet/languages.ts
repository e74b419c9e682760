/** The languages of the names in spreadsheets, and of templates. */
export const templateLanguages = ["en", "de", "fr", "es"] as const;

export type TemplateLanguage = (typeof templateLanguages)[number];
