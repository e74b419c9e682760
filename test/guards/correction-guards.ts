import type { Guard } from "./guard.ts";

/** What keeps a correction from being lost, or from standing for what it is not. */
export const correctionGuards: readonly Guard[] = [
  {
    name: "a correction, or one that is taken back, voids the approvals before it",
    file: "ledger/format/review-status.ts",
    text: 'const parts = ["text", "sound", "times", "correction"] as',
    without: 'const parts = ["text", "sound", "times"] as',
    test: "ledger/format/review-status.test.ts",
  },
  {
    name: "a correction whose file has changed is not laid over its lesson",
    file: "run/bind/read-recorded.ts",
    text: 'sha256(bytes) === hash ? bytes : "changed"',
    without: "bytes",
    test: "run/corrected-story.test.ts",
  },
  {
    name: "a lesson whose correction is lost is not bound as it was before",
    file: "run/correct/corrected-story.ts",
    text: 'if (typeof overlay === "string") return unusable(overlay);',
    without:
      'if (typeof overlay === "string") return { kind: "read", ...original, original, corrections: noCorrections, laid: null };',
    test: "run/corrected-story.test.ts",
  },
  {
    name: "a correction's file is written before the ledger names it",
    file: "run/correct/record-correction.ts",
    text: "    await replaceFile(files, join(folder, file), content);\n",
    without: "",
    test: "run/corrected-story.test.ts",
  },
  {
    name: "a file that was changed by hand is not restored as what a person corrected",
    file: "run/rebuild/restore-corrections.ts",
    text: "overlayFile(overlay.story, hash) !== file",
    without: "false",
    test: "run/corrected-story.test.ts",
  },
  {
    name: "another ledger chooses no place for the files that are copied along",
    file: "run/correct/take-overlays.ts",
    text: "ownName.test(overlay.file) ? readRecorded(overlay, { folder, files }) : null",
    without: "readRecorded(overlay, { folder, files })",
    test: "run/corrected-story.test.ts",
  },
];
