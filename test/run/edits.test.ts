import { describe, expect, it } from "vitest";
import { describeChanged, describeEdits } from "../../src/cli/problems/edits.ts";
import { describeProblem } from "../../src/cli/problems/problems.ts";
import type { EventBody } from "../../src/ledger/format/event.ts";
import { requestHash } from "../../src/plan/fingerprint.ts";
import type { Job, Plan, StoryRequest } from "../../src/plan/plan.ts";
import { matchLessons } from "../../src/run/match.ts";
import type { RunProblem } from "../../src/run/problem.ts";
import { lessonList } from "../../src/run/words.ts";
import { divideWork, editsOf, noticesOfEdits, problemsOfEdits, recordMatches } from "../../src/run/work.ts";
import { planText, readText } from "../plan/fixtures.ts";
import { memoryStore } from "../rate-limit/whole-runs/memory.ts";
import { accepted, intended, jobNamed, place, planOf, stateOf, uuid } from "./histories.ts";
import { removing } from "./match-fixtures.ts";

it("a lesson that was bought with the dictionary marks of its words keeps its story, is shown as changed without them, and the forms that they name are found", async () => {
  const plan = planText(
    { languages: "languages: [ca]", topics: "topics: [{ id: market, topic: At the market, words: [w] }]" },
    "words: { w: { ca: [{ word: 'barat, -a', gloss: cheap }, pa] } }",
  );
  const { result } = await readText(plan);
  const [job] = result.ok ? result.plan.jobs : [];
  if (!result.ok || job === undefined) throw new Error("a problem");
  // As versions before this one sent it.
  const request = { ...job.request, words: [{ word: "barat, -a", gloss: "cheap" }, { word: "pa" }] };
  const { edits, work } = told([job], buying(job.id, request, 1));
  expect([work.orders, work.changed.length, edits.left]).toEqual([[], 1, []]);
  const { words } = lessonList(request, result.plan);
  expect(words).toEqual([
    { word: "barat", entry: "barat, -a", gloss: "cheap", forms: [] },
    { word: "pa", gloss: null, forms: [] },
  ]);
  expect(lessonList(job.request, result.plan).words).toEqual(words);
});

/** Jobs by `topic.lang.difficulty`, each with its topic's text. */
const jobsOf = (topics: Readonly<Record<string, string>>): Job[] =>
  Object.entries(topics).map(([id, topic]) => {
    const [topicId = "", lang = "", difficulty = ""] = id.split(".");
    const plain = jobNamed(id);
    return {
      ...plain,
      topicId,
      request: { ...plain.request, topic, lang, difficulty: Number.parseInt(difficulty, 10) },
    };
  });

/** A job bought with a request. The story of the first attempt is 1001, and so on. */
const buying = (job: string, request: StoryRequest, attempt: number): EventBody[] => [
  Object.assign(intended({ job, attempt, requestHash: requestHash(request) }), { request }),
  accepted(job, attempt, 1_000 + attempt),
];

/** The same jobs, bought one after another. */
const boughtOf = (topics: Readonly<Record<string, string>>): EventBody[] =>
  jobsOf(topics).flatMap(({ id, request }, index) => buying(id, request, index + 1));

function told(jobs: readonly Job[], events: readonly EventBody[], more: Partial<Plan> = {}) {
  const state = stateOf(...events);
  const plan = matchLessons({ ...planOf(jobs), ...more }, state);
  const work = divideWork(plan, { ...plan, replace: [] }, state);
  const edits = editsOf(plan);
  const problems = [...problemsOfEdits(plan, work), ...work.blocked];
  return { plan, work, edits, notices: noticesOfEdits(edits, work), problems };
}

const one = { "a.es.2": "One" };

