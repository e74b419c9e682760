import { parse } from "yaml";
import { type Draft, idOf } from "./draft.ts";

/** Whether an entry of `removed` names the lesson that a problem is about. */
export function isNamed(
  entry: NonNullable<Draft["removed"]>[number],
  { text, story }: { readonly text: string | null; readonly story: string | null },
): boolean {
  const named = (typeof entry === "string" ? {} : entry) as {
    readonly text?: string;
    readonly story?: string;
  };
  return text === null ? named.story?.toLowerCase() === story : named.text === text;
}

/** Removes moves that lead nowhere after another one was removed. */
export function dropLoose(draft: Draft): void {
  const topics = new Set(draft.topics.map(idOf));
  for (let before = -1; before !== draft.moved?.length; ) {
    before = draft.moved?.length ?? 0;
    const from = new Set(draft.moved?.map((one) => one.from));
    draft.moved = draft.moved?.filter(({ to }) => topics.has(to) || from.has(to)) ?? [];
  }
}

/** A block of YAML in the output: its key alone on a line and the indented lines below, including those of other suggestions. */
export function blockOf(text: string, key: string): unknown {
  const block = new RegExp(`^${key}:\\n((?: {2}.*\\n?)+)`, "m").exec(text);
  return block === null
    ? undefined
    : (parse(`${key}:\n${block[1]?.replace(/^ {2}# - /gm, "  - ")}`) as Record<string, unknown>)[key];
}
