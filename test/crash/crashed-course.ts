import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readLog } from "../../src/ledger/file/read-log.ts";
import { jobKey } from "../../src/ledger/format/fold.ts";
import { isOpen } from "../../src/ledger/format/job-status.ts";
import type { Attempt, LedgerState } from "../../src/ledger/format/state.ts";
import { coursebinderHere } from "../e2e/fixtures/in-this-process.ts";
import { key, type Served } from "../e2e/fixtures/served.ts";
import type { ServiceProxy } from "../e2e/fixtures/service-proxy.ts";
import {
  type Document,
  documentOf,
  type Finished,
  generousLimits,
  type Running,
  start,
  withoutAligning,
} from "../fixtures.ts";

export interface CourseSettings {
  /** The course's id, which is also part of its topics, so that no two courses of a service share a topic. */
  readonly name: string;
  readonly topics: number;
  readonly proxy: ServiceProxy;
  /** The least length of the topics. */
  readonly topicLength?: number;
  readonly place?: Place;
}

/** Where a course is. By default in a folder of its own beside the service. */
export interface Place {
  /** The path for its commands. */
  readonly folder: string;
  /** The path for the test, which differs if the commands have a disk of their own. */
  readonly seen: string;
  readonly stateFolder: string;
}

/** Options of a run. */
export interface Manner {
  /** A program that starts the command, such as strace with its flags. */
  readonly under?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

/** A course that meets faults, and the evidence afterwards: its ledger, its rescue files, all output of its runs. */
export class CrashedCourse {
  readonly name: string;
  readonly proxy: ServiceProxy;
  readonly topics: readonly string[];
  readonly #place: Place;
  readonly #served: Served;
  /** The stderr of all runs. */
  said = "";

  private constructor(served: Served, place: Place, settings: CourseSettings) {
    this.name = settings.name;
    this.proxy = settings.proxy;
    this.topics = topicsOf(settings);
    this.#place = place;
    this.#served = served;
  }

  static async begin(served: Served, settings: CourseSettings): Promise<CrashedCourse> {
    const own = join(served.folder, settings.name);
    const place = settings.place ?? { folder: own, seen: own, stateFolder: join(own, "state") };
    await mkdir(place.seen, { recursive: true });
    const course = new CrashedCourse(served, place, settings);
    await writeFile(join(place.seen, "course.yaml"), planOf(settings));
    return course;
  }

  get folder(): string {
    return this.#place.seen;
  }

  get courseFolder(): string {
    return join(this.#place.seen, "out", this.name);
  }

  get ledger(): string {
    return join(this.courseFolder, "ledger.jsonl");
  }

  get stateFolder(): string {
    return this.#place.stateFolder;
  }

  begin(verb: string, flags: readonly string[], { under, env }: Omit<Manner, "flags"> = {}): Running {
    const { args, environment } = this.#line(verb, flags);
    const running = start({
      args,
      env: { ...environment, ...env },
      ...(under === undefined ? {} : { under }),
    });
    void running.finished.then(({ stderr }) => {
      this.said += stderr;
    });
    return running;
  }

  run({ flags = [], ...manner }: Manner = {}): Running {
    return this.begin("run", ["--poll", "20ms", ...flags], manner);
  }

  /** A run that nothing is done to. */
  runHere({ flags = [], ...manner }: Manner = {}): Promise<Finished> {
    return this.#toItsEnd("run", ["--poll", "20ms", ...flags], manner);
  }

  /** A command that nothing is done to: in this process, where it needs none of its own. */
  async #toItsEnd(verb: string, flags: readonly string[], manner: Omit<Manner, "flags">): Promise<Finished> {
    if (manner.under !== undefined) return this.begin(verb, flags, manner).finished;
    const { args, environment } = this.#line(verb, flags);
    const env = { ...environment, ...manner.env };
    const finished = await coursebinderHere(args, { cwd: this.folder, env });
    this.said += finished.stderr;
    return finished;
  }

  #line(verb: string, flags: readonly string[]): { args: string[]; environment: Record<string, string> } {
    const { folder, stateFolder } = this.#place;
    return {
      args: [
        ...verb.split(" "),
        join(folder, "course.yaml"),
        "--json",
        "--out",
        join(folder, "out"),
        ...flags,
      ],
      environment: {
        STORY_API_URL: this.proxy.url,
        STORY_API_KEY: key,
        COURSEBINDER_STATE: stateFolder,
        ...generousLimits,
        ...withoutAligning,
      },
    };
  }

  /** The stories of this course that the service has created, by its own database. */
  created(): { readonly id: string; readonly topic: string }[] {
    return this.#served.stories().filter(({ topic }) => this.topics.includes(topic));
  }

  /** The state of the ledger. Throws if it is damaged, which no crash may cause. */
  state(): LedgerState {
    const result = readLog(existsSync(this.ledger) ? readFileSync(this.ledger) : Buffer.alloc(0));
    if (result.damage !== null)
      throw new Error(`${this.name}: the ledger is damaged: ${JSON.stringify(result.damage)}`);
    return result.state;
  }

