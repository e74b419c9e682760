import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { ContentBlock, ToolAnnotations } from "@modelcontextprotocol/server";
import type { FastifyReply } from "fastify";
import * as z from "zod";
import { bookPageQuerySchema, bookPageSchema, instantSchema } from "../../contract/books.ts";
import { errorBodySchema } from "../../contract/errors.ts";
import { languageCodeSchema } from "../../contract/languages.ts";
import { levelsSchema } from "../../contract/levels.ts";
import { limits } from "../../contract/limits.ts";
import type { OperationName } from "../../contract/operations.ts";
import { quoteSchema } from "../../contract/quotes.ts";
import {
  creationRequestSchema,
  quoteRequestSchema,
  type Story,
  storySchema,
} from "../../contract/stories.ts";
import type { Caller } from "../accounts/authenticate.ts";
import { exportBook, listBooks } from "../books/books.ts";
import { withhold } from "../http/connections.ts";
import { levelsQuerySchema, readLevels } from "../levels.ts";
import { balanceOf, balanceSchema, quoteStory } from "../money/prices.ts";
import type { Parts } from "../parts.ts";
import { limited, refusalOf, refused } from "../refusal.ts";
import { rateLimitWait, type Sentinel, sentinelsIn } from "../sentinels.ts";
import { createStory } from "../stories/create-story.ts";
import { readStory, storyOnWire, untrustedReminder } from "../stories/read-story.ts";

export type Json = Readonly<Record<string, unknown>>;

/** The interface's names for its objects, with the contract's schemas. */
export const schemas = {
  LanguageCode: languageCodeSchema,
  Story: storySchema,
  StoryRequest: creationRequestSchema,
  Quote: quoteSchema,
  QuoteRequest: quoteRequestSchema,
  BookPage: bookPageSchema,
  Levels: levelsSchema,
  Balance: balanceSchema,
  Error: errorBodySchema.extend({
    issues: z.array(z.looseObject({ path: z.string(), message: z.string() })).optional(),
  }),
} as const;

export type SchemaName = keyof typeof schemas;

export interface Call<Input> {
  readonly parts: Parts;
  readonly caller: Caller;
  readonly input: Input;
  readonly reply: FastifyReply;
}

interface Tool<Answer extends object> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  /** Left out: the same as the operation's body. */
  readonly input?: z.ZodType;
  /** Left out: the same as the operation's answer. */
  readonly output?: z.ZodType;
  /** Makes the tool's result, with further content blocks for what is not JSON. Left out: the answer. */
  readonly show?: (
    answer: Answer,
    parts: Parts,
  ) => Promise<{ readonly result: object; readonly more?: readonly ContentBlock[] }>;
}

/** What an operation has besides its method, path and scope. Its REST route, its MCP tool and its OpenAPI description are made from this. */
export interface Declared<Input = never, Answer extends object = object> {
  readonly summary: string;
  readonly status: 200 | 202;
  /** Null: a zip. */
  readonly answer: SchemaName | null;
  /** The operation's input is this body, or else its query, or else the parameters in its path. */
  readonly body?: SchemaName;
  readonly query?: { readonly schema: z.ZodType; readonly parameters: Readonly<Record<string, Json>> };
  /** Resolves with null if a sentinel has answered already. */
  run(call: Call<Input>): Promise<Answer | null>;
  /** Left out: the answer is sent as JSON. */
  readonly send?: (answer: Answer, reply: FastifyReply) => Promise<unknown>;
  readonly tool?: Tool<Answer>;
}

const operation = <Input, Answer extends object>(declared: Declared<Input, Answer>): Declared =>
  declared as unknown as Declared;

const onlyReads = { readOnlyHint: true, openWorldHint: false } as const;
const idSchema = z.strictObject({ id: z.string().describe("The id, a UUID.") });

/** The largest export in an answer of a tool; base64 adds a third. */
const exportBytesMost = 24 * 1024 * 1024;

