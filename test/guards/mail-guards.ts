import type { Guard } from "./guard.ts";

/** The guards between a reviewer's answer and the ledger. */
export const mailGuards: readonly Guard[] = [
  {
    name: "an answer that was edited, or is about another course, records nothing",
    file: "review/mail/judge-answer.ts",
    text: "ofAll === null ? verdictOf(entry, compared) : refused(ofAll)",
    without: "verdictOf(entry, compared)",
    test: "review/mail/judge-answer.test.ts",
  },
  {
    name: "an answer about another course, edition or service is foreign",
    file: "review/mail/judge-answer.ts",
    text: "damage === null ? foreignness(answer, now) :",
    without: "damage === null ? null :",
    test: "review/mail/judge-answer.test.ts",
  },
  {
    name: "a mailed decision is not recorded twice",
    file: "review/mail/judge-answer.ts",
    text: "const before = known.get(entry.id);",
    without: "const before = undefined;",
    test: "review/mail/judge-answer.test.ts",
  },
  {
    name: "a mailed decision about a story that was replaced is not recorded",
    file: "review/mail/judge-answer.ts",
    text: "const review = reviews.get(shown.story);",
    without: "const review = [...reviews.values()].find(({ job }) => job.id === entry.job);",
    test: "review/mail/judge-answer.test.ts",
  },
  {
    name: "a mailed decision about a lesson that has changed, or is damaged on disk, is not recorded",
    file: "review/mail/judge-answer.ts",
    text: '  if (changed.size > 0) return refused({ why: "outdated", changed: [...changed] });\n',
    without: "",
    test: "review/mail/judge-answer.test.ts",
  },
  {
    name: "an answer whose checksum doesn't fit is damaged",
    file: "review/mail/read-answer.ts",
    text: '  if (checksumOf(rest) !== checksum) return { answer: clean, damage: "checksum" };\n',
    without: "",
    test: "review/mail/read-answer.test.ts",
  },
  {
    name: "an answer to a page whose description was changed is damaged",
    file: "review/mail/read-answer.ts",
    text: '  if (checksumOf(rest.exported) !== fingerprint) return { answer: clean, damage: "fingerprint" };\n',
    without: "",
    test: "review/mail/read-answer.test.ts",
  },
];