  openAttempts(): { readonly job: string; readonly attempt: Attempt }[] {
    return [...this.state().jobs.values()].flatMap(({ job, attempts }) =>
      attempts.filter(isOpen).map((attempt) => ({ job, attempt })),
    );
  }

  /** Everything that may contain an id: the ledger, its mirror, rescue files, output. */
  kept(): string {
    const texts = [this.said];
    for (const folder of [this.courseFolder, this.#place.stateFolder]) {
      if (!existsSync(folder)) continue;
      for (const name of readdirSync(folder)) {
        if (/\.jsonl$|\.rescue-|\.torn-/.test(name)) texts.push(readFileSync(join(folder, name), "utf8"));
      }
    }
    return texts.join("\n");
  }

  /**
   * Checks against the service: no lesson was created twice, and every id that it issued is kept. If `killed`, an id may be missing while
   * its attempt is open: the process died after receiving the answer, and the user is asked.
   */
  judge({ killed }: { killed: boolean }): void {
    const created = this.created();
    const kept = this.kept();
    const open = this.openAttempts().map(({ attempt }) => attempt.intended.request.topic);
    for (const topic of this.topics) {
      const ids = created.filter((story) => story.topic === topic).map(({ id }) => id);
      if (ids.length > 1) throw new Error(`"${topic}" was created ${ids.length} times: ${ids.join(", ")}`);
      for (const id of ids) {
        if (!kept.includes(id) && !(killed && open.includes(topic)))
          throw new Error(`the id ${id} of "${topic}" was lost`);
      }
    }
  }

  /** Settles every open creation truthfully, like a user who can see the service's own list. */
  async resolveTruthfully(manner: Omit<Manner, "flags"> = {}): Promise<void> {
    const created = this.created();
    for (const { job, attempt } of this.openAttempts()) {
      const story = created.find(({ topic }) => topic === attempt.intended.request.topic);
      const word =
        story === undefined
          ? ["--not-created", "--reason", "looked into the account"]
          : ["--story", story.id];
      const { code, stderr } = await this.#toItsEnd("resolve", [job, ...word], manner);
      if (code !== 0) throw new Error(`${this.name}: ${job} could not be settled (${code}): ${stderr}`);
    }
  }

  /** Runs until the course is done, and settles truthfully where required. Each lesson must have been created once. */
  async heal(manner: Omit<Manner, "flags"> = {}): Promise<Document> {
    for (let tries = 0; ; tries++) {
      const finished = await this.runHere(manner);
      if (finished.code === 0) return this.finish(finished);
      const isLost = finished.code === 8 && isRestorable(documentOf(finished));
      if (isLost) await this.#toItsEnd("ledger restore", [], manner);
      if ((finished.code !== 5 && !isLost) || tries > 4) {
        throw new Error(
          `${this.name}: not healed (${finished.code}): ${finished.stdout}\n${finished.stderr}`,
        );
      }
      await this.resolveTruthfully(manner);
    }
  }

  /** Checks a run that claims to be done: each lesson was created once, and its story is in the ledger. */
  finish(finished: Finished): Document {
    const created = this.created();
    const ids = new Set(created.map(({ id }) => id));
    if (created.length !== this.topics.length || ids.size !== created.length)
      throw new Error(`${this.name}: ${created.length} stories for ${this.topics.length} lessons`);
    const { jobs } = this.state();
    for (const [index, topic] of this.topics.entries()) {
      const record = jobs.get(jobKey("1", `lesson-${index + 1}.es.2`));
      const id = created.find((story) => story.topic === topic)?.id ?? "";
      if (record?.stories.has(id) !== true) throw new Error(`${this.name}: "${topic}" is not in the ledger`);
    }
    return documentOf(finished);
  }
}

function topicsOf({ name, topics, topicLength = 0 }: CourseSettings): string[] {
  return Array.from({ length: topics }, (_, index) =>
    `Lesson ${index + 1} of ${name}`.padEnd(topicLength, " and so on").trimEnd(),
  );
}

function planOf(settings: CourseSettings): string {
  const { name } = settings;
  const list = topicsOf(settings).map((topic, index) => ({ id: `lesson-${index + 1}`, topic }));
  return JSON.stringify({
    course: name,
    title: name,
    budget: { credits: 500 },
    // Fast to check and to write, and a package that fits a small disk.
    quality: { language: "ignore" },
    package: { formats: ["words"] },
    languages: ["es"],
    difficulties: [2],
    defaults: { audiobook: false },
    topics: list,
  });
}

/** Whether a run was refused for what `ledger restore` cures. */
function isRestorable({ problems }: Document): boolean {
  return problems.some(({ code }) => code === "ledger_older_copy" || code === "ledger_begun_anew");
}

/** Whether a run ended because it was killed. */
export function wasKilled({ code, signal }: Finished): boolean {
  return signal === "SIGKILL" || code === 137;
}
