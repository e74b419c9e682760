import * as z from "zod";
import { forms, genres, lengths, visibilities } from "../contract/choices.ts";
import { languageCodes } from "../contract/languages.ts";
import { limits } from "../contract/limits.ts";
import { soundFormats } from "../package/contents/course.ts";
import * as names from "./names.ts";
import { planLimits } from "./plan-limits.ts";
import {
  type LimitUnit,
  parseLimit,
  type QualityName,
  qualityChecks,
  qualityNames,
  severitiesOf,
} from "./quality-checks.ts";

// Lengths of texts are stated only for editors (`meta`): they are checked after cleaning, on the text that is sent.

/** How a value has to be written: an address, a day, an amount, the beginning of a story's id, or a limit in a unit. */
export type ValueFormat = "web" | "mail" | "model" | "day" | "amount" | "story" | LimitUnit;

const line = (most: number, description: string) =>
  z.string().meta({ minLength: 1, maxLength: most, description });
const optional = <Value extends z.ZodType>(value: Value, description: string) =>
  value.optional().describe(description);
const int = (least: number, most: number) => z.int().min(least).max(most);
const choices = (values: readonly string[]) => z.enum(values as [string, ...string[]]);
const several = <Value extends z.ZodType>(value: Value) => z.array(value).min(1);
const text = (description: string) => z.string().optional().describe(description);
const id = z.string().regex(names.namePattern);
const inFormat = <Value extends z.ZodType>(
  expected: ValueFormat,
  value: Value,
  isValid: (written: z.output<Value>) => boolean,
) => value.refine(isValid, { params: { expected } });
const like = (expected: ValueFormat, pattern: RegExp) =>
  inFormat(expected, z.string(), (written) => pattern.test(written));

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
const byLanguage = <Value extends z.ZodType>(value: Value) =>
  z.partialRecord(language, value).refine((map) => Object.keys(map).length > 0);

const settings = {
  length: optional(z.enum(lengths), "Short means a few minutes of listening, long about fifteen minutes."),
  genre: optional(z.enum(genres), "The kind of story; if this is left out, the service chooses."),
  form: optional(z.enum(forms), "How the story is told; if this is left out, the service chooses."),
  audiobook: optional(z.boolean(), "Whether the story is narrated too, which costs more."),
  visibility: optional(z.enum(visibilities), "Free accounts can only make public stories."),
};

const word = line(limits.wordCharacters, "A word that the story must use.");
const gloss = {
  maxLength: limits.glossCharacters,
  description: "The word's meaning in the reader's language.",
};
const reading = {
  maxLength: planLimits.cellCharacters,
  description:
    "How a word in Chinese characters is read: in kana, or in pinyin with a space between syllables.",
};
const wordSource = z.union([
  several(
    z.union([
      word,
      z.strictObject({
        word,
        gloss: z.string().nullable().optional().meta(gloss),
        reading: z.string().optional().meta(reading),
      }),
    ]),
  ),
  z
    .strictObject({ file: z.string().describe("The file's path, below the plan's folder.") })
    .describe("A .csv, .tsv (columns word, gloss and reading) or .txt file below the plan's folder."),
]);

