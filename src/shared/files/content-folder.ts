import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";

const ending = ".yaml";

/** A folder of YAML files that are part of the program, such as one a language: each is read and checked when it is first asked for. */
export class ContentFolder<Content> {
  readonly #folder: URL;
  readonly #read: (written: unknown) => Content;
  readonly #contents = new Map<string, Content>();
  #names: readonly string[] | null = null;

  /** `read` throws where a file is not as it must be. */
  constructor(folder: URL, read: (written: unknown) => Content) {
    this.#folder = folder;
    this.#read = read;
  }

  /** The files by name, without their ending: a new one is one more file. */
  names(): readonly string[] {
    this.#names ??= readdirSync(this.#folder)
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length))
      .sort();
    return this.#names;
  }

  /** What the file of one of these names holds. */
  get(name: string): Content {
    const known = this.#contents.get(name);
    if (known !== undefined) return known;
    const content = this.#read(parse(readFileSync(new URL(`${name}${ending}`, this.#folder), "utf8")));
    this.#contents.set(name, content);
    return content;
  }
}
