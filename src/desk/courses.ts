import { lstat, readdir, stat } from "node:fs/promises";
import { join, parse, relative, resolve, sep } from "node:path";
import { type CoursePlace, placeOfCourse } from "../course/course-place.ts";
import { fileVersion, holderOf, ledgerVersion, readLedgerState } from "../course/ledger.ts";
import { namePattern } from "../plan/names.ts";
import type { Plan } from "../plan/plan.ts";
import { planLimits } from "../plan/plan-limits.ts";
import { isError } from "../plan/problem.ts";
import { Reading } from "../plan/reading.ts";
import { deriveTopicId } from "../plan/topic-text.ts";
import { readYaml } from "../plan/yaml.ts";
import { packageFileOf } from "../run/bind.ts";
import { matchLessons } from "../run/match.ts";
import { countJobs } from "../run/report.ts";
import { Failure } from "../shared/failure.ts";
import { readAtMost } from "../shared/files/open-file.ts";
import { sha256 } from "../shared/hash.ts";
import type { Commands } from "./commands.ts";
import type { CourseDocument, Kind, MadeDocument } from "./documents.ts";

/** A plan in the desk's folder or up to `levelsMost` folders below it. */
export interface Course extends Written {
  readonly id: string;
  /** The path below the folder, with `/` as the separator. */
  readonly file: string;
  /** The path as a command line names it. */
  readonly path: string;
  /** Changes whenever the file changes. */
  readonly version: string;
}

/** What a plan's file says, even if the plan has errors. */
interface Written {
  readonly course: string | null;
  readonly title: string | null;
}

/** How many levels below the folder a plan may be. */
const levelsMost = 2;
/** How many plans are shown, and how many folders are searched: a home folder has thousands. */
const coursesMost = 200;
const foldersMost = 1_000;
const idDigits = 12;

/** The courses of a folder. Requests name courses by ids that are looked up here, so they can't name anything outside the folder. */
export class Courses {
  readonly folder: string;
  readonly #commands: Commands;
  /** What each file says, by its path; null if the file was never a plan. */
  readonly #written = new Map<string, { readonly version: string; readonly says: Written | null }>();
  /** The newest stamps by course and kind, and whether a run elsewhere was under way. */
  readonly #stamps = new Map<string, { readonly version: string; readonly running: string | null }>();

  constructor(folder: string, commands: Commands) {
    this.folder = folder;
    this.#commands = commands;
  }

  /** Every YAML file that is a plan, sorted by name in each folder. Skips links, hidden files and the folder that runs write to. */
  async list(): Promise<Course[]> {
    const found: Course[] = [];
    const out = resolve(this.#commands.places("paid").out);
    const folders = [{ folder: this.folder, level: 0 }];
    for (const { folder, level } of folders) {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const path = join(folder, entry.name);
        if (entry.name.startsWith(".") || entry.name === "node_modules" || resolve(path) === out) continue;
        if (entry.isDirectory() && level < levelsMost && folders.length < foldersMost)
          folders.push({ folder: path, level: level + 1 });
        if (!entry.isFile() || !/\.ya?ml$/.test(entry.name) || found.length >= coursesMost) continue;
        const course = await this.#courseAt(path);
        if (course !== null) found.push(course);
      }
    }
    return found;
  }

  /** The plan for a new course in a new folder, which is named after a file; null if the folder exists already. */
  async newPlan(name: string): Promise<Pick<Course, "id" | "path"> | null> {
    const folder = deriveTopicId(parse(name).name);
    const isThere = (await lstat(join(this.folder, folder)).catch(() => null)) !== null;
    const file = `${folder}/course.yaml`;
    return isThere ? null : { id: idOf(file), path: join(this.folder, file) };
  }

  async find(id: string): Promise<Course | null> {
    return (await this.list()).find((one) => one.id === id) ?? null;
  }

