import type { Guard } from "./guard.ts";

/** The guards of the local service's money, its work and its limits, where several processes share a database. */
export const serviceGuards: readonly Guard[] = [
  {
    name: "work that two processes have found is taken by one of them",
    file: "story-service/jobs/jobs.ts",
    text: "WHERE id = ? AND fence = ? AND dead_reason IS NULL AND $",
    without: "WHERE id = ? AND (fence = ? OR TRUE) AND dead_reason IS NULL AND $",
    test: "story-service/postgres/work-once.test.ts",
    title: "is taken by one of them",
  },
  {
    name: "work is given up only by the process that has it",
    file: "story-service/jobs/jobs.ts",
    text: "    WHERE id = ? AND fence = ? AND dead_reason IS NULL`;",
    without: "    WHERE id = ? AND (fence = ? OR TRUE) AND dead_reason IS NULL`;",
    test: "story-service/postgres/work-once.test.ts",
    title: "can't give up what the other one is at",
  },
  {
    name: "work is ended only by the process that has it",
    file: "story-service/jobs/jobs.ts",
    text: '"DELETE FROM jobs WHERE id = ? AND fence = ?"',
    without: '"DELETE FROM jobs WHERE id = ? AND (fence = ? OR TRUE)"',
    test: "story-service/postgres/work-of-several.test.ts",
    title: "while the other is still at it",
  },
  {
    name: "a reservation is released once",
    file: "story-service/stories/transitions.ts",
    text: 'storyIn(transaction, job.storyId, "writing");\n    if (story === null) return true;\n    await transaction.run(\n      "UPDATE stories SET status = ?, error = ? WHERE id = ?",',
    without:
      'findStory(transaction, job.storyId);\n    if (story === null) return true;\n    await transaction.run(\n      "UPDATE stories SET status = ?, error = ? WHERE id = ?",',
    test: "story-service/postgres/work-once.test.ts",
    title: "releases nothing a second time",
  },
  {
    name: "an audiobook is refunded once",
    file: "story-service/stories/transitions.ts",
    text: 'storyIn(transaction, job.storyId, "making_audiobook");\n    if (story === null) return true;\n    await transaction.run("UPDATE books SET status = \'error\'',
    without:
      "findStory(transaction, job.storyId);\n    if (story === null) return true;\n    await transaction.run(\"UPDATE books SET status = 'error'",
    test: "story-service/postgres/work-once.test.ts",
    title: "refunds nothing a second time",
  },
  {
    name: "only the first read starts an audiobook",
    file: "story-service/stories/read-story.ts",
    text: "if (current === null || !awaitsAudiobook(current)) return null;",
    without: "if (current === null) return null;",
    test: "story-service/postgres/work-of-several.test.ts",
    title: "narrates what a first read started",
  },
  {
    name: "first reads of a story wait for each other",
    file: "story-service/stories/read-story.ts",
    text: "      await transaction.lock({ story: storyId });\n",
    without: "",
    test: "story-service/postgres/work-of-several.test.ts",
    title: "narrates what a first read started",
  },
  {
    name: "calls are counted in the row that is locked, and not in what was there before",
    file: "story-service/limits/shared-log.ts",
    text: "AS now OFFSET 0) AS moment OFFSET 0) AS log",
    without:
      "AS now OFFSET 0) AS moment, (SELECT v.instants FROM call_windows AS v WHERE v.name = EXCLUDED.name) AS w OFFSET 0) AS log",
    test: "story-service/postgres/shared-log.test.ts",
    title: "are counted one after the other if they come at once",
  },
  {
    name: "a call that another limit refused is not counted",
    file: "story-service/http/rest.ts",
    text: "if (refusalOf(error)?.status === 429) await caller.uncount();",
    without: "",
    test: "story-service/postgres/limits-of-several.test.ts",
    title: "do not count a call that another limit refused",
  },
];
