import { expect, it } from "vitest";
import { killService } from "./kills.ts";

it("A service that is killed while readers are at work loses no accepted story, charges none twice, and its books balance, also those of its backups (4.2)", async () => {
  const { accepted, problems, reads, backups } = await killService({
    engine: "sqlite",
    durationMs: 12_000,
    readers: 12,
  });
  expect(problems).toEqual([]);
  expect(accepted).toBeGreaterThan(12);
  expect(reads).toBeGreaterThan(12);
  expect(backups).toBe(2);
});
