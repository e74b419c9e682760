import { join } from "node:path";
import * as z from "zod";
import { Failure } from "../../shared/failure.ts";
import { measureFile } from "../../shared/files/file-pieces.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { pepperName } from "../accounts/pepper-file.ts";
import type { OperatorProblem } from "../operator/problem.ts";
import { audioFolder } from "../recordings/folder-recordings.ts";
import { databaseName } from "../store/store-place.ts";

/** The tables of a PostgreSQL database in a backup, a row a line. */
export const tablesName = "tables.jsonl";
export const manifestName = "manifest.json";

/** Files of a backup have these names alone, so that none leads out of its folder. */
const fileName = new RegExp(
  `^(${databaseName}|${tablesName}|${pepperName}|${audioFolder}/[A-Za-z0-9-]+(\\.\\d+)?\\.mp3)$`,
);

/** What stands at the top of a backup beside its manifest. */
export const partOfBackup = new RegExp(`^(${databaseName}|${tablesName}|${pepperName}|${audioFolder})$`);

/** What a backup says of itself. Written last: a folder without it is none. */
const manifestSchema = z.strictObject({
  format: z.literal("coursebinder service backup 1"),
  at: z.iso.datetime(),
  engine: z.enum(["sqlite", "postgres"]),
  /** How many migrations its tables have. */
  version: z.int().min(1),
  files: z.record(
    z.string().regex(fileName),
    z.strictObject({ bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** Reads a backup's manifest and compares every file with it. Fails with `backup_unusable`. */
export async function readBackup(folder: string): Promise<Manifest> {
  const text = await realFiles.read(join(folder, manifestName)).catch(() => null);
  if (text === null) throw unusable({ folder, file: manifestName, why: "missing" });
  const manifest = manifestSchema.safeParse(parsed(text.toString("utf8")));
  if (!manifest.success) throw unusable({ folder, file: manifestName, why: "damaged" });
  const { files, engine } = manifest.data;
  for (const needed of [pepperName, engine === "sqlite" ? databaseName : tablesName])
    if (files[needed] === undefined) throw unusable({ folder, file: needed, why: "missing" });
  for (const [file, facts] of Object.entries(files)) {
    const found = await measureFile(join(folder, file), realFiles);
    if (found === null) throw unusable({ folder, file, why: "missing" });
    if (found.bytes !== facts.bytes || found.sha256 !== facts.sha256)
      throw unusable({ folder, file, why: "damaged" });
  }
  return manifest.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function unusable(
  problem: Omit<Extract<OperatorProblem, { code: "backup_unusable" }>, "code">,
): Failure<OperatorProblem> {
  return new Failure<OperatorProblem>({ code: "backup_unusable", ...problem });
}
