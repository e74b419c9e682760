import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { OpenFile } from "../../src/shared/files/files.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { sha256 } from "../../src/shared/hash.ts";
import { newFolder } from "../fixtures.ts";
import { otherId } from "./answers.ts";
import { clientWhere, json } from "./plain-service.ts";

const recording = Buffer.alloc(3 * 1024 * 1024 + 17, "ID3 a recording of no great beauty ");

test("An exported book is saved unchanged, with its size and hash", async () => {
  const { remote, service } = await clientWhere((response) =>
    response.writeHead(200, { "content-type": "audio/mpeg" }).end(recording),
  );
  const { file, path } = await newFile();
  expect(await remote.exportBook(otherId, file)).toEqual({
    ok: true,
    value: { bytes: recording.length, sha256: sha256(recording), contentType: "audio/mpeg" },
  });
  expect((await readFile(path)).equals(recording)).toBe(true);
  expect(service.calls).toHaveLength(1);
  expect(service.calls[0]).toMatchObject({ method: "GET", path: `/api/v1/books/${otherId}/export` });
  expect(service.calls[0]?.headers).toMatchObject({ accept: "*/*", "accept-encoding": "identity" });
});

test("A book without a content type is accepted", async () => {
  const { remote } = await clientWhere((response) => response.end("bytes"));
  const value = { bytes: 5, sha256: sha256("bytes"), contentType: null };
  expect(await remote.exportBook(otherId, (await newFile()).file)).toEqual({ ok: true, value });
});

/** Writes some of it, and then neither more nor its end. */
function cut(response: ServerResponse, headers: Readonly<Record<string, number>> = {}): void {
  response.writeHead(200, headers);
  response.write(recording.subarray(0, 70_000), () => response.destroy());
}

const length = { "content-length": recording.length };

test.for<[string, (response: ServerResponse) => unknown, string]>([
  ["breaks off before its announced length", (to) => cut(to, length), "network"],
  ["breaks off before its last chunk", (to) => cut(to), "network"],
  ["stalls", (to) => to.writeHead(200).write("some"), "network"],
  ["is empty", (to) => to.end(), "garbled"],
])("An export that %s is no book, and is reported once", async ([, answer, kind]) => {
  const { remote, service } = await clientWhere((response) => void answer(response), 1_000);
  const { file } = await newFile();
  expect(await remote.exportBook(otherId, file)).toMatchObject({ ok: false, callError: { kind } });
  expect(service.calls).toHaveLength(1);
});

test("A redirected export is not followed", async () => {
  const other = await clientWhere((response) => response.end(recording));
  const { remote, service } = await clientWhere((response) =>
    response.writeHead(302, { location: other.service.url }).end(),
  );
  const { file, path } = await newFile();
  const callError = { kind: "garbled", status: 302 };
  expect(await remote.exportBook(otherId, file)).toMatchObject({ ok: false, callError });
  expect([service.calls.length, other.service.calls.length]).toEqual([1, 0]);
  expect(await readFile(path)).toHaveLength(0);
});

test("A refused export is a refusal, and nothing is written", async () => {
  const { remote } = await clientWhere((response) =>
    json(response, { error: "No such book.", code: "not_found" }, 404),
  );
  const { file, path } = await newFile();
  const callError = { kind: "refused", refusal: { code: "not_found" } };
  expect(await remote.exportBook(otherId, file)).toMatchObject({ ok: false, callError });
  expect(await readFile(path)).toHaveLength(0);
});

test("A disk that accepts only part of the book ends the export with the disk's own error", async () => {
  const { remote } = await clientWhere((response) => response.end(recording));
  const { file } = await newFile();
  const full: OpenFile = { ...file, write: async (bytes) => file.write(bytes.subarray(0, 10)) };
  await expect(remote.exportBook(otherId, full)).rejects.toMatchObject({ code: "ENOSPC" });
});

test("An invalid id can't escape its place in the URL", async () => {
  const { remote, service } = await clientWhere((response) => response.writeHead(404).end());
  const { file } = await newFile();
  await remote.exportBook("../balance?x=", file);
  expect(service.calls.map(({ path }) => path)).toEqual(["/api/v1/books/..%2Fbalance%3Fx%3D/export"]);
});

async function newFile(): Promise<{ file: OpenFile; path: string }> {
  const path = join(newFolder(), "book.part");
  const file = await realFiles.openAppend(path);
  onTestFinished(() => file.close());
  return { file, path };
}
