import { realpath } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isAlias, isMap, isScalar, type Node, YAMLMap } from "yaml";
import { readMoves } from "../plan/moved-and-removed.ts";
import { wordKey } from "../plan/past-editions.ts";
import type { ListWord, Place } from "../plan/plan.ts";
import { planLimits } from "../plan/plan-limits.ts";
import type { PlanProblem } from "../plan/problem.ts";
import { readPlan } from "../plan/read-plan.ts";
import { Reading } from "../plan/reading.ts";
import type { WrittenPlan, WrittenWords } from "../plan/schema.ts";
import { readShape } from "../plan/shape.ts";
import { deriveTopicId } from "../plan/topic-id.ts";
import { foldTopic } from "../plan/topic-text.ts";
import { readTopics, type Topic } from "../plan/topics.ts";
import { readWordLists } from "../plan/words.ts";
import { readYaml } from "../plan/yaml.ts";
import { errorCode } from "../shared/failure.ts";
import { replaceFile } from "../shared/files/atomic-file.ts";
import { makeFolder } from "../shared/files/make-folder.ts";
import { readAtMost } from "../shared/files/open-file.ts";
import { realFiles } from "../shared/files/real-files.ts";
import { sha256 } from "../shared/hash.ts";
import { matchTopics, type TopicMatches, textsIn, textsOf } from "./match-topics.ts";
import { foldName, spreadsheetNames } from "./names.ts";
import { AnchorInTheWay, PlanDocument, PlanPositions } from "./plan-document.ts";
import { type SheetProblem, SheetReport } from "./problem.ts";
import type { CourseWorkbook, Placed, SheetList, SheetTopic, WorkbookResult } from "./read-workbook.ts";

/** What an import does to a plan. Ids are those of the plan's topics. */
export type Change =
  | {
      readonly code: "setting_changed";
      readonly key: string;
      readonly before: string;
      readonly after: string;
    }
  | { readonly code: "topic_added" | "topic_back" | "topic_gone"; readonly id: string; readonly text: string }
  | { readonly code: "topic_reworded"; readonly id: string; readonly before: string; readonly after: string }
  | { readonly code: "topic_renamed"; readonly id: string; readonly before: string }
  | { readonly code: "topic_changed"; readonly id: string; readonly keys: readonly string[] }
  | { readonly code: "topics_reordered" }
  | {
      readonly code: "list_added" | "list_changed";
      readonly list: string;
      readonly lang: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
      readonly edited: readonly string[];
    };

export interface CourseImport {
  /** Errors, and then nothing else, or warnings. */
  readonly problems: readonly SheetProblem[];
  readonly changes: readonly Change[];
  /** The plan and its word lists, by their paths below the plan's folder: those that are new or change. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** The SHA-256 of the plan that the changes are about; null: there is none yet. */
  readonly before: string | null;
  /** The number of the course's jobs then. */
  readonly jobs: number;
}

/** The budget of a course whose sheet can't name one: that of the plan which `init` writes. */
const starterCredits = 60;

/**
 * Works out what a workbook makes of a plan: a new one, or the changes to the one that is there. Writes nothing. The result is a valid plan, or every reason
 * why it would not be one, by sheet, row and column.
 */
export async function importCourse(
  planFile: string,
  { workbook, problems }: WorkbookResult,
  { at }: { readonly at: number },
): Promise<CourseImport> {
  const before = await readIfThere(planFile, planLimits.fileBytes);
  if (workbook === null) return { ...nothing, problems, before: before === null ? null : sha256(before) };
  if (before !== null) {
    const read = await readPlan(planFile, { at });
    if (!read.ok) return { ...nothing, problems: read.problems, before: sha256(before) };
  }
  const importing = new Importing(planFile, before, workbook);
  importing.report.problems.push(...problems);
  try {
    await importing.edit();
  } catch (error) {
    if (!(error instanceof AnchorInTheWay)) throw error;
    importing.report.error(workbook.topicsPlace, "anchor_in_the_way", { name: error.message });
  }
  return importing.result(at);
}

const nothing = { problems: [], changes: [], files: new Map<string, Buffer>(), jobs: 0 };

