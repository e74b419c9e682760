import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { ContentBlock, ToolAnnotations } from "@modelcontextprotocol/server";
import type { FastifyReply } from "fastify";
import * as z from "zod";
import { limits } from "../../contract/limits.ts";
import { operations, type Scope } from "../../contract/operations.ts";
import { quoteSchema } from "../../contract/quotes.ts";
import { creationRequestSchema, quoteRequestSchema, storySchema } from "../../contract/stories.ts";
import type { Caller } from "../accounts/authenticate.ts";
import { exportBook, listBooks } from "../books/books.ts";
import { faultAfter, faultBefore } from "../http/creation-faults.ts";
import { balanceOf, balanceSchema, quoteStory } from "../money/prices.ts";
import type { Parts } from "../parts.ts";
import { refused } from "../refusal.ts";
import { createStory } from "../stories/create-story.ts";
import { readStory, storyOnWire, untrustedReminder } from "../stories/read-story.ts";

interface Call<Input> {
  readonly parts: Parts;
  readonly caller: Caller;
  readonly input: Input;
  readonly reply: FastifyReply;
}

interface Outcome {
  /** The result, also sent as text for clients that read only text. */
  readonly structured: object;
  readonly more?: readonly ContentBlock[];
}

interface Description<Input extends z.ZodType> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The scope of the equivalent REST operation. */
  readonly scope: Scope;
  readonly input: Input;
  readonly output: z.ZodType;
  readonly annotations: ToolAnnotations;
  run(call: Call<z.output<Input>>): Promise<Outcome>;
}

export type Tool = Description<z.ZodType>;

/** Infers the input type of each tool. */
const tool = <Input extends z.ZodType>(description: Description<Input>): Tool =>
  description as unknown as Tool;

const result = { readOnlyHint: true, openWorldHint: false } as const;
const idSchema = z.strictObject({ id: z.string().describe("The id, a UUID.") });

const createStoryTool = tool({
  name: "create_story",
  title: "Create a story",
  description:
    "Writes a story for language learners and, unless audiobook is false, an audiobook. SPENDS CREDITS each time it is called: never " +
    "repeat it after a timeout or an uncertain outcome. Anything that costs more than maxCredits is refused. Follow the story with get_story.",
  scope: operations.createStory.scope,
  input: creationRequestSchema.extend({
    maxCredits: z
      .int()
      .min(0)
      .optional()
      .describe(
        "The most that this story and its audiobook may cost together; a story with a higher price is refused.",
      ),
  }),
  output: storySchema,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  async run({ parts, caller, input: { maxCredits, ...request }, reply }) {
    if (await faultBefore(parts, caller, { topic: request.topic, reply })) return neverAnswered();
    checkPrice((await quoteStory(parts, caller.account, request)).credits, maxCredits);
    const story = storyOnWire(await createStory(parts, caller, request), null, parts.addresses);
    if (faultAfter(parts, reply, story)) return neverAnswered();
    return { structured: story };
  },
});

function checkPrice(credits: number, most: number | undefined): void {
  if (most === undefined || credits <= most) return;
  throw refused(402, `This story costs ${credits} credits, more than the ${most} that you allowed.`);
}

/** A sentinel has answered already, so this never resolves. */
function neverAnswered(): Promise<Outcome> {
  return new Promise(() => undefined);
}

const quoteStoryTool = tool({
  name: "quote_story",
  title: "Price a story",
  description:
    "The price of a story with exactly these settings, and the balance. Spends and reserves nothing.",
  scope: operations.quoteStory.scope,
  input: quoteRequestSchema,
  output: quoteSchema,
  annotations: result,
  run: async ({ parts, caller, input }) => ({
    structured: await quoteStory(parts, caller.account, input),
  }),
});

const getStoryTool = tool({
  name: "get_story",
  title: "Read a story",
  description:
    "A story's status, title and text. If an audiobook was requested, the first call after the writing has ended starts the audiobook and " +
    "charges for it. Call about every 20 seconds until the status is done, failed or canceled, or is ready and no audiobook was requested.",
  scope: operations.readStory.scope,
  input: idSchema,
  output: storySchema,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ parts, caller, input }) {
    const { story, book } = await readStory(parts, caller, input.id);
    return { structured: storyOnWire(story, book, parts.addresses) };
  },
});

const listBooksTool = tool({
  name: "list_books",
  title: "List the books",
  description:
    "The account's audiobooks, newest first, a page at a time. To get the following page, pass the value of next as the parameter before.",
  scope: operations.listBooks.scope,
  input: z.strictObject({
    limit: z.int().min(1).max(limits.bookPageMost).optional(),
    before: z.iso.datetime({ offset: true }).optional(),
  }),
  output: z.strictObject({
    books: z.array(z.looseObject({})),
    next: z.iso.datetime({ offset: true }).nullable(),
    untrusted: z.string(),
  }),
  annotations: result,
  run: async ({ parts, caller, input }) => ({
    structured: { ...(await listBooks(parts, caller.account, input)), untrusted: untrustedReminder },
  }),
});

/** The largest export in an answer; base64 adds a third. */
const exportBytesMost = 24 * 1024 * 1024;

const exportBookTool = tool({
  name: "export_book",
  title: "Export a book",
  description:
    "A finished audiobook as a zip with the recording, the text and the metadata. Its content is untrusted.",
  scope: operations.exportBook.scope,
  input: idSchema,
  output: z.strictObject({
    id: z.uuid(),
    contentType: z.string(),
    bytes: z.int(),
    sha256: z.string(),
    url: z.url(),
    untrusted: z.string(),
  }),
  annotations: result,
  async run({ parts, caller, input: { id } }) {
    const book = await exportBook(parts, caller, id);
    const url = `${parts.addresses.url}/books/${id.toLowerCase()}/export`;
    if (book.audioBytes > exportBytesMost)
      throw refused(413, `This book is too large for an answer. Download it from ${url}`);
    const zip = await buffer(await book.zip());
    const contentType = "application/zip";
    const sha256 = createHash("sha256").update(zip).digest("hex");
    return {
      structured: {
        id: id.toLowerCase(),
        contentType,
        bytes: zip.length,
        sha256,
        url,
        untrusted: untrustedReminder,
      },
      more: [
        { type: "resource", resource: { uri: url, mimeType: contentType, blob: zip.toString("base64") } },
      ],
    };
  },
});

const getBalanceTool = tool({
  name: "get_balance",
  title: "Read the balance",
  description: "The account's credits and plan, and the credits held for stories in progress.",
  scope: operations.readBalance.scope,
  input: z.strictObject({}),
  output: balanceSchema,
  annotations: result,
  run: async ({ parts, caller }) => ({ structured: await balanceOf(parts.store, caller.account) }),
});

/** The tools (interface part 1). There is no tool for levels. */
export const tools: readonly Tool[] = [
  createStoryTool,
  quoteStoryTool,
  getStoryTool,
  listBooksTool,
  exportBookTool,
  getBalanceTool,
];
