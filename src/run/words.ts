import { overlayInForce } from "../ledger/format/reviews.ts";
import type { StoryFacts } from "../ledger/format/state.ts";
import type { CorrectedGloss } from "../lessons/correction/overlay.ts";
import { paragraphsOf } from "../lessons/text/sentences.ts";
import { requestedEntries } from "../lessons/words/requested-entries.ts";
import { loadStemmer } from "../lessons/words/stemmer.ts";
import { findStoryWords, requiredWords, type StoryWords } from "../lessons/words/story-words.ts";
import {
  listHash,
  readWords,
  type WordsSource,
  wordsAlgorithm,
  writeWords,
} from "../lessons/words/words-file.ts";
import type { Readings } from "../package/contents/readings.ts";
import type { Plan, StoryRequest } from "../plan/plan.ts";
import { languageOf } from "../shared/languages/languages.ts";
import { hasReadings } from "../shared/languages/ruby.ts";
import { readCorrected } from "./corrections.ts";
import { type CourseWriter, type Place, readRecorded, saveDerived, unlessDamaged } from "./course-folder.ts";
import type { MatchedPlan } from "./match.ts";

type LessonList = ReturnType<typeof lessonList>;

/** The words of a request, with the forms that the plan lists for them now, which can be corrected after the story was bought. */
export function lessonList(
  { lang, words }: { readonly lang: string; readonly words?: unknown },
  { lists, reader }: Pick<Plan, "lists" | "reader">,
  corrected: readonly CorrectedGloss[] = [],
) {
  const listed = [...lists.values()].flatMap((byLanguage) => byLanguage.get(lang) ?? []);
  return { words: requestedEntries(words, { language: languageOf(lang), listed, corrected }), lang, reader };
}

/** Which words of a lesson have their readings above them. If the plan doesn't say, those of its lists do, if a list has readings. */
export function readingsOf(
  { readings, lists }: Pick<Plan, "readings" | "lists">,
  { lang, difficulty }: Pick<StoryRequest, "lang" | "difficulty">,
): Readings {
  const listed = new Map<string, string>();
  if (!hasReadings(languageOf(lang))) return { choice: "none", listed };
  for (const byLanguage of lists.values())
    for (const { word, reading } of byLanguage.get(lang) ?? [])
      if (reading !== null) listed.set(word, reading);
  const written = typeof readings === "string" ? readings : readings?.[difficulty];
  return { choice: written ?? (listed.size > 0 ? "listed" : "none"), listed };
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