describe("what a run says of an edited plan", () => {
  it.each<[string, Job[], EventBody[], Partial<Plan>, object[], string[]]>([
    ["nothing of one that is as it was", jobsOf(one), boughtOf(one), {}, [], []],
    [
      "which lessons are removed and excluded",
      jobsOf(one),
      boughtOf({ ...one, "b.es.2": "Two", "c.es.2": "Three" }),
      {
        removed: removing({ text: "Two" }),
        excluded: jobsOf({ "c.es.2": "Three" }).map(({ request }) => request),
      },
      [],
      ["removed  2: b.es.2, c.es.2"],
    ],
    ["nothing of new ones alone", jobsOf({ ...one, "d.es.2": "Four" }), boughtOf(one), {}, [], []],
    [
      "which lessons are new beside one that is removed",
      jobsOf({ ...one, "d.es.2": "Four" }),
      boughtOf({ ...one, "b.es.2": "Two" }),
      { removed: removing({ text: "Two" }) },
      [],
      ["new      1: d.es.2", "removed  1: b.es.2"],
    ],
    [
      "which edits are for the next edition",
      jobsOf(one),
      boughtOf(one),
      { made: { edited: ["a"] } },
      [{ code: "edits_for_later", topics: ["a"] }],
      ["later    1: a (edited in the plan: the edits take effect in the next edition)"],
    ],
    [
      "which lessons are left over where nothing is bought",
      jobsOf(one),
      boughtOf({ ...one, "b.es.2": "Two" }),
      {},
      [{ code: "lessons_left_over", names: ["b.es.2"] }],
      ["left     1: b.es.2"],
    ],
  ])("is %s", (_, jobs, events, more, notices, lines) => {
    const found = told(jobs, events, more);
    expect(found.notices).toEqual(notices);
    expect(describeEdits(found.edits)).toEqual(lines);
    expect(found.problems).toEqual([]);
  });

  it("is which lines of YAML say which lesson is which: few, and those behind a # that only a person can choose", () => {
    const jobs = jobsOf({ "sea.es.2": "By the sea side", "new.fr.3": "Shared" });
    const events = boughtOf({
      "l1.de.2": "Das Meer",
      "l2.es.5": "Hard",
      "l3.es.3": "Middle",
      "l4.es.2": "Shared",
      "l5.es.2": "By the seaside",
      "l6.es.2": "Rain",
    });
    const { problems, notices, work } = told(jobs, events);
    expect([notices, work.orders.length, problems.length]).toEqual([[], 2, 1]);
    expect(
      describeProblem(problems[0] as RunProblem)
        .split("\n")
        .slice(1),
    ).toEqual([
      "lessons without a job     jobs without a lesson",
      'l1.de.2 "Das Meer"        sea.es.2 "By the sea side"',
      'l2.es.5 "Hard"            new.fr.3 "Shared"',
      'l3.es.3 "Middle"',
      'l4.es.2 "Shared"',
      'l5.es.2 "By the seaside"',
      'l6.es.2 "Rain"',
      "Add the correct lines to the plan. If the plan already has a key shown here, add its lines to that key's list. Remove the # from a line to use it.",
      "A topic that was reworded or has a new id keeps its story:",
      "moved:",
      '  - { text: "By the seaside", to: sea }  # now "By the sea side"',
      "A lesson that was removed from the plan on purpose (a job that resembles it is then bought):",
      "removed:",
      "  # - { lang: de }  # l1.de.2",
      "  # - { difficulty: 5 }  # l2.es.5",
      '  # - { text: "Middle" }  # l3.es.3',
      '  # - { story: "00000000" }  # l4.es.2',
      '  # - { text: "By the seaside" }  # l5.es.2',
      '  # - { text: "Rain" }  # l6.es.2',
    ]);
  });

  it("is of no line to choose where there is nothing to choose", () => {
    const [problem] = told(jobsOf({ "new.fr.2": "New" }), boughtOf({ "old.es.2": "Rain" })).problems;
    const said = describeProblem(problem as RunProblem);
    expect(said).toContain("  - { lang: es }  # old.es.2");
    expect(said).not.toContain("Remove the #");
  });

  it("is which entries of moved and removed a text contradicts", () => {
    const jobs = jobsOf({ "a.es.2": "One", "b.es.2": "Two" });
    const saying = (more: Partial<Plan>) =>
      told(jobs, boughtOf(one), more)
        .problems.map((problem) => describeProblem(problem))
        .join("\n");
    const move = { from: null, text: null, to: "b", place };
    expect(saying({ moved: [{ ...move, from: "a" }] })).toContain("the lessons of a ");
    expect(saying({ moved: [{ ...move, text: "One" }] })).toContain('the lessons of "One" ');
    expect(saying({ removed: removing({ text: "One" }) })).toContain('the lessons of "One"');
    expect(saying({ removed: removing({ story: uuid(1_001) }) })).toContain(`the story ${uuid(1_001)}`);
  });

  it("is how a lesson that keeps a story of before gets another", () => {
    expect(
      describeChanged([
        { job: "a.es.2", has: "1a2b3c4d" },
        { job: "b.es.2", has: null },
      ]),
    ).toEqual([
      "changed  a.es.2 keeps its story; --replace a.es.2@1a2b3c4d buys another story",
      "changed  b.es.2 keeps its story; use resolve first to say whether it has a story",
    ]);
  });

  it("is that a request was bought before and replaced since, with a rule that leaves it out", () => {
    const again = boughtOf({ "a.es.2": "The key" }).map(
      (event) => ({ ...event, attempt: uuid(9), replaces: true }) as EventBody,
    );
    const events = [...boughtOf({ "a.es.2": "Teh key" }), ...again];
    const jobs = jobsOf({ "a.es.2": "The key", "b.es.2": "Teh key" });
    const blocked = { code: "request_bought", job: "b.es.2", name: "a.es.2" };
    const { problems } = told(jobs, events);
    expect(problems).toMatchObject([blocked]);
    const said = describeProblem(problems[0] as RunProblem);
    expect(said).toContain("exclude: [{ topic: b, lang: es, difficulty: 2 }]");
  });

  it("is recorded in the ledger unless a person still has to say something", async () => {
    const recorded = async (jobs: readonly Job[], events: readonly EventBody[], more: Partial<Plan> = {}) => {
      const store = memoryStore(() => 0);
      const { plan, work } = told(jobs, events, more);
      await recordMatches(plan, work, store);
      return store.events.map(({ type }) => type);
    };
    const reworded = jobsOf({ "c.es.2": "One" });
    const both = boughtOf({ ...one, "b.es.2": "Two" });
    expect(await recorded(reworded, both)).toEqual(["lesson.moved"]);
    const fresh = jobsOf({ "c.es.2": "One", "d.es.2": "Entirely different" });
    expect(await recorded(fresh, both)).toEqual([]);
    expect(await recorded(fresh, both, { removed: removing({ text: "Two" }) })).toEqual(["lesson.moved"]);
    expect(await recorded(reworded, both, { removed: removing({ text: "One" }) })).toEqual([]);
    // Of a weekly course what the edition consists of comes before what it inherits: both count from then on.
    const second = jobsOf(one).map((job) => ({ ...job, key: `2/${job.id}` }));
    const turn = { topics: [], of: 9, repeated: [] };
    const basedOn = { edition: "2", basedOn: { edition: "1", place }, turn };
    expect(await recorded(second, both, basedOn)).toEqual(["edition.composed", "lesson.inherited"]);
  });
});