/** The seven operations (interface part 4), and the six tools (part 1): there is no tool for levels. */
export const declarations: Readonly<Record<OperationName, Declared>> = {
  readLevels: operation({
    summary: "The account's effective language levels. Costs nothing.",
    status: 200,
    answer: "Levels",
    query: {
      schema: levelsQuerySchema,
      parameters: {
        languages: {
          schema: { type: "string", minLength: 1 },
          description: "Canonical language codes, separated by commas. The parameter may occur only once.",
        },
      },
    },
    run: ({ parts, caller, input }: Call<z.output<typeof levelsQuerySchema>>) =>
      readLevels(parts, caller.account, input.languages),
  }),
  createStory: operation({
    summary: "Creates a story. Spends credits, and must never be repeated automatically.",
    status: 202,
    answer: "Story",
    body: "StoryRequest",
    async run({
      parts,
      caller,
      input: { maxCredits, ...request },
      reply,
    }: Call<z.output<typeof creationRequestSchema> & { readonly maxCredits?: number }>) {
      if (await faultBefore(parts, caller, { topic: request.topic, reply })) return null;
      const { credits } =
        maxCredits === undefined ? { credits: 0 } : await quoteStory(parts, caller.account, request);
      if (maxCredits !== undefined && credits > maxCredits)
        throw refused(
          402,
          `This story costs ${credits} credits, more than the ${maxCredits} that you allowed.`,
        );
      const story = storyOnWire(await createStory(parts, caller, request), null, parts.addresses);
      return faultAfter(parts, reply, story) ? null : story;
    },
    tool: {
      name: "create_story",
      title: "Create a story",
      description:
        "Writes a story for language learners and, unless audiobook is false, an audiobook. SPENDS CREDITS each time it is called: never " +
        "repeat it after a timeout or an uncertain outcome. Anything that costs more than maxCredits is refused. Follow the story with get_story.",
      annotations: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: false,
      },
      input: creationRequestSchema.extend({
        maxCredits: z
          .int()
          .min(0)
          .optional()
          .describe(
            "The most that this story and its audiobook may cost together; a story with a higher price is refused.",
          ),
      }),
    },
  }),
  quoteStory: operation({
    summary: "The price of a story. Spends and reserves nothing.",
    status: 200,
    answer: "Quote",
    body: "QuoteRequest",
    run: ({ parts, caller, input }: Call<z.output<typeof quoteRequestSchema>>) =>
      quoteStory(parts, caller.account, input),
    tool: {
      name: "quote_story",
      title: "Price a story",
      description:
        "The price of a story with exactly these settings, and the balance. Spends and reserves nothing.",
      annotations: onlyReads,
    },
  }),
  readStory: operation({
    summary:
      "A story. If an audiobook was requested, the first read after the writing has ended starts the audiobook and charges for it.",
    status: 200,
    answer: "Story",
    async run({ parts, caller, input: { id } }: Call<{ readonly id: string }>) {
      const { story, book } = await readStory(parts, caller, id);
      return storyOnWire(story, book, parts.addresses);
    },
    tool: {
      name: "get_story",
      title: "Read a story",
      description:
        "A story's status, title and text. If an audiobook was requested, the first call after the writing has ended starts the audiobook and " +
        "charges for it. Call about every 20 seconds until the status is done, failed or canceled, or is ready and no audiobook was requested.",
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      input: idSchema,
    },
  }),
  listBooks: operation({
    summary: "The account's books, newest first.",
    status: 200,
    answer: "BookPage",
    query: {
      schema: bookPageQuerySchema,
      parameters: {
        limit: {
          schema: {
            type: "integer",
            minimum: 1,
            maximum: limits.bookPageMost,
            default: limits.bookPageDefault,
          },
        },
        before: {
          schema: { type: "string", format: "date-time" },
          description: "The value of next from the previous page.",
        },
      },
    },
    run: ({ parts, caller, input }: Call<z.output<typeof bookPageQuerySchema>>) =>
      listBooks(parts, caller.account, input),
    tool: {
      name: "list_books",
      title: "List the books",
      description:
        "The account's audiobooks, newest first, a page at a time. To get the following page, pass the value of next as the parameter before.",
      annotations: onlyReads,
      input: z.strictObject({
        limit: z.int().min(1).max(limits.bookPageMost).optional(),
        before: instantSchema.optional(),
      }),
      output: bookPageSchema.extend({ untrusted: z.string() }),
      show: async (page) => ({ result: { ...page, untrusted: untrustedReminder } }),
    },
  }),
  exportBook: operation({
    summary: "A finished book as a zip: audio.mp3, metadata.json and story.txt.",
    status: 200,
    answer: null,
    run: async ({ parts, caller, input }: Call<{ readonly id: string }>) => ({
      ...(await exportBook(parts, caller, input.id)),
      id: input.id.toLowerCase(),
    }),
    send({ id, zip }, reply) {
      reply.type("application/zip").header("content-disposition", `attachment; filename="${id}.zip"`);
      return zip();
    },
    tool: {
      name: "export_book",
      title: "Export a book",
      description:
        "A finished audiobook as a zip with the recording, the text and the metadata. Its content is untrusted.",
      annotations: onlyReads,
      input: idSchema,
      output: z.strictObject({
        id: z.uuid(),
        contentType: z.string(),
        bytes: z.int(),
        sha256: z.string(),
        url: z.url(),
        untrusted: z.string(),
      }),
      async show({ id, zip, audioBytes }, { addresses }) {
        const url = `${addresses.url}/books/${id}/export`;
        if (audioBytes > exportBytesMost)
          throw refused(413, `This book is too large for an answer. Download it from ${url}`);
        const content = await buffer(await zip());
        const contentType = "application/zip";
        const sha256 = createHash("sha256").update(content).digest("hex");
        const blob = content.toString("base64");
        return {
          result: { id, contentType, bytes: content.length, sha256, url, untrusted: untrustedReminder },
          more: [{ type: "resource", resource: { uri: url, mimeType: contentType, blob } }],
        };
      },
    },
  }),
  readBalance: operation({
    summary: "The account's credits.",
    status: 200,
    answer: "Balance",
    run: ({ parts, caller }) => balanceOf(parts.store, caller.account),
    tool: {
      name: "get_balance",
      title: "Read the balance",
      description: "The account's credits and plan, and the credits held for stories in progress.",
      annotations: onlyReads,
      input: z.strictObject({}),
    },
  }),
};

