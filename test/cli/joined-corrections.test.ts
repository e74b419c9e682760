import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { main } from "../../src/cli/main.ts";
import type { EventBody } from "../../src/ledger/format/event.ts";
import { temporaryFolder } from "../fixtures.ts";
import { linesOf } from "../ledger/fixtures.ts";
import { id, intended, like, opened } from "../ledger/format/histories.ts";

const folder = temporaryFolder();

afterAll(() => folder.dispose());
afterEach(() => void vi.restoreAllMocks());

const service = "http://127.0.0.1:9/api/v1";
const begun = [{ ...opened, course: "readers", service }, intended()];

/** The files of corrections that `ledger join` finds missing. */
async function missingAfterJoin(ours: readonly EventBody[], theirs: readonly EventBody[]) {
  const here = (name: string) => join(folder.path, name);
  mkdirSync(here("out/readers"), { recursive: true });
  writeFileSync(
    here("course.yaml"),
    "course: readers\ntitle: Readers\nbudget: { credits: 100 }\nlanguages: [es]\ndifficulties: [2]\ntopics: [A market]\n",
  );
  writeFileSync(here("out/readers/ledger.jsonl"), Buffer.concat(linesOf(ours)));
  writeFileSync(here("other.jsonl"), Buffer.concat(linesOf(theirs)));
  const env = { STORY_API_URL: service, COURSEBINDER_STATE: here(`state-${ours.length}-${theirs.length}`) };
  let said = "";
  const write = (text: string, done?: () => void): boolean => {
    said += text;
    done?.();
    return true;
  };
  vi.spyOn(process.stdout, "write").mockImplementation(write as typeof process.stdout.write);
  const args = ["ledger", "join", here("course.yaml"), here("other.jsonl"), "--out", here("out"), "--json"];
  expect(await main(args, env, new AbortController().signal)).toBe(0);
  return (JSON.parse(said) as { corrections: { missing: string[] } }).corrections.missing;
}

const overlay = { file: "corrections/theirs.json", bytes: 311, sha256: "5f".repeat(32) };
const corrected = like("lesson.corrected");
const another = like("lesson.corrected", { correction: id(0xc1), overlay });

test("ledger join names the missing files of the corrections that it brings, not of those that the course had", async () => {
  expect(await missingAfterJoin([...begun, corrected], begun)).toEqual([]);
  expect(await missingAfterJoin([...begun, corrected], [...begun, another])).toEqual([overlay.file]);
});
