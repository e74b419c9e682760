import { dirname } from "node:path";
import { type Approval, type ApprovedSelection, approvalSchema } from "../../documents/approval.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { parseJson } from "../../shared/parse-json.ts";
import type { Context } from "../context.ts";
import { text, texts, wholeNumber } from "../parser/options.ts";
import { readInput, unreadable } from "./protected-file.ts";

/** Larger than the bill of a hundred thousand lessons. */
const bytesMost = 64 * 1024 * 1024;

/** Reads a bill written by `plan --save`; null if none is given. Throws a Failure if the file isn't such a bill. */
export async function readApproval(path: string | null): Promise<Approval | null> {
  if (path === null) return null;
  const bytes = await readInput(path, "bill", bytesMost);
  const read = approvalSchema.safeParse(parseJson(bytes.toString("utf8")));
  if (!read.success) throw unreadable(path, "bill", "its content is not a bill");
  return read.data;
}

export async function writeApproval(path: string, approval: Approval): Promise<void> {
  await realFiles.makeFolder(dirname(path));
  await replaceFile(realFiles, path, `${JSON.stringify(approval, null, 2)}\n`);
}

/** The selection of jobs by flags, in the form that a saved bill stores. */
export function readSelectionFlags({ raw }: Pick<Context, "raw">): ApprovedSelection {
  return {
    edition: text(raw, "edition"),
    date: text(raw, "date"),
    only: text(raw, "only"),
    first: wholeNumber(raw, "--first", { least: 1 }),
    maxCredits: wholeNumber(raw, "--max-credits", { least: 0 }),
    replace: [...texts(raw, "replace")],
  };
}

/**
 * The command line with a reviewed bill's selection added, as if the user had typed it, so that the next command, too, buys no more than was reviewed.
 * A flag that the user gave is kept; if it selects anything other than what the bill was made for, nothing is bought.
 */
export function withSelectionOf(approved: Approval | null, context: Context): Context {
  if (approved === null) return context;
  const { first, maxCredits, replace, ...texts } = approved.selection;
  const kept = Object.entries({
    ...texts,
    first: first === null ? null : String(first),
    maxCredits: maxCredits === null ? null : String(maxCredits),
    replace: replace.length === 0 ? null : replace,
  }).filter(([name, value]) => value !== null && context.raw[name] === undefined);
  const raw = { ...context.raw, ...Object.fromEntries(kept) } as Context["raw"];
  return { ...context, raw, typed: new Set([...context.typed, ...kept.map(([name]) => name)]) };
}

/** The command line without the flags that are stored in a saved bill. */
export function withoutSelection(context: Context): Context {
  const kept: readonly string[] = ["edition", "date", "only", "first", "maxCredits"];
  return { ...context, typed: new Set([...context.typed].filter((name) => !kept.includes(name))) };
}
