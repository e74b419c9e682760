import { useEffect, useRef, useState } from "preact/hooks";
import { ask as get, Refusal } from "../../review/browser/server.ts";
import type { RefusalDocument } from "../documents.ts";
import { onChanges } from "./server.ts";

export interface Fetched<Answer> {
  /** Null: not there yet, or refused. */
  readonly answer: Answer | null;
  readonly refusal: RefusalDocument | null;
  /** Fetches it again after something that has made it wrong: until then, there is none. */
  again(): void;
  /** Shows an answer that came with something else. */
  set(answer: Answer): void;
}

/** An answer of the desk, fetched again once one of these courses has changed; null: any course. A null path: no answer. */
export function useFetched<Answer>(path: string | null, courses: readonly string[] | null): Fetched<Answer> {
  type State = Pick<Fetched<Answer>, "answer" | "refusal"> & { readonly path: string | null };
  const nothing = { path, answer: null, refusal: null };
  const [state, setState] = useState<State>(nothing);
  /** The numbers of the latest request, and of the one whose answer is shown: the answer to an earlier one is out of date. */
  const { current: numbers } = useRef({ latest: 0, shown: 0 });
  const ask = async (): Promise<void> => {
    if (path === null) return;
    numbers.latest += 1;
    const number = numbers.latest;
    const now = await get<Answer>(path).then(
      (answer) => ({ path, answer, refusal: null }),
      (error: unknown) => ({ path, answer: null, refusal: refusalOf(error) }),
    );
    // What was shown stays while the desk is gone: the page says that it is.
    if (number < numbers.shown || now.refusal?.code === "gone") return;
    numbers.shown = number;
    setState(now);
  };
  const show = (shown: State): void => {
    numbers.latest += 1;
    numbers.shown = numbers.latest;
    setState(shown);
  };
  useEffect(() => {
    void ask();
    return onChanges((changed) => {
      if (changed.some((id) => courses?.includes(id) ?? true)) void ask();
    });
  }, [path]);
  const { answer, refusal } = state.path === path ? state : nothing;
  return {
    answer,
    refusal,
    again: () => {
      show(nothing);
      void ask();
    },
    set: (given) => show({ path, answer: given, refusal: null }),
  };
}

export function refusalOf(error: unknown): RefusalDocument {
  if (error instanceof Refusal) return error.document as RefusalDocument;
  return { code: "broken", message: error instanceof Error ? error.message : String(error) };
}

/** Something that a person starts: one at a time, and what the desk refused is shown where it was started. */
export interface Action {
  readonly isBusy: boolean;
  readonly refusal: RefusalDocument | null;
  start(work: () => Promise<void>): void;
  clear(): void;
}

export function useAction(): Action {
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<RefusalDocument | null>(null);
  const start = (work: () => Promise<void>): void => {
    if (isBusy) return;
    setIsBusy(true);
    setRefusal(null);
    work()
      .catch((error: unknown) => setRefusal(refusalOf(error)))
      .finally(() => setIsBusy(false));
  };
  return { isBusy, refusal, start, clear: () => setRefusal(null) };
}
