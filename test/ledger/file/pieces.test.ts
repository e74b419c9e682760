import { writeFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { foldFileLedger } from "../../../src/ledger/file/read-file.ts";
import { LogReader, readLog } from "../../../src/ledger/file/read-log.ts";
import type { LedgerEvent } from "../../../src/ledger/format/event.ts";
import { fold } from "../../../src/ledger/format/fold.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { linesOf, testPath } from "../fixtures.ts";
import { everyEvent } from "../format/histories.ts";
import { someLedger, whole } from "../format/some-ledger.ts";

test("a ledger read in chunks gives the same result as in one piece, wherever it is split and whatever is wrong with it", () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(someLedger, fc.array(fc.nat(whole.length), { maxLength: 12 }), (bytes, cuts) => {
      const events: LedgerEvent[] = [];
      const reader = new LogReader((event) => events.push(event));
      const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].sort(
        (a, b) => a - b,
      );
      for (let index = 1; index < places.length; index++) {
        // A copy that is spoiled afterwards: the reader may keep nothing of what it was given.
        const piece = Buffer.from(bytes.subarray(places[index - 1], places[index]));
        reader.push(piece);
        piece.fill(0xff);
      }
      const end = reader.end();
      const expected = readLog(bytes);
      expect({ ...end, events }).toEqual(expected);
      kinds.add(expected.damage?.fault ?? expected.tail.kind);
      expect(reader.hashes).toEqual(events.map(({ hash }) => hash));
    }),
    { seed: 20_261_120, numRuns: 800 },
  );
  expect([...kinds].sort()).toEqual(
    expect.arrayContaining(["clean", "crlf", "fork", "hash", "not-json", "torn"]),
  );
});

test("a line with lost sectors that ends at a chunk's end is still damage when complete lines follow it", () => {
  const lines = linesOf(everyEvent);
  const start = Buffer.concat(lines.slice(0, 3));
  // Zeros to the end of a sector, then a newline: alone at the ledger's end it would pass for a record that a power cut tore.
  const lost = Buffer.concat([Buffer.alloc(1024 - (start.length % 512)), Buffer.from("\n")]);
  const aligned = Buffer.concat([start, lost]);
  expect(readLog(aligned).tail.kind).toBe("torn");
  const reader = new LogReader(() => undefined);
  reader.push(aligned);
  reader.push(lines[4] as Buffer);
  const end = reader.end();
  expect(end.damage).toMatchObject({ line: 4, offset: start.length });
  const { events: _events, ...whole } = readLog(Buffer.concat([aligned, lines[4] as Buffer]));
  expect(end).toEqual(whole);
});

test("a ledger folded from its file equals the fold of its events, with every hash available", async () => {
  const path = await testPath();
  await writeFile(path, whole);
  const { events, head } = readLog(whole);
  for (const files of [realFiles, { read: realFiles.read }]) {
    const folding = await foldFileLedger(path, files);
    expect(folding?.state).toEqual(fold(events));
    expect(folding).toMatchObject({ head, damage: null, tail: { kind: "clean" } });
    expect(events.map(({ seq }) => folding?.hashOf(seq))).toEqual(events.map(({ hash }) => hash));
    for (const seq of [0, -1, 1.5, events.length + 1]) expect(folding?.hashOf(seq)).toBeUndefined();
    expect(await foldFileLedger(`${path}-of-nobody`, files)).toBeNull();
  }
});
