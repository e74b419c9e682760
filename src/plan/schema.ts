import * as z from "zod";
import { forms, genres, lengths, visibilities } from "../contract/choices.ts";
import { languageCodes } from "../contract/languages.ts";
import { limits } from "../contract/limits.ts";
import * as names from "./names.ts";
import { planLimits } from "./plan-limits.ts";
import { type QualityName, qualityChecks, qualityNames, severitiesOf } from "./quality-checks.ts";

// Lengths of texts are given only for editors (`meta`): they are checked after cleaning, on the text that is sent.

const line = (most: number, description: string) =>
  z.string().meta({ minLength: 1, maxLength: most, description });
const optional = <Value extends z.ZodType>(value: Value, description: string) =>
  value.optional().describe(description);
const int = (least: number, most: number) => z.int().min(least).max(most);
const choices = (values: readonly string[]) => z.enum(values as [string, ...string[]]);
const several = <Value extends z.ZodType>(value: Value) => z.array(value).min(1);
const text = (description: string) => z.string().optional().describe(description);
const id = z.string().regex(names.namePattern);

const language = choices(languageCodes).meta({
  id: "language",
  description: "A language code of the story service, such as es or es-419.",
});
const difficulty = int(limits.difficultyLeast, limits.difficultyMost).meta({
  id: "difficulty",
  description: "1 (first words) to 10 (native).",
});
const axesOf = (whose: string) => ({
  languages: optional(several(language), `The languages of ${whose}.`),
  difficulties: optional(
    several(difficulty),
    `The difficulties of ${whose}, each from 1 (first words) to 10 (native).`,
  ),
});
/** A map with languages as keys, at least one. */
const byLanguage = <Value extends z.ZodType>(value: Value) =>
  z.partialRecord(language, value).refine((map) => Object.keys(map).length > 0);

const settings = {
  length: optional(z.enum(lengths), "Short is a few minutes of listening, long about fifteen."),
  genre: optional(z.enum(genres), "The kind of story; the service chooses if left out."),
  form: optional(z.enum(forms), "How it is told; the service chooses if left out."),
  audiobook: optional(z.boolean(), "Whether the story is narrated too, which costs more."),
  visibility: optional(z.enum(visibilities), "Free accounts can only make public stories."),
};

// Word lists

const word = line(limits.wordCharacters, "A word that the story must use.");
const gloss = { maxLength: limits.glossCharacters, description: "Its meaning in the reader's language." };
const wordSource = z.union([
  several(z.union([word, z.strictObject({ word, gloss: z.string().nullable().optional().meta(gloss) })])),
  z
    .strictObject({ file: z.string().describe("Its path, below the plan's folder.") })
    .describe("A .csv, .tsv (columns word and gloss) or .txt file below the plan's folder."),
]);

// Topics, and what was bought for them

const prompts = several(line(planLimits.promptCharacters, "A question to talk about.")).meta({
  maxItems: planLimits.promptsMost,
});
const image = z.strictObject({
  file: z.string().describe("A .png or .jpg file below the plan's folder."),
  alt: line(planLimits.altCharacters, "What it shows, for those who don't see it."),
});
const topicText = line(limits.topicCharacters, "What the story is about, in any language.");
const topicEntry = z.union([
  topicText,
  z.strictObject({
    id: optional(id, "Names the topic's jobs for ever: keep it when the text changes."),
    topic: z
      .union([topicText, byLanguage(topicText)])
      .describe("What the stories are about: one text, or one for each language."),
    words: optional(several(z.string()), "Names of word lists."),
    ...axesOf("this topic, instead of the plan's"),
    ...settings,
    image: optional(image, "A picture for the topic's lessons. It is not sent to the service."),
    prompts: optional(
      z.union([prompts, byLanguage(prompts)]),
      "Questions to talk about after the story: for all languages, or by language.",
    ),
  }),
]);

const rule = z.strictObject({
  topic: text("A topic's id."),
  lang: optional(language, "A language code."),
  difficulty: optional(difficulty, "1 (first words) to 10 (native)."),
  ...settings,
});
const lessonText = line(
  limits.topicCharacters,
  "The text that a bought lesson's topic had last; case, spaces and punctuation do not count.",
).optional();
const move = z.strictObject({
  from: optional(id, "The topic's id before. Another topic may have it today."),
  text: lessonText,
  to: id.describe("Its id today, or the `from` of a later move."),
});
const removal = z.union([
  id.describe("A topic's id."),
  rule.extend({
    story: text("The first 8 characters of a story's id, or more; where no topic names it any more."),
    text: lessonText,
  }),
]);

// Quality

const samples = { share: "such as 5%", duration: "such as 4s", count: "a whole number", decibels: "in dB" };

// A computed key, because lint takes an object with a literal `then` for a promise.
const then = "then";

