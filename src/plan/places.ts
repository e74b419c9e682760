import { LineCounter } from "yaml";
import type { Place } from "./plan.ts";

/** Offsets in the text, in UTF-16 units: of a map or list, and of its values by key or index. `isBare`: a key without a colon. */
interface Offsets {
  readonly at: number;
  readonly keys: ReadonlyMap<
    string,
    { readonly key: number; readonly value: number; readonly isBare: boolean }
  >;
  readonly items: number[];
}

/** The places of a plan's values and of their keys; the values themselves are plain data. */
export class Places {
  readonly lines = new LineCounter();
  readonly #file: string;
  readonly #offsets = new WeakMap<object, Offsets>();

  constructor(file: string) {
    this.#file = file;
    this.lines.addNewLine(0);
  }

  at(offset: number): Place {
    const { line, col } = this.lines.linePos(offset);
    return { file: this.#file, line: Math.max(1, line), column: Math.max(1, col) };
  }

  add(container: object, offsets: Offsets): void {
    this.#offsets.set(container, offsets);
  }

  /** The place of the value at a key or index, whether valid or not; that of the map or list itself if there is no such value. */
  of<Container extends object>(container: Container, key?: keyof Container): Place {
    const { at, keys, items } = this.#offsets.get(container) ?? nowhere;
    return this.at((typeof key === "number" ? items[key] : keys.get(String(key))?.value) ?? at);
  }

  ofKey<Map extends object>(map: Map, key: keyof Map & string): Place {
    const offsets = this.#offsets.get(map) ?? nowhere;
    return this.at(offsets.keys.get(key)?.key ?? offsets.at);
  }

  /** Whether the text has this key, whether its value is valid or not. */
  has<Map extends object>(map: Map, key: keyof Map & string): boolean {
    return this.#offsets.get(map)?.keys.has(key) === true;
  }

  isBare(map: object, key: string): boolean {
    return this.#offsets.get(map)?.keys.get(key)?.isBare === true;
  }

  /** The paths of all values and keys inside a value, by where they begin (`positionOf`); the innermost, if several begin there. */
  pathsIn(
    value: unknown,
    within: readonly (string | number)[] = [],
    found = new Map<string, (string | number)[]>(),
  ): ReadonlyMap<string, (string | number)[]> {
    if (typeof value !== "object" || value === null) return found;
    for (const [key, inner] of Object.entries(value)) {
      const step = Array.isArray(value) ? Number(key) : key;
      const path = [...within, step];
      found.set(positionOf(this.of(value, step as never)), path);
      if (typeof step === "string") found.set(positionOf(this.ofKey(value, step as never)), path);
      this.pathsIn(inner, path, found);
    }
    return found;
  }

  /** Removes a value from a map or a list. The other items keep their places, and `has` still finds the key. */
  remove(container: object, key: string | number): void {
    if (Array.isArray(container)) {
      container.splice(Number(key), 1);
      this.#offsets.get(container)?.items.splice(Number(key), 1);
    } else {
      delete (container as Record<string, unknown>)[key];
    }
  }
}

const nowhere: Offsets = { at: 0, keys: new Map(), items: [] };

/** A place in one file, as a key. */
export function positionOf({ line, column }: Pick<Place, "line" | "column">): string {
  return `${line}:${column}`;
}
