import * as z from "zod";
import { forms, genres, lengths, visibilities } from "../../contract/choices.ts";
import { languageCodes } from "../../contract/languages.ts";
import { limits } from "../../contract/limits.ts";
import { writtenMaterial } from "../material/written-material.ts";
import { narrators, packageFormats, paperSizes, soundFormats, trimSizes } from "../plan.ts";
import { planLimits } from "../plan-limits.ts";
import { writtenPublishing } from "../publishing/written-publishing.ts";
import { writtenQuality } from "../quality/written-quality.ts";
import { levelPattern, listNamePattern, namePattern, reservedCourses } from "./name-patterns.ts";

const language = z
  .enum(languageCodes as [string, ...string[]])
  .meta({ id: "language", description: "A language code of the story service, such as es or es-419." });
const difficulty = z
  .int()
  .min(limits.difficultyLeast)
  .max(limits.difficultyMost)
  .meta({ id: "difficulty", description: "1 (first words) to 10 (native)." });
const languagesOf = (whose: string) =>
  z.array(language).min(1).optional().describe(`The languages of ${whose}.`);
const difficultiesOf = (whose: string) =>
  z
    .array(difficulty)
    .min(1)
    .optional()
    .describe(`The difficulties of ${whose}, each from 1 (first words) to 10 (native).`);
const credits = z.int().min(0).max(planLimits.creditsMost);

const line = (most: number, description: string) =>
  z.string().meta({ minLength: 1, maxLength: most, description });
const topicText = line(limits.topicCharacters, "What the story is about, in any language.");

/** A map with languages as keys, at least one. */
const byLanguage = <Value extends z.ZodType>(value: Value) =>
  z.partialRecord(language, value).refine((map) => Object.keys(map).length > 0);

const settings = {
  length: z.enum(lengths).optional().describe("Short is a few minutes of listening, long about fifteen."),
  genre: z.enum(genres).optional().describe("The kind of story; the service chooses if left out."),
  form: z.enum(forms).optional().describe("How it is told; the service chooses if left out."),
  audiobook: z.boolean().optional().describe("Whether the story is narrated too, which costs more."),
  visibility: z.enum(visibilities).optional().describe("Free accounts can only make public stories."),
};

const wordEntry = z.union([
  line(limits.wordCharacters, "A word that the story must use."),
  z.strictObject({
    word: line(limits.wordCharacters, "A word that the story must use."),
    gloss: z
      .string()
      .nullable()
      .optional()
      .meta({ maxLength: limits.glossCharacters, description: "Its meaning in the reader's language." }),
  }),
]);
const wordSource = z.union([
  z.array(wordEntry).min(1),
  z
    .strictObject({ file: z.string().describe("Its path, below the plan's folder.") })
    .describe("A .csv, .tsv (columns word and gloss) or .txt file below the plan's folder."),
]);

const topicEntry = z.union([
  topicText,
  z.strictObject({
    id: z
      .string()
      .regex(namePattern)
      .optional()
      .describe("Names the topic's jobs for ever: keep it when the text changes."),
    topic: z
      .union([topicText, byLanguage(topicText)])
      .describe("What the stories are about: one text, or one for each language."),
    words: z.array(z.string()).min(1).optional().describe("Names of word lists."),
    languages: languagesOf("this topic, instead of the plan's"),
    difficulties: difficultiesOf("this topic, instead of the plan's"),
    ...settings,
    ...writtenMaterial(byLanguage),
  }),
]);

const editionTopics = z.int().min(1).max(planLimits.jobsMost);

const rule = z.strictObject({
  topic: z.string().optional().describe("A topic's id."),
  lang: language.optional().describe("A language code."),
  difficulty: difficulty.optional().describe("1 (first words) to 10 (native)."),
  ...settings,
});

const lessonText = line(
  limits.topicCharacters,
  "The text that a bought lesson's topic had last; case, spaces and punctuation do not count.",
);

const move = z.strictObject({
  from: z
    .string()
    .regex(namePattern)
    .optional()
    .describe("The topic's id before. Another topic may have it today."),
  text: lessonText.optional(),
  to: z.string().regex(namePattern).describe("Its id today, or the `from` of a later move."),
});

const removal = z.union([
  z.string().regex(namePattern).describe("A topic's id."),
  rule.extend({
    story: z
      .string()
      .optional()
      .describe("The first 8 characters of a story's id, or more; where no topic names it any more."),
    text: lessonText.optional(),
  }),
]);

/**
 * A plan as people write it, neither resolved nor cleaned. The lengths of texts are given here only for editors (`meta`); they are checked
 * after cleaning, on the text that is sent.
 */
