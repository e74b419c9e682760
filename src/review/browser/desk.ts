import { ReviewPage } from "./review-page.ts";
import {
  Refusal,
  readLesson,
  readQueue,
  sendComment,
  sendCorrection,
  sendDecision,
  sendRespeak,
  sendUndo,
  soundAddress,
} from "./server.ts";
import { describeRefusal } from "./words.ts";

const nameKey = "coursebinder-reviewer";

new ReviewPage({
  ...{ readQueue, readLesson, sendDecision, sendComment },
  soundOf: ({ job, seen }) => soundAddress(job, seen.sound),
  reviewer: () => localStorage.getItem(nameKey),
  rememberReviewer: (name) => localStorage.setItem(nameKey, name),
  recorded: "It is recorded.",
  explain: (error) =>
    error instanceof Refusal
      ? describeRefusal(error.document)
      : "The desk could not be reached. Is it still running? What you decided may not be recorded.",
  isOutdated: (error) =>
    error instanceof Refusal &&
    (error.document.code === "lesson_changed" || error.document.code === "decided_meanwhile"),
  takeBack: null,
  corrections: {
    ...{ sendCorrection, sendUndo, sendRespeak },
    undoOf: (error) => (error instanceof Refusal ? (error.document.undo ?? null) : null),
  },
  keys: {},
}).start();
