import { type Mistake, planText } from "../fixtures.ts";

/** What `quality` and `review` can't say. */
export const mistakesOfQuality: readonly Mistake[] = [
  {
    says: "a review by nobody",
    plan: planText({}, "review: { required: 0 }"),
    lines: ['plan.yaml:7:21: error: "required" is 0; it must be from 1 to 2'],
  },
  {
    says: "a number of reviewers beyond what anybody asks for, and a key of review that does not exist",
    plan: planText({}, "review: { required: 3, requird: 1 }"),
    lines: [
      'plan.yaml:7:21: error: "required" is 3; it must be from 1 to 2',
      'plan.yaml:7:24: error: unknown key "requird" in "review" (did you mean "required"?)',
    ],
  },
  {
    says: "a check that there is not",
    plan: planText({}, "quality: { langauge: hold }"),
    lines: ['plan.yaml:7:12: error: unknown key "langauge" in "quality" (did you mean "language"?)'],
  },
  {
    says: "a key that no check has",
    plan: planText({}, "quality:", "  echo: { least: 5% }"),
    lines: ['plan.yaml:8:11: error: unknown key "least" in "echo"; there are most, then'],
  },
  {
    says: "a limit for a check that counts nothing",
    plan: planText({}, "quality: { silent: { most: 3 } }"),
    lines: ['plan.yaml:7:22: error: unknown key "most" in "silent"; there are then'],
  },
  {
    says: "a severity that there is not",
    plan: planText({}, "quality: { language: stop, echo: { then: hld } }"),
    lines: [
      'plan.yaml:7:22: error: "stop" is not one of the values of "language"; there are ignore, warn, hold, fail',
      'plan.yaml:7:42: error: "hld" is not one of the values of "then" (did you mean "hold"?)',
    ],
  },
  {
    says: "a volume that should be held",
    plan: planText({}, "quality: { names: hold }"),
    lines: [
      'plan.yaml:7:19: error: "hold" is not one of the values of "names"; there are ignore, warn, fail',
    ],
  },
  {
    says: "limits in another unit than their checks count in",
    plan: planText(
      {},
      "quality:",
      "  offList: { most: 5 }",
      "  silence: { most: 4 }",
      "  missing: { most: 1.5 }",
      "  peak: { most: loud }",
    ),
    lines: [
      'plan.yaml:8:20: error: "most" of "offList" is "5"; write a share such as 5%',
      'plan.yaml:9:20: error: "most" of "silence" is "4"; write a time such as 4s',
      'plan.yaml:10:20: error: "most" of "missing" is "1.5"; write a whole number such as 2',
      'plan.yaml:11:17: error: "most" of "peak" is "loud"; write a number of decibels such as 3',
    ],
  },
  {
    says: "a level that there is not, and a list that is not there",
    plan: planText({}, "levels:", "  11: { es: [pan] }", "  2: { es: { file: gone.csv } }"),
    lines: [
      'plan.yaml:8:3: error: "11" can\'t be a level; levels are 1 to 10',
      'plan.yaml:9:20: error: can\'t read "gone.csv": there is no such file; check its name and folder',
    ],
  },
];
