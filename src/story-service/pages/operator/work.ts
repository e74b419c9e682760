import { describeDismissed, describeRetried } from "../../operator/result-words.ts";
import { dismissWork, listWork, retryWork } from "../../operator/work.ts";
import type { Answer } from "../answers.ts";
import { type Desk, type OperatorVisit, refusalWords } from "./desk.ts";
import { pathIn, textIn } from "./query.ts";
import { askPage } from "./views/ask-page.ts";
import { deskPath } from "./views/desk-frame.ts";
import { type WorkNotes, workPage } from "./views/work-page.ts";

const shownMost = 200;

/** Work that is not done: what is stuck, what was given up, and after a click all else. */
export function serveWork(desk: Desk): void {
  desk.page("/work", (visit) => show(visit, {}));
  desk.form("/work/:id/retry", (visit) =>
    attempt(visit, async (id) => describeRetried(await retryWork(visit.operator, id))),
  );
  desk.page("/work/:id/dismiss", ({ request, token }) => {
    const back = `${deskPath}/work`;
    const id = numberOf(pathIn(request).id);
    return askPage(token, {
      title: `Dismiss the work ${id}?`,
      sentence:
        "It is taken off the list and can't be ordered again. Its credits were returned when it was given up.",
      button: "Dismiss",
      action: `${back}/${id}/dismiss`,
      back,
    });
  });
  desk.form("/work/:id/dismiss", (visit) =>
    attempt(visit, async (id) => {
      await dismissWork(visit.operator, id);
      return describeDismissed(id);
    }),
  );
}

/** The number of a job; 0, which is none's, for anything else. */
function numberOf(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

async function attempt(visit: OperatorVisit, act: (id: number) => Promise<string>): Promise<Answer> {
  try {
    return await show(visit, { done: await act(numberOf(pathIn(visit.request).id)) });
  } catch (error) {
    const refusal = refusalWords(error);
    if (refusal === null) throw error;
    return show(visit, { fault: refusal.sentence, status: refusal.status });
  }
}

async function show({ parts, operator, request, token }: OperatorVisit, notes: WorkNotes): Promise<Answer> {
  const all = await listWork(parts.store, operator.now());
  const showsAll = textIn(request, "show") === "all";
  const wanted = all.filter(({ state }) => showsAll || state === "dead" || state === "stuck");
  const work = wanted.slice(0, shownMost);
  return workPage(token, {
    work,
    more: wanted.length - work.length,
    others: all.length - wanted.length,
    showsAll,
    notes,
  });
}
