import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { errorCode, Failure, isSystemError } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import type { Files } from "../../shared/files/files.ts";
import type { StartProblem } from "../start-problem.ts";
import { type Pepper, pepperOf } from "./peppers.ts";

const pepperBytes = 32;
/** The peppers' file in a data folder. */
export const pepperName = "pepper";

/** The first line of a file with a list. An earlier version takes it for a damaged pepper, and does not start. */
const heading = "coursebinder peppers 1";
const line = /^(plain|marked) ([0-9a-f]{64})$/;

/** The place of the file. */
export function pepperPath(dataFolder: string): string {
  return join(dataFolder, pepperName);
}

/**
 * The peppers of a data folder, the oldest first, or null without a file. The first one of a folder is 32 bytes alone, and its hashes have no mark; once
 * there are others, the file is a list with a line for each. Fails with `pepper_damaged` and `pepper_unreadable`.
 */
export async function readPepperFile(files: Files, dataFolder: string): Promise<readonly Pepper[] | null> {
  const path = pepperPath(dataFolder);
  const bytes = await files.read(path).catch((error: unknown) => {
    if (!isSystemError(error)) throw error;
    const cause = errorCode(error);
    throw new Failure<StartProblem>({ code: "pepper_unreadable", path, cause }, { cause: error });
  });
  if (bytes === null) return null;
  if (bytes.length === pepperBytes) return [pepperOf(bytes, false)];
  const [first, ...lines] = bytes.toString("latin1").trimEnd().split("\n");
  const peppers = lines.map((text) => {
    const [, kind, hex = ""] = line.exec(text) ?? [];
    return kind === undefined ? null : pepperOf(Buffer.from(hex, "hex"), kind === "marked");
  });
  const known = peppers.filter((pepper) => pepper !== null);
  if (first === heading && known.length > 0 && known.length === peppers.length) return known;
  throw new Failure<StartProblem>({ code: "pepper_damaged", path, sizeBytes: bytes.length });
}

/** Writes the file, readable by its owner alone; there as a whole and durable once it resolves. */
export async function writePepperFile(
  files: Files,
  dataFolder: string,
  peppers: readonly Pepper[],
): Promise<void> {
  const [first] = peppers;
  const isSingle = peppers.length === 1 && first?.mark === "";
  const lines = peppers.map(({ key, mark }) => `${mark === "" ? "plain" : "marked"} ${key.toString("hex")}`);
  const content = isSingle ? first.key : `${[heading, ...lines].join("\n")}\n`;
  await replaceFile(files, pepperPath(dataFolder), content);
}

/** A new pepper; only the first one of a folder has no mark. */
export function newPepper(isMarked: boolean): Pepper {
  return pepperOf(randomBytes(pepperBytes), isMarked);
}
