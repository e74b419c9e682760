import { expect } from "vitest";
import { type DocumentName, documents } from "../src/documents/documents.ts";
import { changesExitCode, exitCodes } from "../src/shared/exit-codes.ts";

/** The documents that a command prints besides `failure`; all others print `other`. */
const ofCommand: Readonly<Record<string, readonly DocumentName[]>> = {
  check: ["check"],
  plan: ["plan", "coming", "skipped"],
  run: ["run", "skipped"],
  status: ["status", "job"],
  package: ["package", "skipped"],
  "check-lessons": ["check-lessons"],
  cost: ["cost"],
  review: ["desk", "other"],
  open: ["desk"],
  serve: ["service", "other"],
};

/** A command's document has what one of its published schemas describes, and nothing else, and ends with a documented exit code. */
export function expectPublished(command: string, document: { readonly exitCode?: unknown }): void {
  const names = [...(ofCommand[command] ?? ["other"]), "failure"] as const;
  const read = names.map((name) => documents[name as DocumentName].safeParse(document).data);
  expect(read, `${command} printed what no schema of it describes`).toContainEqual(document);
  const { exitCode } = document;
  if (exitCode !== undefined) expect([...Object.values(exitCodes), changesExitCode]).toContain(exitCode);
}
