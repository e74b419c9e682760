import { basename, dirname, extname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { editPlanText } from "../plan/edit-plan-text.ts";
import { readMoves } from "../plan/moved-and-removed.ts";
import type { Place } from "../plan/plan.ts";
import { isError, type PlanProblem, sortProblems } from "../plan/problem.ts";
import { readPlan } from "../plan/read-plan.ts";
import { positionOf, Reading } from "../plan/reading.ts";
import { readShape } from "../plan/shape.ts";
import { deriveTopicId, foldTopic } from "../plan/topic-text.ts";
import { readTopics, type Topic } from "../plan/topics.ts";
import { readYaml } from "../plan/yaml.ts";
import { replaceFile } from "../shared/files/atomic-file.ts";
import { makeFolder } from "../shared/files/make-folder.ts";
import { realFiles } from "../shared/files/real-files.ts";
import { sha256 } from "../shared/hash.ts";
import { assign, type Draft, type DraftPlan, readIfThere, type SheetChange, shownValue } from "./draft.ts";
import { takeLists } from "./lists.ts";
import { idOf, matchTopics, textsIn, textsOf } from "./match-topics.ts";
import { foldName, namesIn } from "./names.ts";
import { type CourseWorkbook, type Placed, readCourseWorkbook, type SheetRow } from "./read-workbook.ts";

export interface CourseImport {
  /** If any is an error, the import has no files and no changes. */
  readonly problems: readonly PlanProblem[];
  readonly changes: readonly SheetChange[];
  /** The plan and its word lists, by their paths below the plan's folder: only those that are new or change. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** The SHA-256 of the plan that the changes apply to; null: there is none yet. */
  readonly before: string | null;
  /** How many jobs the plan then has. */
  readonly jobs: number;
}

/** The budget if the spreadsheet has none, as in the template: about eight lessons with a recording. */
const starterCredits = 200;

/**
 * Works out what a spreadsheet makes of a plan: a new plan, or changes to an existing one. Writes nothing. The resulting plan is valid; otherwise every
 * reason is reported by sheet, row and column. `file`: the spreadsheet's name.
 */
export async function importCourse(
  planFile: string,
  { bytes, file }: { readonly bytes: Buffer; readonly file: string },
  at: number,
): Promise<CourseImport> {
  const text = await readIfThere(planFile);
  const nothing = {
    changes: [],
    files: new Map<string, Buffer>(),
    jobs: 0,
    before: text === null ? null : sha256(text),
  };
  const old = text === null ? null : await readPlan(planFile, { at });
  if (old?.ok === false) return { ...nothing, problems: old.problems };
  const reading = new Reading(planFile);
  const shaped = text === null ? null : readShape(readYaml(text, reading), reading);
  const planned = shaped === null ? null : readTopics(shaped, reading);
  reading.problems.length = 0;
  const workbook = await readCourseWorkbook(bytes, file, reading);
  if (workbook === null) return { ...nothing, problems: reading.problems };

  const written: DraftPlan = { ...planned?.written };
  const draft: Draft = { plan: structuredClone(written), cells: new Map(), planFile, reading };
  const settings = takeSettings(workbook, text === null, draft);
  const lists = await takeLists(workbook, draft);
  const formerIds = planned === null ? () => [] : readMoves(planned, new Reading(planFile)).formerIds;
  const topics = takeTopics(
    workbook.topics,
    { planned: planned?.topics ?? [], written, formerIds, lists: lists.names },
    draft,
  );

  const edited = editPlanText(text ?? beginningFor(file), draft.plan, topics.origins);
  if (edited === null) reading.error(workbook.topics.place, "sheet_changes_alias", {});
  const files = new Map([...lists.tables].map(([path, table]) => [path, Buffer.from(table.text)]));
  if (edited !== null && edited !== text) files.set(basename(planFile), Buffer.from(edited));
  const plan = await readPlan(planFile, { at, unsaved: files });
  const found = plan.ok ? plan.warnings : plan.problems;
  const problems = placeProblems(
    found,
    { text: edited ?? "", before: text ?? "", workbook, tables: lists.tables },
    draft,
  );
  if (!plan.ok || problems.some(isError)) return { ...nothing, problems };
  const changes = [...settings, ...lists.changes, ...topics.changes];
  return { ...nothing, problems, changes, files, jobs: plan.plan.jobs.length };
}

function beginningFor(file: string): string {
  return `# yaml-language-server: $schema=./course.schema.json\n# Written by coursebinder init --from ${JSON.stringify(basename(file))}\n\n`;
}

/** Writes the files of an import, the plan last. Returns false and writes nothing if the plan has changed since the import was worked out. */
export async function writeImport(planFile: string, { files, before }: CourseImport): Promise<boolean> {
  const now = await readIfThere(planFile);
  if ((now === null ? null : sha256(now)) !== before) return false;
  for (const [path, bytes] of files) {
    const target = join(dirname(planFile), path);
    await makeFolder(dirname(target));
    await replaceFile(realFiles, target, bytes);
  }
  return true;
}

/** Never changes an existing plan's course id: the ledger is named after it, so under another id everything would be bought again. */
function takeSettings(workbook: CourseWorkbook, isNew: boolean, draft: Draft): SheetChange[] {
  const { course, topics } = workbook;
  const { plan, reading } = draft;
  const given = course?.values ?? new Map<string, Placed>();
  const place = course?.place ?? topics.place;
  const { file } = place;
  const title = given.get("title") ?? { value: basename(file, extname(file)), place };
  const named = given.get("course");
  if (!isNew && named !== undefined && named.value !== plan.course)
    reading.error(named.place, "sheet_course_differs", {
      course: String(named.value),
      planned: String(plan.course),
    });
  const assumed: [string, Placed][] = [
    ["course", named ?? { value: deriveTopicId(String(title.value)), place: title.place }],
    ["title", title],
  ];
  if (isNew && course === null) {
    assumed.push(["budget.credits", { value: starterCredits, place }]);
    reading.warn(place, "sheet_budget_assumed", { credits: starterCredits });
  }
  const all = new Map([...(isNew ? assumed : []), ...given]);
  return Object.entries(namesIn("settings")).flatMap(([key, { within }]): SheetChange[] => {
    const placed = all.get(key);
    if (placed === undefined || key === "heading" || (key === "course" && !isNew)) return [];
    const steps = key.split(".");
    const isMap = within !== undefined && typeof plan[key] === "object";
    const path = isMap ? [...steps, within] : steps;
    const before = assign(plan, path, placed.value);
    draft.cells.set(JSON.stringify(path), placed.place);
    if (isDeepStrictEqual(before, placed.value)) return [];
    return [
      { code: "setting_changed", id: key, before: shownValue(before), after: shownValue(placed.value) },
    ];
  });
}

type TopicData = Record<string, unknown>;

interface PlannedTopics {
  readonly planned: readonly Topic[];
  readonly written: DraftPlan;
  readonly formerIds: (id: string) => readonly string[];
  /** The names of the plan's word lists, by their folded names. */
  readonly lists: ReadonlyMap<string, string>;
}

/** Puts the rows' topics into the draft. `origins`: the former entry of each topic whose entry changes. */
function takeTopics(
  { rows, columns }: CourseWorkbook["topics"],
  { planned, written, formerIds, lists }: PlannedTopics,
  draft: Draft,
) {
  const { plan, reading } = draft;
  const changes: SheetChange[] = [];
  const origins = new Map<unknown, unknown>();
  const entries = (written.topics ?? []) as readonly (string | TopicData)[];
  const matches = matchTopics(rows, planned, formerIds, reading);
  const used = new Set([...planned.map(({ id }) => id), ...rows.flatMap((row) => idOf(row) ?? [])]);
  plan.topics = rows.map((row, index) => {
    const [text = ""] = textsOf(row);
    if (text === "") reading.error(row.place, "text_empty", { key: "topic" });
    const own = topicIn(row, { lists, path: ["topics", index] }, draft);
    draft.cells.set(JSON.stringify(["topics", index]), row.place);
    const topic = matches.get(row);
    if (topic === undefined) {
      const id = idOf(row) ?? unusedId(text, used);
      used.add(id);
      const code = takeBack(id, textsOf(row), plan) ? "topic_back" : "topic_added";
      changes.push({ code, id, before: "", after: text });
      return { id, ...own };
    }
    const entry = entries[planned.indexOf(topic)] ?? "";
    const written = idOf(row) ?? topic.id;
    const id = formerIds(topic.id).includes(written) ? topic.id : written;
    const edited = edit(topic, { row, entry, own, columns, id });
    if (edited.changes.length === 0) return entry;
    if (id !== topic.id) plan.moved = [...(plan.moved ?? []), { from: topic.id, to: id }];
    changes.push(...edited.changes);
    origins.set(edited.entry, entry);
    return edited.entry;
  });
  const kept = rows.flatMap((row) => matches.get(row) ?? []);
  const keptIds = new Set(kept.map(({ id }) => id));
  for (const topic of planned.filter(({ id }) => !keptIds.has(id))) {
    takeOut(new Set([topic.id, ...formerIds(topic.id)].filter((id) => !keptIds.has(id))), plan);
    changes.push({ code: "topic_gone", id: topic.id, before: textsIn(topic)[0] ?? "", after: "" });
  }
  const isReordered = kept.some(
    (topic, at) => at > 0 && planned.indexOf(topic) < planned.indexOf(kept[at - 1] ?? topic),
  );
  if (isReordered) changes.push({ code: "topics_reordered", id: "", before: "", after: "" });
  return { changes, origins };
}

/** A row as a topic of the plan, without its id. */
function topicIn(
  row: SheetRow,
  { lists, path }: Pick<PlannedTopics, "lists"> & { readonly path: readonly (string | number)[] },
  draft: Draft,
): TopicData {
  const topic: TopicData = {};
  const values = new Map(row.values);
  const languages = (values.get("languages")?.value ?? draft.plan.languages ?? []) as readonly string[];
  // A text or questions for all languages apply to the languages that have none of their own.
  for (const key of ["topic", "prompts"]) {
    const general = values.get(key);
    if (general === undefined || ![...values.keys()].some((one) => one.startsWith(`${key}.`))) continue;
    values.delete(key);
    for (const lang of languages) if (!values.has(`${key}.${lang}`)) values.set(`${key}.${lang}`, general);
  }
  for (const [key, { value, place }] of values) {
    const steps = key.split(".");
    const named =
      key === "words" ? (value as string[]).map((name) => lists.get(foldName(name)) ?? name) : value;
    if (key !== "id") assign(topic, steps, named);
    for (let length = steps.length; length > 0; length--)
      draft.cells.set(JSON.stringify([...path, ...steps.slice(0, length)]), place);
  }
  return topic;
}

const firstOf = (path: string): string => path.split(".")[0] ?? path;

interface Edit {
  readonly row: SheetRow;
  readonly entry: string | TopicData;
  readonly own: TopicData;
  readonly columns: ReadonlySet<string>;
  /** The topic's id from now on. */
  readonly id: string;
}

/** A topic's entry with the sheet's values. Keys that the sheet has no column for stay. */
function edit(topic: Topic, { row, entry, own, columns, id }: Edit) {
  const before: TopicData = typeof entry === "string" ? { topic: entry } : entry;
  // A sheet with one text doesn't have the plan's texts for each language.
  const isSame =
    typeof own.topic === "string"
      ? textsIn(topic).includes(own.topic)
      : isDeepStrictEqual(before.topic, own.topic);
  const { image } = before as { image?: object };
  const after: TopicData = { ...before, ...own, ...(isSame && { topic: before.topic }) };
  if (image !== undefined && own.image !== undefined) after.image = { ...image, ...own.image };
  const known = [...new Set([...columns].map(firstOf))].filter((key) => key !== "id" && key !== "topic");
  for (const key of known) if (!(key in own)) delete after[key];
  const changes: SheetChange[] = known
    .filter((key) => !isDeepStrictEqual(before[key], after[key]))
    .map((key) => ({ code: "topic_changed", id, before: key, after: shownValue(after[key]) }));
  const [former = "", text = ""] = [textsIn(topic)[0], textsOf(row)[0]];
  if (!isSame) changes.unshift({ code: "topic_reworded", id, before: former, after: text });
  if (id !== topic.id) changes.unshift({ code: "topic_renamed", id, before: topic.id, after: id });
  return { entry: { id, ...after, ...("id" in before && { id }) }, changes };
}

/**
 * Moves topics that the sheet no longer has to `removed`: lessons may have been bought for them, and the plan has to state that they were left out on
 * purpose.
 */
function takeOut(ids: ReadonlySet<string>, draft: DraftPlan): void {
  const { moved = [], removed = [] } = draft;
  const texts = moved.flatMap(({ to, text }) => (ids.has(to) && text !== undefined ? [{ text }] : []));
  const left = moved.filter(({ to }) => !ids.has(to));
  draft.removed = [...removed, ...ids, ...texts];
  if (left.length < moved.length) draft.moved = left;
}

/** Takes a topic that the sheet has again out of `removed`, so that it keeps its bought lessons. True if it was there. */
function takeBack(id: string, texts: readonly string[], draft: DraftPlan): boolean {
  const { removed = [] } = draft;
  const folded = new Set(texts.map(foldTopic));
  const left = removed.filter((entry) =>
    typeof entry === "string" ? entry !== id : entry.topic !== id && !folded.has(foldTopic(entry.text ?? "")),
  );
  if (left.length === removed.length) return false;
  draft.removed = left;
  return true;
}

/** A new topic's id, made from its text, so that a topic that left the plan gets its former id back. */
function unusedId(text: string, used: ReadonlySet<string>): string {
  const id = deriveTopicId(text);
  let number = 1;
  while (used.has(number === 1 ? id : `${id}-${number}`)) number += 1;
  return number === 1 ? id : `${id}-${number}`;
}

interface Written {
  /** The plan's text after the import, and before it. */
  readonly text: string;
  readonly before: string;
  readonly workbook: CourseWorkbook;
  /** For each line and character of the word lists to be written, the cell that it comes from. */
  readonly tables: ReadonlyMap<string, { readonly cells: readonly (readonly Place[])[] }>;
}

/** All problems of an import, by sheet, row and column. A problem in the resulting plan is placed at the cell that the value comes from. */
function placeProblems(
  ofPlan: readonly PlanProblem[],
  { text, before, workbook, tables }: Written,
  { cells, planFile, reading }: Draft,
): readonly PlanProblem[] {
  const { course, topics, lists } = workbook;
  const written = new Reading(planFile);
  const paths = written.places.pathsIn(readYaml(text, written));
  const usual = course?.place ?? topics.place;
  const cellOf = (place: Place): Place => {
    if (place.file !== planFile)
      return tables.get(place.file)?.cells[place.line - 1]?.[place.column - 1] ?? place;
    const path = paths.get(positionOf(place)) ?? [];
    // A value without a cell of its own comes from that of the value around it.
    const around = path.map((_, index) => cells.get(JSON.stringify(path.slice(0, path.length - index))));
    const cell =
      around.find((one) => one !== undefined) ?? (place.line === 1 || before === "" ? usual : null);
    // The line in the present plan, whose white space may differ.
    const [was, is] = [before, text].map((one) => one.replace(/[^\S\n]/g, "").split("\n"));
    return cell ?? { ...place, line: (was ?? []).indexOf(is?.[place.line - 1] ?? "") + 1 || 1 };
  };
  const own = reading.problems;
  const unread = new Set(own.filter(isError).map(({ place }) => rowOf(place)));
  const hasUnreadSettings = own.some((one) => isError(one) && one.place.sheet === course?.place.sheet);
  const placed = ofPlan.flatMap((problem): PlanProblem[] => {
    if (problem.code === "missing_key" && problem.within === "") {
      const settings = namesIn("settings");
      const { names } = settings[problem.key] ?? settings[`${problem.key}.credits`] ?? {};
      const facts = { name: names?.en[0] ?? problem.key, isColumn: problem.key in namesIn("columns") };
      return hasUnreadSettings ? [] : [{ code: "sheet_lacks", severity: "error", place: usual, ...facts }];
    }
    const isUnreadList =
      problem.code === "unknown_name" && lists.some(({ name }) => foldName(name) === foldName(problem.name));
    const mapped = Object.entries(problem).map(([key, fact]) => [key, isPlace(fact) ? cellOf(fact) : fact]);
    const one = Object.fromEntries(mapped) as unknown as PlanProblem;
    // What can't be read is already reported; that the plan lacks it is no second problem.
    return isUnreadList || unread.has(rowOf(one.place)) ? [] : [one];
  });
  return sortProblems([...own, ...placed], planFile);
}

const rowOf = ({ file, sheet, line }: Place): string => JSON.stringify([file, sheet, line]);

function isPlace(fact: unknown): fact is Place {
  return typeof fact === "object" && fact !== null && "file" in fact && "line" in fact && "column" in fact;
}
