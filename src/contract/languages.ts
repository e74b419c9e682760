import * as z from "zod";
import { languages } from "../shared/languages/languages.ts";

/** Every language code of the interface, in the interface's order (2.1). */
export const languageCodes: readonly string[] = languages.map((language) => language.code);

const known = new Set(languageCodes);

/** A language code from the closed set (2.1). */
export const languageCodeSchema = z
  .string()
  .refine((code) => known.has(code), "not a language code that the interface defines")
  .meta({ enum: languageCodes });
