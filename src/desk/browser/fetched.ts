import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Message, RefusalDocument } from "../documents.ts";
import { get, onNews, Refusal } from "./server.ts";

export interface Fetched<Answer> {
  /** Null: not there yet, or refused. */
  readonly answer: Answer | null;
  readonly refusal: RefusalDocument | null;
  again(): void;
  /** Shows an answer that came with something else. */
  set(answer: Answer): void;
}

/** An answer of the desk, fetched again after each message that may have changed it. */
export function useFetched<Answer>(
  path: string,
  isChangedBy: (message: Message) => boolean,
): Fetched<Answer> {
  const [state, setState] = useState<Pick<Fetched<Answer>, "answer" | "refusal"> & { path: string }>({
    path,
    answer: null,
    refusal: null,
  });
  const work = useRef({ path, isBusy: false, isStale: false });
  const again = useCallback(() => {
    const { current } = work;
    if (current.isBusy) {
      current.isStale = true;
      return;
    }
    current.isBusy = true;
    current.isStale = false;
    const asked = current.path;
    const settle = (answer: Answer | null, refusal: RefusalDocument | null): void => {
      current.isBusy = false;
      if (current.path === asked) setState({ path: asked, answer, refusal });
      else current.isStale = true;
      if (current.isStale) again();
    };
    get<Answer>(asked).then(
      (answer) => settle(answer, null),
      (error: unknown) => {
        // What was shown stays while the desk is gone: the page says that it is.
        if (error instanceof Refusal && error.document.code === "gone") current.isBusy = false;
        else settle(null, refusalOf(error));
      },
    );
  }, []);
  const changed = useRef(isChangedBy);
  changed.current = isChangedBy;
  useEffect(() => {
    work.current.path = path;
    again();
    return onNews((news) => {
      if (news === null || changed.current(news)) again();
    });
  }, [path]);
  const isOther = state.path !== path;
  return {
    answer: isOther ? null : state.answer,
    refusal: isOther ? null : state.refusal,
    again,
    set: (answer) => setState({ path, answer, refusal: null }),
  };
}

export function refusalOf(error: unknown): RefusalDocument {
  if (error instanceof Refusal) return error.document;
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
