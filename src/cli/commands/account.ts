import { join } from "node:path";
import { stringify } from "yaml";
import type { CallResult, Exported, Remote } from "../../client/port.ts";
import { readWithRetry } from "../../client/with-retry.ts";
import { lengths } from "../../contract/choices.ts";
import { languageCodes } from "../../contract/languages.ts";
import { limits } from "../../contract/limits.ts";
import { type QuoteRequest, quoteRequestSchema } from "../../contract/stories.ts";
import { suggest } from "../../plan/suggest.ts";
import type { CallKind } from "../../rate-limit/rate-limiter.ts";
import type { RunProblem } from "../../run/problem.ts";
import { accessProblem } from "../../run/quote.ts";
import { retryPolicyOf } from "../../run/run-context.ts";
import { closing } from "../../shared/closing.ts";
import { Failure } from "../../shared/failure.ts";
import { replaceFile, withPartFile } from "../../shared/files/atomic-file.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { findLanguage } from "../../shared/languages/languages.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { isUuid } from "../../shared/world.ts";
import type { Context } from "../context.ts";
import { serviceOf } from "../course-session.ts";
import { type CommandResult, ended } from "../io.ts";
import type { Verbs } from "../parser/declarations.ts";
import { badValue, type CommandProblem } from "../problem.ts";
import { formatTable } from "../render/terminal.ts";
import { openSession } from "../service/connection.ts";

export const verbs: Verbs = {
  "account balance": balance,
  "account levels": (context, languages) => levels(languages, context),
  "account books": books,
  "account export": (context, [id = ""]) => exportBook(id, context),
  "account quote": (context, [lang = "", difficulty = "", length = "short"]) =>
    quote({ lang, difficulty, length, audiobook: context.raw.audiobook !== false }, context),
};

/** `account balance`: the service's answer, printed unchanged (interface 4.7 doesn't specify its shape). */
export function balance(context: Context): Promise<CommandResult> {
  return ask(context, { kind: "read", once: (remote) => remote.balance() }, (value) => ({
    lines: linesOf(value),
    json: { balance: value },
  }));
}

/** `account levels [language...]`: keeps the last valid answer in `<out>/levels.json`; an error never replaces it. */
export function levels(languages: readonly string[], context: Context): Promise<CommandResult> {
  const once = (remote: Remote) => remote.levels(languages);
  return ask(context, { kind: "read", once }, async (value) => {
    const { out } = context.shared;
    await realFiles.makeFolder(out);
    await replaceFile(realFiles, join(out, "levels.json"), `${JSON.stringify(value, null, 2)}\n`);
    return {
      lines: formatTable([
        ["language", "", "status", "level"],
        ...value.languages.map(({ code, status, displayLevel }) => [
          code,
          findLanguage(code)?.name ?? "",
          status,
          displayLevel ?? "",
        ]),
      ]),
      json: { levels: value },
    };
  });
}

/** `account books`: the newest page of the account's books. */
export function books(context: Context): Promise<CommandResult> {
  const once = (remote: Remote) => remote.listBooks({ limit: limits.bookPageMost, before: null });
  return ask(context, { kind: "read", once }, ({ books: list, next }) => ({
    lines: [
      ...(list.length === 0 ? ["no books"] : linesOf(list)),
      ...(next === null ? [] : [`books older than ${next} are not listed`]),
    ],
    json: { books: list, next },
  }));
}

/** `account export <id>`: saves a book's export, unchanged, as `<out>/exports/<id>`. */
export async function exportBook(id: string, context: Context): Promise<CommandResult> {
  if (!isUuid(id)) {
    throw badValue("<id>", id, "a book's id, a UUID");
  }
  const folder = join(context.shared.out, "exports");
  await realFiles.makeFolder(folder);
  const path = join(folder, id);
  const once = (remote: Remote) => download(remote, id, path);
  const question = { kind: "export", once, unknown: { code: "book_unknown", id } } as const;
  return ask(context, question, (exported) => ({
    lines: [
      `${path}: ${pluralize(exported.bytes, "byte")}, ${exported.contentType ?? "of unspecified type"}, sha256 ${exported.sha256}`,
    ],
    json: { export: { path, ...exported } },
  }));
}

// An existing file stays in place until the export is complete.
function download(remote: Remote, id: string, path: string): Promise<CallResult<Exported>> {
  return withPartFile(realFiles, path, async (file, putInPlace) => {
    const result = await remote.exportBook(id, file);
    if (!result.ok) return result;
    await putInPlace();
    return result;
  });
}

/** JSON of any shape, as lines for people. */
function linesOf(value: unknown): string[] {
  return stringify(value).trimEnd().split("\n");
}

type QuoteWords = Readonly<Record<"lang" | "difficulty" | "length", string> & { audiobook: boolean }>;

/** `account quote`: the price of one setting, and the balance. Spends nothing. */
export function quote(words: QuoteWords, context: Context): Promise<CommandResult> {
  const setting = readSetting(words);
  return ask(context, { kind: "quote", once: (remote) => remote.quote(setting) }, (price) => ({
    lines: [
      `${pluralize(price.credits, "credit")} (${price.writing} writing, ${price.audiobook} audiobook)`,
      `balance ${price.balance.unlimited ? "not limited by credits" : String(price.balance.credits)}, plan ${showText(price.balance.plan)}`,
    ],
    json: { quote: price },
  }));
}

function readSetting({ difficulty, ...words }: QuoteWords): QuoteRequest {
  const result = quoteRequestSchema.safeParse({ ...words, difficulty: Number(difficulty) });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = settingNames.find((one) => one === issue?.path[0]) ?? "lang";
  throw badValue(`<${name}>`, { ...words, difficulty }[name], expectedOf(name, words.lang));
}

const settingNames = ["lang", "difficulty", "length"] as const;

function expectedOf(name: (typeof settingNames)[number], lang: string): string {
  if (name === "difficulty") return "a whole number from 1 to 10";
  if (name === "length") return lengths.join(", ");
  const nearest = suggest(lang, languageCodes);
  return `one of the service's language codes, such as ${nearest ?? "es"}`;
}

interface Question<Value> {
  readonly kind: CallKind;
  readonly once: (remote: Remote) => Promise<CallResult<Value>>;
  /** The problem to report if the service doesn't know what was requested. */
  readonly unknown?: CommandProblem;
}

type Answer = Readonly<{ lines: readonly string[]; json: CommandResult["json"] }>;

async function ask<Value>(
  context: Context,
  { kind, once, unknown }: Question<Value>,
  answer: (value: Value) => Answer | Promise<Answer>,
): Promise<CommandResult> {
  const session = await openSession(context, null);
  return closing(session, async () => {
    const { context: calling } = session;
    const result = await readWithRetry({ kind, once: () => once(calling.remote) }, retryPolicyOf(calling));
    if (!result.ok) {
      const { callError } = result;
      const service = serviceOf(context);
      if (callError === null) throw new Failure<RunProblem>({ code: "interrupted" });
      if (unknown !== undefined && callError.kind === "refused" && callError.refusal.code === "not_found")
        throw new Failure<CommandProblem>(unknown);
      throw new Failure<RunProblem>(
        accessProblem(callError, service) ?? { code: "service_unavailable", callError, service },
      );
    }
    const { lines, json } = await answer(result.value);
    for (const line of lines) context.io.say(showText(line));
    return ended(json);
  });
}