export const writtenPlanSchema = z.strictObject({
  course: z
    .string()
    .regex(namePattern)
    .meta({
      not: { enum: reservedCourses },
      description: "The course's id; it names its folder and its package.",
    }),
  title: line(planLimits.titleCharacters, "The course's title."),
  description: line(planLimits.proseCharacters, "What the course is, for its readers.").optional(),
  author: line(planLimits.publisherCharacters, "Who wrote it; its publisher if left out.").optional(),
  ...writtenPublishing,
  license: line(planLimits.proseCharacters, "Under which terms.").optional(),
  cover: z.string().optional().describe("A .png or .jpg file below the plan's folder."),
  reader: language
    .optional()
    .describe("The language of glosses and of the package's own pages; en if left out."),
  edition: z
    .string()
    .optional()
    .describe(
      "One issue of the course; 1 if left out. {date} {year} {month} {day} {isoYear} {isoWeek} are filled in, in UTC.",
    ),
  basedOn: z
    .string()
    .optional()
    .describe(
      "An earlier edition: lessons that ask for exactly what it bought take its stories. Placeholders as in edition.",
    ),
  budget: z
    .strictObject({
      credits: credits.describe("The most that this edition may cost."),
      month: credits.optional().describe("The most that all editions may cost in a UTC calendar month."),
    })
    .describe("The ceilings, in credits. They are the consent to buy where nobody can be asked."),
  languages: languagesOf("every topic that names none"),
  difficulties: difficultiesOf("every topic that names none"),
  defaults: z
    .strictObject(settings)
    .optional()
    .describe("What every story is asked for that says nothing else."),
  words: z
    .record(z.string().regex(listNamePattern), byLanguage(wordSource))
    .optional()
    .describe("Named word lists, by language."),
  topics: z.array(topicEntry).min(1).describe("In the order of the lessons."),
  rotate: z
    .union([
      editionTopics,
      z.strictObject({
        topics: editionTopics.describe("How many topics an edition takes."),
        from: z
          .string()
          .optional()
          .describe("The first edition, such as 2026-W36: it takes the first topics of the pool."),
      }),
    ])
    .optional()
    .describe(
      "Every edition takes so many of the topics, in turn, none twice before all have come. Left out, every edition takes all.",
    ),
  recall: z
    .array(z.int().min(1).max(planLimits.recallMost))
    .min(1)
    .optional()
    .describe(
      "Asks again for the words of earlier editions: [1, 2, 4] for the last, the one before and the fourth.",
    ),
  skip: z
    .array(z.string())
    .min(1)
    .optional()
    .describe("Editions that are left out, such as 2026-W52: a run of one of them buys nothing."),
  moved: z
    .array(move)
    .optional()
    .describe(
      "Topics that got another id or text, each with the id before or the text before: they keep the stories bought so.",
    ),
  removed: z
    .array(removal)
    .optional()
    .describe(
      "Bought lessons that left the plan on purpose: ids of topics, or rules as in exclude. Their stories stay saved.",
    ),
  exclude: z.array(rule).optional().describe("A job that matches every key of a rule goes."),
  include: z.array(rule).optional().describe("New settings for the jobs that match, or one more job."),
  vocabulary: z
    .strictObject({
      perStory: z
        .int()
        .min(1)
        .max(limits.wordsPerStory)
        .optional()
        .describe(`The most words that a story is asked for; ${limits.wordsPerStory} if left out.`),
      encounters: z
        .int()
        .min(1)
        .max(planLimits.encountersMost)
        .optional()
        .describe("In how many stories of a volume each word is met; 1 if left out."),
    })
    .optional()
    .describe(
      "Spreads the words of the lists over the stories whose topics name them, in each language at each difficulty, evenly and far apart. Without it every story is asked for all words of its lists.",
    ),
  levels: z
    .record(z.string().regex(levelPattern), byLanguage(wordSource))
    .optional()
    .describe(
      "The publisher's own headword lists, by level (1 to 10) and language: stories are compared with them.",
    ),
  quality: writtenQuality
    .optional()
    .describe(
      "What is done about what check-lessons finds: ignore, warn, hold (the lesson is left out of the package) or fail; or how much of it may pass, and then what. Every check only warns if left out.",
    ),
  review: z
    .strictObject({
      required: z
        .int()
        .min(1)
        .max(planLimits.reviewersMost)
        .optional()
        .describe("How many different people must approve each lesson: 1 if left out, or 2."),
      gate: z
        .int()
        .min(1)
        .max(planLimits.gateMost)
        .optional()
        .describe(
          "How many lessons of each volume must be approved before any but its first ones is bought. Nothing waits if left out.",
        ),
      narrator: z
        .enum(narrators)
        .optional()
        .describe(
          "Who speaks corrected sentences anew: embedded, eSpeak NG on this machine; or openai, the speech server that STORY_NARRATOR_URL and STORY_NARRATOR_MODEL name. If left out, such a sentence loses its highlight.",
        ),
    })
    .optional()
    .describe(
      "The package binds only lessons that people have approved with coursebinder review. Without it nobody has to.",
    ),
  maxJobs: z
    .int()
    .min(1)
    .max(planLimits.jobsMost)
    .optional()
    .describe(`Allows more than ${planLimits.jobs} jobs.`),
  package: z
    .strictObject({
      formats: z
        .array(z.enum(packageFormats))
        .min(1)
        .optional()
        .describe("All formats but cartridge12 and pdf if left out."),
      audio: z
        .array(z.enum(soundFormats))
        .optional()
        .describe(
          "Where sound is besides the folder audio: recordings in epub, cartridge, scorm, moodle and h5p, and in flashcards and questions their sentences, if left out.",
        ),
      exported: z
        .boolean()
        .optional()
        .describe(
          "Adds what exports hold besides sound, for the publisher. Left out, it stays in the folder books.",
        ),
      paper: z.enum(paperSizes).optional().describe("The paper of exercise sheets and keys; a4 if left out."),
      trim: z
        .enum(trimSizes)
        .optional()
        .describe("The page of the printed reader after trimming; 6x9in if left out."),
    })
    .optional()
    .describe("What the package has, and where its sound is."),
});

export type WrittenPlan = z.infer<typeof writtenPlanSchema>;
export type WrittenRule = z.infer<typeof rule>;
export type WrittenMove = z.infer<typeof move>;
export type WrittenRemoval = z.infer<typeof removal>;
export type WrittenTopic = z.infer<typeof topicEntry>;
