import process from "node:process";
import { expect, vi } from "vitest";
import type { AtOnce } from "../../src/cli/io.ts";
import { main } from "../../src/cli/main.ts";
import { type DocumentName, documents } from "../../src/documents/documents.ts";
import { fileFolder } from "../fixtures.ts";

const state = fileFolder();

export type Json = Record<string, unknown>;

type Stream = "stdout" | "stderr";

/** What is written to stdout meanwhile. `onWritten` learns what is written to either. */
export async function writtenBy(
  work: () => Promise<unknown> | undefined,
  onWritten: (text: string, stream: Stream) => void = () => undefined,
): Promise<string> {
  const written: string[] = [];
  const spies = (["stdout", "stderr"] as const).map((stream) => {
    const write = (text: string, done?: () => void): boolean => {
      if (stream === "stdout") written.push(text);
      onWritten(text, stream);
      done?.();
      return true;
    };
    return vi.spyOn(process[stream], "write").mockImplementation(write as typeof process.stdout.write);
  });
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return written.join("");
}

/** The one document that a command line prints with `--json`, in this process. */
export async function printedBy(
  argv: readonly string[],
  interrupt = new AbortController().signal,
  atOnce: AtOnce = { tell: null },
  onWritten?: (text: string, stream: Stream) => void,
  more: Readonly<Record<string, string>> = {},
): Promise<Json> {
  const env = { COURSEBINDER_STATE: state, ...more };
  const written = await writtenBy(() => main([...argv, "--json"], env, interrupt, atOnce), onWritten);
  expect(written.split("\n"), argv.join(" ")).toEqual([expect.stringMatching(/^\{/), ""]);
  return JSON.parse(written) as Json;
}

/** The documents whose schemas were compared with what a command printed. */
export const described = new Set<DocumentName>();

/** Nothing in a document that its schema doesn't describe. */
export function expectDescribed(name: DocumentName, document: unknown): void {
  described.add(name);
  expect(documents[name].parse(document), name).toEqual(document);
}
