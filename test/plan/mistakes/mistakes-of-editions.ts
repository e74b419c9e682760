import { type Mistake, planText } from "../fixtures.ts";

const topics = "topics: [One, Two, Three, Four, Five]";

/** Plans with mistakes in `rotate`, `recall` and `skip`. */
export const mistakesOfEditions: readonly Mistake[] = [
  {
    says: "an edition that can't be counted",
    plan: planText({ topics }, "rotate: 2", "edition: spring"),
    lines: [
      'plan.yaml:7:1: error: "rotate" needs editions that can be counted, and "spring" has neither a date nor a number at its end; write edition: "{isoYear}-W{isoWeek}", or "1"',
    ],
  },
  {
    says: "a holiday that is no edition",
    plan: planText({ topics }, "rotate: 2", 'edition: "7"', "skip: [2026-W52]"),
    lines: ['plan.yaml:9:8: error: "2026-W52" is no edition of this plan; write one that looks like "7"'],
  },
  {
    says: "an edition before the first",
    plan: planText({ topics }, "rotate: { topics: 2, from: edition-9 }", "edition: edition-7"),
    lines: [
      'plan.yaml:7:28: error: the edition "edition-7" comes before "edition-9", with which the rotation begins; choose a later one, or change "from"',
    ],
  },
  {
    says: "words of earlier editions that are all the same",
    plan: planText({ topics }, "recall: [1]", 'edition: "7"'),
    lines: [
      'plan.yaml:7:1: error: "recall" brings words of earlier topics back, and without "rotate" every edition has the same topics; add "rotate", or remove it',
    ],
  },
  {
    says: "a rotation that never moves on",
    plan: planText({ topics }, "rotate: 2"),
    lines: [
      'plan.yaml:7:1: warning: the plan has no "edition", so every run is of edition 1, with the same topics; write edition: "{isoYear}-W{isoWeek}" for a new one each week',
    ],
  },
  {
    says: "a rotation that takes everything",
    plan: planText({ topics }, "rotate: 5", 'edition: "7"'),
    lines: [
      'plan.yaml:7:1: warning: "rotate" takes 5 of 5 topics, so every edition has all of them; add topics, or take fewer',
    ],
  },
  {
    says: "a rotation without topics",
    plan: planText({ topics }, "rotate: 0", 'edition: "7"'),
    lines: ['plan.yaml:7:9: error: "rotate" is 0; it must be from 1 to 1,000,000'],
  },
  {
    says: "an unknown key of a rotation",
    plan: planText({ topics }, "rotate: { topics: 2, form: x }", 'edition: "7"'),
    lines: ['plan.yaml:7:22: error: unknown key "form" in "rotate" (did you mean "from"?)'],
  },
  {
    says: "an edition that is based on itself",
    plan: planText({ topics }, 'edition: "2"', 'basedOn: "2"'),
    lines: [
      'plan.yaml:8:10: error: the edition "2" can\'t be based on itself; name the earlier edition whose stories it takes',
    ],
  },
  {
    says: "words of the edition itself, recalled",
    plan: planText({ topics }, "rotate: 2", "recall: [0]", 'edition: "7"'),
    lines: ['plan.yaml:8:10: error: "recall" is 0; it must be from 1 to 104'],
  },
  {
    says: "recalled words without room",
    plan: planText(
      { topics: "topics: [{ topic: One, words: [one] }, { topic: Two, words: [two] }]" },
      "words: { one: { es: [uno, once] }, two: { es: [dos] } }",
      "vocabulary: { perStory: 2 }",
      "rotate: 1",
      "recall: [1]",
      'edition: "2"',
    ),
    lines: [
      'plan.yaml:6:40: warning: 1 word of earlier editions finds no room in the stories in es at difficulty 2 ("once"); let them have more words, or recall fewer editions',
    ],
  },
];
