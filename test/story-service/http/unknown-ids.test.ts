import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Caller } from "../../../src/story-service/accounts/authenticate.ts";
import { exportBook } from "../../../src/story-service/books/export-book.ts";
import type { Parts } from "../../../src/story-service/parts.ts";
import { refusalOf } from "../../../src/story-service/refusal.ts";
import { openSqliteStore } from "../../../src/story-service/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../src/story-service/store/store.ts";
import { readStory } from "../../../src/story-service/stories/read-story.ts";
import { spokenStory, startRig, undo } from "../fixtures.ts";

/** A store that notes every statement it is given. */
function noting(store: Store): { store: Store; taken: string[] } {
  const taken: string[] = [];
  const note = <Way extends Store["get"] | Store["all"] | Store["run"]>(way: Way): Way =>
    ((sql: string, ...values: (string | number | null)[]) => {
      taken.push(sql);
      return way(sql, ...values);
    }) as Way;
  const { get, all, run, repeated } = store;
  return {
    taken,
    store: { ...store, get: note(get), all: note(all), run: note(run), repeated: note(repeated) },
  };
}

it("takes the same steps to refuse another account's id as a nonexistent one, and says the same (7)", async () => {
  const fixture = await startRig();
  const { id } = (await fixture.post("/stories", spokenStory)).json;
  await fixture.write();
  const bookId = (await fixture.get(`/stories/${id}`)).json.book.id;
  await fixture.narrate();
  const database = await openSqliteStore(join(fixture.dataFolder, "service.db"));
  undo.push(async () => database.close());
  const caller = { account: { id: "ben", settings: {} } } as unknown as Caller;
  type Ask = (parts: Parts, id: string) => Promise<unknown>;
  const asks: [Ask, string][] = [
    [async (parts, asked) => readStory(parts, caller, asked), id],
    [(parts, asked) => exportBook(parts, caller, asked), bookId],
  ];
  for (const [ask, theirs] of asks) {
    const stepsFor = async (asked: string) => {
      const { store, taken } = noting(database);
      const parts = { store, dataFolder: fixture.dataFolder } as unknown as Parts;
      const refusal = await ask(parts, asked).then(
        () => null,
        (error: unknown) => refusalOf(error),
      );
      return { refusal, taken };
    };
    const known = await stepsFor(theirs);
    expect(known.refusal).toMatchObject({ status: 404 });
    expect(known.taken).toHaveLength(1);
    expect(await stepsFor(randomUUID())).toEqual(known);
  }
});