/** A file's text, empty if it is too large; null if there is none. */
async function readIfThere(path: string, mostBytes: number): Promise<string | null> {
  try {
    return (await readAtMost(path, mostBytes))?.toString() ?? "";
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** Whether a file that is written there lies below the folder, even after symbolic links are resolved. */
async function isBelow(folder: string, path: string): Promise<boolean> {
  const [root, parent] = await Promise.all(
    [folder, dirname(join(folder, path))].map((one) => realpath(one).catch(() => null)),
  );
  if (root == null || parent == null) return true;
  const way = relative(root, parent);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Writes the files of an import, the plan last. False, and nothing is written, if the plan has changed since the changes were worked out.
 */
export async function writeImport(planFile: string, { files, before }: CourseImport): Promise<boolean> {
  const folder = dirname(planFile);
  const now = await readIfThere(planFile, planLimits.fileBytes);
  if ((now === null ? null : sha256(now)) !== before) return false;
  const plan = files.get(basename(planFile));
  for (const [path, bytes] of files) {
    if (bytes === plan) continue;
    const target = join(folder, path);
    await makeFolder(dirname(target));
    await replaceFile(realFiles, target, bytes);
  }
  await makeFolder(folder);
  if (plan !== undefined) await replaceFile(realFiles, planFile, plan);
  return true;
}

type Path = readonly (string | number)[];
type Written = Partial<WrittenPlan>;

class Importing {
  readonly report = new SheetReport();
  readonly #changes: Change[] = [];
  readonly #files = new Map<string, Buffer>();
  readonly #origins = new Map<string, Place>();
  /** The cells of the lists that are written, by file, line and column of the table. */
  readonly #cells = new Map<string, readonly (readonly Place[])[]>();
  readonly #planFile: string;
  readonly #before: string | null;
  readonly #workbook: CourseWorkbook;
  readonly #document: PlanDocument;
  readonly #written: Written;
  readonly #topics: readonly Topic[];
  readonly #formerIds: (id: string) => readonly string[];

  constructor(planFile: string, before: string | null, workbook: CourseWorkbook) {
    this.#planFile = planFile;
    this.#before = before;
    this.#workbook = workbook;
    this.#document = new PlanDocument(before ?? "");
    const reading = new Reading(planFile);
    const shaped = before === null ? null : readShape(readYaml(before, reading), reading);
    const planned = shaped === null ? null : readTopics(shaped, reading);
    this.#written = planned?.written ?? {};
    this.#topics = planned?.topics ?? [];
    this.#formerIds = planned === null ? () => [] : readMoves(planned, reading).formerIds;
  }

  async edit(): Promise<void> {
    this.#editSettings();
    const lists = await this.#editLists();
    this.#editTopics(lists);
  }

  /** The plan as it would be, checked, with its problems at the cells that they come from. */
  async result(at: number): Promise<CourseImport> {
    const name = basename(this.#planFile);
    const before = this.#before === null ? null : sha256(this.#before);
    const text =
      this.#before === null
        ? `${newPlanComment(this.#workbook.file)}${this.#document.text()}`
        : this.#document.text();
    const files = new Map(this.#files);
    if (text !== this.#before) files.set(name, Buffer.from(text));
    const read = await readPlan(this.#planFile, { at, unsaved: files });
    const found = read.ok ? read.warnings : read.problems;
    const places = new PlanPositions(text);
    const original = new PlanPositions(this.#before ?? "");
    // A cell that could not be read is missing in the plan, which is no second problem.
    const unread = new Set(this.report.problems.filter(isError).map(({ place }) => rowOf(place)));
    const ofPlan = found
      .map((problem) => this.#placed(problem, places, original))
      .filter((problem) => !unread.has(rowOf(problem.place)) && !this.#isOfUnreadList(problem));
    const problems = inOrder([...this.report.problems, ...ofPlan]);
    const jobs = read.ok ? read.plan.jobs.length : 0;
    if (problems.some(isError)) return { ...nothing, problems, before };
    return { problems, changes: this.#changes, files, before, jobs };
  }

  #isOfUnreadList(problem: SheetProblem): boolean {
    const isUnknown = problem.code === "unknown_name" && problem.what === "list";
    return isUnknown && this.#workbook.lists.some(({ name }) => foldName(name) === foldName(problem.name));
  }

  #editSettings(): void {
    const { settings, coursePlace, topicsPlace, file } = this.#workbook;
    const isNew = this.#before === null;
    const place = coursePlace ?? topicsPlace;
    const title = settings.get("title") ?? { value: basename(file, extname(file)), place };
    const assumed: [string, Placed][] = [
      ["course", { value: deriveTopicId(String(title.value)), place: title.place }],
      ["title", title],
      ...(coursePlace === null
        ? ([["budget.credits", { value: starterCredits, place }]] as [string, Placed][])
        : []),
    ];
    if (isNew && coursePlace === null) this.report.warn(place, "budget_assumed", { credits: starterCredits });
    const course = settings.get("course");
    const { course: planned } = this.#written;
    if (course !== undefined && planned !== undefined && course.value !== planned)
      this.report.error(course.place, "course_differs", { course: String(course.value), planned });
    const wanted = new Map([...(isNew ? assumed : []), ...settings]);
    const order = [...new Set(["course", "title", ...settings.keys(), ...wanted.keys()])];
    for (const key of order) {
      const placed = wanted.get(key);
      if (placed === undefined || (key === "course" && !isNew)) continue;
      this.#setSetting(key, placed);
    }
  }

  #setSetting(key: string, { value, place }: Placed): void {
    const path = key.split(".");
    const current = this.#document.map.get(path[0] ?? "", true);
    const within = isMap(current) ? withinMap[key] : undefined;
    const full = within === undefined ? path : [...path, within];
    const before = this.#document.valueOf(this.#document.map, full);
    this.#origin(full, place);
    if (this.#document.set(this.#document.map, full, value) && this.#before !== null)
      this.#changes.push({ code: "setting_changed", key, before: shown(before), after: shown(value) });
  }

  /** Writes the lists that are new or changed. The names of all lists, by their folded names. */
  async #editLists(): Promise<ReadonlyMap<string, string>> {
    const known = new Map(Object.keys(this.#written.words ?? {}).map((name) => [foldName(name), name]));
    const languages = this.#courseLanguages();
    for (const list of this.#workbook.lists) {
      const folded = foldName(list.name);
      const name = known.get(folded) ?? list.name;
      known.set(folded, name);
      this.#origin(["words", name], list.place);
      for (const [lang, rows] of rowsByLanguage(list, languages, this.report))
        await this.#editList(list, { name, lang, rows });
    }
    return known;
  }

  async #editList(
    list: SheetList,
    { name, lang, rows }: { readonly name: string; readonly lang: string; readonly rows: SheetList["rows"] },
  ): Promise<void> {
    const source = this.#written.words?.[name]?.[lang];
    const old = source === undefined ? [] : await this.#wordsOf(source);
    const { text, cells } = tableOf(list, rows, old);
    const path = await this.#pathOfList({ name, lang, source, text });
    this.#origin(["words", name, lang], list.place);
    const unsaved = new Map([[path, Buffer.from(text)]]);
    const now = await this.#wordsOf({ file: path }, unsaved);
    if (source !== undefined && isDeepStrictEqual(old.map(meaningOfWord), now.map(meaningOfWord))) return;
    if (!(await isBelow(dirname(this.#planFile), path)))
      this.report.problems.push({
        severity: "error",
        place: list.place,
        code: "path_outside",
        path,
        how: "link",
      });
    this.#files.set(path, Buffer.from(text));
    this.#cells.set(path, cells);
    this.#document.set(this.#document.map, ["words", name, lang], { file: path });
    if (this.#before === null) return;
    const [had, has] = [
      new Map(old.map((word) => [word.key, word])),
      new Map(now.map((word) => [word.key, word])),
    ];
    const both = now.filter(({ key }) => had.has(key));
    this.#changes.push({
      code: source === undefined ? "list_added" : "list_changed",
      list: name,
      lang,
      added: now.filter(({ key }) => !had.has(key)).map(({ word }) => word),
      removed: old.filter(({ key }) => !has.has(key)).map(({ word }) => word),
      edited: both
        .filter((word) => !isDeepStrictEqual(meaningOfWord(word), meaningOfWord(had.get(word.key) ?? word)))
        .map(({ word }) => word),
    });
  }

  async #wordsOf(source: WrittenWords, unsaved?: ReadonlyMap<string, Buffer>): Promise<readonly ListWord[]> {
    const reading = new Reading(this.#planFile, unsaved);
    const lists = await readWordLists({ list: { es: source } }, dirname(this.#planFile), reading);
    return lists.get("list")?.get("es") ?? [];
  }

  /** A list's own table stays where it is; any other gets a name that a folder can have, and that no other list and no other file has. */
  async #pathOfList(wanted: {
    readonly name: string;
    readonly lang: string;
    readonly source: WrittenWords | undefined;
    readonly text: string;
  }): Promise<string> {
    const { name, lang, source, text } = wanted;
    const others = Object.entries(this.#written.words ?? {}).flatMap(([list, sources]) =>
      Object.entries(sources).flatMap(([code, one]) =>
        one !== undefined && "file" in one && !(list === name && code === lang) ? [one.file] : [],
      ),
    );
    const taken = new Set([...others, ...this.#files.keys()]);
    const own = source !== undefined && "file" in source ? source.file : "";
    if (/\.csv$/i.test(own) && !taken.has(own)) return own;
    for (let number = 1; ; number++) {
      const path = `words/${deriveTopicId(name)}${number === 1 ? "" : `-${number}`}.${deriveTopicId(lang)}.csv`;
      const there = await readIfThere(join(dirname(this.#planFile), path), planLimits.fileBytes);
      if (!taken.has(path) && (there === null || there === text)) return path;
    }
  }

  #editTopics(lists: ReadonlyMap<string, string>): void {
    const { topics: rows } = this.#workbook;
    const matches = matchTopics(rows, this.#topics, this.#formerIds, this.report);
    const list = this.#document.list("topics");
    const nodes = new Map(this.#topics.map((topic, index) => [topic, list.items[index] as Node]));
    const used = new Set(this.#topics.map(({ id }) => id));
    for (const row of rows) if (row.id !== null) used.add(row.id.value);
    for (const row of rows) {
      if (textsOf(row).length > 0) continue;
      this.report.problems.push({ severity: "error", place: row.place, code: "text_empty", key: "topic" });
    }
    list.items = rows.map((row, index) => {
      const topic = matches.get(row) ?? null;
      const topicOf = this.#topicOf(row, lists);
      for (const [path, place] of topicOf.places) this.#origin(["topics", index, ...path], place);
      this.#origin(["topics", index], row.place);
      if (topic !== null)
        return this.#changed(topic, { row, value: topicOf.value, node: nodes.get(topic) as Node });
      const id = row.id?.value ?? newId(textsOf(row)[0] ?? "", used, this.#removedIds());
      used.add(id);
      const isBack = this.#takeBack(id, textsOf(row));
      if (this.#before !== null)
        this.#changes.push({ code: isBack ? "topic_back" : "topic_added", id, text: textsOf(row)[0] ?? "" });
      return this.#document.topicNode({ id, ...topicOf.value });
    });
    this.#remove(
      this.#topics.filter((topic) => ![...matches.values()].includes(topic)),
      nodes,
    );
    this.#tellOrder(matches);
  }

  /** What the plan has for a row, without its id. */
  #topicOf(row: SheetTopic, lists: ReadonlyMap<string, string>) {
    const places: [Path, Place][] = [];
    const value: Record<string, unknown> = {};
    const own = row.values.get("languages")?.value as readonly string[] | undefined;
    const languages = own ?? this.#courseLanguages();
    const keys = [
      "topic",
      "languages",
      "difficulties",
      "words",
      "length",
      "genre",
      "form",
      "audiobook",
      "visibility",
      "image",
      "prompts",
    ];
    for (const key of keys) {
      const ofLanguages = row.byLanguage.get(key);
      if (ofLanguages !== undefined) {
        const general = ofLanguages.get("");
        const codes = new Set([...(general === undefined ? [] : languages), ...ofLanguages.keys()]);
        codes.delete("");
        const isGeneral = general !== undefined && ofLanguages.size === 1;
        const entries = [...codes].map((lang) => [lang, ofLanguages.get(lang) ?? general] as const);
        value[key] = isGeneral
          ? general.value
          : Object.fromEntries(entries.map(([lang, one]) => [lang, one?.value]));
        for (const [lang, one] of entries)
          if (one !== undefined) places.push([isGeneral ? [key] : [key, lang], one.place]);
        if (isGeneral) places.push([[key], general.place]);
      } else if (key === "image") {
        const [file, alt] = [row.values.get("image.file"), row.values.get("image.alt")];
        if (file === undefined && alt === undefined) continue;
        value[key] = { ...(file && { file: file.value }), ...(alt && { alt: alt.value }) };
        for (const [part, one] of [
          ["file", file],
          ["alt", alt],
        ] as const)
          if (one !== undefined) places.push([[key, part], one.place]);
        places.push([[key], (file ?? alt ?? row).place]);
      } else {
        const placed = row.values.get(key);
        if (placed === undefined) continue;
        const names =
          key === "words"
            ? (placed.value as string[]).map((name) => lists.get(foldName(name)) ?? name)
            : placed.value;
        value[key] = names;
        places.push([[key], placed.place]);
      }
    }
    if (row.id !== null) places.push([["id"], row.id.place]);
    return { value, places };
  }

  /** A topic's node with what the sheet says of it. Keys that the sheet has no column for stay. */
  #changed(
    topic: Topic,
    { row, value, node }: { row: SheetTopic; value: Record<string, unknown>; node: Node },
  ): Node {
    const { columns } = this.#workbook;
    const [text = "", now = ""] = [textsIn(topic)[0], textsOf(row)[0]];
    const isReworded = !sameTexts(topic, value.topic);
    const isRenamed =
      row.id !== null && row.id.value !== topic.id && !this.#formerIds(topic.id).includes(row.id.value);
    const id = isRenamed ? (row.id?.value ?? topic.id) : topic.id;
    const edited = this.#mapOf(topic, node, value, isReworded || isRenamed);
    const changed: string[] = [];
    if (edited instanceof YAMLMap) {
      if (isReworded || isRenamed) this.#document.set(edited, ["id"], id);
      const known = new Set([...columns].map((path) => path.split(".")[0] ?? ""));
      for (const key of known) {
        if (key === "id" || (key === "topic" && !isReworded)) continue;
        const partly = key === "image" && !columns.has("image.alt") && isMap(edited.get("image", true));
        const path = partly ? ["image", "file"] : [key];
        const wanted = partly ? (value.image as { file?: string } | undefined)?.file : value[key];
        if (this.#document.set(edited, path, wanted) && key !== "topic") changed.push(key);
      }
    }
    if (isRenamed) {
      this.#document.list("moved").items.push(this.#document.node({ from: topic.id, to: id }));
      this.#changes.push({ code: "topic_renamed", id, before: topic.id });
    }
    if (isReworded) this.#changes.push({ code: "topic_reworded", id, before: text, after: now });
    if (changed.length > 0) this.#changes.push({ code: "topic_changed", id, keys: changed });
    return edited;
  }

  /** The node as it is if nothing of it changes, or as a map that may be changed. */
  #mapOf(topic: Topic, node: Node, value: Record<string, unknown>, mustChange: boolean): Node {
    if (isMap(node)) {
      if (mustChange) this.#document.refuseAnchors(node);
      return node;
    }
    if (isAlias(node)) throw new AnchorInTheWay(node.source);
    const hasMore = Object.keys(value).some((key) => key !== "topic");
    if (!mustChange && !hasMore) return node;
    this.#document.refuseAnchors(node);
    const map = this.#document.topicNode({ id: topic.id, topic: isScalar(node) ? node.value : value.topic });
    if (isScalar(node)) {
      if (node.comment != null) map.comment = node.comment;
      if (node.commentBefore != null) map.commentBefore = node.commentBefore;
    }
    return map;
  }

  /** Topics that are gone: their lessons may have been bought, so the plan says that they left it on purpose. */
  #remove(gone: readonly Topic[], nodes: ReadonlyMap<Topic, Node>): void {
    for (const topic of gone) {
      const node = nodes.get(topic);
      if (node !== undefined) this.#document.refuseAnchors(node);
      const ids = new Set([topic.id, ...this.#formerIds(topic.id)]);
      const moved = this.#written.moved ?? [];
      const texts = moved.flatMap(({ to, text }) => (ids.has(to) && text !== undefined ? [text] : []));
      if (moved.some(({ to }) => ids.has(to))) {
        const list = this.#document.list("moved");
        list.items = list.items.filter(
          (_, index) => !ids.has(String(this.#document.valueOf(list as never, [index, "to"]))),
        );
      }
      const removed = this.#document.list("removed");
      const planned = new Set(this.#topics.filter((one) => !gone.includes(one)).map(({ id }) => id));
      for (const id of ids) if (!planned.has(id)) removed.items.push(this.#document.node(id));
      for (const text of texts) removed.items.push(this.#document.node({ text }));
      this.#changes.push({ code: "topic_gone", id: topic.id, text: textsIn(topic)[0] ?? "" });
    }
  }

  #removedIds(): readonly string[] {
    return (this.#written.removed ?? []).flatMap((entry) => (typeof entry === "string" ? [entry] : []));
  }

  /** Takes a topic out of `removed` that the sheet has again: whether it was there. It keeps what was bought for it. */
  #takeBack(id: string, texts: readonly string[]): boolean {
    const folded = new Set(texts.map(foldTopic));
    const isOf = (entry: NonNullable<WrittenPlan["removed"]>[number]): boolean =>
      typeof entry === "string"
        ? entry === id
        : entry.topic === id || (entry.text !== undefined && folded.has(foldTopic(entry.text)));
    const removed = this.#written.removed ?? [];
    if (!removed.some(isOf)) return false;
    const list = this.#document.list("removed");
    const back = removed.flatMap((entry, index) => (isOf(entry) ? [list.items[index]] : []));
    list.items = list.items.filter((item) => !back.includes(item));
    return true;
  }

  #tellOrder(matches: TopicMatches): void {
    const indexes = [...matches.values()].flatMap((topic) =>
      topic === null ? [] : [this.#topics.indexOf(topic)],
    );
    if (indexes.some((index, at) => at > 0 && index < (indexes[at - 1] ?? 0)))
      this.#changes.push({ code: "topics_reordered" });
  }

  #courseLanguages(): readonly string[] {
    const given = this.#workbook.settings.get("languages")?.value as readonly string[] | undefined;
    return given ?? this.#written.languages ?? [];
  }

  #origin(path: Path, place: Place): void {
    this.#origins.set(JSON.stringify(path), place);
  }

  /** The problem at the cell that its value came from; what came from no cell keeps its place in the plan as it is now. */
  #placed(problem: PlanProblem, places: PlanPositions, original: PlanPositions): SheetProblem {
    const cellOf = (place: Place): Place => {
      const cells = this.#cells.get(place.file)?.[place.line - 1];
      if (cells !== undefined) return cells[place.column - 1] ?? cells.at(-1) ?? place;
      if (place.file !== this.#planFile) return place;
      const path = places.pathAt(place);
      for (let length = path.length; length > 0; length--) {
        const origin = this.#origins.get(JSON.stringify(path.slice(0, length)));
        if (origin !== undefined) return origin;
      }
      const top = path[0] === "topics" ? this.#workbook.topicsPlace : null;
      const own = this.#before === null ? null : original.of(path);
      if (own !== null && path.length > 0) return { ...place, ...own };
      return top ?? this.#workbook.coursePlace ?? this.#workbook.topicsPlace;
    };
    if (problem.code === "missing_key" && problem.within === "") {
      const { key, severity } = problem;
      const { settings, columns } = spreadsheetNames();
      const path = key in settings ? key : `${key}.credits`;
      const facts = { name: settings[path]?.names.en[0] ?? key, isColumn: key in columns };
      const place = this.#workbook.settingPlaces.get(path) ?? cellOf(problem.place);
      return { code: "setting_missing", severity, place, ...facts };
    }
    const mapped = Object.entries(problem).map(([key, fact]) => [key, isPlace(fact) ? cellOf(fact) : fact]);
    return Object.fromEntries(mapped) as unknown as SheetProblem;
  }
}

const isError = ({ severity }: SheetProblem): boolean => severity === "error";
const rowOf = ({ file, sheet, line }: Place): string => JSON.stringify([file, sheet, line]);

/** By sheet, row and column. */
function inOrder(problems: readonly SheetProblem[]): readonly SheetProblem[] {
  const sheets = [...new Set(problems.map(({ place }) => place.sheet))];
  return problems.toSorted(
    ({ place: a }, { place: b }) =>
      sheets.indexOf(a.sheet) - sheets.indexOf(b.sheet) || a.line - b.line || a.column - b.column,
  );
}

function isPlace(fact: unknown): fact is Place {
  return typeof fact === "object" && fact !== null && "file" in fact && "line" in fact && "column" in fact;
}

function newPlanComment(file: string): string {
  return `# yaml-language-server: $schema=./course.schema.json
# Written from ${JSON.stringify(basename(file))}. After changes there: coursebinder init --from <the spreadsheet>, in this folder.

`;
}

/** In a plan that has a map in place of a value: the key in it. */
const withinMap: Readonly<Record<string, string>> = { publisher: "name", rotate: "topics" };

function shown(value: unknown): string {
  return value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
}

function sameTexts(topic: Topic, wanted: unknown): boolean {
  // A sheet without columns for languages doesn't know the texts that the plan has for them.
  if (typeof wanted === "string") return textsIn(topic).includes(wanted);
  return isDeepStrictEqual(topic.text instanceof Map ? Object.fromEntries(topic.text) : topic.text, wanted);
}

/** A new topic's id, made from its text; that of a topic which left the plan only if it would be the same. */
function newId(text: string, used: ReadonlySet<string>, removed: readonly string[]): string {
  const id = deriveTopicId(text);
  if (!used.has(id)) return id;
  let number = 2;
  while (used.has(`${id}-${number}`) || removed.includes(`${id}-${number}`)) number += 1;
  return `${id}-${number}`;
}

function rowsByLanguage(
  list: SheetList,
  languages: readonly string[],
  report: SheetReport,
): ReadonlyMap<string, SheetList["rows"]> {
  const usual = list.language !== null ? [list.language] : languages.length === 1 ? languages : null;
  const found = new Map<string, SheetList["rows"][number][]>();
  let isTold = false;
  for (const row of list.rows) {
    const own = row.languages ?? usual ?? languages;
    if (row.languages === null && usual === null && !isTold) {
      report.error(row.cells.get("word")?.place ?? list.place, "list_needs_language", { list: list.name });
      isTold = true;
    }
    for (const lang of own) found.set(lang, [...(found.get(lang) ?? []), row]);
  }
  return found;
}

const listColumns = ["word", "gloss", "forms", "example", "level"] as const;

/** The rows as a table in a file. What the sheet has no column for, the words keep. */
function tableOf(list: SheetList, rows: SheetList["rows"], old: readonly ListWord[]) {
  const before = new Map(old.map((word) => [word.key, word]));
  const lines = rows.map((row) =>
    listColumns.map((column) => {
      const cell = row.cells.get(column);
      const known = list.columns.has(column)
        ? undefined
        : before.get(wordKey(row.cells.get("word")?.value ?? ""));
      const kept =
        column === "forms" ? known?.forms.join("|") : column === "word" ? undefined : known?.[column];
      return {
        text: cell?.value.replace(/\s+/gu, " ").trim() ?? kept ?? "",
        place: cell?.place ?? row.cells.get("word")?.place ?? list.place,
      };
    }),
  );
  const columns = listColumns.filter(
    (column, index) => column === "word" || lines.some((line) => line[index]?.text !== ""),
  );
  const kept = lines.map((line) => line.filter((_, index) => columns.includes(listColumns[index] ?? "word")));
  const text = [columns, ...kept.map((line) => line.map((cell) => cell.text))]
    .map((line) => `${line.map(quoted).join(",")}\n`)
    .join("");
  /** For each line and each character of it, the cell. */
  const cells = kept.map((line) =>
    line.flatMap(({ text: one, place }) => Array.from({ length: quoted(one).length + 1 }, () => place)),
  );
  return { text, cells: [[list.place], ...cells] };
}

function quoted(text: string): string {
  return /[",;\t]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function meaningOfWord({ word, entry, gloss, forms, example, level }: ListWord) {
  return { word, entry, gloss, forms, example, level };
}
