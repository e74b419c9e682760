import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "../../shared/canonical-json.ts";
import type { ReviewerDocument } from "../mail/answer-document.ts";
import { answerOf, type DraftEntry, lessonWith, statusWith, withEntry, withoutLast } from "./draft.ts";
import { Kept } from "./kept.ts";
import { startPage } from "./page-view.tsx";
import { listText, say } from "./texts.ts";

const data = document.querySelector("#document")?.textContent ?? "";
const { exported, queue, lessons } = JSON.parse(data) as ReviewerDocument;
const kept = new Kept(JSON.stringify([exported.course, exported.edition, exported.at]));
const { draft } = kept;
// Where nothing can be kept, people are told so from the beginning.
kept.draft = draft;

startPage(
  {
    readQueue: async () => ({
      ...queue,
      lessons: queue.lessons.map((lesson) => ({
        ...lesson,
        status: statusWith(lesson.job, lesson.status, kept),
      })),
    }),
    readLesson: async (job) => {
      const lesson = lessons.find((one) => one.job === job);
      if (lesson === undefined) throw new Error(`no lesson ${job}`);
      return lessonWith(lesson, kept);
    },
    soundOf: ({ job }) => {
      const sound = document.getElementById(`sound-${lessons.findIndex((one) => one.job === job)}`);
      return sound === null ? null : `data:${sound.dataset.type};base64,${sound.textContent}`;
    },
    send: async (_, request) => {
      kept.draft = withEntry(kept.draft, request as DraftEntry["request"], new Date().toISOString());
      return [];
    },
    watch: null,
    course: null,
    mail: {
      takeBack: (job) => {
        const draft = withoutLast(kept.draft, job);
        if (draft !== null) kept.draft = draft;
        return draft !== null;
      },
      isUnsaved: () => !kept.isWhole && kept.draft.entries.length > 0 && !kept.draft.isSaved,
      save,
    },
  },
  kept,
);

function save(): string {
  const answer = answerOf(exported, kept);
  if (answer === null) return say("saved.nothing");
  // From a library, since a page from the disk may not have the browser's own.
  const checksum = bytesToHex(sha256(utf8ToBytes(canonicalJson(answer))));
  const name = fileNameOf(exported.course, exported.edition, answer.who);
  const text = `${JSON.stringify({ ...answer, checksum }, null, 1)}\n`;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  // Some browsers read it only after a while.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  kept.draft = { ...kept.draft, isSaved: true };
  const { decisions, comments, corrections = [] } = answer;
  const contents = listText([
    say("saved.decisions", { count: decisions.length }),
    say("saved.comments", { count: comments.length }),
    say("saved.corrections", { count: corrections.length }),
  ]);
  return say("saved.done", { name, contents });
}

function fileNameOf(...parts: readonly string[]): string {
  const plain = parts.map((part) => part.normalize("NFKD").replace(/[^A-Za-z0-9]+/g, ""));
  return `${["review", ...plain.filter((part) => part !== "")].join("-").toLowerCase()}.json`;
}
