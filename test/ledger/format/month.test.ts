import { describe, expect, it } from "vitest";
import { monthOf, readMonth } from "../../../src/ledger/format/month.ts";

const at = (text: string): number => Date.parse(`${text}T12:00:00Z`);
const november = { own: at("2026-11-20"), service: null };

describe("the month that a purchase counts in", () => {
  const rows: readonly [
    title: string,
    clocks: Partial<typeof said>,
    newest: string | null,
    expected: object,
  ][] = [
    ["goes by this machine's clock where no other is known", {}, null, { month: "2026-11" }],
    [
      "goes by the service's time before this machine's",
      { service: at("2026-12-01") },
      null,
      { month: "2026-12" },
    ],
    [
      "is never earlier than what the ledger has recorded",
      { service: at("2026-10-31") },
      "2026-11",
      { month: "2026-11", byClocks: "2026-10" },
    ],
    ["goes on with the clocks", { service: at("2026-12-01") }, "2026-11", { month: "2026-12" }],
    ["does not believe a service in 1970", { service: 0 }, null, { month: "2026-11" }],
    [
      "does not believe a service in the year 9999",
      { service: at("9999-12-31") },
      "2026-11",
      { month: "2026-11" },
    ],
    [
      "keeps the ledger's month where this machine's clock lost its battery",
      { own: 0, service: at("2026-12-01") },
      "2026-11",
      { month: "2026-11", byClocks: "1970-01" },
    ],
    [
      "stays where a clock that was a year ahead has put it, until that month has come",
      { service: at("2026-12-01") },
      "2027-11",
      { month: "2027-11", byClocks: "2026-12" },
    ],
    ["has four digits for the year, whatever a clock says", { own: 8.64e15 }, null, { month: "9999-12" }],
  ];
  const said: { own: number; service: number | null } = november;
  for (const [title, clocks, newest, expected] of rows) {
    it(title, () => expect(readMonth({ ...said, ...clocks }, newest)).toMatchObject(expected));
  }

  it("is the month of its time for an older event", () => {
    expect(monthOf({ at: "2026-11-30T23:59:59.999Z" })).toBe("2026-11");
    expect(monthOf({ at: "2026-11-30T23:59:59.999Z", month: "2026-12" })).toBe("2026-12");
  });
});