function limitOf(name: QualityName) {
  const { unit, about } = qualityChecks[name];
  const severity = z.enum(severitiesOf(name));
  const limit = z.strictObject({
    most: optional(z.union([z.number(), z.string()]), "How much may pass."),
    [then]: optional(severity, "What is done about more than that: ignore, warn, hold or fail."),
  });
  const uncounted = limit.omit({ most: true }) as unknown as typeof limit;
  const described =
    unit === "none" ? about : `${about} most: the highest value that passes, ${samples[unit]}.`;
  // The map comes first so that an error in a map is reported as such, not as an unknown severity.
  return optional(z.union([unit === "none" ? uncounted : limit, severity]), described);
}

const quality = z.strictObject(
  Object.fromEntries(qualityNames.map((name) => [name, limitOf(name)])) as Record<
    QualityName,
    ReturnType<typeof limitOf>
  >,
);

// Books as products

const short = (description: string) => line(planLimits.publisherCharacters, description);
const country = choices(names.countries).describe("A country's code of two letters, ISO 3166-1.");
const isbn = z
  .union([z.string(), z.number()])
  .describe("Thirteen digits, with or without hyphens; the check digit is checked.")
  .optional();
const price = z.strictObject({
  amount: z.number().describe("The retail price, such as 4.99."),
  currency: choices(names.currencies).describe("Three letters, ISO 4217."),
  tax: optional(z.enum(["included", "excluded"]), "Included if left out."),
  fixed: optional(z.boolean(), "True where a law or contract fixes the retail price."),
  territories: optional(several(country), "Where it holds; everywhere if left out."),
  forms: optional(several(z.enum(names.productForms)), "Which forms it is for; all if left out."),
});
const contributor = z.strictObject({
  name: short("A person or organization."),
  role: z.enum(names.contributorRoles).describe("What they did for the books."),
  sortAs: short("The name as it is sorted, such as Ruiz, Ana.").optional(),
  organization: optional(z.boolean(), "True if the name is an organization's."),
});
const publisherName = short("Who publishes it.");
const publisher = z.strictObject({
  name: publisherName,
  imprint: short("The brand that the books carry, if it isn't the publisher's name.").optional(),
  city: short("Where the publisher is.").optional(),
  country: country.optional(),
  website: short("Its web address.").optional(),
  email: short("An e-mail address for booksellers.").optional(),
});

const credits = int(0, planLimits.creditsMost);
const editionTopics = int(1, planLimits.jobsMost);

