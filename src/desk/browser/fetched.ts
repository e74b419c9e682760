import { useEffect, useRef, useState } from "preact/hooks";
import { ask, askAgain, Refusal } from "../../review/browser/server.ts";
import type { ChangesDocument, RefusalDocument } from "../documents.ts";

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
  const fetchAgain = async (): Promise<void> => {
    if (path === null) return;
    numbers.latest += 1;
    const number = numbers.latest;
    const now = await ask<Answer>(path).then(
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
    void fetchAgain();
    const listener = (changed: readonly string[]): void => {
      if (changed.some((id) => courses?.includes(id) ?? true)) void fetchAgain();
    };
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, [path]);
  const { answer, refusal } = state.path === path ? state : nothing;
  return {
    answer,
    refusal,
    again: () => {
      show(nothing);
      void fetchAgain();
    },
    set: (given) => show({ path, answer: given, refusal: null }),
  };
}

export function refusalOf(error: unknown): RefusalDocument {
  if (error instanceof Refusal) return error.document as RefusalDocument;
  return { code: "broken", message: error instanceof Error ? error.message : String(error) };
}

/** Something that a person starts: one at a time, and what the desk refused is shown where it was started. */
export function useAction() {
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
  return { isBusy, refusal, start };
}

/** Sends a file as it is. A browser doesn't read one that was changed since it was chosen. */
export async function upload<Answer>(path: string, file: Blob): Promise<Answer> {
  const body = await file.arrayBuffer().catch(() => {
    throw new Refusal({ code: "file_changed", message: null });
  });
  const headers = { "content-type": "application/octet-stream" };
  return ask<Answer>(path, { method: "POST", headers, body });
}

/** A path with its query; what is null is left out. */
export function pathOf(path: string, query: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== null);
  return `${path}?${new URLSearchParams(given)}`;
}

/** Called with the ids of the courses that have changed. */
const listeners = new Set<(changed: readonly string[]) => void>();

let seen: ChangesDocument | null = null;
let isGone = false;

/** Follows what changes, as long as the page is open. `onGone` hears whether the desk has stopped. Resolves once the first answer is there. */
export function followChanges(onGone: (isGone: boolean) => void): Promise<void> {
  return askAgain<ChangesDocument>("/api/changes", (now) => {
    if (now !== null && seen !== null) {
      const before = seen;
      const ids = Object.keys({ ...before, ...now });
      const changed = isGone ? ids : ids.filter((id) => now[id] !== before[id]);
      if (changed.length > 0) for (const listener of listeners) listener(changed);
    }
    seen = now ?? seen;
    isGone = now === null;
    onGone(isGone);
  });
}
