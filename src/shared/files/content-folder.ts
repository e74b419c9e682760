import { readdirSync, readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { parse } from "yaml";

// The sources are written for people; the build makes JSON of them, which is parsed in a tenth of the time.
const parsers = {
  ".yaml": (text: string): unknown => parse(text),
  ".json": (text: string): unknown => JSON.parse(text),
};

/** A folder of data files that ship with the program, such as one per language. Each file is read and checked on first use. */
export class ContentFolder<Content> {
  readonly #folder: URL;
  readonly #read: (written: unknown) => Content;
  readonly #contents = new Map<string, Content>();
  #files: ReadonlyMap<string, keyof typeof parsers> | null = null;

  /** `read` throws if a file is invalid. */
  constructor(folder: URL, read: (written: unknown) => Content) {
    this.#folder = folder;
    this.#read = read;
  }

  /** The file names without their extension. */
  names(): readonly string[] {
    return [...this.#listed().keys()];
  }

  /** The parsed content of the file with this name. */
  get(name: string): Content {
    const known = this.#contents.get(name);
    if (known !== undefined) return known;
    const ending = this.#listed().get(name) ?? ".yaml";
    const written = parsers[ending](readFileSync(new URL(`${name}${ending}`, this.#folder), "utf8"));
    const content = this.#read(written);
    this.#contents.set(name, content);
    return content;
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
