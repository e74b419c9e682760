import { expect, test } from "vitest";
import { readHttpAnswer } from "../../../src/client/http-answer.ts";
import { http, otherId } from "../answers.ts";

const interim = "HTTP/1.1 100 Continue\r\n\r\n";
const ok = "HTTP/1.1 202 OK\r\n";
const empty = `${ok}content-length: 0\r\n\r\n`;
const clear = { isAlone: true, isAmbiguous: false };
const plain = { status: 202, ...clear, isWhole: true, body: "" };
const odd = { isAmbiguous: true };
const more = { isAlone: false, isAmbiguous: false };
const head = (bytes: number): string => `${ok}x: ${"y".repeat(bytes - ok.length - 4)}\r\n\r\n`;
const chunks = (text: string): string => `${ok}transfer-encoding: chunked\r\n\r\n${text}`;

test.for<[what: string, bytes: string | Buffer, answer: object | null]>([
  ["interim answers", interim.repeat(10) + empty, more],
  ["no reason", empty.replace(" OK", ""), plain],
  ["two spaces", empty.replace(" 202", "  202"), null],
  ["a control in the reason", empty.replace("OK", "O\u0001K"), null],
  ["a version of two digits", empty.replace("1.1", "10.12"), null],
  ["a version without a dot", empty.replace("1.1", "2"), null],
  ["another protocol after it", `${empty.replace("202", "101")}${empty}`, null],
  ["a status of two digits", empty.replace("202", "20"), null],
  ["a status of four digits", empty.replace("202", "2020"), null],
  ["something before it", ` ${empty}`, null],
  ["an empty line without a return", empty.replace(/\r\n$/, "\n"), null],
  ["a return before a return", empty.replace("OK", "OK\r"), null],
  ["headers as long as allowed", head(16 * 1024 - 3), clear],
  ["headers a byte longer", head(16 * 1024 - 2), null],
  ["a plain coding", http({ headers: { "content-encoding": " Identity " } }), plain],
  ["a second coding", http({ headers: { "content-encoding": "identity, br" } }), odd],
  ["a length that begins badly", empty.replace("0\r", "x0\r"), odd],
  ["a length that ends badly", empty.replace("0\r", "0x\r"), odd],
  [
    "less than its length",
    http({ headers: { "content-length": 2 }, body: "a" }),
    { isWhole: false, body: "a" },
  ],
  ["another answer after an empty line", `${empty}\r\n${empty}`, odd],
  ["an id after it", `${empty}${otherId}`, odd],
  ["a word about HTTP after it", `${empty}no HTTP/1.1`, more],
  ["chunks", chunks("1;a=b\r\na\r\n0\r\n\r\n"), { ...plain, body: "a" }],
  ["a body without a length", `${ok}\r\nabc`, { isWhole: null, body: "abc" }],
  ["bytes after the chunks", chunks("0\r\n\r\n\u00e4"), { ...more, isWhole: true }],
  ["a trailer", chunks("1\r\na\r\n0\r\nx: y\r\n\r\n"), { isWhole: false, body: "a" }],
  ["a chunk's size alone", chunks("5"), { isWhole: false, body: "" }],
  ["a chunk's end alone", chunks("1\r\na\r\n"), { isWhole: false, body: "a" }],
  ["a chunk cut within its end", chunks("1\r\na\r"), { isWhole: false, body: "a" }],
  ["a chunk without its end", chunks("1\r\nabc"), { isWhole: false, body: "a" }],
  ["a chunk whose size is none", chunks("g\r\na\r\n"), { isWhole: false, body: "" }],
])("An answer with %s is read as such", ([, bytes, expected]) => {
  const answer = readHttpAnswer(Buffer.from(bytes as string, "latin1"));
  const read = answer && { ...answer, body: answer.body.toString("latin1") };
  if (expected === null) expect(read).toBeNull();
  else expect(read).toMatchObject(expected);
});

test("Headers are found by name in any case, in their order and without the spaces behind them", () => {
  const answer = readHttpAnswer(Buffer.from(`${ok}X-A:  one \r\nx-b:\r\nx-a: two\r\n\r\n`));
  expect(["x-a", "x-b", "x-c"].map((name) => answer?.valuesOf(name))).toEqual([["one", "two"], [""], []]);
});
