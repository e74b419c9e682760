import { describe, expect, test } from "vitest";
import { releaseSeconds } from "../../src/package/contents/release-moment.ts";

function secondsOf(edition: string, revision = 1): number {
  return releaseSeconds({ edition, release: { content: "0".repeat(64), revision } });
}

describe("an edition's name", () => {
  test("shows which of two is newer, whatever its scheme", () => {
    const rising = [
      ["draft", "1", "2", "10"],
      ["2026-W01", "2026-W09", "2026-W53", "2027-W01"],
      ["2026-01-31", "2026-02-01", "2027-01-01"],
      ["2026", "2027"],
      ["spring-2026-03", "autumn-2026-09"],
    ];
    for (const editions of rising) {
      const seconds = editions.map((edition) => secondsOf(edition));
      expect(seconds).toEqual([...new Set(seconds)].sort((a, b) => a - b));
    }
    expect(secondsOf("2026-W47")).toBe(Date.UTC(2026, 10, 16) / 1_000);
  });

  test("comes second to the number of its release: Anki skips a note that is not newer than the one it has", () => {
    expect(secondsOf("2026-W47", 2)).toBeGreaterThan(secondsOf("2026-W47", 1));
    expect(secondsOf("2026-W48", 1)).toBeGreaterThan(secondsOf("2026-W47", 1_000));
    expect(secondsOf("2", 1)).toBeGreaterThan(secondsOf("1", 1_000));
  });
});
