import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EventBody } from "../../src/ledger/format/event.ts";
import {
  ledgersSeen,
  olderPurchasesName,
  type Rescued,
  readOlderPurchase,
  rescuedId,
  SeenPurchases,
} from "../../src/ledger/state-folder.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { at, identity, linesOf, problemOf, quickFolder } from "./fixtures.ts";
import { id, intended, like, opened, sha256, storyId } from "./format/histories.ts";

/** A state folder with these files. */
async function stateFolder(contents: Record<string, string>) {
  const folder = await quickFolder();
  for (const [name, text] of Object.entries(contents)) await writeFile(join(folder, name), text);
  return { folder, files: realFiles };
}

const mirrorOf = (...bodies: readonly EventBody[]) => linesOf(bodies).join("");
const events = [like("run.started"), intended(), like("creation.accepted")];
const bought = { course: "older", service: "https://older.example", path: "/older/ledger.jsonl" };
const remembered = { memory: 1, at, ...bought, ledger: id(9), event: intended() };

test("a machine has bought for the courses of its mirrors, and of what older versions have left", async () => {
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
  });
  expect(await ledgersSeen(place)).toEqual([identity, { ledger: id(5), ...bought }]);
  const file = join(place.folder, `${id(9)}.jsonl`);
  await writeFile(file, "{}\n");
  const damaged = { code: "mirror_unusable", path: file, cause: "damaged" };
  expect(await problemOf(ledgersSeen(place))).toEqual(damaged);
  expect(await ledgersSeen({ ...place, folder: file })).toEqual([]);
});

test("the purchases at a service are seen in each mirror but the ledger's own, once", async () => {
  const place = await stateFolder({
    [`${id(1)}.jsonl`]: mirrorOf(opened, ...events),
    [`${id(2)}.jsonl`]: mirrorOf({ ...opened, service: "https://STORIES.example/api/v1/" }, ...events),
    [`${id(3)}.jsonl`]: mirrorOf({ ...opened, service: "https://another.example" }, ...events),
    [`${id(4)}.jsonl`]: "",
    [`${id(5)}.jsonl`]: mirrorOf(...events),
    [olderPurchasesName(identity.service)]: `${JSON.stringify(remembered)}\n{}\nnull\n`,
  });
  const purchases = new SeenPurchases(identity.service, place);
  const added = async (own: string | null): Promise<string[]> => {
    const seen: string[] = [];
    for await (const { ledger, event } of purchases.added(own)) seen.push(`${ledger} ${event.type}`);
    return seen;
  };
  const bothOf = (ledger: string) => ["intended", "accepted"].map((what) => `${ledger} creation.${what}`);
  expect(await added(id(1))).toEqual([`${id(9)} creation.intended`, ...bothOf(id(2))]);
  // A line that is being written is seen once it is whole.
  const line = mirrorOf(like("creation.refused"));
  const write = (text: string) => appendFile(join(place.folder, `${id(2)}.jsonl`), text);
  await write(line.slice(0, 40));
  expect(await added(null)).toEqual(bothOf(id(1)));
  await write(line.slice(40));
  expect(await added(null)).toEqual([`${id(2)} creation.refused`]);
});

test.for([{ memory: 2 }, { at: 5 }, { course: null }, { event: { type: "creation.intended" } }])(
  "what an older version remembered is not read with %j",
  (change) => {
    expect(olderPurchasesName(identity.service)).toMatch(/^purchases-[0-9a-f]{32}\.jsonl$/);
    expect(readOlderPurchase(JSON.stringify(remembered))).toEqual(remembered);
    expect(readOlderPurchase(JSON.stringify({ ...remembered, ...change }))).toBeNull();
  },
);

test.for([
  ["creation.accepted", storyId],
  ["creation.resolved", storyId],
  ["creation.uncertain", null],
] as const)("the story of a rescued %s is %s", ([type, story]) => {
  expect(rescuedId(like(type) as Rescued["body"])).toBe(story);
});
