import { existsSync, unlinkSync } from "node:fs";
import { appendFile, copyFile, readdir, readFile, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { joinLedgers } from "../../src/ledger/format/join.ts";
import { lockService } from "../../src/ledger/mirror.ts";
import { copiesIn, mirrorPath, readRescues } from "../../src/ledger/state-folder.ts";
import type { LedgerStore } from "../../src/ledger/store.ts";
import { openCreations } from "../../src/run/resolve.ts";
import type { Files } from "../../src/shared/files/files.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { at, identity, open, problemOf, quickFolder, testFolder } from "./fixtures.ts";
import { edition, everyEvent, id, intended, like, storyId } from "./format/histories.ts";

interface Machine {
  readonly path: string;
  readonly copy: string;
  readonly stateFolder: string;
}

async function machine(folder?: string): Promise<Machine> {
  const parent = folder ?? (await testFolder());
  const [path, copy] = [join(parent, "ledger.jsonl"), join(parent, "copy.jsonl")];
  return { path, copy, stateFolder: join(parent, "state") };
}

function idOf({ events: [opened] }: LedgerStore): string {
  if (opened?.type !== "ledger.opened") throw new Error("a ledger without a beginning");
  return opened.ledger;
}

const accepted = like("creation.accepted");
const observed = like("story.observed");

/** A closed ledger of all events with its mirror, in memory. */
async function mirrored(): Promise<Machine & { mirror: string; bytes: Buffer }> {
  const place = await machine(await quickFolder());
  const ledger = await open(place.path, { stateFolder: place.stateFolder });
  for (const body of everyEvent.slice(1)) await ledger.append(body);
  await ledger.close();
  return { ...place, mirror: mirrorPath(place.stateFolder, idOf(ledger)), bytes: await readFile(place.path) };
}

/** The problem with which a ledger is refused; null if it is opened. Closes it. */
async function refusalOf(path: string, stateFolder: string) {
  const opened = open(path, { stateFolder });
  const store = await opened.catch(() => null);
  await store?.close();
  return store === null ? problemOf(opened) : null;
}

it("mirrors are missing where this user can't reach their folder, and not where only the folder can't be read", async () => {
  const refuse = () => Promise.reject(Object.assign(new Error("not allowed"), { code: "EACCES" }));
  const [folder, files] = [await testFolder(), { ...realFiles, list: refuse }];
  expect(await copiesIn({ folder, files: { ...files, identify: refuse } })).toEqual([]);
  const unusable = { code: "mirror_unusable", path: folder, cause: "EACCES" };
  expect(await problemOf(copiesIn({ folder, files }))).toEqual(unusable);
});

const diskError = Object.assign(new Error("a disk that fails"), { code: "EIO" });

/** Real files that first tell of some operations: what is told may throw, or ask for a short write. */
function watched(tell: (operation: "write" | "datasync" | "identify", path: string) => unknown): Files {
  return {
    ...realFiles,
    async openAppend(path) {
      const file = await realFiles.openAppend(path);
      return {
        ...file,
        write: async (bytes) => file.write(tell("write", path) === "short" ? bytes.subarray(0, 40) : bytes),
        async datasync() {
          tell("datasync", path);
          await file.datasync();
        },
      };
    },
    async identify(path) {
      tell("identify", path);
      return realFiles.identify(path);
    },
  };
}

describe("the mirror of a ledger", () => {
  it("has each event about money on disk before its append resolves, and everything in the end", async () => {
    const { path, stateFolder } = await machine();
    const synced: string[] = [];
    const files = watched((operation, name) => {
      if (operation === "datasync") synced.push(name);
    });
    const ledger = await open(path, { stateFolder, files });
    const [first, ...rest] = everyEvent.slice(1);
    if (first !== undefined) await ledger.append(first);
    for (const body of rest) {
      synced.length = 0;
      await ledger.append(body);
      const mirror = mirrorPath(stateFolder, idOf(ledger));
      const isOfMoney = /^(creation\.|story\.)/.test(body.type);
      expect(synced, body.type).toEqual(isOfMoney ? [path, mirror] : [path]);
      expect(await readFile(mirror), body.type).toEqual(await readFile(path));
    }
    await ledger.close();
  });

  it("is copied from a ledger that this machine has never seen, and goes on with one that went on elsewhere", async () => {
    const { path, stateFolder } = await machine();
    for (const event of [intended(), { ...intended(), job: "another" }]) {
      const elsewhere = await open(path);
      await elsewhere.append(event);
      await elsewhere.close();
      const back = await open(path, { stateFolder });
      await back.close();
      expect(await readFile(mirrorPath(stateFolder, idOf(back)))).toEqual(await readFile(path));
    }
  });

  it("is caught up wherever a crash has cut it off, and whatever sectors a power cut has taken", async () => {
    const { path, stateFolder, mirror, bytes } = await mirrored();
    for (let size = 0; size < bytes.length; size += 331) {
      const lossy = Buffer.from(bytes);
      lossy.subarray(size, size + 512).fill(0);
      for (const left of [bytes.subarray(0, size), lossy, lossy.subarray(0, size + 600)]) {
        await writeFile(mirror, left);
        expect(await refusalOf(path, stateFolder), `at ${size}`).toBeNull();
        expect((await readFile(mirror)).equals(bytes)).toBe(true);
      }
    }
  });

  it("refuses a ledger that ends before it does, wherever, and leaves both as they are", async () => {
    const { path, stateFolder, mirror, bytes } = await mirrored();
    const first = bytes.indexOf(0x0a) + 1;
    for (let size = first; size < bytes.length; size += 331) {
      await writeFile(path, bytes.subarray(0, size));
      expect(await refusalOf(path, stateFolder)).toMatchObject({ code: "ledger_older_copy", seen: mirror });
      expect((await readFile(path)).equals(bytes.subarray(0, size))).toBe(true);
      expect((await readFile(mirror)).equals(bytes)).toBe(true);
    }
  });

  it("stops everything if a byte of it is another, since it may have been an event that the ledger lacks", async () => {
    const { path, stateFolder, mirror, bytes } = await mirrored();
    for (let position = 0; position < bytes.length - 1; position += 61) {
      const flipped = Buffer.from(bytes);
      flipped[position] = (flipped[position] ?? 0) ^ 1;
      await writeFile(mirror, flipped);
      const problem = await refusalOf(path, stateFolder);
      expect(problem, `byte ${position}`).toMatchObject({ code: "mirror_unusable", path: mirror });
      expect((await readFile(path)).equals(bytes)).toBe(true);
    }
  });

  it("is free again after an opening that failed, as is a ledger without one", async () => {
    const { path, stateFolder } = await mirrored();
    const files = watched((operation, name) => {
      if (operation === "datasync" && name === path) throw diskError;
    });
    for (const folder of [{ stateFolder }, {}])
      expect(await problemOf(open(path, { files, ...folder }))).toMatchObject({ cause: "EIO" });
    expect(await refusalOf(path, stateFolder)).toBeNull();
  });

  it("refuses a copy that diverged, until one ledger has joined the other's events", async () => {
    const { path, copy, stateFolder } = await machine();
    const ledger = await open(path, { stateFolder });
    await ledger.append(intended());
    await copyFile(path, copy);
    await ledger.append(accepted);
    await ledger.close();
    const elsewhere = await open(copy);
    for (const event of everyEvent.slice(-3)) await elsewhere.append(event);
    await elsewhere.close();
    const mirror = mirrorPath(stateFolder, idOf(ledger));
    const refusal = { code: "ledger_forked", path: copy, seen: mirror, seq: 3 };
    expect(await refusalOf(copy, stateFolder)).toEqual(refusal);
    const { lines } = joinLedgers(elsewhere.events, ledger.events, at);
    await writeFile(copy, lines, { flag: "a" });
    expect(await refusalOf(copy, stateFolder)).toBeNull();
    expect(await readFile(mirror)).toEqual(await readFile(copy));
  });

  it("is held by one process, whichever copy of the ledger that has", async () => {
    const { path, copy, stateFolder } = await machine();
    const before = await open(path, { stateFolder });
    await before.append(intended());
    await before.close();
    await copyFile(path, copy);
    const first = await open(path, { stateFolder, holder: "the first run" });
    const holder = `the first run, with ${path}`;
    expect(await problemOf(open(copy, { stateFolder }))).toEqual({ code: "ledger_held", path: copy, holder });
    await first.close();
    expect(await refusalOf(copy, stateFolder)).toBeNull();
  });

  it("that is missing its folder is reported, and a run that was refused leaves neither ledger nor mirror", async () => {
    const { path, stateFolder } = await machine();
    await writeFile(stateFolder, "no folder");
    const homeless = await open(path, { stateFolder });
    expect(homeless.notices).toEqual([{ code: "no_mirror", folder: stateFolder, cause: "EEXIST" }]);
    expect(homeless.stateFolder).toBeNull();
    await homeless.append(intended());
    await homeless.close();
    await unlink(stateFolder);
    await unlink(path);
    await (await open(path, { stateFolder })).close();
    expect(existsSync(path)).toBe(false);
    expect(await readdir(stateFolder)).toEqual([]);
  });
});

it.each(["write", "datasync", "identify"] as const)(
  "a mirror that fails while a run goes on by its %s takes an intention back, and lets what was bought before be recorded",
  async (what) => {
    const { path, stateFolder } = await machine();
    let isBroken = false;
    const files = watched((operation, name) => {
      const isMirror = name.startsWith(stateFolder) && name.endsWith(".jsonl");
      if (isBroken && isMirror && operation === what) throw diskError;
    });
    const ledger = await open(path, { stateFolder, files });
    await ledger.append(intended());
    expect(await ledger.stillHolds()).toBeNull();
    isBroken = true;
    const problem = { code: "mirror_unusable", path: mirrorPath(stateFolder, idOf(ledger)) };
    const another = intended({ job: "another.es.2", attempt: id(0x77) });
    expect(await problemOf(ledger.append(another))).toMatchObject(problem);
    const takenBack = { type: "creation.unsent", cause: "the mirror could not be written" };
    expect(ledger.events.slice(-2)).toMatchObject([another, takenBack]);
    expect(await problemOf(ledger.append(intended({ job: "third.es.2" })))).toMatchObject(problem);
    expect(ledger.events).toHaveLength(4);
    expect(await ledger.stillHolds()).toMatchObject(problem);
    await ledger.append(accepted);
    await ledger.close();
    expect(await refusalOf(path, stateFolder)).toBeNull();
    expect(await readFile(mirrorPath(stateFolder, idOf(ledger)))).toEqual(await readFile(path));
  },
);

describe("an outcome that the ledger can't take", () => {
  it.each([
    "the disk is full",
    "the ledger is gone",
    "the ledger goes while it is written",
    "another ledger stands in its place",
  ])("is in the mirror if %s, and the ledger is an older copy from then on", async (mishap) => {
    const { path, copy, stateFolder } = await machine();
    const [isFull, isGoing] = [mishap === "the disk is full", mishap.includes("goes")];
    let isStruck = false;
    const files = watched((operation, name) => {
      if (isStruck && isGoing && operation === "datasync" && name === path) unlinkSync(path);
      return isStruck && isFull && operation === "write" && name === path ? "short" : null;
    });
    const ledger = await open(path, { stateFolder, files });
    const story = { edition, job: "another.es.2", id: id(0x78) };
    await ledger.append(intended({ ...story, attempt: id(0x77) }));
    await ledger.append(like("creation.accepted", { ...story, attempt: id(0x77) }));
    await ledger.append(intended());
    const before = await readFile(path);
    await copyFile(path, copy);
    isStruck = true;
    if (!isFull && !isGoing) await unlink(path);
    if (mishap.startsWith("another")) await copyFile(copy, path);
    const mirror = mirrorPath(stateFolder, idOf(ledger));
    const moved = { code: "ledger_moved", accepted: [story] };
    const problem = isFull ? { code: "ledger_not_written" } : moved;
    expect(await problemOf(ledger.append(accepted))).toMatchObject(problem);
    expect(await ledger.rescue(accepted)).toBe(mirror);
    // Nothing is intended any more, and what can be read again is not kept.
    for (const body of [intended({ job: "third.es.2", attempt: id(0x79) }), observed])
      expect(await problemOf(ledger.append(body))).toMatchObject(problem);
    await ledger.close();
    const kept = (await readFile(mirror, "utf8")).trimEnd().split("\n").slice(4);
    expect(kept.map((line) => JSON.parse(line).type)).toEqual([accepted.type]);
    // A folder without its ledger gets no new file.
    const names = [...(await readdir(dirname(path))), ...(await readdir(stateFolder))];
    expect(names.filter((name) => name.includes(".rescue-"))).toHaveLength(isFull ? 1 : 0);
    if (!existsSync(path)) await writeFile(path, before);
    const older = { code: "ledger_older_copy", seq: 4, seenSeq: 5 };
    expect(await refusalOf(path, stateFolder)).toMatchObject(older);
  });

  it("is in the mirror behind a line that the ledger may have, so that the two do not part", async () => {
    const { path, stateFolder } = await machine();
    let isFailing = false;
    const files = watched((operation, name) => {
      if (isFailing && operation === "datasync" && name === path) throw diskError;
    });
    const ledger = await open(path, { stateFolder, files });
    await ledger.append(intended());
    isFailing = true;
    expect((await problemOf(ledger.append(observed))).code).toBe("ledger_not_written");
    await ledger.rescue(accepted);
    await ledger.close();
    const [shorter, longer] = await Promise.all(
      [path, mirrorPath(stateFolder, idOf(ledger))].map((one) => readFile(one)),
    );
    expect(shorter?.toString()).toContain(observed.type);
    expect(longer?.subarray(0, shorter?.length)).toEqual(shorter);
    const lines = longer?.subarray(shorter?.length).toString().trimEnd().split("\n") ?? [];
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([accepted]);
  });

  it.each(["beside the ledger", "in the state folder", "nowhere, without that folder"])(
    "goes to a rescue file %s, if another program has gone on with the ledger",
    async (where) => {
      const { path, stateFolder } = await machine();
      const isRefused = (name: string): boolean =>
        where !== "beside the ledger" && name.startsWith(`${path}.rescue`);
      const files = watched((operation, name) => {
        if (operation === "write" && isRefused(name)) throw diskError;
      });
      const ledger = await open(path, { files, ...(where.startsWith("nowhere") ? {} : { stateFolder }) });
      await ledger.append(intended());
      await appendFile(path, "another hand\n");
      expect(await problemOf(ledger.append(accepted))).toMatchObject({ code: "ledger_grown_by_other" });
      const rescue = await ledger.rescue(accepted);
      await ledger.close();
      if (where.startsWith("nowhere")) return expect(rescue).toBeNull();
      expect(rescue?.startsWith(where === "beside the ledger" ? `${path}.rescue-` : stateFolder)).toBe(true);
      expect(JSON.parse(await readFile(rescue ?? "", "utf8"))).toMatchObject({ at, ...accepted });
    },
  );

  it("goes to a rescue file if the mirror can't be written, either", async () => {
    const { path, stateFolder } = await machine();
    let isFailing = false;
    const files = watched((operation, name) => {
      if (isFailing && operation === "write" && name.endsWith(".jsonl")) throw diskError;
    });
    const ledger = await open(path, { stateFolder, files });
    await ledger.append(intended());
    isFailing = true;
    expect(await problemOf(ledger.append(accepted))).toMatchObject({ code: "ledger_not_written" });
    expect(await ledger.rescue(accepted)).toContain(`${path}.rescue-`);
    await ledger.close();
  });

  it("is evidence for its creation while a rescue file has it, in the state folder or beside the ledger", async () => {
    for (const isBeside of [true, false]) {
      const { path, stateFolder } = await machine();
      const ledger = await open(path, { stateFolder });
      await ledger.append(intended());
      await ledger.close();
      const name = isBeside ? path : join(stateFolder, idOf(ledger));
      const file = `${name}.rescue-${id(9)}.json`;
      await writeFile(file, JSON.stringify({ at, ...accepted }));
      await writeFile(`${path}.rescue-${id(1)}.json`, JSON.stringify(accepted).slice(0, 40));
      await writeFile(`${path}.rescue-${id(3)}.json`, JSON.stringify({ ...accepted, attempt: id(4) }));
      await writeFile(`${path}2.rescue-${id(5)}.json`, JSON.stringify(accepted));
      await writeFile(`${file}.part`, JSON.stringify(accepted));
      for (const unknown of [{ stateFolder: null }, { ledger: null }])
        expect(
          await readRescues({ path, stateFolder, ledger: idOf(ledger), ...unknown }, realFiles),
        ).toHaveLength(isBeside ? 2 : 1);
      const rescued = await readRescues({ path, stateFolder, ledger: idOf(ledger) }, realFiles);
      expect(openCreations(ledger.state, rescued)).toMatchObject([
        { seen: [{ where: "rescue-file", id: storyId }], rescued: [{ file, outcome: "creation.accepted" }] },
      ]);
    }
  });
});

it("the files of a version without mirrors refuse a ledger that lacks what they have seen, by its head or by a whole copy of it", async () => {
  const { path, stateFolder, mirror, bytes } = await mirrored();
  const lines = bytes.toString().trimEnd().split("\n");
  const last = JSON.parse(lines.at(-1) ?? "");
  const ledger = JSON.parse(lines[0] ?? "").ledger;
  const older = `${lines.slice(0, -4).join("\n")}\n`;
  const head = join(stateFolder, `${ledger}.head`);
  const rescued = join(stateFolder, `${ledger}.rescued-${id(7)}.jsonl`);
  for (const [file, text] of [
    [head, JSON.stringify({ ledger, seq: last.seq, hash: last.hash })],
    [rescued, bytes],
  ] as const) {
    await writeFile(file, text);
    for (const name of [path, mirror]) await writeFile(name, older);
    expect(await refusalOf(path, stateFolder)).toMatchObject({ code: "ledger_older_copy", seen: file });
    for (const name of [path, mirror]) await writeFile(name, bytes);
    expect(await refusalOf(path, stateFolder)).toBeNull();
    expect(await readFile(file, "utf8")).toBe(text.toString());
    await unlink(file);
  }
  // A crash cut off the line that the ledger could not take.
  await writeFile(rescued, `${older}{"seq":`);
  expect(await refusalOf(path, stateFolder)).toBeNull();
  for (const text of ["", "{", '{"ledger":"no id","seq":1,"hash":""}']) {
    await writeFile(head, text);
    expect(await refusalOf(path, stateFolder)).toBeNull();
  }
});

describe("the lock of a service on a machine", () => {
  const { service } = identity;
  const stop = new AbortController().signal;

  it("makes another course wait, at the same service however that is written, and no other", async () => {
    const folder = await quickFolder();
    const place = { folder, files: realFiles };
    let waits = 0;
    const means = { world: { sleep: async () => undefined }, stop, onWait: () => void waits++ };
    const first = await lockService(service, place, means);
    const otherService = await lockService("https://another.example/api/v1", place, means);
    expect([first, otherService].every((lock) => lock !== null)).toBe(true);
    let isReleased = false;
    const slowly = {
      ...means,
      world: {
        sleep: async () => {
          isReleased = true;
          await first?.close();
        },
      },
    };
    const second = await lockService("HTTPS://STORIES.example:443/api//v1/", place, slowly);
    expect([isReleased, waits]).toEqual([true, 1]);
    await Promise.all([second?.close(), otherService?.close()]);
  });

  it("ends with a run that is told to stop, and says if the folder can't be used", async () => {
    const folder = await quickFolder();
    const place = { folder, files: realFiles };
    const over = new AbortController();
    const means = { world: { sleep: async () => over.abort() }, stop: over.signal, onWait: () => undefined };
    const held = await lockService(service, place, means);
    expect(await lockService(service, place, means)).toBeNull();
    await held?.close();
    const unusable = { folder: join(folder, "missing"), files: realFiles };
    const problem = await problemOf(lockService(service, unusable, { ...means, stop }));
    expect(problem).toMatchObject({ code: "mirror_unusable", cause: "ENOENT" });
  });
});
