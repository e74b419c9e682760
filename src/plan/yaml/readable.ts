import type { Path } from "./path.ts";

/** A value of which any part may be missing because it could not be read. Lists keep their length, so that indexes still match places. */
export type Readable<T> = T extends readonly (infer Item)[]
  ? readonly (Readable<Item> | undefined)[]
  : T extends object
    ? { readonly [Key in keyof T]?: Readable<T[Key]> | undefined }
    : T;

interface Cut {
  whole: boolean;
  readonly within: Map<string | number, Cut>;
}

/** A copy without the values at some paths. Everything outside these paths is shared with the original. */
export function prune(data: unknown, paths: readonly Path[]): unknown {
  const root: Cut = { whole: false, within: new Map() };
  for (const path of paths) {
    let cut = root;
    for (const step of path) {
      const next = cut.within.get(step) ?? { whole: false, within: new Map() };
      cut.within.set(step, next);
      cut = next;
    }
    cut.whole = true;
  }
  return applyCut(data, root);
}

function applyCut(data: unknown, cut: Cut): unknown {
  if (cut.whole) return undefined;
  if (cut.within.size === 0 || data === null || typeof data !== "object") return data;
  if (Array.isArray(data)) {
    return data.map((item: unknown, index) => {
      const within = cut.within.get(index);
      return within === undefined ? item : applyCut(item, within);
    });
  }
  const copy: Record<string, unknown> = { ...data };
  for (const [step, within] of cut.within) {
    const value = applyCut(copy[step], within);
    if (value === undefined) delete copy[step];
    else copy[step] = value;
  }
  return copy;
}

/** The value at a path, or `undefined` if there is none. */
export function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const step of path) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}
