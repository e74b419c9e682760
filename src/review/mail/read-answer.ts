import { stat } from "node:fs/promises";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { readAtMost } from "../../shared/files/read-at-most.ts";
import { sha256 } from "../../shared/hash.ts";
import { nameRecorded, textRecorded } from "../recorded-text.ts";
import { type Answer, answerSchema, type Exported } from "./answer-document.ts";
import { readStrictJson } from "./strict-json.ts";

/** Why a file is no answer. */
export type Unreadable = "large" | "no_file" | "no_answer";

/** A file that is an answer. `damage`: what doesn't fit, because it was damaged or edited on its way; null: all fits. */
export interface ReadAnswer {
  readonly answer: Answer;
  readonly damage: Damage | null;
}

/** `checksum`: of the answer; `fingerprint`: of what the page was made from. */
export type Damage = "checksum" | "fingerprint";

/** Ten thousand lessons fit, with what is said about some of them. */
const fileBytesMost = 16 * 1024 * 1024;

/** Reads an answer from a file, or says why it is none. Throws a system error if the file can't be read, as one that is missing. */
export async function readAnswerFile(path: string): Promise<ReadAnswer | Unreadable> {
  const found = await stat(path);
  if (!found.isFile()) return "no_file";
  const bytes = found.size > fileBytesMost ? null : await readAtMost(path, fileBytesMost);
  return bytes === null ? "large" : (readAnswer(bytes) ?? "no_answer");
}

/** Reads an answer; null if the bytes are none. All texts are clean from here on. Pure. */
export function readAnswer(bytes: Uint8Array): ReadAnswer | null {
  const json = readStrictJson(utf8(bytes) ?? "");
  const parsed = answerSchema.safeParse(json?.value);
  if (json === null || !parsed.success) return null;
  const { decisions, comments, exported, fingerprint, checksum } = parsed.data;
  const ids = [...decisions, ...comments].map(({ id }) => id);
  const isTwice = hasTwice(ids) || hasTwice(decisions.map(({ job }) => job));
  if (isTwice || hasTwice(exported.lessons.map(({ job }) => job))) return null;
  const clean = cleaned(parsed.data);
  if (clean === null) return null;
  // Of what was written, not of what the schemas keep of it.
  const { checksum: _, ...rest } = json.value as Readonly<Record<string, unknown>>;
  if (checksumOf(rest) !== checksum) return { answer: clean, damage: "checksum" };
  if (checksumOf(rest.exported) !== fingerprint) return { answer: clean, damage: "fingerprint" };
  return { answer: clean, damage: null };
}

/** The fingerprint of what a page is made from. Pure. */
export function fingerprintOf(exported: Exported): string {
  return checksumOf(exported);
}

function checksumOf(value: unknown): string {
  return sha256(canonicalJson(value));
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

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function hasTwice(values: readonly string[]): boolean {
  return new Set(values).size < values.length;
}
