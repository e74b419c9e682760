import { expect, it } from "vitest";
import { readLog } from "../../../src/ledger/file/read-log.ts";
import { fold } from "../../../src/ledger/format/fold.ts";
import { emptyHead, writeLine } from "../../../src/ledger/format/line.ts";
import { attemptId, edition, intended, job, opened, storyId } from "./histories.ts";

it("an id that an older version stored in capitals is the same id", () => {
  const accepted = {
    type: "creation.accepted" as const,
    edition,
    job,
    attempt: attemptId,
    id: storyId.toUpperCase(),
    status: 202,
    warnings: [],
  };
  let head = emptyHead;
  let text = "";
  for (const body of [opened, intended(), accepted]) {
    const { line, event } = writeLine(head, "2026-11-20T09:00:00.000Z", body);
    head = { seq: event.seq, hash: event.hash };
    text += line;
  }
  const { events, damage } = readLog(Buffer.from(text));
  expect(damage).toBeNull();
  const [record] = fold(events).jobs.values();
  expect([...(record?.stories.keys() ?? [])]).toEqual([storyId]);
});