/** A plan as people write it, neither resolved nor cleaned. */
export const writtenPlanSchema = z.strictObject({
  course: id.meta({
    not: { enum: names.reservedCourses },
    description: "The course's id; it names its folder and its package.",
  }),
  title: line(planLimits.titleCharacters, "The course's title."),
  description: line(planLimits.proseCharacters, "What the course is, for its readers.").optional(),
  author: short("Who wrote it; its publisher if left out.").optional(),
  publisher: optional(
    z.union([publisherName, publisher]),
    "Who publishes the books: a name, or a map with more about them.",
  ),
  published: text("The day of publication, YYYY-MM-DD."),
  isbn: optional(
    z.record(z.string(), z.strictObject({ epub: isbn, audiobook: isbn, paperback: isbn })),
    "One ISBN for each volume, such as es-2, and form of product.",
  ),
  price: optional(z.union([price, several(price)]), "The retail price, or one for each form or territory."),
  contributors: optional(several(contributor), "In the order of the title page."),
  legal: optional(
    z.union([short("A statement."), several(short("A statement."))]),
    "The publisher's own statements, which are printed as they are.",
  ),
  accessibility: optional(
    z.strictObject({
      certifiedBy: short("Who checked the books."),
      conformsTo: optional(choices(names.conformances), "What the check found."),
      credential: short("The certifier's own credential.").optional(),
      report: short("The web address of the report.").optional(),
    }),
    "Who certified the accessibility of the books. Nothing is claimed without it.",
  ),
  license: line(planLimits.proseCharacters, "Under which terms.").optional(),
  cover: text("A .png or .jpg file below the plan's folder."),
  reader: optional(language, "The language of glosses and of the package's own pages; en if left out."),
  edition: text(
    "One issue of the course; 1 if left out. {date} {year} {month} {day} {isoYear} {isoWeek} are filled in, in UTC.",
  ),
  basedOn: text(
    "An earlier edition: lessons that ask for exactly what it bought take its stories. Placeholders as in edition.",
  ),
  budget: z
    .strictObject({
      credits: credits.describe("The most that this edition may cost."),
      month: optional(credits, "The most that all editions may cost in a UTC calendar month."),
    })
    .describe("The ceilings, in credits. They are the consent to buy where nobody can be asked."),
  ...axesOf("every topic that names none"),
  defaults: optional(z.strictObject(settings), "What every story is asked for that says nothing else."),
  words: optional(
    z.record(z.string().regex(names.listNamePattern), byLanguage(wordSource)),
    "Named word lists, by language.",
  ),
  topics: several(topicEntry).describe("In the order of the lessons."),
  rotate: optional(
    z.union([
      editionTopics,
      z.strictObject({
        topics: editionTopics.describe("How many topics an edition takes."),
        from: text("The first edition, such as 2026-W36: it takes the first topics of the pool."),
      }),
    ]),
    "Every edition takes so many of the topics, in turn, none twice before all have come. Left out, every edition takes all.",
  ),
  recall: optional(
    several(int(1, planLimits.recallMost)),
    "Asks again for the words of earlier editions: [1, 2, 4] for the last, the one before and the fourth.",
  ),
  skip: optional(
    several(z.string()),
    "Editions that are left out, such as 2026-W52: a run of one of them buys nothing.",
  ),
  moved: optional(
    z.array(move),
    "Topics that got another id or text, each with the id before or the text before: they keep the stories bought so.",
  ),
  removed: optional(
    z.array(removal),
    "Bought lessons that left the plan on purpose: ids of topics, or rules as in exclude. Their stories stay saved.",
  ),
  exclude: optional(z.array(rule), "A job that matches every key of a rule goes."),
  include: optional(z.array(rule), "New settings for the jobs that match, or one more job."),
  vocabulary: optional(
    z.strictObject({
      perStory: optional(
        int(1, limits.wordsPerStory),
        `The most words that a story is asked for; ${limits.wordsPerStory} if left out.`,
      ),
      encounters: optional(
        int(1, planLimits.encountersMost),
        "In how many stories of a volume each word is met; 1 if left out.",
      ),
    }),
    "Spreads the words of the lists over the stories whose topics name them, in each language at each difficulty, evenly and far apart. Without it every story is asked for all words of its lists.",
  ),
  levels: optional(
    z.record(z.string().regex(names.levelPattern), byLanguage(wordSource)),
    "The publisher's own headword lists, by level (1 to 10) and language: stories are compared with them.",
  ),
  quality: optional(
    quality,
    "What is done about what check-lessons finds: ignore, warn, hold (the lesson is left out of the package) or fail; or how much of it may pass, and then what. Every check only warns if left out.",
  ),
  review: optional(
    z.strictObject({
      required: optional(
        int(1, planLimits.reviewersMost),
        "How many different people must approve each lesson: 1 if left out, or 2.",
      ),
      gate: optional(
        int(1, planLimits.gateMost),
        "How many lessons of each volume must be approved before any but its first ones is bought. Nothing waits if left out.",
      ),
      narrator: optional(
        z.enum(names.narrators),
        "Who speaks corrected sentences anew: embedded, eSpeak NG on this machine; or openai, the speech server that STORY_NARRATOR_URL and STORY_NARRATOR_MODEL name. If left out, such a sentence loses its highlight.",
      ),
    }),
    "The package binds only lessons that people have approved with coursebinder review. Without it nobody has to.",
  ),
  languageModel: optional(
    z.strictObject({
      url: z
        .string()
        .regex(names.modelUrlPattern)
        .describe("The base address of a server with the OpenAI chat interface."),
      model: short("The model's name there."),
      keyFile: text("A file below the plan's folder with the server's key. Left out, no key is sent."),
    }),
    "Proposes questions about each story, which are in the package only once a person has approved them at the review desk.",
  ),
  maxJobs: optional(int(1, planLimits.jobsMost), `Allows more than ${planLimits.jobs} jobs.`),
  platforms: optional(
    several(z.enum(names.platforms)),
    "Learning platforms: the package also has what each takes best, with its sound and the teacher's notes.",
  ),
  package: optional(
    z.strictObject({
      formats: optional(
        several(z.enum(names.packageFormats)),
        "web, epub, print, words, anki and teacher if left out. With it the package also has the folders audio and text.",
      ),
      audio: optional(
        z.array(z.enum(names.soundFormats)),
        "Where sound is besides the folder audio, which it brings along: recordings in epub, cartridge, scorm, moodle and h5p, and in flashcards and questions their sentences, if left out.",
      ),
      exported: optional(
        z.boolean(),
        "Adds what exports hold besides sound, for the publisher. Left out, it stays in the folder books.",
      ),
      almost: optional(
        z.enum(names.almostWorths),
        "What a typed answer is worth that is right but for an accent, a capital, a sign or one letter: half a point, or a full one; half if left out.",
      ),
      paper: optional(z.enum(names.paperSizes), "The paper of exercise sheets and keys; a4 if left out."),
      trim: optional(
        z.enum(names.trimSizes),
        "The page of the printed reader after trimming; 6x9in if left out.",
      ),
    }),
    "What the package has, and where its sound is.",
  ),
});

export type WrittenPlan = z.infer<typeof writtenPlanSchema>;
export type WrittenTopic = z.infer<typeof topicEntry>;
export type WrittenRule = z.infer<typeof rule>;
export type WrittenMove = z.infer<typeof move>;
export type WrittenRemoval = z.infer<typeof removal>;
export type WrittenWords = z.infer<typeof wordSource>;
export type WrittenPrice = z.infer<typeof price>;

/** A plan's JSON Schema (draft 2020-12), with which editors complete and check plans. */
export function planJsonSchema(): object {
  return {
    title: "A coursebinder course plan",
    ...z.toJSONSchema(writtenPlanSchema, { target: "draft-2020-12", io: "input" }),
  };
}
