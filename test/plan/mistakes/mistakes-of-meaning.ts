import { type Mistake, planText } from "../fixtures.ts";

/** Names, editions, rules, covers, and YAML itself. */
export const mistakesOfMeaning: readonly Mistake[] = [
  {
    says: "a course id that no folder should have",
    plan: planText({ course: "course: ../walks" }),
    lines: [
      'plan.yaml:1:9: error: "../walks" can\'t be a course id; use a-z, 0-9 and -, at most 64, not beginning with -',
    ],
  },
  {
    says: "a course id that is the folder of rehearsals",
    plan: planText({ course: "course: local" }),
    lines: [
      "plan.yaml:1:9: error: \"local\" can't be a course id: rehearsals (--local) keep their files in the folder of that name, and the course's own would be among them; choose another id",
    ],
  },
  {
    says: "a course id that no folder can have on Windows",
    plan: planText({ course: "course: con" }),
    lines: [
      'plan.yaml:1:9: error: "con" can\'t be a course id: it is a device on Windows, where its folder could not be made or checked out; choose another id',
    ],
  },
  {
    says: "the same in capitals, which are one folder where the file system folds case",
    plan: planText({ course: "course: LOCAL" }),
    lines: [
      'plan.yaml:1:9: error: "LOCAL" can\'t be a course id; use a-z, 0-9 and -, at most 64, not beginning with -',
    ],
  },
  {
    says: "a topic id with capitals",
    plan: planText({ topics: "topics: [{ id: Walk, topic: A walk }]" }),
    lines: [
      'plan.yaml:6:16: error: "Walk" can\'t be a topic id; use a-z, 0-9 and -, at most 64, not beginning with -',
    ],
  },
  {
    says: "two texts that give one id, with an id that is free",
    plan: planText({ topics: "topics:\n  - A walk\n  - A walk!" }),
    lines: [
      'plan.yaml:8:5: error: two topics have the id "a-walk" (made from the text), the first on line 7; give this one an id of its own, such as id: a-walk-2',
    ],
  },
  {
    says: "a topic without a text in one of its languages",
    plan: planText({ languages: "languages: [es, fr]", topics: "topics:\n  - topic: { es: Un paseo }" }),
    lines: [
      'plan.yaml:7:12: error: the topic "un-paseo" has no text in "fr", only in "es"; add one, or one text for all languages',
    ],
  },
  {
    says: "a placeholder with a typing error",
    plan: planText({}, 'edition: "{isoyear}"'),
    lines: [
      'plan.yaml:7:10: error: unknown placeholder "{isoyear}" in the edition; there are {date} {year} {month} {day} {isoYear} {isoWeek} (did you mean "{isoYear}"?)',
    ],
  },
  {
    says: "an edition that no file can be called",
    plan: planText({}, 'edition: ".."'),
    lines: [
      'plan.yaml:7:10: error: the edition ".." is made of dots only, which no file can be called; use 1 to 64 of A-Z a-z 0-9 . _ -',
    ],
  },
  {
    says: "an edition with a slash",
    plan: planText({}, "edition: 2026/1"),
    lines: [
      'plan.yaml:7:10: error: the edition "2026/1" has a character that a file name should not have; use 1 to 64 of A-Z a-z 0-9 . _ -',
    ],
  },
  {
    says: "an edition that is a number",
    plan: planText({}, "edition: 2026"),
    lines: ['plan.yaml:7:10: error: "edition" must be text, and here is a number 2026; put it in quotes'],
  },
  {
    says: "exclude rules that match nothing",
    plan: planText({}, "exclude:", "  - { topic: a-wolk }", "  - { lang: fr }"),
    lines: [
      'plan.yaml:8:5: error: this exclude rule matches no job, so what it should leave out would be bought as it is; correct or remove it (did you mean "a-walk"?)',
      "plan.yaml:9:5: error: this exclude rule matches no job, so what it should leave out would be bought as it is; correct or remove it",
    ],
  },
  {
    says: "a rule without keys",
    plan: planText({}, "exclude: [{}]"),
    lines: [
      "plan.yaml:7:11: error: this exclude rule has no keys, so it would match every job; name a topic, lang or difficulty",
    ],
  },
  {
    says: "an include rule for a topic that does not exist",
    plan: planText({}, "include: [{ topic: a-run, lang: es, difficulty: 2 }]"),
    lines: ['plan.yaml:7:20: error: no topic has the id "a-run"; there are a-walk'],
  },
  {
    says: "an include rule that changes nothing",
    plan: planText({}, "include: [{ topic: a-walk, lang: es, difficulty: 2 }]"),
    lines: [
      "plan.yaml:7:11: warning: this include rule names jobs that are there already and gives no new settings; add one or remove the rule",
    ],
  },
  {
    says: "a job that is added twice",
    plan: planText(
      {},
      "include:",
      "  - { topic: a-walk, lang: es, difficulty: 3 }",
      "  - { topic: a-walk, lang: es, difficulty: 3, length: long }",
    ),
    lines: ['plan.yaml:9:5: error: the job "a-walk.es.3" is added twice, first on line 8; keep one rule'],
  },
  {
    says: "a plan that excludes everything",
    plan: planText({}, "exclude: [{ lang: es }]"),
    lines: ["plan.yaml:6:1: error: no job is left to make; exclude takes all of them away"],
  },
  {
    says: "a topic, and jobs, that the plan has and let go",
    plan: planText(
      { topics: "topics: [A walk, A swim]", languages: "languages: [es, fr]" },
      "exclude: [{ topic: a-swim, lang: fr }]",
      "removed:",
      "  - a-walk",
      "  - { topic: a-swim, lang: fr }",
      "  - { topic: a-swim }",
      "  - { lang: es, length: short }",
      "  - { lang: es, length: long }",
      "  - a-dive",
      "  - {}",
      "  - { story: 1234 }",
      '  - { story: "1234567x" }',
      "  - { story: 1a2b3c4d, topic: a-walk }",
    ),
    lines: [
      'plan.yaml:9:5: error: the topic "a-walk" is in the plan, on line 6, and "removed" says that it left; take it out of one of the two',
      'plan.yaml:11:5: error: this "removed" rule matches "a-swim.es.2", which the plan makes (line 6); make it narrower, or remove it',
      'plan.yaml:12:5: error: this "removed" rule matches "a-walk.es.2", which the plan makes (line 6); make it narrower, or remove it',
      "plan.yaml:15:5: error: this removed rule has no keys, so it would match every job; name a topic, lang or difficulty",
      'plan.yaml:16:14: error: "story" must be text, and here is a number 1234; put it in quotes',
      "plan.yaml:17:5: error: \"1234567x\" can't be the beginning of a story's id: give its first 8 characters, or more",
    ],
  },
  {
    says: "two jobs that would buy the same story twice",
    plan: planText({
      topics: "topics: [A walk, { id: other, topic: A walk }, { id: long, topic: A walk, length: long }]",
    }),
    lines: [
      'plan.yaml:6:18: error: "other.es.2" asks for exactly what "a-walk.es.2" asks for, on line 6: the same story would be bought twice; change one, or leave it out with exclude',
    ],
  },
  {
    says: "a move to a topic that is not there",
    plan: planText({}, "moved: [{ from: a-swim, to: a-wakl }]"),
    lines: ['plan.yaml:7:29: error: no topic has the id "a-wakl" (did you mean "a-walk"?)'],
  },
  {
    says: "lessons of a text that go to no topic, and a move that says both what it is about",
    plan: planText(
      {},
      "moved:",
      "  - { text: A stroll, to: a-wakl }",
      "  - { text: A stroll, from: stroll, to: a-walk }",
      "  - { text: A swim, to: a-walk }",
    ),
    lines: [
      'plan.yaml:8:27: error: no topic has the id "a-wakl" (did you mean "a-walk"?)',
      'plan.yaml:9:5: error: this "moved" entry gives both "from" and "text"; one of them says which lessons it is about: remove the other',
    ],
  },
  {
    says: "topics that are moved twice, and a move without its end",
    plan: planText(
      { topics: "topics: [A walk, A swim]" },
      "moved:",
      "  - { from: one, to: a-walk }",
      "  - { from: one, to: a-swim }",
      "  - { from: two, to: a-walk }",
      "  - { from: three }",
      "  - { form: four, to: A walk }",
    ),
    lines: [
      'plan.yaml:9:13: error: "one" is the "from" of two moves, first on line 8; its stories can go to one topic only: keep one',
      'plan.yaml:10:22: error: "a-walk" is the "to" of two moves, first on line 8; a topic can take the stories of one other only: keep one',
      'plan.yaml:11:5: error: the key "to" is missing in "moved"; add it',
      'plan.yaml:12:5: error: the key "from" is missing in "moved"; add it',
      'plan.yaml:12:7: error: unknown key "form" in "moved" (did you mean "from"?)',
      'plan.yaml:12:23: error: "A walk" can\'t be a topic id; use a-z, 0-9 and -, at most 64, not beginning with -',
    ],
  },
  {
    says: "moves that lead in a circle",
    plan: planText({}, "moved: [{ from: b, to: c }, { from: c, to: b }, { from: a-walk, to: a-walk }]"),
    lines: [
      'plan.yaml:7:24: error: the moves lead from "c" back to it; remove the one that is wrong',
      'plan.yaml:7:44: error: the moves lead from "b" back to it; remove the one that is wrong',
      'plan.yaml:7:69: error: the moves lead from "a-walk" back to it; remove the one that is wrong',
    ],
  },
  {
    says: "a cover of another kind",
    plan: planText({}, "cover: cover.svg"),
    files: { "cover.svg": "<svg/>" },
    lines: ['plan.yaml:7:8: error: "cover.svg" can\'t be a cover; use a .png or .jpg file'],
  },
  {
    says: "a cover that only has the name of an image",
    plan: planText({}, "cover: cover.png"),
    files: { "cover.png": "<svg/>" },
    lines: [
      'plan.yaml:7:8: error: "cover.png" does not hold the kind of image that its name says; export it again as PNG or JPEG',
    ],
  },
  {
    says: "a cover that is not there",
    plan: planText({}, "cover: cover.jpg"),
    lines: [
      'plan.yaml:7:8: error: can\'t read "cover.jpg": there is no such file; check its name and folder',
    ],
  },
  {
    says: "a format that does not exist",
    plan: planText({}, "package: { formats: [web, docx] }"),
    lines: [
      'plan.yaml:7:27: error: "docx" is not one of the values of "formats"; there are web, epub, print, pdf, words, anki, cartridge, cartridge12, scorm, moodle, teacher, h5p',
    ],
  },
  {
    says: "a tag",
    plan: planText({ title: "title: !!binary aGk=" }),
    lines: [
      'plan.yaml:2:8: error: the tag "!!binary" is not allowed; write the value plainly, in quotes if it is text',
    ],
  },
  {
    says: "an alias without an anchor",
    plan: planText({ title: "title: *walks" }),
    lines: [
      'plan.yaml:2:8: error: no anchor "&walks" comes before this alias; define it first, or quote a text that begins with *',
    ],
  },
  {
    says: "keys that mean something to JavaScript",
    plan: planText({}, "__proto__: { course: other }"),
    lines: ['plan.yaml:7:1: error: the key "__proto__" is not allowed anywhere; rename it'],
  },
  {
    says: "a key that is a number",
    plan: planText({}, "7.5: seven"),
    lines: ["plan.yaml:7:1: error: a key must be text, not 7.5; write it in quotes"],
  },
  {
    says: "a second document",
    plan: `${planText()}---\ntitle: Runs\n`,
    lines: [
      'plan.yaml:7:1: error: a second YAML document begins here; a plan is one document: remove the "---"',
    ],
  },
  {
    says: "a tab as indentation",
    plan: planText({ topics: "topics:\n\t- A walk" }),
    lines: ["plan.yaml:7:1: error: this is not valid YAML: a tab is used to indent; use spaces"],
  },
  {
    says: "a bracket that is never closed",
    plan: planText({ languages: "languages: [es" }),
    lines: [
      "plan.yaml:5:1: error: this is not valid YAML: the indentation does not fit, or a bracket is not closed; line up the keys of a map and close every bracket",
    ],
  },
  {
    says: "an empty file",
    plan: "",
    lines: [
      "plan.yaml:1:1: error: a plan is a map of keys such as course, title and topics; here is nothing",
    ],
  },
  {
    says: "a plan that is not UTF-8, at the byte",
    plan: Buffer.from(planText({ title: "title: Paseos por la monta\u00f1a" }), "latin1"),
    lines: ['plan.yaml:2:27: error: "plan.yaml" is not UTF-8 from here on; save it as UTF-8'],
  },
  {
    says: "a plan of more than a mebibyte",
    plan: planText({}, `# ${"x".repeat(1_048_576)}`),
    lines: ['plan.yaml:1:1: error: "plan.yaml" is larger than 1 MiB; split it or shorten it'],
  },
  {
    says: "nothing of a terminal's control sequences",
    plan: planText({}, '"\\e[31mred": 1'),
    lines: [
      'plan.yaml:7:1: error: unknown key "\\u{1b}[31mred"; there are course, title, description, author, publisher, published, isbn, price, contributors, legal, accessibility, license, cover, reader, edition, basedOn, budget, languages, difficulties, defaults, words, topics, rotate, recall, skip, moved, removed, exclude, include, vocabulary, levels, quality, review, maxJobs, package',
    ],
  },
];
