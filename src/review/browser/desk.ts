import { nameGiven, nameGivenElsewhere, rememberName } from "./name/remembered-name.ts";
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
  watchDesk,
} from "./server.ts";
import { describeRefusal } from "./words.ts";

new ReviewPage({
  // Each desk is an origin of its own, by its port.
  page: "desk",
  readQueue,
  readLesson,
  sendDecision,
  sendComment,
  soundOf: ({ job, seen }) => soundAddress(job, seen.sound),
  reviewer: nameGiven,
  suggestedReviewer: nameGivenElsewhere,
  rememberReviewer: rememberName,
  recordedAs: (name) => `From now on it is recorded as ${name}’s.`,
  recorded: "It is recorded.",
  explain: (error) =>
    error instanceof Refusal
      ? describeRefusal(error.document)
      : "The desk could not be reached. Is it still running? What you decided may not be recorded.",
  isOutdated: (error) =>
    error instanceof Refusal &&
    (error.document.code === "lesson_changed" || error.document.code === "decided_meanwhile"),
  isUnreachable: (error) => !(error instanceof Refusal),
  watch: watchDesk,
  takeBack: null,
  corrections: {
    sendCorrection,
    sendUndo,
    sendRespeak,
    undoOf: (error) => (error instanceof Refusal ? (error.document.undo ?? null) : null),
  },
  keys: {},
}).start();