/** Does what an authorized caller asks for. A call that another limit refuses is not counted. */
export async function perform<Result>({ uncount }: Caller, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (refusalOf(error)?.status === 429) await uncount();
    throw error;
  }
}

// Nothing is created for these.
const refusals: Partial<Record<Sentinel, readonly [status: number, sentence: string]>> = {
  "server-error": [500, "Something unexpected went wrong."],
  unavailable: [503, "Stories can't be made at the moment."],
  payment: [402, "Not enough credits."],
  forbidden: [403, "The plan does not allow this story."],
  conflict: [409, "An earlier job must finish first."],
};

/** Carries out a sentinel that acts before anything is created: resolves with whether it has answered, or rejects with its refusal. */
async function faultBefore(
  { config, store, clock }: Parts,
  { account }: Caller,
  { topic, reply }: { topic: string; reply: FastifyReply },
): Promise<boolean> {
  for (const name of sentinelsIn(topic, config)) {
    const refusal = refusals[name];
    if (refusal !== undefined) throw refused(...refusal);
    if (name === "drop-before") breakOff(reply);
    else if (name === "unavailable-bare")
      answerAsIs(reply, { status: 503, type: "text/plain", text: "Service Unavailable\n" });
    else continue;
    return true;
  }
  const wait = await rateLimitWait(store, { accountId: account.id, topic, now: clock() }, config);
  if (wait > 0) throw limited(wait, "This topic triggers a simulated rate limit.");
  return false;
}

type After = Partial<Record<Sentinel, (reply: FastifyReply, story: Story) => void>>;

// The story exists and is paid for; only the answer is affected.
const after: After = {
  "lose-reply": (reply) => breakOff(reply),
  "server-error-after": () => {
    throw refused(500, "Something unexpected went wrong.");
  },
  "no-id": (reply, { id: _id, ...story }) =>
    answerAsIs(reply, { status: 202, type: "application/json", text: JSON.stringify(story) }),
  // Announces the whole body, but sends only half of it, including the id.
  "cut-reply": (reply, story) => {
    const text = JSON.stringify(story);
    answerAsIs(reply, { status: 202, type: "application/json", text, sent: Math.floor(text.length / 2) });
  },
  hang: (reply) => {
    reply.hijack();
    withhold(reply.raw);
  },
};

/** Carries out a sentinel that affects the answer to a successful creation; returns whether it has answered. */
function faultAfter({ config }: Parts, reply: FastifyReply, story: Story): boolean {
  const name = sentinelsIn(story.topic, config).find((one) => after[one] !== undefined);
  if (name === undefined) return false;
  after[name]?.(reply, story);
  return true;
}

/**
 * Writes a raw answer instead of the route's. If the MCP library has already begun its answer, breaks that off. `sent`: how many bytes of the body
 * are sent before the connection ends; left out: all.
 */
function answerAsIs(
  reply: FastifyReply,
  { status, type, text, sent }: { status: number; type: string; text: string; sent?: number },
): void {
  reply.hijack();
  const { raw } = reply;
  if (raw.headersSent) {
    raw.destroy();
    return;
  }
  const body = Buffer.from(text);
  const headers = { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" };
  raw.writeHead(status, { ...headers, "content-length": body.length });
  if (sent === undefined) raw.end(body);
  else raw.write(body.subarray(0, sent), () => raw.socket?.end());
}

function breakOff(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}
