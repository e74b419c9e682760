import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { LogResult } from "../../src/ledger/file/read-log.ts";
import type { EventBody } from "../../src/ledger/format/event.ts";
import { fold } from "../../src/ledger/format/fold.ts";
import type { LedgerIdentity } from "../../src/ledger/format/identity.ts";
import type { LedgerStore } from "../../src/ledger/store.ts";
import { bodyOf, eventsRead, identity, problemOf } from "./fixtures.ts";
import { everyEvent, intended } from "./format/histories.ts";

export interface PlaceOpening {
  readonly identity?: LedgerIdentity;
  readonly mustExist?: boolean;
  readonly holder?: string;
}

/** A place for one ledger, with nothing in it yet. */
export interface Place {
  open(opening?: PlaceOpening): Promise<LedgerStore>;
  /** Reads without holding; null where there is no ledger. */
  read(): Promise<LogResult | null>;
  /** The lines as they are kept, without line feeds. */
  lines(): Promise<readonly string[]>;
  /** Changes one line, from 1, behind the store's back. */
  tamper(line: number, change: (text: string) => string): Promise<void>;
}

/** What every store of a ledger promises, whatever it keeps its lines in. */
export function describeStore(name: string, makePlace: () => Promise<Place>): void {
  describe(`a ledger in ${name}`, () => {
    it("begins with what it is for, does not exist before, and can be read by others while it is held", async () => {
      const place = await makePlace();
      expect(await place.read()).toBeNull();
      const ledger = await place.open();
      expect([ledger.events, eventsRead(await place.read())]).toEqual([[], []]);
      await ledger.append(everyEvent[1] as EventBody);
      expect(ledger.events[0]).toMatchObject({ seq: 1, type: "ledger.opened", format: 1, ...identity });
      const read = await place.read();
      expect([read?.damage, eventsRead(read)]).toEqual([null, ledger.events]);
    });

    it("reads every kind of event back as it was appended", async () => {
      const place = await makePlace();
      const ledger = await place.open();
      const bodies = everyEvent.filter(({ type }) => type !== "ledger.opened");
      for (const body of bodies) await ledger.append(body);
      await ledger.close();
      const reopened = await place.open();
      expect(reopened.events).toEqual(ledger.events);
      expect(reopened.events.slice(1).map(bodyOf)).toEqual(bodies);
      expect(fold(reopened.events)).toEqual(fold(ledger.events));
    });

    it("chains its lines so that anyone can verify them", async () => {
      const place = await makePlace();
      const ledger = await place.open();
      for (const body of everyEvent.slice(1)) await ledger.append(body);
      let previous = "0".repeat(64);
      const lines = await place.lines();
      expect(lines).toHaveLength(ledger.events.length);
      for (const line of lines) {
        const content = `${Buffer.from(line).toString("latin1").slice(0, -75)}}`;
        const hash = createHash("sha256").update(`${previous}${content}`, "latin1").digest("hex");
        expect(line.endsWith(`,"hash":"${hash}"}`)).toBe(true);
        previous = hash;
      }
    });

    it("keeps appends in the order of their calls, even if all are made at once", async () => {
      const place = await makePlace();
      const ledger = await place.open();
      const exitCodes = Array.from({ length: 20 }, (_, index) => index);
      const body = everyEvent.find(({ type }) => type === "run.ended");
      if (body?.type !== "run.ended") throw new Error("no such event");
      const events = await Promise.all(exitCodes.map((exitCode) => ledger.append({ ...body, exitCode })));
      expect(events.map(({ seq }) => seq)).toEqual(exitCodes.map((index) => index + 2));
      expect(eventsRead(await place.read()).slice(1)).toMatchObject(
        exitCodes.map((exitCode) => ({ exitCode })),
      );
    });

    it("keeps text that databases and editors tend to change", async () => {
      const place = await makePlace();
      const ledger = await place.open();
      const topic =
        "zero \0, half a pair \ud800, \u2028, \r\n, é as e\u0301, \\u0000, '; DROP TABLE events; --, 🚂";
      const body = intended({
        request: { topic, lang: "es", difficulty: 3, length: "short", audiobook: true },
      });
      await ledger.append({ ...body, edition: "half \udc00 and \0" } as typeof body);
      await ledger.close();
      const reopened = await place.open();
      expect(reopened.events).toEqual(ledger.events);
      expect(reopened.events[1]).toMatchObject({ request: { topic }, edition: "half \udc00 and \0" });
    });

    it("is held by one run at a time, and says which", async () => {
      const place = await makePlace();
      const first = await place.open({ holder: "a run on the first machine" });
      expect(await problemOf(place.open({ holder: "the second" }))).toEqual({
        code: "ledger_held",
        path: first.location,
        holder: expect.stringContaining("a run on the first machine"),
      });
      await first.append(intended());
      await first.close();
      const second = await place.open({ holder: "the second" });
      expect(second.events).toEqual(first.events);
    });

    it("is not created if it must exist", async () => {
      const place = await makePlace();
      expect(await problemOf(place.open({ mustExist: true }))).toMatchObject({ code: "ledger_missing" });
      expect(await place.read()).toBeNull();
      const begun = await place.open();
      await begun.append(everyEvent[1] as EventBody);
      await begun.close();
      expect((await place.open({ mustExist: true })).events).toHaveLength(2);
    });

    it("is refused to a run against another service, and stays unchanged", async () => {
      const place = await makePlace();
      const ledger = await place.open();
      for (const body of everyEvent.slice(1, 6)) await ledger.append(body);
      await ledger.close();
      const lines = await place.lines();
      const other = "https://elsewhere.example/api/v1";
      expect(await problemOf(place.open({ identity: { ...identity, service: other } }))).toMatchObject({
        code: "ledger_of_other_service",
        found: identity.service,
        expected: other,
      });
      expect(await place.lines()).toEqual(lines);
      expect((await place.open()).events).toHaveLength(6);
    });

    it("names a line that was changed from outside, and stays untouched", async () => {
      const place = await makePlace();
      const ledger = await place.open();
      for (const body of everyEvent.slice(1, 6)) await ledger.append(body);
      await ledger.close();
      await place.tamper(3, (line) => line.replace('"es"', '"fr"'));
      const lines = await place.lines();
      const before = Buffer.byteLength(lines.slice(0, 2).join("\n")) + 1;
      const damage = { line: 3, offset: before, fault: "hash" };
      expect(await place.read()).toMatchObject({ damage });
      expect(await problemOf(place.open())).toMatchObject({ code: "ledger_damaged", damage });
      expect(await place.lines()).toEqual(lines);
    });

    it("refuses an intention for a lesson that has one, and continues", async () => {
      const place = await makePlace();
      const ledger = await place.open();
      await ledger.append(intended());
      expect(await problemOf(ledger.append(intended()))).toMatchObject({ code: "ledger_job_taken" });
      await ledger.append(intended({ job: "another.es.2" }));
      expect(eventsRead(await place.read())).toEqual(ledger.events);
      expect(ledger.events).toHaveLength(3);
    });

    it("refuses an event that could not be read back, and continues", async () => {
      const place = await makePlace();
      const ledger = await place.open();
      const odd = { ...intended(), attempt: "not-an-id" };
      await expect(ledger.append(odd as ReturnType<typeof intended>)).rejects.toThrow("creation.intended");
      await ledger.append(intended());
      expect(eventsRead(await place.read())).toEqual(ledger.events);
      expect(ledger.events).toHaveLength(2);
    });
  });
}
