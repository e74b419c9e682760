import { expect, test } from "vitest";
import { readHttpAnswer } from "../../../src/client/http-answer.ts";
import { http, otherId, storyId } from "../answers.ts";

const interim = "HTTP/1.1 100 Continue\r\n\r\n";
const ok = "HTTP/1.1 202 OK\r\n";
const empty = `${ok}content-length: 0\r\n\r\n`;
const plain = { status: 202, faults: [], extent: "whole", body: "" };
const odd = ["with an odd status line"];
const more = ["with more bytes after it"];
const another = ["with another answer after it"];
const head = (bytes: number): string => `${ok}x: ${"y".repeat(bytes - ok.length - 4)}\r\n\r\n`;
const chunks = (text: string): string => `${ok}transfer-encoding: chunked\r\n\r\n${text}`;
const located = (status: number, location: string): Buffer => http({ status, headers: { location } });

test.for<[what: string, bytes: string | Buffer, answer: object | null]>([
  ["ten interim answers", interim.repeat(10) + empty, { faults: ["after an interim answer"] }],
  ["eleven interim answers", interim.repeat(11) + empty, null],
  ["no reason", empty.replace(" OK", ""), plain],
  ["two spaces", empty.replace(" 202", "  202"), { status: 202, faults: odd }],
  ["a control in the reason", empty.replace("OK", "O\u0001K"), { faults: odd }],
  ["a version of two digits", empty.replace("1.1", "10.12"), { status: 202, faults: odd }],
  ["a version without a dot", empty.replace("1.1", "2"), { status: 202, faults: odd }],
  ["a status of two digits", empty.replace("202", "20"), null],
  ["a status of four digits", empty.replace("202", "2020"), null],
  ["something before it", ` ${empty}`, null],
  ["an empty line without a return", empty.replace(/\r\n$/, "\n"), { faults: ["with bare line feeds"] }],
  ["a return before a return", empty.replace("OK", "OK\r"), { faults: odd }],
  ["headers as long as allowed", head(16 * 1024), { faults: [] }],
  ["headers a byte longer", head(16 * 1024 + 1), { faults: ["with very long headers"] }],
  ["a plain coding", http({ headers: { "content-encoding": " Identity " } }), plain],
  [
    "a second coding",
    http({ headers: { "content-encoding": "identity, br" } }),
    { faults: [expect.any(String)] },
  ],
  ["a length that begins badly", empty.replace("0\r", "x0\r"), { faults: ["with an invalid header"] }],
  ["a length that ends badly", empty.replace("0\r", "0x\r"), { faults: ["with an invalid header"] }],
  [
    "a story's address in a refusal",
    located(400, `/${storyId}`),
    { faults: ["with the address of a story"] },
  ],
  ["a story's address in a redirect", located(399, `/${storyId}`), { faults: [] }],
  ...[204, 304].map((status): [string, string, object] => [
    `${status} with a body`,
    `${empty.replace("202", String(status)).replace("0\r", "1\r")}a`,
    { faults: more, extent: "whole", body: "" },
  ]),
  [
    "less than its length",
    http({ headers: { "content-length": 2 }, body: "a" }),
    { extent: "partial", body: "a" },
  ],
  ["another answer after an empty line", `${empty}\r\n${empty}`, { faults: another }],
  ["an id after it", `${empty}${otherId}`, { faults: another }],
  ["a word about HTTP after it", `${empty}no HTTP/1.1`, { faults: more }],
  ["chunks and a trailer", chunks("1;a=b\r\na\r\n0\r\nx: y\r\n\r\n"), { ...plain, body: "a" }],
  ["bytes after the chunks", chunks("0\r\n\r\n\u00e4"), { faults: more, extent: "whole" }],
  ["a trailer with a zero", chunks("0\r\nx: \0\r\n\r\n"), { extent: "broken" }],
  ["a chunk's size alone", chunks("5"), { extent: "partial", body: "" }],
  ["a chunk's end alone", chunks("1\r\na\r\n"), { extent: "partial", body: "a" }],
  ["a chunk cut within its end", chunks("1\r\na\r"), { extent: "partial", body: "a" }],
  ["a chunk without its end", chunks("1\r\nabc"), { extent: "broken", body: "a" }],
  ["a chunk whose size is none", chunks("g\r\na\r\n"), { extent: "broken", body: "" }],
])("An answer with %s is read as such", ([, bytes, expected]) => {
  const answer = readHttpAnswer(Buffer.from(bytes as string, "latin1"));
  const read = answer && { ...answer, faults: [...answer.faults], body: answer.body.toString("latin1") };
  if (expected === null) expect(read).toBeNull();
  else expect(read).toMatchObject(expected);
});

test("Headers are found by name in any case, in their order and without the spaces behind them", () => {
  const answer = readHttpAnswer(Buffer.from(`${ok}X-A:  one \r\nx-b:\r\nbad\r\nx-a: two\r\n\r\n`));
  expect(["x-a", "x-b", "bad"].map((name) => answer?.valuesOf(name))).toEqual([["one", "two"], [""], []]);
  expect([...(answer?.faults ?? [])]).toEqual(["with an invalid header"]);
});
