import { type Mistake, planText } from "../fixtures.ts";

/** Keys, kinds of values and choices. */
export const mistakesOfShape: readonly Mistake[] = [
  {
    says: "an unknown key, with the one that was meant",
    plan: planText({ languages: "langauges: [es]" }),
    lines: [
      'plan.yaml:1:1: error: the key "languages" is missing; add it',
      'plan.yaml:4:1: error: unknown key "langauges" (did you mean "languages"?)',
    ],
  },
  {
    says: "an unknown key within a topic, with the keys there are",
    plan: planText({ topics: "topics:\n  - topic: A walk\n    mood: sad" }),
    lines: [
      'plan.yaml:8:5: error: unknown key "mood" in "topics"; there are id, topic, words, languages, difficulties, length, genre, form, audiobook, visibility, image, prompts',
    ],
  },
  {
    says: "a merge key, which YAML had once",
    plan: planText({ topics: "topics:\n  - &a { id: one, topic: A walk }\n  - { <<: *a, id: two }" }),
    lines: [
      'plan.yaml:8:5: error: the key "topic" is missing in "topics"; add it',
      'plan.yaml:8:7: error: the merge key "<<" is not known here; write the keys out, or what all topics share under "defaults"',
    ],
  },
  {
    says: "numbers that are not finite",
    plan: planText({ budget: "budget: { credits: 1e400, month: .nan }" }),
    lines: [
      'plan.yaml:3:20: error: "credits" is Infinity; it must be from 0 to 1,000,000,000',
      'plan.yaml:3:34: error: "month" is NaN; it must be from 0 to 1,000,000,000',
    ],
  },
  {
    says: "a key that is there twice",
    plan: planText({}, "title: Runs"),
    lines: ['plan.yaml:7:1: error: the key "title" is here twice, first on line 2; keep one'],
  },
  {
    says: "a missing budget, without which nothing is ever spent",
    plan: planText({ budget: "" }),
    lines: ['plan.yaml:1:1: error: the key "budget" is missing; add it'],
  },
  {
    says: "a budget without credits",
    plan: planText({ budget: "budget: { month: 5 }" }),
    lines: ['plan.yaml:3:9: error: the key "credits" is missing in "budget"; add it'],
  },
  {
    says: "a budget that is below zero, and one that is not whole",
    plan: planText({ budget: "budget: { credits: -1, month: 2.5 }" }),
    lines: [
      'plan.yaml:3:20: error: "credits" is -1; it must be from 0 to 1,000,000,000',
      'plan.yaml:3:31: error: "month" must be a whole number, and here is a number 2.5',
    ],
  },
  {
    says: "a language that the service does not have",
    plan: planText({ languages: "languages: [es, es-418]" }),
    lines: [
      'plan.yaml:4:17: error: "es-418" is not a language code of the story service; coursebinder languages lists them (did you mean "es-419"?)',
    ],
  },
  {
    says: "a language by its English name",
    plan: planText({ languages: "languages: [Spanish]" }),
    lines: [
      'plan.yaml:4:13: error: "Spanish" is not a language code of the story service; coursebinder languages lists them (did you mean "es"?)',
    ],
  },
  {
    says: "a language that is there twice",
    plan: planText({ languages: "languages: [es, fr, es]" }),
    lines: ['plan.yaml:4:21: error: "es" is in "languages" twice, first at 4:13; remove one'],
  },
  {
    says: "a difficulty in quotes",
    plan: planText({ difficulties: 'difficulties: ["3"]' }),
    lines: [
      'plan.yaml:5:16: error: "difficulties" must be a number, and here is text "3"; write 3 without quotes',
    ],
  },
  {
    says: "a difficulty between two",
    plan: planText({ difficulties: "difficulties: [3.5]" }),
    lines: ['plan.yaml:5:16: error: "difficulties" must be a whole number, and here is a number 3.5'],
  },
  {
    says: "difficulties out of range",
    plan: planText({ difficulties: "difficulties: [0, 11]" }),
    lines: [
      'plan.yaml:5:16: error: "difficulties" is 0; it must be from 1 to 10',
      'plan.yaml:5:19: error: "difficulties" is 11; it must be from 1 to 10',
    ],
  },
  {
    says: "one difficulty that is not in a list",
    plan: planText({ difficulties: "difficulties: 2" }),
    lines: ['plan.yaml:5:15: error: "difficulties" must be a list, and here is a number 2; write [2]'],
  },
  {
    says: "no topics",
    plan: planText({ topics: "topics: []" }),
    lines: ['plan.yaml:6:9: error: "topics" is empty; give it at least one value or leave the key out'],
  },
  {
    says: "a topic that is a number",
    plan: planText({ topics: "topics: [1984]" }),
    lines: [
      'plan.yaml:6:10: error: "topics" must be text or a map, and here is a number 1984; put it in quotes',
    ],
  },
  {
    says: "a genre with a typing error",
    plan: planText({}, "defaults: { genre: mistery }"),
    lines: ['plan.yaml:7:20: error: "mistery" is not one of the values of "genre" (did you mean "mystery"?)'],
  },
  {
    says: "a form that does not exist, with those that do",
    plan: planText({}, "defaults: { form: poem }"),
    lines: [
      'plan.yaml:7:19: error: "poem" is not one of the values of "form"; there are interview, working_day, first_person',
    ],
  },
  {
    says: "yes where YAML wants true",
    plan: planText({}, "defaults: { audiobook: yes }"),
    lines: ['plan.yaml:7:24: error: "audiobook" must be true or false, and here is text "yes"'],
  },
];
