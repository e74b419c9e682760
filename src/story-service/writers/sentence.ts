/** A parsed line of a scene. The notation is described in `language-pack.ts`. */
export interface Line {
  readonly kind: "sentence" | "words";
  readonly optional: boolean;
  /** Makes no sense without the line before. */
  readonly leaning: boolean;
  readonly core: string;
  /** What a harder story puts before the core, the nearest to it first. */
  readonly leads: readonly string[];
  readonly tails: readonly string[];
  /** The final punctuation if there are tails; otherwise the core has its own. */
  readonly end: string;
}

/** The values for a sentence's slots. The values are content, never parsed as notation. */
export type Slots = Readonly<Record<string, string>>;

export interface Saying {
  readonly person: "third" | "first";
  /** How many tails, or leads, to include. */
  readonly tails: number;
  readonly slots: Slots;
  readonly choose: (choices: readonly string[]) => string;
  readonly typeset: (sentence: string) => string;
}

// All scenes come from the packs, which every story uses again.
const scenes = new Map<string, readonly Line[]>();

/** The lines of a scene of a pack, in order. */
export function readScene(scene: string): readonly Line[] {
  const known = scenes.get(scene);
  if (known !== undefined) return known;
  const lines = scene
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map(readLine);
  scenes.set(scene, lines);
  return lines;
}

/** Parses one line. */
export function readLine(line: string): Line {
  if (line === "@") {
    return { kind: "words", optional: false, leaning: false, core: "", leads: [], tails: [], end: "" };
  }
  const leaning = line.startsWith("^");
  const shared = { kind: "sentence", optional: leaning || line.startsWith("~"), leaning } as const;
  const written = line.replace(/^[~^]/u, "");
  if (written.includes(" +> ")) {
    const [core = "", ...leads] = partsOf(written, " +> ").reverse();
    return { ...shared, core, leads, tails: [], end: "" };
  }
  const [core = "", ...tails] = partsOf(written, " +");
  if (tails.length === 0) return { ...shared, core, leads: [], tails, end: "" };
  const last = tails.at(-1) ?? "";
  const end = last.slice(-1);
  return { ...shared, core, leads: [], tails: [...tails.slice(0, -1), last.slice(0, -1)], end };
}

function partsOf(line: string, mark: string): string[] {
  return line.split(mark).map((part) => part.trim());
}

/** The finished sentence. */
export function describeLine(line: Line, saying: Saying): string {
  const joined = line.tails
    .slice(0, saying.tails)
    .reduce(
      (sentence, tail) => sentence + (/^[,،:;，；]/u.test(tail) ? tail : ` ${tail}`),
      withLeads(line, saying.tails),
    );
  // A core may end with a comma that only a tail needs.
  const chosen = (line.end === "" ? joined : joined.replace(/,$/u, "") + line.end)
    .replace(/<([^<>|]*)\|([^<>|]*)>/gu, (_, third: string, first: string) =>
      saying.person === "third" ? third : first,
    )
    .replace(/\[([^[\]]*)\]/gu, (_, choices: string) => saying.choose(choices.split("/")));
  return saying.typeset(chosen).replace(/\{(\w+)\}/gu, (_, slot: string) => saying.slots[slot] ?? "");
}

function withLeads({ core, leads }: Line, count: number): string {
  return leads.slice(0, count).reduce((sentence, lead) => `${lead} ${sentence}`, core);
}

/** Number of words in a text, separated by spaces; punctuation alone is not a word. */
export function wordsIn(text: string, charactersAWord?: number): number {
  if (charactersAWord !== undefined)
    return Math.round((text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) / charactersAWord);
  return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
