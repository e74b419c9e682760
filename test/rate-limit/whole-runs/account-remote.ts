import type { CallError, CallResult, Remote } from "../../../src/client/port.ts";
import type { ReadStory } from "../../../src/client/readable.ts";
import { writeAll } from "../../../src/shared/files/files.ts";
import { sha256 } from "../../../src/shared/hash.ts";
import { acceptance, answer as answerOf, refusalAnswer } from "../../simulation/creation-faults.ts";
import type { Answer, ScheduledReads, SimAccount } from "./sim-account.ts";
import type { VirtualClock } from "./virtual-clock.ts";

const book = Buffer.from("ID3 an audiobook");

/** The simulated account behind the port that the production run speaks through. */
export function accountRemote(account: SimAccount, clock: VirtualClock): Remote {
  return {
    service: "https://stories.example/api/v1",
    async quote() {
      const answer = await account.plainCall();
      return result(answer, () => ({
        credits: 25,
        writing: 13,
        audiobook: 12,
        balance: { credits: null, plan: "reader", unlimited: true },
      }));
    },
    async readStory(id) {
      return result(await account.read(id), (story) => shown(story, account));
    },
    async exportBook(_id, file) {
      const answer = await account.plainCall();
      if (answer.ok) await writeAll(file, book);
      return result(answer, () => ({
        bytes: book.length,
        sha256: sha256(book),
        contentType: "audio/mpeg",
      }));
    },
    listBooks: () => Promise.reject(new Error("a run lists no books")),
    balance: () => Promise.reject(new Error("a run asks no balance")),
    levels: () => Promise.reject(new Error("a run asks no levels")),
    async connect() {
      return {
        ok: true,
        connection: {
          async send({ request }) {
            const answer = await account.create();
            if (!answer.ok) {
              return refusalAnswer({ status: 429, code: "rate_limited", waitMs: answer.retryAfterMs });
            }
            return answerOf(202, acceptance({ id: answer.value.id, ...request }));
          },
          close: () => undefined,
        },
      };
    },
    narrationResult: () => "unknown",
    serviceTime: () => null,
    close: () => clock.sleep(0),
  };
}

function result<Value, Read>(answer: Answer<Value>, read: (value: Value) => Read): CallResult<Read> {
  if (answer.ok) return { ok: true, value: read(answer.value) };
  const { retryAfterMs } = answer;
  const refusal = { status: 429, code: "rate_limited", message: "too often", retryAfterMs } as const;
  const callError: CallError = { kind: "refused", refusal };
  return { ok: false, callError };
}

function shown(story: ScheduledReads, account: SimAccount): ReadStory {
  const status = account.statusOf(story);
  const isWritten = status !== "writing";
  return {
    id: story.id,
    status,
    topic: "a topic",
    lang: "es",
    difficulty: 2,
    createdAt: "2026-11-02T00:00:00.000Z",
    title: isWritten ? "A story" : null,
    text: isWritten ? "The text." : null,
    error: null,
    credits: isWritten ? 13 : 0,
    book:
      story.book === null ? null : { id: story.book.id, status: status === "done" ? "ready" : "processing" },
  };
}
