import { LineCounter } from "yaml";
import { cleanLine, cleanText, isBlank, shorten } from "../shared/text.ts";
import type { Place } from "./plan.ts";
import { type FactsOf, isError, type PlanProblem, type PlanProblemCode, type Unknown } from "./problem.ts";
import { suggest } from "./suggest.ts";

/** Offsets in the text, in UTF-16 units: of a map or list, and of its values by key or index. */
interface Offsets {
  readonly at: number;
  readonly keys: ReadonlyMap<string, { readonly key: number; readonly value: number }>;
  readonly items: number[];
}

/** The places of a plan's values and of their keys; the values themselves are plain data. */
export class Places {
  readonly lines = new LineCounter();
  readonly #file: string;
  readonly #offsets = new WeakMap<object, Offsets>();

  constructor(file: string) {
    this.#file = file;
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

interface TextLimits {
  /** The longest text after cleaning, in UTF-16 units. */
  readonly most: number;
  readonly key: string;
  readonly mayBeEmpty?: boolean;
  readonly isProse?: boolean;
}

const sampleCharacters = 40;

// How many names a problem lists if it has no suggestion.
const namesMost = 12;

// Enough for any plan written by a person; beyond them, suggestions would take longer than reading the plan.
const suggestionsMost = 100;
const comparedMost = 2_000;

/** A plan that is being read: the places of its values, and the problems found so far. */
export class Reading {
  readonly places: Places;
  readonly problems: PlanProblem[] = [];
  /** Unsaved files that are read instead of those on disk, by their paths below the plan's folder. */
  readonly unsaved: ReadonlyMap<string, Buffer>;
  #suggested = 0;

  constructor(file: string, unsaved: ReadonlyMap<string, Buffer> = new Map()) {
    this.places = new Places(file);
    this.unsaved = unsaved;
  }

  error<Code extends PlanProblemCode>(place: Place, code: Code, facts: FactsOf<Code>): void {
    this.problems.push({ severity: "error", place, code, ...facts } as unknown as PlanProblem);
  }

  warn<Code extends PlanProblemCode>(place: Place, code: Code, facts: FactsOf<Code>): void {
    this.problems.push({ severity: "warning", place, code, ...facts } as unknown as PlanProblem);
  }

  /** Whether there is an error among the problems, counted from the given number on. */
  hasErrors(from = 0): boolean {
    return this.problems.slice(from).some(isError);
  }

  unknown(name: string, all: Iterable<string>): Unknown {
    this.#suggested += 1;
    const known = [...all].slice(0, comparedMost);
    const suggestion = this.#suggested > suggestionsMost ? null : suggest(name, known);
    return { known: known.slice(0, namesMost), suggestion };
  }

  /** Cleans a text as it is read, and checks its limits; null if it exceeds one. Reports if more than white space was removed. */
  clean(written: string, place: Place, { most, key, mayBeEmpty, isProse }: TextLimits): string | null {
    const text = isBlank(written) ? "" : isProse ? cleanText(written).trim() : cleanLine(written);
    if (text !== written && fold(written) !== fold(text)) this.warn(place, "text_cleaned", { key });
    const isMissing = text === "" && !mayBeEmpty;
    if (isMissing) this.error(place, "text_empty", { key });
    if (text.length <= most) return isMissing ? null : text;
    const sample = shorten(text, sampleCharacters);
    this.error(place, "text_too_long", { key, length: text.length, most, sample });
    return null;
  }

  text<Map extends object, Key extends keyof Map & string>(
    map: Map | undefined,
    key: Key,
    most: number,
    isProse = false,
  ): string | null {
    const written = map?.[key];
    if (map === undefined || typeof written !== "string") return null;
    return this.clean(written, this.places.of(map, key), { key, most, isProse });
  }

  texts(list: readonly string[], textLimits: TextLimits): string[] {
    return list.flatMap((text, index) => this.clean(text, this.places.of(list, index), textLimits) ?? []);
  }
}

// The next-line character is white space in Unicode but not in regular expressions.
const whiteSpace = /[\s\u0085]+/gu;

function fold(text: string): string {
  return text.normalize("NFC").replace(whiteSpace, " ").trim();
}
