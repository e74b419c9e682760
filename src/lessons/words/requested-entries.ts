import * as z from "zod";
import { withoutDictionaryMarks } from "../../shared/dictionary-marks.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { cleanLine } from "../../shared/text.ts";
import type { CorrectedGloss } from "../correction/overlay.ts";
import { foldWord } from "./exact.ts";
import type { ListEntry } from "./occurrence.ts";

const requestedSchema = z.array(z.object({ word: z.string(), gloss: z.string().nullish() }));

/** A word of a plan's lists, with what the lists say of it beside its gloss. */
interface ListedWord {
  readonly word: string;
  readonly forms: readonly string[];
  readonly entry: string | null;
  readonly reading: string | null;
}

/** The words of a story's request, with what the plan's lists say of them, and with the glosses that people corrected. Pure. */
export function requestedEntries(
  words: unknown,
  {
    language,
    listed,
    corrected,
  }: { language: LanguageFacts; listed: readonly ListedWord[]; corrected: readonly CorrectedGloss[] },
): ListEntry[] {
  const known = new Map(
    listed.flatMap((one) => {
      const saysMore = one.forms.length > 0 || one.entry !== null || one.reading !== null;
      return saysMore ? [[one.word, one] as const] : [];
    }),
  );
  const keyOf = (word: string): string => foldWord(cleanLine(word), language);
  const glosses = new Map(corrected.map((one) => [keyOf(one.word), one.corrected]));
  return requestedSchema.parse(words ?? []).map(({ word: asked, gloss }) => {
    const word = withoutDictionaryMarks(asked);
    const mended = [asked, word].map((each) => glosses.get(keyOf(each))).find((each) => each !== undefined);
    const { forms = [], entry = null, reading = null } = known.get(word) ?? {};
    const written = word === asked ? entry : asked;
    const also = { ...(written !== null && { entry: written }), ...(reading !== null && { reading }) };
    return { word, ...also, gloss: mended === undefined ? (gloss ?? null) : mended, forms };
  });
}
