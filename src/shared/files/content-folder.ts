import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";

const ending = ".yaml";

/** A folder of YAML files that ship with the program, such as one per language. Each file is read and checked on first use. */
export class ContentFolder<Content> {
  readonly #folder: URL;
  readonly #read: (written: unknown) => Content;
  readonly #contents = new Map<string, Content>();
  #names: readonly string[] | null = null;

  /** `read` throws if a file is invalid. */
  constructor(folder: URL, read: (written: unknown) => Content) {
    this.#folder = folder;
    this.#read = read;
  }

  /** The file names without their extension. */
  names(): readonly string[] {
    this.#names ??= readdirSync(this.#folder)
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length))
      .sort();
    return this.#names;
  }

  /** The parsed content of the file with this name. */
  get(name: string): Content {
    const known = this.#contents.get(name);
    if (known !== undefined) return known;
    const content = this.#read(parse(readFileSync(new URL(`${name}${ending}`, this.#folder), "utf8")));
    this.#contents.set(name, content);
    return content;
  }
}
