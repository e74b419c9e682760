import { expect, test } from "vitest";
import { bookPageQuerySchema, bookPageSchema } from "../../src/contract/books.ts";
import { forms, genres, lengths, visibilities } from "../../src/contract/choices.ts";
import { errorBodySchema, errorCodeOf, errorCodes } from "../../src/contract/errors.ts";
import { languageCodeSchema, languageCodes } from "../../src/contract/languages.ts";
import { displayLevelPattern, levelsSchema } from "../../src/contract/levels.ts";
import { limits } from "../../src/contract/limits.ts";
import { operations, scopes } from "../../src/contract/operations.ts";
import { quoteSchema } from "../../src/contract/quotes.ts";
import {
  creationRequestSchema,
  quoteRequestSchema,
  storySchema,
  writingCredits,
} from "../../src/contract/stories.ts";

// Interface 2.1, copied in its order.
const published = `
  af ain ak sq am grc ar an hy as ast awa ay az ban bm bjn ba eu be bem bn bho arc he-biblical brx bs
  br bug bg my bua yue ca ceb bcl ch ce chr hne ny zh zh-hant cu cv ar-classical xcl zh-classical
  ja-classical syc cop kw co crh hr cs da prs doi nl dyu dz arz en en-au en-gb en-us eo et ee fo fj
  fil fi fon fr fr-be fr-ca fr-ch fur fuv gl gbm ka de qgb el gn gu afb ht hak ha haw he acw hil hi hu
  is io ig ilo id ia ie isv iu ga tts it jam ja jv quc kab kam kn pam kaa ks-deva ks kk km ki rw rn kv
  kg kok ko rop kmr ckb ky lkt lo ltg la lv apc ayl li ln lfn lt jbo lmo nds lg luo lb mk mag mai mg
  ms ml mt mni gv mi mr mh mhr enm gmh min lus moh mn ary nhe ars nv nap ne yrl se nso nod uzn nb nn
  oc or oj ang fro non acx om os pi pag pap ps fa pms pl pt pt-br pa pnb qu ro rm ru sah sm sa sat skr
  sc sco gd sr st shn sn scn szl sd si sk sl so azb nr es es-ar es-cl es-419 es-es srn su sw ss sv ty
  nan tg ta tt te tet th bo ti tpi tok to ts tn aeb tr tk tyv udm uk hsb ur ug uz ve vec vi vo vro war
  cy fy wo wuu xh yi yo yua zu
`;

const genresPublished =
  "slice_of_life, children, middle_grade, young_adult, romance, humor, cozy_fantasy, sports, adventure, survival, thriller, mystery, " +
  "horror, action, crime, martial_arts, romantasy, litrpg, sci_fi, historical, magical_realism, spy, noir, post_apocalyptic, " +
  "sword_and_sorcery, literary, dark_academia, explainer, travel_food";

const id = "3f0c1f6e-9a55-4b7e-8d0a-0d9f2f6f2a11";

test("The languages are the interface's, in its order", () => {
  expect(languageCodes).toEqual(published.trim().split(/\s+/));
  expect(languageCodes).toHaveLength(279);
  expect(new Set(languageCodes).size).toBe(279);
});

test("Every published code is a language, and nothing else is", () => {
  expect(languageCodes.every((code) => languageCodeSchema.safeParse(code).success)).toBe(true);
  for (const code of ["", "ES", "es-mx", "zh-hans", "nb-no", " es", "constructor", "__proto__", 3, null]) {
    expect([code, languageCodeSchema.safeParse(code).success]).toEqual([code, false]);
  }
});

test("The closed sets are the interface's", () => {
  expect(genres).toEqual(genresPublished.split(", "));
  expect(lengths).toEqual(["short", "medium", "long"]);
  expect(forms).toEqual(["interview", "working_day", "first_person"]);
  expect(visibilities).toEqual(["private", "public"]);
  expect(storySchema.shape.status.options).toEqual([
    "writing",
    "ready",
    "making_audiobook",
    "done",
    "failed",
    "canceled",
  ]);
  expect(storySchema.shape.book.unwrap().shape.status.options).toEqual([
    "pending",
    "processing",
    "paused",
    "ready",
    "error",
    "canceled",
  ]);
  expect(levelsSchema.shape.languages.element.shape.status.options).toEqual([
    "available",
    "native",
    "unavailable",
  ]);
  expect(scopes).toEqual(["books:read", "account:read", "levels:read", "stories:write"]);
  expect(errorCodes).toEqual([
    "invalid_request",
    "unauthorized",
    "payment_required",
    "forbidden",
    "not_found",
    "conflict",
    "too_large",
    "rate_limited",
    "unavailable",
    "refused",
    "server_error",
  ]);
});

test("Prices and limits are the interface's", () => {
  expect(writingCredits).toEqual({ short: 13, medium: 30, long: 55 });
  expect(limits).toMatchObject({ calls: { count: 60, windowMs: 60_000 }, pollEveryMs: 20_000 });
  expect(limits).toMatchObject({ paidStarts: { count: 20, windowMs: 600_000 } });
  expect(limits).toMatchObject({ badBearers: { count: 30, windowMs: 60_000 } });
  expect(limits).toMatchObject({ keysPerReader: 20, monthlyCapMost: 100_000, keyCharacters: 43 });
});

