import { expect, it } from "vitest";
import { CuttingProxy } from "../../ledger/postgres/database/cutting-proxy.ts";
import { addressOf } from "../../ledger/postgres/fixtures.ts";
import { databaseOf, putDatabase, usePostgres } from "../engine.ts";
import { plainStory, spokenStory, startRig, tempFolder, undo } from "../fixtures.ts";

usePostgres();

it("A read of a story waits for the database three times: for its key and its address, for its window, and for the story with its book", async () => {
  const dataFolder = await tempFolder();
  const direct = (await databaseOf(dataFolder))?.reveal() ?? "";
  const proxy = await CuttingProxy.listen(direct);
  undo.push(() => proxy.close());
  putDatabase(dataFolder, addressOf(proxy.urlFor(direct)));
  const { get, post, write, narrate } = await startRig({ dataFolder, countsInRealTime: true });
  const spoken = `/stories/${(await post("/stories", spokenStory)).json.id}`;
  await write();
  await get(spoken);
  await narrate();
  const plain = `/stories/${(await post("/stories", plainStory)).json.id}`;
  // The first time on each connection, a statement is prepared.
  for (let time = 0; time < 3; time += 1) for (const path of [spoken, plain]) await get(path);
  for (const [path, status] of [
    [spoken, "done"],
    [plain, "writing"],
  ] as const) {
    const before = proxy.messages;
    expect((await get(path)).json.status).toBe(status);
    expect(proxy.messages - before).toBe(3);
  }
});
