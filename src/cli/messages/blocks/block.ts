/**
 * A page for people as data: what it says is decided once and written as HTML or Markdown by `blocks-html.ts` and `blocks-markdown.ts`. Every text may
 * come from outside: both writers escape all of them.
 */
export type Block =
  | { readonly kind: "heading"; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: Inline; readonly isFaint?: boolean }
  | { readonly kind: "list"; readonly items: readonly Inline[]; readonly isBad?: boolean }
  | Table
  /** Closed until somebody opens it. */
  | { readonly kind: "details"; readonly summary: string; readonly blocks: readonly Block[] };

export interface Table {
  readonly kind: "table";
  /** What it shows, for people who can't see that from its place. */
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Inline[])[];
  /** The columns with numbers. */
  readonly right?: readonly number[];
  /** The row that adds up the others. */
  readonly foot?: readonly Inline[];
}

/**
 * A piece of text: a plain one is the program's own; `content`: of a plan or the service, in any language, with what belongs `under` it; `code`: to
 * be typed.
 */
export type Inline =
  | string
  | number
  | null
  | { readonly content: string; readonly under?: string | null }
  | { readonly code: string };

/** A heading and what follows it; nothing if nothing follows. */
export function section(text: string, ...blocks: readonly (Block | null)[]): Block[] {
  const there = blocks.filter((block) => block !== null);
  return there.length === 0 ? [] : [{ kind: "heading", level: 2, text }, ...there];
}

/** A list; null without items. */
export function listOf(items: readonly Inline[], isBad = false): Block | null {
  return items.length === 0 ? null : { kind: "list", items, isBad };
}
