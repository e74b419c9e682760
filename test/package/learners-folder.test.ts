import { join, posix } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { packageFormats } from "../../src/plan/names.ts";
import { fileFolder } from "../fixtures.ts";
import { showcase } from "./courses.ts";
import { bind, saveBook, silence, spoken, unzip, zipOf } from "./fixtures.ts";

/** Every file of a package, and of the archives in it, by path. */
async function everyFile(bytes: Buffer, above = ""): Promise<[path: string, bytes: Buffer][]> {
  const found: [string, Buffer][] = [];
  for (const [name, content] of await unzip(bytes)) {
    const path = `${above}${name}`;
    const isArchive = content.subarray(0, 4).toString("latin1") === "PK\u0003\u0004";
    found.push([path, content], ...(isArchive ? await everyFile(content, `${path}/`) : []));
  }
  return found;
}

// The interface's ids are UUIDs; each lesson has one that nothing else can contain by chance.
const idOf = (index: number) => `0b54c6c4-3f0f-4a5e-9a53-${String(index).padStart(12, "9")}`;

const reviewer = "Ana Ruiz of the house";

let files: readonly { path: string; text: string }[];
let ids: readonly string[];

beforeAll(async () => {
  const folder = fileFolder();
  const entries = [
    { name: "sound.mp3", bytes: silence() },
    { name: "metadata.json", bytes: Buffer.from('{"voice":"Ana"}') },
  ];
  const book = await saveBook(join(folder, "book.zip"), zipOf(entries), "application/zip");
  const made = spoken({ ...showcase(book), formats: packageFormats, soundIn: ["epub"], exported: true });
  const approvals = [{ who: reviewer, at: "2026-11-20T08:00:00.000Z", heard: true }];
  const lessons = made.lessons.map((lesson, index) => ({ ...lesson, approvals, storyId: idOf(index) }));
  const { zip } = await bind({ ...made, lessons }, folder);
  files = (await everyFile(zip)).map(([path, bytes]) => ({ path, text: bytes.toString("utf8") }));
  ids = lessons.map(({ storyId }) => storyId);
});

const textsOf = (wanted: RegExp) => files.filter(({ path }) => wanted.test(path));
const pathsOf = (some: typeof files): string[] => some.map(({ path }) => path);

const forLearners = /^[a-z]+-\d\//;

/** The files that a page, or a page within XML, leads to or shows, as it names them. */
function linksIn(path: string, text: string): string[] {
  if (!/\.(x?html|xml|opf|ncx|smil|svg)$/.test(path)) return [];
  const page = text.replaceAll("&lt;", "<").replaceAll("&quot;", '"');
  return [...page.matchAll(/\s(?:href|src|poster|data)="([^"#]+)/g)].flatMap(([, to = ""]) =>
    /^[a-z][a-z0-9+.-]*:/i.test(to) ? [] : [to],
  );
}

/** The folder that a file always comes with: the innermost archive that it is in, or else its volume. */
function givenWith(path: string): string {
  return /^.*\.(?:zip|imscc|epub|h5p|mbz)\//.exec(path)?.[0] ?? `${path.split("/")[0]}/`;
}

describe("what a class gets whole, with every archive in it opened,", () => {
  test("has no story id and no price", () => {
    const own = textsOf(forLearners);
    expect(own.length).toBeGreaterThan(100);
    const telling = own.filter(({ text }) => ids.some((id) => text.includes(id)) || /credit/i.test(text));
    expect(pathsOf(telling)).toEqual([]);
  });

  test("has no link that leads out of its folder or its archive, or to a file that is not there", () => {
    const own = textsOf(forLearners);
    const paths = new Set(pathsOf(own));
    const links = own.flatMap(({ path, text }) =>
      linksIn(path, text).map((href) => ({ path, href, to: posix.join(posix.dirname(path), href) })),
    );
    expect(links.length).toBeGreaterThan(300);
    const dead = links.filter(({ path, to }) => !paths.has(to) || !to.startsWith(givenWith(path)));
    expect(dead.map(({ path, href }) => `${path}: ${href}`)).toEqual([]);
  });

  test("has no answer key beside the exercises themselves, and nothing but sound beside a recording", () => {
    const keys = textsOf(forLearners).filter(
      ({ path, text }) => path.includes("-key") || text.includes("Answer key"),
    );
    expect(pathsOf(keys)).toEqual([]);
    const beside = pathsOf(textsOf(/^[^/]+\/audio\//)).filter((path) => path.split("/")[0] !== "publisher");
    expect(beside.length).toBeGreaterThan(3);
    expect(beside.filter((path) => !/\.(mp3|vtt)$/.test(path))).toEqual([]);
  });
});

test("the publisher's folder has every story id and what else was exported, and alone says who approved the lessons", () => {
  for (const name of ["manifest.json", "metadata.csv"]) {
    const [record] = textsOf(new RegExp(`^publisher/${name}$`));
    expect(ids.filter((id) => !record?.text.includes(id))).toEqual([]);
  }
  expect(textsOf(/^publisher\/exported\//).length).toBeGreaterThan(1);
  const telling = files.filter(({ text }) => text.includes(reviewer));
  expect(pathsOf(telling)).toEqual(["publisher/disclosure.html", "publisher/manifest.json"]);
  expect(pathsOf(files.filter(({ text }) => /credits/i.test(text)))).toEqual([]);
});

test("the teacher's folder has the keys of each volume on one page, and no story id", () => {
  const own = textsOf(/^teacher\//);
  for (const folder of ["es-2", "ar-3"])
    expect(own.find(({ path }) => path === `teacher/${folder}/keys.html`)?.text).toContain("Answer key");
  expect(pathsOf(own.filter(({ text }) => ids.some((id) => text.includes(id))))).toEqual([]);
});
