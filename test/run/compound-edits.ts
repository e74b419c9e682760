/** Two edits of a plan at once after its lessons were bought. */
export interface CompoundEdit {
  readonly edit: string;
  readonly before: readonly [id: string, text: string][];
  readonly after: readonly [id: string, text: string][];
  /** The story that each topic must have in the end, by the text that was requested. */
  readonly stories: readonly string[];
}

/** Edits that leave it unclear whose the bought lessons are. */
export const compoundEdits: readonly CompoundEdit[] = [
  {
    edit: "a topic in front, and one translated",
    before: [
      ["l1", "the market"],
      ["l2", "the train"],
    ],
    after: [
      ["l1", "Rain"],
      ["l2", "Le marché"],
      ["l3", "the train"],
    ],
    stories: ["Rain", "the market", "the train"],
  },
  {
    edit: "all numbered anew with a topic in front, and typos corrected",
    before: [
      ["l1", "the markt"],
      ["l2", "the trian"],
    ],
    after: [
      ["l1", "Rain"],
      ["l2", "the market"],
      ["l3", "the train"],
    ],
    stories: ["Rain", "the markt", "the trian"],
  },
  {
    edit: "an id for a new topic, and its own text corrected under a new id",
    before: [["a", "the markt is open"]],
    after: [
      ["a", "whales"],
      ["b", "the market is open"],
    ],
    stories: ["whales", "the markt is open"],
  },
  {
    edit: "two ids swapped, and typos corrected",
    before: [
      ["a", "the markt"],
      ["b", "the trian"],
    ],
    after: [
      ["a", "the train"],
      ["b", "the market"],
    ],
    stories: ["the trian", "the markt"],
  },
];

/** The lines of a key that a message prints, its comments too; where the texts tell nothing, the first is the one that is chosen. */
export function printed(text: string, key: string): string[] {
  const block = new RegExp(`^${key}:.*\\n((?: {2}.*\\n)+)`, "m").exec(text)?.[1] ?? "";
  const chosen = block.replace(/^ {2}# -/gm, "  -");
  return [`${key}:`, ...chosen.trimEnd().split("\n")];
}
