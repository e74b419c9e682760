import { expect, test } from "vitest";
import { isEnd } from "../../../src/ledger/format/job-status.ts";
import {
  accepted,
  type Case,
  expectCase,
  exported,
  finished,
  first,
  firstStory,
  intends,
  missing,
  noBook,
  observed,
  saved,
  story,
  textOnly,
} from "./one-job.ts";

const cases: readonly Case[] = [
  {
    name: "a story being written",
    history: [...story, observed(firstStory, "writing", 0)],
    stands: `active ${firstStory}`,
    committed: 21,
    spent: 0,
  },
  {
    name: "a story whose audiobook has not started",
    history: [...story, observed(firstStory, "ready", 13), saved(firstStory)],
    stands: `active ${firstStory}`,
    committed: 21,
    spent: 13,
  },
  {
    name: "a written story without an audiobook whose text is not saved",
    history: [intends(first, textOnly), accepted(first, firstStory), observed(firstStory, "ready", 13)],
    stands: `active ${firstStory}`,
    committed: 13,
    spent: 13,
  },
  {
    name: "a story whose audiobook is being made, as its status says",
    history: [...story, observed(firstStory, "making_audiobook", 13)],
    stands: `active ${firstStory}`,
    committed: 21,
    spent: 21,
  },
  {
    name: "a story whose audiobook is being made, as its book says",
    history: [...story, observed(firstStory, "ready", 13, "processing")],
    stands: `active ${firstStory}`,
    committed: 21,
    spent: 21,
  },
  {
    name: "a status that nobody has heard of",
    history: [...story, observed(firstStory, "polishing", 13), saved(firstStory)],
    stands: `active ${firstStory}`,
    committed: 21,
    spent: 13,
  },
  {
    name: "a finished story whose text is not saved",
    history: [...story, observed(firstStory, "done", 13, "ready")],
    stands: `active ${firstStory}`,
    committed: 21,
    spent: 21,
    held: 0,
  },
  {
    name: "a finished story whose book is not exported",
    history: finished,
    stands: `active ${firstStory}`,
    committed: 21,
    spent: 21,
    held: 0,
  },
  {
    name: "a finished story with its book",
    history: [...finished, exported(firstStory)],
    stands: `done ${firstStory}`,
    committed: 21,
    spent: 21,
    held: 0,
  },
  {
    name: "a finished story that cost less than its quote, which holds nothing back",
    history: [...story, observed(firstStory, "done", 10, "ready"), saved(firstStory), exported(firstStory)],
    stands: `done ${firstStory}`,
    committed: 21,
    spent: 18,
    held: 0,
  },
  {
    name: "a text without an audiobook, ready",
    history: [
      intends(first, textOnly),
      accepted(first, firstStory),
      observed(firstStory, "ready", 13),
      saved(firstStory),
    ],
    stands: `done ${firstStory}`,
    committed: 13,
    spent: 13,
    held: 0,
  },
  {
    name: "a book that can't be had",
    history: [...finished, noBook(firstStory)],
    stands: "failed book_unavailable",
    committed: 21,
    spent: 21,
    held: 0,
  },
  {
    name: "a book that the next run could have after all",
    history: [...finished, noBook(firstStory), exported(firstStory)],
    stands: `done ${firstStory}`,
    committed: 21,
    spent: 21,
    held: 0,
  },
  {
    name: "a story that failed before anything was charged",
    history: [...story, observed(firstStory, "failed", 0)],
    stands: "failed story_failed",
    committed: 0,
    spent: 0,
  },
  {
    name: "a story that failed and shows what its writing cost",
    history: [...story, observed(firstStory, "failed", 13)],
    stands: "failed story_failed",
    committed: 13,
    spent: 13,
  },
  {
    name: "a story that failed with a book begun",
    history: [...story, observed(firstStory, "failed", 13, "error")],
    stands: "failed story_failed",
    committed: 21,
    spent: 21,
  },
  {
    name: "a story that was canceled",
    history: [...story, observed(firstStory, "canceled", 13)],
    stands: "failed story_canceled",
    committed: 13,
    spent: 13,
  },
  {
    name: "a story that is gone before it was read",
    history: [...story, missing(firstStory)],
    stands: "failed story_missing",
    committed: 21,
    spent: 0,
  },
  {
    name: "a story that was seen and is gone",
    history: [...story, observed(firstStory, "ready", 13), missing(firstStory)],
    stands: "failed story_missing",
    committed: 21,
    spent: 13,
  },
  {
    name: "a story that was gone and is back",
    history: [...story, missing(firstStory), observed(firstStory, "writing", 0)],
    stands: `active ${firstStory}`,
    committed: 21,
    spent: 0,
  },
];

test.for(cases.map((each) => [each.name, each] as const))("%s: the job's status and cost", ([, each]) => {
  expectCase(each);
});

test("polling ends at done, failed and canceled, and at ready without an audiobook", () => {
  const ends = (wantsBook: boolean): string[] =>
    ["writing", "ready", "making_audiobook", "done", "failed", "canceled", "polishing"].filter((status) =>
      isEnd(status, wantsBook),
    );
  expect(ends(true)).toEqual(["done", "failed", "canceled"]);
  expect(ends(false)).toEqual(["ready", "done", "failed", "canceled"]);
  expect(isEnd(undefined, false)).toBe(false);
});
