import { stat } from "node:fs/promises";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { readAtMost } from "../../shared/files/open-file.ts";
import { sha256 } from "../../shared/hash.ts";
import { nameRecorded, textRecorded } from "../recorded-text.ts";
import { type Answer, answerSchema } from "./answer-document.ts";

/** Why a file isn't an answer. */
export type Unreadable = "large" | "no_file" | "no_answer";

/** A file that is an answer. `isDamaged`: its checksum doesn't match, because the file was damaged or edited on the way. */
export interface ReadAnswer {
  readonly answer: Answer;
  readonly isDamaged: boolean;
}

/** Fits ten thousand lessons, with comments on some of them. */
const fileBytesMost = 16 * 1024 * 1024;

/** Reads an answer from a file, or says why the file isn't one. Throws a system error if the file can't be read, for example because it is missing. */
export async function readAnswerFile(path: string): Promise<ReadAnswer | Unreadable> {
  const found = await stat(path);
  if (!found.isFile()) return "no_file";
  const bytes = found.size > fileBytesMost ? null : await readAtMost(path, fileBytesMost);
  return bytes === null ? "large" : (readAnswer(bytes) ?? "no_answer");
}

/** Reads an answer; null if the bytes aren't one. Cleans all texts. Pure. */
export function readAnswer(bytes: Uint8Array): ReadAnswer | null {
  const value = jsonIn(bytes);
  const parsed = answerSchema.safeParse(value);
  if (!parsed.success) return null;
  const { decisions, comments, corrections = [], exported } = parsed.data;
  const ids = [...decisions, ...comments, ...corrections].map(({ id }) => id);
  const isTwice = [decisions, corrections, exported.lessons].some((all) =>
    hasTwice(all.map(({ job }) => job)),
  );
  if (isTwice || hasTwice(ids)) return null;
  const clean = cleaned(parsed.data);
  if (clean === null) return null;
  const { checksum, ...rest } = parsed.data;
  return { answer: clean, isDamaged: sha256(canonicalJson(rest)) !== checksum };
}

function cleaned(answer: Answer): Answer | null {
  const who = nameRecorded(answer.who);
  const comments = answer.comments.flatMap((comment) => {
    const text = textRecorded(comment.text);
    return text === null ? [] : [{ ...comment, text }];
  });
  if (who === null || comments.length < answer.comments.length) return null;
  const decisions = answer.decisions.map((decision) => ({ ...decision, why: textRecorded(decision.why) }));
  return { ...answer, who, decisions, comments };
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

function hasTwice(values: readonly string[]): boolean {
  return new Set(values).size < values.length;
}
