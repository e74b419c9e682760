import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readAnswer, readAnswerFile } from "../../../src/review/mail/judge-answer.ts";
import { canonicalJson } from "../../../src/shared/canonical-json.ts";
import { sha256 } from "../../../src/shared/hash.ts";
import { newFolder } from "../../fixtures.ts";
import { answerWith, mailed, sealed } from "./answers.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);
const answer = answerWith({ decisions: [mailed("held", { why: "Twice" })] });
const written = sealed(answer);

describe("an answer of a reviewer", () => {
  it("is read as the page has saved it, whatever a mail program does to its line ends", () => {
    expect(readAnswer(bytes(written))).toMatchObject({ isDamaged: false, answer: { who: "Ben Okafor" } });
    expect(readAnswer(bytes(written.replaceAll("\n", "\r\n")))).toMatchObject({ isDamaged: false });
    expect(readAnswer(bytes(`\ufeff${written}\n`))).toMatchObject({ isDamaged: false });
  });

  it.each([
    ["a kind", '"held"', '"approved"'],
    ["a hash", "aaaaaaaa", "aaaaaaab"],
    ["a name", "Ben Okafor", "Ana Ruiz"],
    ["a reason", "Twice", "Never"],
    ["a lesson", "first.es.2", "other.es.2"],
    ["a course", '"course": "course"', '"course": "another"'],
  ])("is found to be edited: %s", (_, from, to) => {
    const edited = written.replace(from, to);
    expect(edited).not.toBe(written);
    expect(readAnswer(bytes(edited))).toMatchObject({ isDamaged: true });
  });

  it("is read as an older page has saved it, with a hash of what it is about", () => {
    const older = sealed({ ...answer, fingerprint: sha256(canonicalJson(answer.exported)) });
    expect(readAnswer(bytes(older))).toMatchObject({ isDamaged: false });
  });

  it("never has a member that its checksum doesn't cover", () => {
    const { who } = answer;
    for (const name of ["who", "\\u0077ho"]) {
      const twice = written.replace(`"who": "${who}"`, `"who": "${who}", "${name}": "Eve"`);
      expect(readAnswer(bytes(twice))).toMatchObject({ isDamaged: true });
    }
    const proto = written.replace('"who"', '"__proto__": {"who": "Eve"}, "who"');
    expect(readAnswer(bytes(proto))?.isDamaged ?? true).toBe(true);
  });

  it("has clean texts from then on", () => {
    const [decision] = answer.decisions;
    const dirty = {
      ...answer,
      who: "\u001b[31mEve\u202e\u0007",
      decisions: [{ ...decision, why: "a\u0000\u001b]0;x\u0007\u2066b" }],
    };
    const read = readAnswer(bytes(sealed(dirty)));
    expect(read?.answer.who).toBe("[31mEve");
    expect(read?.answer.decisions[0]?.why).toBe("a]0;xb");
    expect(readAnswer(bytes(sealed({ ...answer, who: "\u0000\u202e " })))).toBeNull();
  });

  const [decision = mailed("held")] = answer.decisions;
  const comment = { id: decision.id, job: "first.es.2", text: "x" };

  it.each([
    ["nothing", ""],
    ["other JSON", "{}"],
    ["a list", "[1]"],
    ["half of it", written.slice(0, written.length / 2)],
    ["something after it", `${written}{}`],
    ["another version", sealed({ ...answer, version: 2 })],
    ["an unknown member", sealed({ ...answer, path: "../../x" })],
    ["what is nested a million deep", written.replace("1", "[".repeat(1_000_000))],
    [
      "an unknown member deep in it",
      written.replace('"times"', `"x": ${"[".repeat(9_999)}${"]".repeat(9_999)}, "times"`),
    ],
    ["a lesson decided twice", sealed({ ...answer, decisions: [decision, mailed("approved")] })],
    ["an id used twice", sealed({ ...answer, comments: [comment] })],
    ["a path for an id", sealed({ ...answer, decisions: [{ ...decision, id: "../../ledger" }] })],
    ["a long name", sealed({ ...answer, who: "x".repeat(81) })],
    ["a long reason", sealed({ ...answer, decisions: [{ ...decision, why: "x".repeat(4_001) }] })],
    ["a hash that is none", written.replace("aaaaaaaa", "../../..")],
    ["bytes that are no UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22]).toString("latin1")],
  ])("is not: %s", (_, text) => {
    expect(readAnswer(Buffer.from(text, text.includes("\u00ff") ? "latin1" : "utf8"))).toBeNull();
  });
});

describe("a file given as an answer", () => {
  const place = (name: string): string => join(newFolder(), name);

  it("is not read if it is a hundred megabytes", async () => {
    const path = place("large.json");
    writeFileSync(path, written);
    truncateSync(path, 100 * 1024 * 1024);
    const before = process.memoryUsage().arrayBuffers;
    expect(await readAnswerFile(path)).toBe("large");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
  });

  it("is a file, and no folder or device", async () => {
    const path = place("folder.json");
    mkdirSync(path);
    expect(await readAnswerFile(path)).toBe("no_file");
    expect(await readAnswerFile("/dev/zero")).toBe("no_file");
    await expect(readAnswerFile(`${path}.none`)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("is an answer", async () => {
    const path = place("answer.json");
    writeFileSync(path, written);
    expect(await readAnswerFile(path)).toMatchObject({ isDamaged: false });
    writeFileSync(path, "{}");
    expect(await readAnswerFile(path)).toBe("no_answer");
  });
});
