import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EventBody } from "../../src/ledger/format/event.ts";
import { SeenLedgers } from "../../src/ledger/state-folder.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { at, identity, linesOf, problemOf, quickFolder } from "./fixtures.ts";
import { id, intended, like, opened, sha256 } from "./format/histories.ts";

/** A state folder with these files. */
async function stateFolder(contents: Record<string, string>) {
  const folder = await quickFolder();
  for (const [name, text] of Object.entries(contents)) await writeFile(join(folder, name), text);
  return { folder, files: realFiles };
}

const mirrorOf = (...bodies: readonly EventBody[]) => linesOf(bodies).join("");
const events = [like("run.started"), intended(), like("creation.accepted")];
const bought = { course: "older", service: "https://older.example", path: "/older/ledger.jsonl" };
const memory = `purchases-${"0".repeat(32)}.jsonl`;
const remembered = { memory: 1, at, ...bought, ledger: id(9), event: intended() };

/** The ledgers that are seen, each with the outcomes of its attempts. */
async function seenBy(ledgers: SeenLedgers, own: string | null) {
  const seen = (await ledgers.all(own)).map(({ id: ledger, state }) => {
    const attempts = [...state.jobs.values()].flatMap((record) => record.attempts);
    return [ledger, attempts.map(({ outcome }) => outcome.kind)] as const;
  });
  return Object.fromEntries(seen);
}

test("a machine has bought with the ledgers of its mirrors, and of what older versions have left", async () => {
  const head = (ledger: string, more = {}) => JSON.stringify({ ledger, seq: 3, hash: sha256, ...more });
  const place = await stateFolder({
    [`${id(1)}.jsonl`]: mirrorOf(opened, ...events),
    [`${id(2)}.jsonl`]: mirrorOf(opened).slice(0, -1),
    [`${id(3)}.jsonl`]: `${"\0".repeat(512)}\n`,
    [`${id(4)}.jsonl`]: mirrorOf(...events),
    [`${id(5)}.head`]: head(id(5), { bought }),
    [`${id(6)}.head`]: head(id(6)),
    [`${id(7)}.head`]: head(id(5), { bought }),
    [`${id(8)}.head.old`]: head(id(8), { bought }),
    [memory]: [
      remembered,
      { ...remembered, memory: 2 },
      { ...remembered, at: 5 },
      { ...remembered, course: null },
    ]
      .map((line) => `\n${JSON.stringify(line)}\n`)
      .concat(JSON.stringify({ ...remembered, event: { type: "creation.intended" } }), "\nnull\ntorn")
      .join(""),
  });
  const seen = { [id(5)]: [], [id(9)]: ["intended"], [id(1)]: ["accepted"] };
  expect(await seenBy(new SeenLedgers(null, place), null)).toEqual(seen);
  expect(await seenBy(new SeenLedgers(identity.service, place), null)).toEqual({ [id(1)]: ["accepted"] });
  const file = join(place.folder, `${id(9)}.jsonl`);
  await writeFile(file, "{}\n{}\n");
  const damaged = { code: "mirror_unusable", path: file, cause: "damaged" };
  expect(await problemOf(new SeenLedgers(identity.service, place).all(null))).toEqual(damaged);
  expect(await new SeenLedgers(null, { ...place, folder: file }).all(null)).toEqual([]);
});

test("the purchases at a service are seen in each mirror but the ledger's own, as they go on", async () => {
  const place = await stateFolder({
    [`${id(1)}.jsonl`]: mirrorOf(opened, ...events),
    [`${id(2)}.jsonl`]: mirrorOf({ ...opened, service: "https://STORIES.example/api/v1/" }, ...events),
    [`${id(2)}.rescued-${id(7)}.jsonl`]: mirrorOf(opened, ...events),
    [`${id(3)}.jsonl`]: mirrorOf({ ...opened, service: "https://another.example" }, ...events),
    [`${id(4)}.jsonl`]: "",
  });
  const ledgers = new SeenLedgers(identity.service, place);
  expect(await seenBy(ledgers, id(1))).toEqual({ [id(2)]: ["accepted"] });
  // A line that is being written is seen once it is whole.
  const line = mirrorOf(like("creation.refused"));
  const write = (text: string) => appendFile(join(place.folder, `${id(2)}.jsonl`), text);
  await write(line.slice(0, 40));
  expect(await seenBy(ledgers, id(1))).toEqual({ [id(2)]: ["accepted"] });
  await write(line.slice(40));
  expect(await seenBy(ledgers, id(1))).toEqual({ [id(2)]: ["refused"] });
});