const prompts = several(line(planLimits.promptCharacters, "A question to talk about.")).max(
  planLimits.promptsMost,
);
const image = z.strictObject({
  file: z.string().describe("A .png or .jpg file below the plan's folder."),
  alt: line(planLimits.altCharacters, "What the picture shows, for people who can't see it."),
});
const topicText = line(limits.topicCharacters, "What the story is about, in any language.");
const topicEntry = z.union([
  topicText,
  z.strictObject({
    id: optional(id, "Names the topic's jobs permanently: keep the id when the text changes."),
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

const ruleKeys = {
  topic: text("A topic's id."),
  lang: optional(language, "A language code."),
  difficulty: optional(difficulty, "1 (first words) to 10 (native)."),
  ...settings,
};
// A rule without keys would match every job.
const ruleWith = <Keys extends z.ZodRawShape>(keys: Keys) =>
  z.strictObject(keys).refine((written) => Object.keys(written).length > 0);
const rule = ruleWith(ruleKeys);
const lessonText = line(
  limits.topicCharacters,
  "The text of a bought topic before it was changed or removed; case, spaces and punctuation are ignored.",
).optional();
const move = z.strictObject({
  from: optional(id, "The topic's former id. Another topic may have that id now."),
  text: lessonText,
  to: id.describe("The topic's current id, or the `from` of a later move."),
});
const removal = z.union([
  id.describe("A topic's id."),
  ruleWith({
    ...ruleKeys,
    story: optional(
      // Long enough to distinguish a course's stories.
      like("story", /^[0-9a-f][0-9a-f-]{7,35}$/i),
      "The first 8 or more characters of the id of a story that no longer belongs to any topic.",
    ),
    text: lessonText,
  }),
]);

const samples = { share: "such as 5%", duration: "such as 4s", count: "a whole number", decibels: "in dB" };

// A computed key, because lint takes an object with a literal `then` for a promise.
const then = "then";

function limitOf(name: QualityName) {
  const { unit, about } = qualityChecks[name];
  const severity = z.enum(severitiesOf(name));
  const most = inFormat(unit, z.union([z.number(), z.string()]), (value) => parseLimit(value, unit) !== null);
  const limit = z.strictObject({
    most: optional(most, "The highest value that passes the check."),
    [then]: optional(severity, "What happens above that limit: ignore, warn, hold or fail."),
  });
  const uncounted = limit.omit({ most: true }) as unknown as typeof limit;
  const described =
    unit === "none" ? about : `${about} The key most gives the highest value that passes, ${samples[unit]}.`;
  // The map comes first so that an error in a map is reported as such, not as an unknown severity.
  return optional(z.union([unit === "none" ? uncounted : limit, severity]), described);
}

const quality = z.strictObject(
  Object.fromEntries(qualityNames.map((name) => [name, limitOf(name)])) as Record<
    QualityName,
    ReturnType<typeof limitOf>
  >,
);

const short = (description: string) => line(planLimits.publisherCharacters, description);
const webAddress = like("web", /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][^\s\p{C}<>"\\]*)?$/iu);
const mailAddress = like("mail", /^[^\s\p{C}@<>"\\,;]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/iu);
/** HTTPS, or on this machine, so that no key or story is sent unencrypted. */
const modelAddress = like(
  "model",
  /^(?:https:\/\/[^\s/@?#]+|http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d+)?)(?:\/[^\s?#]*)?$/,
);
const isDay = (text: string) =>
  /^[12]\d{3}-\d\d-\d\d$/.test(text) && new Date(Date.parse(text) || 0).toISOString().startsWith(text);
// No currency has more than three decimals.
const hasDecimals = (amount: number) => Number(amount.toFixed(3)) === amount;
const country = choices(names.countries).describe("A two-letter country code, ISO 3166-1.");
const isbn = z
  .union([z.string(), z.number()])
  .describe("Thirteen digits, with or without hyphens; the check digit must be correct.")
  .optional();
const price = z.strictObject({
  amount: inFormat("amount", z.number().min(0).max(planLimits.amountMost), hasDecimals).describe(
    "The retail price, such as 4.99.",
  ),
  currency: choices(names.currencies).describe("Three letters, ISO 4217."),
  tax: optional(z.enum(["included", "excluded"]), "Tax is included if this is left out."),
  fixed: optional(z.boolean(), "True where a law or contract fixes the retail price."),
  territories: optional(several(country), "Where the price applies; everywhere if left out."),
  forms: optional(
    several(z.enum(names.productForms)),
    "Which product forms the price is for; all if left out.",
  ),
});
const contributor = z.strictObject({
  name: short("A person or organization."),
  role: z.enum(names.contributorRoles).describe("What the contributor did for the books."),
  sortAs: short("The form of the name used for sorting, such as Ruiz, Ana.").optional(),
  organization: optional(z.boolean(), "True if the name is an organization's."),
});
const publisherName = short("Who publishes it.");
const publisher = z.strictObject({
  name: publisherName,
  imprint: short("The brand that the books carry, if it isn't the publisher's name.").optional(),
  city: short("The publisher's city.").optional(),
  country: country.optional(),
  website: optional(webAddress, "Its web address."),
  email: optional(mailAddress, "An e-mail address for booksellers."),
});

const readings = z.enum(names.readingChoices);

const credits = int(0, planLimits.creditsMost);
const editionTopics = int(1, planLimits.jobsMost);

/** A plan as people write it, before cleaning and defaults. */
export const writtenPlanSchema = z.strictObject({
  course: z
    .string()
    .regex(names.coursePattern)
    .describe("The course's id, which names the course's folder and package."),
  title: line(planLimits.titleCharacters, "The course's title."),
  description: line(planLimits.proseCharacters, "A description of the course for its readers.").optional(),
  author: short("Who wrote the course; the publisher if left out.").optional(),
  publisher: optional(
    z.union([publisherName, publisher]),
    "Who publishes the books: a name, or a map with further details.",
  ),
  published: optional(inFormat("day", z.string(), isDay), "The day of publication, YYYY-MM-DD."),
  isbn: optional(
    z.record(z.string(), z.strictObject({ epub: isbn, audiobook: isbn, paperback: isbn })),
    "For each volume, such as es-2, one ISBN for each product form.",
  ),
  price: optional(
    z.union([price, several(price)]),
    "The retail price, or a list of prices for different forms or territories.",
  ),
  contributors: optional(several(contributor), "The contributors, in the order of the title page."),
  legal: optional(
    z.union([short("A statement."), several(short("A statement."))]),
    "The publisher's own statements, which are printed as they are.",
  ),
  accessibility: optional(
    z.strictObject({
      certifiedBy: short("Who checked the books."),
      conformsTo: optional(
        choices(names.conformances),
        "The standard that the books meet, according to the check.",
      ),
      credential: short("The certifier's own credential.").optional(),
      report: optional(webAddress, "The web address of the report."),
    }),
    "Who certified the accessibility of the books. If this is left out, the books claim no conformance.",
  ),
  license: line(planLimits.proseCharacters, "Under which terms.").optional(),
  cover: text("A .png or .jpg file below the plan's folder."),
  reader: optional(language, "The language of glosses and of the package's own pages; en if left out."),
  edition: text(
    "The name of the edition that the plan makes; 1 if left out. {date} {year} {month} {day} {isoYear} {isoWeek} are replaced with their values in UTC.",
  ),
  basedOn: text(
    "An earlier edition. A lesson with exactly the same request as a lesson bought in that edition reuses that lesson's story. Placeholders work as in edition.",
  ),
  budget: z
    .strictObject({
      credits: credits.describe("The most that this edition may cost."),
      month: optional(credits, "The most that all editions may cost in a UTC calendar month."),
    })
    .describe("The spending limits, in credits. They count as consent to buy when nobody can be asked."),
  ...axesOf("every topic that doesn't name its own"),
  defaults: optional(z.strictObject(settings), "The settings of every story, unless overridden."),
  words: optional(
    z.record(z.string().regex(names.listNamePattern), byLanguage(wordSource)),
    "Named word lists, by language.",
  ),
  topics: several(topicEntry).describe("The topics, in the order of the lessons."),
  rotate: optional(
    z.union([
      editionTopics,
      z.strictObject({
        topics: editionTopics.describe("How many topics an edition takes."),
        from: text("The first edition, such as 2026-W36: it takes the first topics of the pool."),
      }),
    ]),
    "Each edition takes this many topics, in turn: no topic is repeated before all the others have been used. If left out, every edition takes all topics.",
  ),
  recall: optional(
    several(int(1, planLimits.recallMost)),
    "Asks stories to use the words of earlier editions again: [1, 2, 4] means 1, 2 and 4 editions back.",
  ),
  skip: optional(
    several(z.string()),
    "Editions to skip, such as 2026-W52: a run for a skipped edition buys nothing.",
  ),
  moved: optional(
    z.array(move),
    "Topics whose id or text has changed, each with the former id or text, so that they keep the stories bought for them.",
  ),
  removed: optional(
    z.array(removal),
    "Bought lessons that were removed from the plan on purpose, listed as topic ids or as rules like those in exclude. Their stories stay saved.",
  ),
  exclude: optional(z.array(rule), "Removes each job that matches every key of a rule."),
  include: optional(z.array(rule), "Rules that give the matching jobs new settings or add a job."),
  vocabulary: optional(
    z.strictObject({
      perStory: optional(
        int(1, limits.wordsPerStory),
        `The most list words that a story is asked to use; ${limits.wordsPerStory} if left out.`,
      ),
      encounters: optional(
        int(1, planLimits.encountersMost),
        "The number of stories in a volume in which each word comes up; 1 if left out.",
      ),
    }),
    "Spreads the words of each list evenly, and far apart, over the stories whose topics name the list, in each language at each difficulty. If left out, every story is asked for all words of its lists.",
  ),
  levels: optional(
    z.record(z.string().regex(names.levelPattern), byLanguage(wordSource)),
    "The publisher's own headword lists, by level (1 to 10) and language: stories are compared with them.",
  ),
  quality: optional(
    quality,
    "What happens when check-lessons finds something: ignore, warn, hold (the lesson is left out of the package) or fail. A check can instead state how much may pass and what happens above that limit. A check that is left out only warns.",
  ),
  review: optional(
    z.strictObject({
      required: optional(
        int(1, planLimits.reviewersMost),
        "How many different people must approve each lesson: 1 if left out, or 2.",
      ),
      gate: optional(
        int(1, planLimits.gateMost),
        "With n, only the first n lessons of each volume are bought until n of its lessons are approved. If left out, nothing waits.",
      ),
      narrator: optional(
        z.enum(names.narrators),
        "Which narrator speaks corrected sentences again: embedded (eSpeak NG on this machine) or openai (the speech server that STORY_NARRATOR_URL and STORY_NARRATOR_MODEL name). If left out, a corrected sentence is no longer highlighted while it plays.",
      ),
    }),
    "The package contains only lessons that people have approved with coursebinder review. Without this key, no approval is needed.",
  ),
  languageModel: optional(
    z.strictObject({
      url: modelAddress.describe("The base address of a server with the OpenAI chat interface."),
      model: short("The model's name on that server."),
      keyFile: text("A file with the server's key, below the plan's folder. If left out, no key is sent."),
    }),
    "A language model that proposes questions about each story. A question goes into the package only after a person has approved it at the review desk.",
  ),
  maxJobs: optional(int(1, planLimits.jobsMost), `Allows more than ${planLimits.jobs} jobs.`),
  platforms: optional(
    several(z.enum(names.platforms)),
    "Learning platforms. For each platform, the package also has the file that suits it best, including sound and the teacher's notes.",
  ),
  package: optional(
    z.strictObject({
      formats: optional(
        several(z.enum(names.packageFormats)),
        "The package's formats; web, epub, print, words, anki and teacher if left out. If this is set, the package also has the folders audio and text.",
      ),
      audio: optional(
        z.array(z.enum(soundFormats)),
        "Where the package has sound. Setting this key also adds the folder audio. If left out, recordings are in epub, cartridge, scorm, moodle and h5p, and single sentences are in flashcards and questions.",
      ),
      exported: optional(
        z.boolean(),
        "Adds the files of the exports, except the sound, to the package for the publisher. If left out, those files stay in the folder books.",
      ),
      almost: optional(
        z.enum(names.almostWorths),
        "The points for a typed answer that is right except for an accent, a capital, a punctuation mark or one letter: half a point, or a full point; half if left out.",
      ),
      paper: optional(
        z.enum(names.paperSizes),
        "The paper size of exercise sheets and keys; a4 if left out.",
      ),
      trim: optional(
        z.enum(names.trimSizes),
        "The page size of the printed reader after trimming; 6x9in if left out.",
      ),
      readings: optional(
        z.union([z.record(z.string().regex(names.levelPattern), readings), readings]),
        "Which words of Japanese and Chinese stories have their reading above them: none, listed (the words of the lesson's lists) or all. A map gives this for each difficulty. If left out: listed if a list gives readings, otherwise none.",
      ),
    }),
    "The contents of the package, and the places where it has sound.",
  ),
});

export type WrittenPlan = z.infer<typeof writtenPlanSchema>;
export type WrittenTopic = z.infer<typeof topicEntry>;
export type WrittenRule = z.infer<typeof rule>;
export type WrittenMove = z.infer<typeof move>;
export type WrittenRemoval = z.infer<typeof removal>;
export type WrittenWords = z.infer<typeof wordSource>;

/** A plan's JSON Schema (draft 2020-12), which lets code editors complete and check plans. */
export function planJsonSchema(): object {
  return {
    title: "A coursebinder course plan",
    ...z.toJSONSchema(writtenPlanSchema, { target: "draft-2020-12", io: "input" }),
  };
}
