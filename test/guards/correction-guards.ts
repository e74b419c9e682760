import type { Guard } from "./guard.ts";

/** What keeps a correction from being lost, or from standing for what it is not. */
export const correctionGuards: readonly Guard[] = [
  {
    name: "a correction, or one that is taken back, voids the approvals before it",
    file: "ledger/format/review/review-status.ts",
    text: 'const parts = ["text", "sound", "times", "correction"] as',
    without: 'const parts = ["text", "sound", "times"] as',
    test: "ledger/format/review-status.test.ts",
  },
  {
    name: "a correction whose file has changed is not laid over its lesson",
    file: "run/course-folder.ts",
    text: 'sha256(bytes) === hash ? bytes : "changed"',
    without: "bytes",
    test: "run/corrected-story.test.ts",
  },
  {
    name: "a lesson whose correction is lost is not bound as it was before",
    file: "run/correct/read-corrected.ts",
    text: 'if (typeof overlay === "string") return unusable(overlay);',
    without:
      'if (typeof overlay === "string") return { kind: "read", ...original, original, corrections: noCorrections, laid: null };',
    test: "run/corrected-story.test.ts",
  },
  {
    name: "a file is written before the ledger names it",
    file: "run/course-folder.ts",
    text: "  await replaceFile(files, path, content);\n",
    without: "",
    test: "run/corrected-story.test.ts",
  },
  {
    name: "a file that was changed by hand is not restored as what a person corrected",
    file: "run/correct/corrections-on-disk.ts",
    text: "overlayFile(overlay.story, saved.sha256) !== file",
    without: "false",
    test: "run/corrected-story.test.ts",
  },
  {
    name: "another ledger chooses no place for the files that are copied along",
    file: "run/correct/corrections-on-disk.ts",
    text: "ownName.test(overlay.file) ? readRecorded(overlay, { folder, files }) : null",
    without: "readRecorded(overlay, { folder, files })",
    test: "run/corrected-story.test.ts",
  },
  {
    name: "a sentence spoken anew is bound only with the correction that it was spoken for",
    file: "ledger/format/review/corrections.ts",
    text: "one.correction === correction && one.book === facts.book?.sha256",
    without: "one.book === facts.book?.sha256",
    ...ofRespoken("one undo brings the book's own sound back"),
  },
  {
    name: "a recording spoken anew is not bound once its file has changed",
    file: "run/correct/record-correction.ts",
    text: "if (measured.sha256 !== sound.sha256)",
    without: "if (false)",
    ...ofRespoken("lost or changed on disk stops the binding"),
  },
  {
    name: "the book's sound is not bound where a recording spoken anew is lost",
    file: "run/correct/record-correction.ts",
    text: 'if (measured === null) throw unusable(sound.file, "missing");',
    without: "if (measured === null) return null;",
    ...ofRespoken("lost or changed on disk stops the binding"),
  },
  {
    name: "what was spoken for another correction than the one in force is not recorded",
    file: "run/correct/record-correction.ts",
    text: "if (overlayInForce(story)?.sha256 !== correction || story.book?.sha256 !== book) return false;",
    without: "",
    ...ofRespoken("is not recorded"),
  },
  {
    name: "an approval sees the recording that is bound, spoken anew or not",
    file: "run/reviews.ts",
    text: "if (respoken !== null)",
    without: "if (false)",
    ...ofRespoken("An approval before it is void"),
  },
  {
    name: "a file of a recording that was changed by hand restores nothing",
    file: "run/correct/corrections-on-disk.ts",
    text: "if (measured?.sha256 !== facts.sound.sha256)",
    without: "if (measured === null)",
    ...ofRespoken("enough to restore it"),
  },
];

function ofRespoken(title: string): Pick<Guard, "test" | "title"> {
  return { test: "run/correct/respoken.test.ts", title };
}
