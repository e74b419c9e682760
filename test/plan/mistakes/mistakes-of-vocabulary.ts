import { type Mistake, planText } from "../fixtures.ts";

const naming = (...lists: readonly string[]) =>
  `topics: [${lists.map((list, index) => `{ id: t${index}, topic: T${index}, words: [${list}] }`).join(", ")}]`;
const wordsOf = (name: string, count: number) =>
  `  ${name}: { es: [${Array.from({ length: count }, (_, index) => `${name}${index}`).join(", ")}] }`;

/** Words that `vocabulary` can't spread as it was asked to. */
export const mistakesOfVocabulary: readonly Mistake[] = [
  {
    says: "keys and values of vocabulary that do not exist, without a word about the lists",
    plan: planText(
      { topics: naming("w") },
      "vocabulary: { perstory: 12, encounters: 0 }",
      "words:",
      wordsOf("w", 30),
    ),
    lines: [
      'plan.yaml:7:15: error: unknown key "perstory" in "vocabulary" (did you mean "perStory"?)',
      'plan.yaml:7:41: error: "encounters" is 0; it must be from 1 to 100',
    ],
  },
  {
    says: "more words in a story than the interface allows",
    plan: planText({}, "vocabulary: { perStory: 21, encounters: two }"),
    lines: [
      'plan.yaml:7:25: error: "perStory" is 21; it must be from 1 to 20',
      'plan.yaml:7:41: error: "encounters" must be a number, and here is text "two"',
    ],
  },
  {
    says: "more words than all stories take",
    plan: planText(
      { topics: naming("w", "w"), difficulties: "difficulties: [2, 4]" },
      "vocabulary: { perStory: 5, encounters: 2 }",
      "words:",
      wordsOf("w", 12),
    ),
    lines: [
      'plan.yaml:9:13: warning: 10 words of "es" at difficulties 2, 4 can\'t be met twice, "w0" first, which is met once: the 2 stories that could have it take 5 words each, 10 in all, and 12 words twice make 24; add topics with these lists, ask for fewer encounters or raise perStory (at most 20)',
      'plan.yaml:9:53: error: 2 words of "es" at difficulties 2, 4 can be in no story, "w10" first: the 2 stories that could have it take 5 words each, 10 in all, and the lists there hold 12; add topics with these lists, shorten the lists or raise perStory (at most 20)',
    ],
  },
  {
    says: "very many more words than all stories take, where only the sum is told",
    plan: planText({ topics: naming("w") }, "vocabulary: { perStory: 1 }", "words:", wordsOf("w", 11)),
    lines: [
      'plan.yaml:9:17: error: 10 words of "es" at difficulty 2 can be in no story, "w1" first: the one story that could have it takes 1 word, and the lists there hold 11; add topics with these lists, shorten the lists or raise perStory (at most 20)',
    ],
  },
  {
    says: "a list that is too long for the one story which names it, beside stories with room",
    plan: planText(
      { topics: naming("w", "v", "v") },
      "vocabulary: {}",
      "words:",
      "  w: { es: { file: w.txt } }",
      wordsOf("v", 2),
    ),
    files: { "w.txt": Array.from({ length: 21 }, (_, index) => `w${index}\n`).join("") },
    lines: [
      'w.txt:21:1: error: 1 word of "es" at difficulty 2 can be in no story, "w20" first: the one story that could have it takes 20 words, and the lists there hold 21; add topics with these lists or shorten the lists',
    ],
  },
  {
    says: "words that would be met more often if stories took more",
    plan: planText(
      { topics: naming("w", "w", "w") },
      "vocabulary: { perStory: 5, encounters: 3 }",
      "words:",
      wordsOf("w", 6),
    ),
    lines: [
      'plan.yaml:9:25: warning: 3 words of "es" at difficulty 2 can\'t be met 3 times, "w3" first, which is met twice: the 3 stories that could have it take 5 words each, 15 in all, and 6 words 3 times make 18; add topics with these lists, ask for fewer encounters or raise perStory (at most 20)',
    ],
  },
  {
    says: "words in the lists of too few stories to be met so often",
    plan: planText(
      { topics: naming("w", "w, v") },
      "vocabulary: { encounters: 2 }",
      "words:",
      wordsOf("w", 2),
      wordsOf("v", 2),
    ),
    lines: [
      'plan.yaml:10:13: warning: 2 words of "es" at difficulty 2 can\'t be met twice, "v0" first: only 1 story has a topic with a list that holds it; name the list in more topics, or ask for fewer encounters',
    ],
  },
];