test("The seven operations have the interface's methods, paths and scopes", () => {
  const rows = Object.values(operations).map(({ method, path, scope }) => `${method} ${path} ${scope}`);
  expect(rows).toEqual([
    "GET /levels levels:read",
    "POST /stories stories:write",
    "POST /stories/quote account:read",
    "GET /stories/{id} books:read",
    "GET /books books:read",
    "GET /books/{id}/export books:read",
    "GET /balance account:read",
  ]);
});

const named: Readonly<Record<number, string>> = {
  400: "invalid_request",
  401: "unauthorized",
  402: "payment_required",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  413: "too_large",
  429: "rate_limited",
  503: "unavailable",
};

test("Every status from 400 to 599 has exactly one code, and no other status has one", () => {
  for (let status = 400; status <= 599; status++) {
    const other = status < 500 ? "refused" : "server_error";
    expect([status, errorCodeOf(status)]).toEqual([status, named[status] ?? other]);
  }
  for (const status of [-1, 0, 100, 200, 202, 204, 301, 399, 600, 799, 999]) {
    expect([status, errorCodeOf(status)]).toEqual([status, null]);
  }
});

const errorBodies: readonly (readonly [boolean, unknown])[] = [
  [true, { error: "no", code: "forbidden" }],
  [true, { error: "", code: "refused" }],
  [true, { error: "no", code: "invalid_request", issues: [{ path: ["topic"] }] }],
  [true, { error: "no", code: "rate_limited", retryAfterSeconds: 1 }],
  [false, { error: "no", code: "rate_limited", retryAfterSeconds: 0 }],
  [false, { error: "no", code: "rate_limited", retryAfterSeconds: 1.5 }],
  [false, { error: "no", code: "rate_limited", retryAfterSeconds: "1" }],
  [false, { error: "no", code: "teapot" }],
  [false, { error: "no" }],
  [false, { code: "forbidden" }],
  [false, { error: { message: "no" }, code: "forbidden" }],
  [false, "forbidden"],
  [false, null],
];

test.for(errorBodies)("Well-formed is %s for the error body %j", ([sound, body]) => {
  expect(errorBodySchema.safeParse(body).success).toBe(sound);
});

const least = { topic: "x", lang: "es", difficulty: 1 };

const requests: readonly (readonly [boolean, string, object])[] = [
  [true, "nothing but what is required", least],
  [true, "a topic of 500 characters", { ...least, topic: "é".repeat(500) }],
  [false, "a topic of 501 characters", { ...least, topic: "é".repeat(501) }],
  [true, "a topic of 500 characters of two units each", { ...least, topic: "🙂".repeat(500) }],
  [false, "a topic of 501 characters of two units each", { ...least, topic: "🙂".repeat(501) }],
  [false, "an empty topic", { ...least, topic: "" }],
  [false, "no topic", { ...least, topic: undefined }],
  [false, "an unknown language", { ...least, lang: "es-mx" }],
  [true, "difficulty 10", { ...least, difficulty: 10 }],
  [false, "difficulty 0", { ...least, difficulty: 0 }],
  [false, "difficulty 11", { ...least, difficulty: 11 }],
  [false, "difficulty 2.5", { ...least, difficulty: 2.5 }],
  [false, "a difficulty in a text", { ...least, difficulty: "2" }],
  [true, "20 words", { ...least, words: words(20) }],
  [false, "21 words", { ...least, words: words(21) }],
  [true, "no words", { ...least, words: [] }],
  [true, "a word of 60 characters", { ...least, words: [{ word: "w".repeat(60) }] }],
  [false, "a word of 61 characters", { ...least, words: [{ word: "w".repeat(61) }] }],
  [false, "an empty word", { ...least, words: [{ word: "" }] }],
  [false, "a word without its object", { ...least, words: ["pan"] }],
  [true, "a gloss of 60 characters", { ...least, words: [{ word: "w", gloss: "g".repeat(60) }] }],
  [false, "a gloss of 61 characters", { ...least, words: [{ word: "w", gloss: "g".repeat(61) }] }],
  [true, "a gloss that is null", { ...least, words: [{ word: "w", gloss: null }] }],
  [false, "a word with a member nobody knows", { ...least, words: [{ word: "w", note: "" }] }],
  [false, "an unknown length", { ...least, length: "epic" }],
  [false, "an unknown genre", { ...least, genre: "western" }],
  [false, "an unknown form", { ...least, form: "poem" }],
  [false, "an unknown visibility", { ...least, visibility: "hidden" }],
  [false, "an audiobook in a text", { ...least, audiobook: "yes" }],
  [false, "a member nobody knows", { ...least, mood: "cheerful" }],
];

test.for(requests)("Valid is %s for a creation with %s", ([valid, , request]) => {
  expect(creationRequestSchema.safeParse(request).success).toBe(valid);
});

