import * as z from "zod";
import { overlayInForce } from "../ledger/format/reviews.ts";
import type { StoryFacts } from "../ledger/format/state.ts";
import type { CorrectedGloss } from "../lessons/correction/overlay.ts";
import { paragraphsOf } from "../lessons/text/sentences.ts";
import { foldWord } from "../lessons/words/exact.ts";
import type { ListEntry } from "../lessons/words/occurrence.ts";
import { loadStemmer } from "../lessons/words/stemmer.ts";
import { findStoryWords, requiredWords, type StoryWords } from "../lessons/words/story-words.ts";
import {
  listHash,
  readWords,
  type WordsSource,
  wordsAlgorithm,
  writeWords,
} from "../lessons/words/words-file.ts";
import type { ListWord, Plan } from "../plan/plan.ts";
import { withoutDictionaryMarks } from "../shared/dictionary-marks.ts";
import { languageOf } from "../shared/languages/languages.ts";
import { cleanLine } from "../shared/text.ts";
import { readCorrected } from "./corrections.ts";
import { type CourseWriter, type Place, readRecorded, saveDerived, unlessDamaged } from "./course-folder.ts";
import type { MatchedPlan } from "./match.ts";

const requestedWordsSchema = z.array(z.object({ word: z.string(), gloss: z.string().nullish() }));

type LessonList = ReturnType<typeof lessonList>;

/**
 * The words of a request, with the forms that the plan now lists for them, which can be corrected after the story was bought, and with any glosses
 * that people corrected.
 */
export function lessonList(
  request: { readonly lang: string; readonly words?: unknown },
  { lists, reader }: Pick<Plan, "lists" | "reader">,
  corrected: readonly CorrectedGloss[] = [],
) {
  const { lang } = request;
  const listed = new Map<string, Pick<ListWord, "forms" | "entry" | "reading">>();
  for (const byLanguage of lists.values())
    for (const one of byLanguage.get(lang) ?? [])
      if (one.forms.length > 0 || one.entry !== null || one.reading !== null) listed.set(one.word, one);
  const keyOf = (word: string): string => foldWord(cleanLine(word), languageOf(lang));
  const glosses = new Map(corrected.map(({ word, corrected: gloss }) => [keyOf(word), gloss]));
  const words: ListEntry[] = requestedWordsSchema.parse(request.words ?? []).map(({ word: asked, gloss }) => {
    const word = withoutDictionaryMarks(asked);
    const mended = [asked, word].map((each) => glosses.get(keyOf(each))).find((each) => each !== undefined);
    const { forms = [], entry = null, reading = null } = listed.get(word) ?? {};
    const written = word === asked ? entry : asked;
    const also = { ...(written !== null && { entry: written }), ...(reading !== null && { reading }) };
    return { word, ...also, gloss: mended === undefined ? (gloss ?? null) : mended, forms };
  });
  return { words, lang, reader };
}

/** Identifies the text and the words that were looked for in it; a corrected text by the hash of its correction. */
function wordsSourceOf(story: Pick<StoryFacts, "saved" | "corrections">, list: LessonList): WordsSource {
  const once = requiredWords(list.words, languageOf(list.lang));
  const text = (overlayInForce(story) ?? story.saved)?.sha256 ?? "";
  return { text, list: listHash(once, list) };
}

export async function findLessonWords(
  text: string,
  { words, lang, reader }: LessonList,
): Promise<StoryWords> {
  const language = languageOf(lang);
  const stemmer = await loadStemmer(language);
  const options = { language, reader: languageOf(reader), stemmer };
  return findStoryWords(paragraphsOf(text), requiredWords(words, language), options);
}

/**
 * Saves the places of words that are found, so that later packages don't depend on a machine's Unicode version. Damaged stories are skipped; binding
 * reports them.
 */
export async function saveWords(plan: MatchedPlan, to: CourseWriter): Promise<void> {
  for (const { job, recordName, status } of plan.lessons) {
    if (status.kind !== "done" || status.story.saved === null) continue;
    const { story, attempt } = status;
    const read = await unlessDamaged(readCorrected(story, job.id, to));
    if (read === null) continue;
    const list = lessonList(attempt.intended.request, plan, read.corrections.glosses);
    if (list.words.length === 0) continue;
    const source = wordsSourceOf(story, list);
    await saveDerived(
      {
        file: `words/${story.id}.json`,
        recorded: recordedFrom(story, source),
        make: async () => Buffer.from(writeWords(await findLessonWords(read.text, list), source)),
        eventOf: (saved) => {
          const of = { ...recordName, id: story.id, ...saved, ...source };
          return { type: "words.saved", ...of, algorithm: wordsAlgorithm };
        },
      },
      to,
    );
  }
}

/** The places of a lesson's words: the saved ones, or those that this machine finds if none are saved for this text and list. */
export async function wordsIn(
  story: Pick<StoryFacts, "saved" | "corrections" | "words">,
  { text, list }: { readonly text: string; readonly list: LessonList },
  place: Place,
): Promise<StoryWords> {
  const source = wordsSourceOf(story, list);
  const recorded = recordedFrom(story, source);
  const bytes = recorded && (await readRecorded(recorded, place));
  return (bytes && readWords(bytes, source)) ?? findLessonWords(text, list);
}

function recordedFrom({ words }: Pick<StoryFacts, "words">, source: WordsSource): StoryFacts["words"] {
  const isOfBoth = words?.text === source.text && words.list === source.list;
  return isOfBoth && words.algorithm === wordsAlgorithm ? words : null;
}
