import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { type ReviewerDocument, soundElementId } from "../mail/reviewer-document.ts";
import {
  answerOf,
  type Draft,
  lessonWith,
  statusWith,
  withComment,
  withDecision,
  withoutLast,
} from "./by-mail/draft.ts";
import { KeptDraft } from "./by-mail/kept-draft.ts";
import { byId } from "./elements.ts";
import { ReviewPage } from "./review-page.ts";

const source = JSON.parse(byId("document").textContent ?? "") as ReviewerDocument;
const kept = new KeptDraft(source.fingerprint);

function change(draft: Draft): void {
  kept.set(draft);
  showDraft();
}

function showDraft(): void {
  byId("kept").textContent = kept.isKept
    ? ""
    : "This browser keeps nothing for this page: save the answer before you close or reload it.";
}

const page = new ReviewPage({
  page: source.fingerprint,
  readQueue: async () => {
    const { queue } = source;
    const { draft } = kept;
    const lessons = queue.lessons.map((lesson) => ({
      ...lesson,
      status: statusWith(lesson.job, lesson.status, draft),
    }));
    return { ...queue, lessons };
  },
  readLesson: async (job) => {
    const lesson = source.lessons.find((one) => one.job === job);
    if (lesson === undefined) throw new Error(`no lesson ${job}`);
    return lessonWith(lesson, kept.draft);
  },
  sendDecision: async (request) => change(withDecision(kept.draft, request, now())),
  sendComment: async (request) => change(withComment(kept.draft, request, now())),
  soundOf: ({ job }) => {
    const index = source.lessons.findIndex((one) => one.job === job);
    const sound = document.getElementById(soundElementId(index));
    return sound === null ? null : `data:${sound.dataset.type};base64,${sound.textContent}`;
  },
  reviewer: () => kept.draft.who,
  suggestedReviewer: () => null,
  rememberReviewer: (who) => change({ ...kept.draft, who, isSaved: false }),
  recordedAs: (who) => `All that you do here is recorded as ${who}’s.`,
  recorded: "Save the answer when you are done.",
  explain: () => "That didn’t work. Nothing was changed; reload the page.",
  isOutdated: () => false,
  isUnreachable: () => false,
  watch: null,
  takeBack,
  corrections: null,
  keys: { s: save },
});

function takeBack(): void {
  const draft = withoutLast(kept.draft, page.current ?? "");
  if (draft === null) {
    page.say("You have done nothing with this lesson that could be taken back.");
    return;
  }
  change(draft);
  page.reload();
  page.say(
    "Taken back. If you have sent an answer that has it, decide otherwise and send another one: leaving it out undoes nothing.",
  );
}

function save(): void {
  const answer = answerOf(source, kept.draft);
  if (answer === null) {
    page.say("There is nothing to save yet: approve, hold, reject or comment first.");
    return;
  }
  const sealed = { ...answer, checksum: checksumOf(canonicalJson(answer)) };
  const name = fileNameOf(answer.exported.course, answer.exported.edition, answer.who);
  const address = URL.createObjectURL(
    new Blob([`${JSON.stringify(sealed, null, 1)}\n`], { type: "application/json" }),
  );
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read it only after a while.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  change({ ...kept.draft, isSaved: true });
  const { decisions, comments } = answer;
  page.say(
    `Saved as ${name}, with ${count(decisions, "decision")} and ${count(comments, "comment")}. Send that file back.`,
  );
}

function fileNameOf(...parts: readonly string[]): string {
  const plain = parts.map((part) => part.normalize("NFKD").replace(/[^A-Za-z0-9]+/g, ""));
  return `${["review", ...plain.filter((part) => part !== "")].join("-").toLowerCase()}.json`;
}

function count({ length }: readonly unknown[], what: string): string {
  return `${length} ${what}${length === 1 ? "" : "s"}`;
}

function now(): string {
  return new Date().toISOString();
}

byId("save").addEventListener("click", save);
addEventListener("beforeunload", (event) => {
  const { entries, isSaved } = kept.draft;
  if (kept.isKept || entries.length === 0 || isSaved) return;
  event.preventDefault();
  // Older browsers ask only if this is set.
  event.returnValue = true;
});
showDraft();
page.start();

/** SHA-256 in hex. From a library, since a page from the disk may not have the browser's own. */
function checksumOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
