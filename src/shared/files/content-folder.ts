import { readdirSync, readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { parse } from "yaml";
import { remembered } from "../remembered.ts";

// The sources are written for people; the build makes JSON of them, which is parsed in a tenth of the time.
const parsers = {
  ".yaml": (text: string): unknown => parse(text),
  ".json": (text: string): unknown => JSON.parse(text),
};

/** A folder of data files that ship with the program, such as one per language. Each file is read and checked on first use. */
export class ContentFolder<Content> {
  /** The content of the file with this name. */
  readonly get: (name: string) => Content;
  readonly #folder: URL;
  #files: ReadonlyMap<string, keyof typeof parsers> | null = null;

  /** `read` throws if a file is invalid. */
  constructor(folder: URL, read: (written: unknown) => Content) {
    this.#folder = folder;
    this.get = remembered((name) => {
      const ending = this.#listed().get(name) ?? ".yaml";
      return read(parsers[ending](readFileSync(new URL(`${name}${ending}`, folder), "utf8")));
    });
  }

  /** Like `get`; null if there is no such file. */
  find(name: string): Content | null {
    return this.#listed().has(name) ? this.get(name) : null;
  }

  /** The file names without their extension. */
  names(): readonly string[] {
    return [...this.#listed().keys()];
  }

  #listed(): ReadonlyMap<string, keyof typeof parsers> {
    this.#files ??= new Map(
      readdirSync(this.#folder)
        .sort()
        .flatMap((file) => {
          const ending = extname(file);
          return ending === ".yaml" || ending === ".json" ? [[basename(file, ending), ending] as const] : [];
        }),
    );
    return this.#files;
  }
}
