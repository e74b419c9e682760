import { expect } from "vitest";
import type {
  BillDocument,
  ChangesDocument,
  CoursesDocument,
  Kind,
  MadeDocument,
  PlanDocument,
  RunDocument,
  StatusDocument,
  UncertainDocument,
} from "../../src/desk/documents.ts";
import type { Served } from "../e2e/fixtures/served.ts";
import { OpenedDesk } from "../e2e/review/opened-desk.ts";

/** What the desk answers to a `POST`, as far as tests read it. */
export interface Answer {
  readonly status: number;
  readonly body: {
    readonly code?: string;
    readonly problems?: readonly { readonly code: string; readonly message: string }[];
    readonly [member: string]: unknown;
  };
}

/** How often a page looks for changes. */
const lookMs = 1_000;

/** `coursebinder open` in a process of its own, and its page's requests. */
export class OpenedHome extends OpenedDesk {
  /** What a page would show of paid lessons after each change of their status. */
  readonly shown: MadeDocument[] = [];

  /** Starts it without opening its address, which a browser does. */
  static override async start(
    served: Pick<Served, "folder" | "environment">,
    ...flags: readonly string[]
  ): Promise<OpenedHome> {
    const args = ["open", "--json", "--no-open", "--poll", "50ms", ...flags];
    return new OpenedHome(...(await OpenedDesk.begin(served, args)));
  }

  static override async enter(
    served: Pick<Served, "folder" | "environment">,
    ...flags: readonly string[]
  ): Promise<OpenedHome> {
    const home = await OpenedHome.start(served, ...flags);
    await home.exchange();
    return home;
  }

  async read<Answer>(path: string): Promise<Answer> {
    const { status, text } = await this.send({ path });
    expect(status, text).toBe(200);
    return JSON.parse(text) as Answer;
  }

  async ask(path: string, body: object): Promise<Answer> {
    const { status, text } = await this.post(path, body);
    return { status, body: JSON.parse(text) as Answer["body"] };
  }

  /** Uploads a table of topics, as the page does. */
  async upload(table: string, query: Readonly<Record<string, string>>): Promise<Answer> {
    const headers = { origin: this.address.origin, "content-type": "application/octet-stream" };
    const path = `/api/courses?${new URLSearchParams({ name: "course.csv", ...query })}`;
    const { status, text } = await this.send({ method: "POST", path, headers, body: Buffer.from(table) });
    return { status, body: JSON.parse(text) as Answer["body"] };
  }

  courses(): Promise<CoursesDocument> {
    return this.read("/api/courses");
  }

  /** The id of the only course, or of the one in a file. */
  async course(file = "course.yaml"): Promise<string> {
    return (await this.courses()).courses.find((one) => one.file === file)?.id ?? "";
  }

  plan(course: string): Promise<PlanDocument> {
    return this.read(`/api/plan?course=${course}`);
  }

  bill(course: string, kind: Kind = "paid"): Promise<BillDocument> {
    return this.read(`/api/bill?course=${course}&kind=${kind}`);
  }

  /** Buys what the bill shows, as a person does who types its sum. */
  async buy(course: string, shown?: BillDocument): Promise<Answer> {
    const { hash, total } = shown ?? (await this.bill(course));
    return this.ask("/api/run", { course, kind: "paid", hash, sum: total });
  }

  runOf(course: string, kind: Kind = "paid"): Promise<RunDocument> {
    return this.read(`/api/run?course=${course}&kind=${kind}`);
  }

  /** How the run under way ends. */
  async ended(course: string, kind: Kind = "paid"): Promise<NonNullable<RunDocument["result"]>> {
    await expect.poll(() => this.runOf(course, kind), { interval: 100 }).toMatchObject({ running: null });
    const { result } = await this.runOf(course, kind);
    if (result === null) throw new Error("there was no run");
    return result;
  }

  /** The latest run was refused, for this reason. */
  async refused(course: string, code: string): Promise<void> {
    const refused = { result: { ok: false, problems: [{ code }] } };
    await expect.poll(() => this.runOf(course), { interval: 100 }).toMatchObject(refused);
  }

  status(course: string, kind: Kind = "paid"): Promise<StatusDocument> {
    return this.read(`/api/status?course=${course}&kind=${kind}`);
  }

  uncertain(course: string): Promise<UncertainDocument> {
    return this.read(`/api/uncertain?course=${course}&kind=paid`);
  }

  /** Follows changes as an open page does, until the desk ends; resolves once it knows how things are. */
  async listen(): Promise<void> {
    const changes = () => this.read<ChangesDocument>("/api/changes");
    let seen = await changes();
    const look = async (): Promise<void> => {
      const now = await changes();
      const changed = Object.keys(now).filter((name) => now[name] !== seen[name]);
      seen = now;
      for (const course of changed) await this.#show(course);
    };
    const timer = setInterval(() => void look().catch(() => clearInterval(timer)), lookMs);
    timer.unref();
  }

  async #show(course: string): Promise<void> {
    const { courses } = await this.courses();
    const made = courses.find(({ id }) => id === course)?.paid;
    if (made) this.shown.push(made);
  }

  /** A page shows this of the paid lessons, within two seconds after they are so. */
  async shows(isIt: (made: MadeDocument) => boolean): Promise<void> {
    await expect.poll(() => this.shown.some(isIt), { timeout: 2_000, interval: 20 }).toBe(true);
  }
}