test("A request for a price has only language, difficulty, length and audiobook", () => {
  const setting = { lang: "es", difficulty: 10, length: "long", audiobook: false };
  expect(quoteRequestSchema.safeParse(setting).success).toBe(true);
  for (const bad of [{ topic: "x" }, { difficulty: 0 }, { difficulty: 11 }, { lang: "xx" }, { length: "" }]) {
    expect([bad, quoteRequestSchema.safeParse({ ...setting, ...bad }).success]).toEqual([bad, false]);
  }
});

const story = {
  id,
  status: "done",
  topic: "x",
  lang: "es",
  difficulty: 2,
  title: "t",
  text: "x",
  error: null,
  credits: 13,
  book: { id, status: "ready", url: "https://stories.example/books/1" },
  createdAt: "2026-11-16T08:00:00Z",
  untrusted: "content",
};

test("A story has all its members and no others", () => {
  expect(storySchema.safeParse(story).success).toBe(true);
  for (const member of Object.keys(story)) {
    const { [member as keyof typeof story]: _, ...rest } = story;
    expect([member, storySchema.safeParse(rest).success]).toEqual([member, false]);
  }
  expect(storySchema.safeParse({ ...story, mood: "cheerful" }).success).toBe(false);
  expect(storySchema.safeParse({ ...story, book: { ...story.book, bytes: 1 } }).success).toBe(false);
  expect(storySchema.safeParse({ ...story, book: null }).success).toBe(true);
});

test("A price has all its parts, and a balance that may be unlimited", () => {
  const quote = {
    credits: 43,
    writing: 13,
    audiobook: 30,
    balance: { credits: 9, plan: "a", unlimited: false },
  };
  expect(quoteSchema.safeParse(quote).success).toBe(true);
  expect(quoteSchema.safeParse({ ...quote, balance: { ...quote.balance, credits: null } }).success).toBe(
    true,
  );
  expect(quoteSchema.safeParse({ ...quote, balance: { ...quote.balance, debt: 1 } }).success).toBe(false);
  expect(quoteSchema.safeParse({ ...quote, credits: Number.POSITIVE_INFINITY }).success).toBe(false);
});

test("A request for a page of books has a limit from 1 to 100 and a time with its offset", () => {
  const valid = (query: object) => bookPageQuerySchema.safeParse(query).success;
  expect(["1", "20", "100"].every((limit) => valid({ limit }))).toBe(true);
  expect(["0", "101", "-1", "1.5", "", "1e2", " 5"].some((limit) => valid({ limit }))).toBe(false);
  expect(valid({ before: "2026-11-16T08:00:00+05:30" })).toBe(true);
  expect(valid({ before: "2026-11-16t08:00:00z" })).toBe(true);
  expect(valid({ before: "2026-11-16" })).toBe(false);
  expect(valid({ page: "2" })).toBe(false);
});

test("A page of books ends with null, and its entries may be anything", () => {
  const valid = (page: object) => bookPageSchema.safeParse(page).success;
  expect(valid({ books: [], next: null })).toBe(true);
  expect(valid({ books: [{ any: 1 }, {}], next: "2026-11-16T08:00:00.123Z" })).toBe(true);
  expect(valid({ books: [], next: "soon" })).toBe(false);
  expect(valid({ books: [] })).toBe(false);
});

test("The labels of levels are 0.0 to 0.5 and 1.0 to 10.9, and no others", () => {
  const labels = Array.from({ length: 120 }, (_, tenths) => (tenths / 10).toFixed(1));
  const exist = labels.filter((label) => displayLevelPattern.test(label));
  expect(exist).toEqual(labels.filter((_, tenths) => tenths <= 5 || (tenths >= 10 && tenths <= 109)));
  for (const label of ["0", "00.1", "1", "1.", ".5", "1.00", "10.10", "-1.0", "1,0", " 1.0", "1.0\n", ""]) {
    expect([label, displayLevelPattern.test(label)]).toEqual([label, false]);
  }
});

test("An entry of levels has its five members, a UTC time above it, and a label that may be null", () => {
  const entry = {
    code: "es",
    status: "native",
    displayLevel: null,
    native: true,
    explanationUrl: "https://stories.example/levels/es",
  };
  const valid = (change: object, calculatedAt = "2026-11-16T08:00:00Z") =>
    levelsSchema.safeParse({ calculatedAt, languages: [{ ...entry, ...change }] }).success;
  expect(valid({})).toBe(true);
  expect(valid({ status: "available", displayLevel: "4.2", native: false })).toBe(true);
  expect(valid({ displayLevel: 4.2 })).toBe(false);
  expect(valid({ displayLevel: "0.7" })).toBe(false);
  expect(valid({ status: "fluent" })).toBe(false);
  expect(valid({ explanationUrl: "levels/es" })).toBe(false);
  expect(valid({ history: [] })).toBe(false);
  expect(valid({}, "2026-11-16T08:00:00+01:00")).toBe(false);
});

function words(count: number): { word: string; gloss: string }[] {
  return Array.from({ length: count }, (_, at) => ({ word: `word ${at}`, gloss: "gloss" }));
}