  async #courseAt(path: string): Promise<Course | null> {
    const stats = await stat(path).catch(() => null);
    if (stats === null) return null;
    const version = fileVersion(stats);
    const known = this.#written.get(path);
    const says = known?.version === version ? known.says : await writtenAt(path, known?.says ?? null);
    this.#written.set(path, { version, says });
    const file = relative(this.folder, path).split(sep).join("/");
    return says && { id: idOf(file), file, path, version, ...says };
  }

  /** Changes whenever the status of a course's lessons may have changed, here or elsewhere, even while the plan has problems. */
  async stamp(course: Course, kind: Kind, isHere: boolean): Promise<string> {
    const key = `${course.id} ${kind}`;
    const { course: name } = course;
    const ledger =
      name === null ? "" : await ledgerVersion(this.placeOf({ course: name }, kind).ledger).catch(() => "");
    const version = `${course.version} ${isHere} ${ledger}`;
    const before = this.#stamps.get(key);
    // If a run elsewhere is killed, only its lock changes.
    const isSame = before?.version === version && before.running !== "elsewhere";
    const running = isSame ? before.running : ((await this.made(course, kind, isHere))?.running ?? null);
    this.#stamps.set(key, { version, running });
    return `${version} ${running}`;
  }

  placeOf(plan: Pick<Plan, "course">, kind: Kind): CoursePlace {
    return placeOfCourse(plan.course, this.#commands.places(kind));
  }

  /** A course with its plan's problems and its lessons' status. */
  async document(course: Course, isRunning: (kind: Kind) => boolean): Promise<CourseDocument> {
    const { id, file, path } = course;
    const read = await this.#commands.readPlan({ plan: path, kind: "paid" });
    const errors = read.ok ? 0 : read.problems.filter(isError).length;
    const named = { id, file, errors };
    if (!read.ok) return { ...named, title: course.title, edition: null, rehearsal: null, paid: null };
    const [rehearsal, paid] = await Promise.all([
      this.made(course, "rehearsal", isRunning("rehearsal")),
      this.made(course, "paid", isRunning("paid")),
    ]);
    const { title, edition } = read.plan;
    return { ...named, title, edition, rehearsal, paid };
  }

  /** The status of a course's lessons; null if the plan or the ledger can't be read. */
  async made({ path }: Course, kind: Kind, isHere: boolean): Promise<MadeDocument | null> {
    const read = await this.#commands.readPlan({ plan: path, kind });
    if (!read.ok) return null;
    const { course } = read.plan;
    const { ledger, folder } = this.placeOf(read.plan, kind);
    try {
      const { state } = await readLedgerState(ledger, { course, stateFolder: null });
      const plan = matchLessons(read.plan, state);
      // Without an open run, the lock is not checked: the check itself takes it for an instant.
      const isElsewhere = !isHere && state.isRunOpen && (await holderOf(ledger)) !== null;
      const running = isHere ? "here" : isElsewhere ? "elsewhere" : null;
      const zip = await stat(join(folder, packageFileOf(read.plan))).catch(() => null);
      const made = zip && { bytes: zip.size, at: zip.mtimeMs };
      return { counts: countJobs(plan, plan.lessons), running, package: made };
    } catch (error) {
      if (error instanceof Failure) return null;
      throw error;
    }
  }
}

/** A plan that an edit has broken says what it said before, so that it stays in the list and can be mended on the page. */
async function writtenAt(path: string, before: Written | null): Promise<Written | null> {
  const bytes = await readAtMost(path, planLimits.fileBytes).catch(() => null);
  const data = bytes === null ? null : readYaml(bytes.toString("utf8"), new Reading(path));
  if (typeof data !== "object" || data === null || !("course" in data && "topics" in data)) return before;
  const { course, title } = data as Readonly<Record<string, unknown>>;
  const name = typeof course === "string" && namePattern.test(course) ? course : null;
  return { course: name, title: typeof title === "string" ? title : null };
}

function idOf(file: string): string {
  return sha256(file).slice(0, idDigits);
}
