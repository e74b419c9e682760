import { basename, join, resolve } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { z } from "zod";
import type { Approval } from "../documents/approval.ts";
import { planLimits } from "../plan/plan-limits.ts";
import { planJsonSchema } from "../plan/schema.ts";
import {
  type ApplicationOptions,
  notFound,
  pageFile,
  pageStyle,
  Refusal,
  type RunningDesk,
  read,
  startApplication,
} from "../review/application.ts";
import { type ReviewDesk, reviewDeskOf, serveReview } from "../review/desk.ts";
import { packageFileOf } from "../run/bind.ts";
import { canonicalJson } from "../shared/canonical-json.ts";
import { openStream } from "../shared/files/open-file.ts";
import { sha256 } from "../shared/hash.ts";
import type { Commands, Named } from "./commands.ts";
import { CourseRuns } from "./course-run.ts";
import { type Course, Courses } from "./courses.ts";
import {
  type BillDocument,
  billQuerySchema,
  type ChangesDocument,
  type CoursesDocument,
  courseQuerySchema,
  type Kind,
  kindSchema,
  packageRequestSchema,
  planRequestSchema,
  resolveRequestSchema,
  runRequestSchema,
  stopRequestSchema,
  type WorkbookDocument,
  workbookQuerySchema,
} from "./documents.ts";
import { planDocument, savePlan } from "./plan-form.ts";

export interface HomeOptions extends ApplicationOptions {
  /** As the command line names it. */
  readonly folder: string;
  readonly commands: Commands;
}

export interface RunningHome extends RunningDesk {
  /** Stops the runs as one Ctrl-C does, waits for them, and closes the desk. True if a run was stopped. */
  end(): Promise<boolean>;
}

/** How many of the latest bills shown can be bought; older ones have to be shown again. */
const billsMost = 100;
/** The largest request with a plan: its JSON text, with room for escapes. */
const planBodyBytes = 4 * 1024 * 1024;

/** Starts the application of `open`. Throws as `startApplication` does. */
export async function openHome(options: HomeOptions): Promise<RunningHome> {
  const home = new Home(options);
  const running = await startApplication(options, {
    addRoutes: (app) => home.addRoutes(app),
    finish: () => home.finish(),
  });
  return {
    ...running,
    end: async () => {
      const wasRunning = await home.runs.stopAll();
      await running.close();
      return wasRunning;
    },
  };
}

/** A course that a request is about, as the request names it. */
interface OfCourse {
  readonly course: Course;
  readonly named: Named;
}

interface OpenedReview {
  readonly desk: ReviewDesk;
  close(): Promise<void>;
}

class Home {
  readonly runs: CourseRuns;
  readonly #commands: Commands;
  readonly #courses: Courses;
  readonly #now: () => number;
  /** The bills that pages have shown, by their hashes. */
  readonly #bills = new Map<string, { readonly course: string; readonly approval: Approval }>();
  /** The courses' review desks, each opened once it is asked for. */
  readonly #reviews = new Map<string, { readonly version: string; readonly review: Promise<OpenedReview> }>();

  constructor({ folder, commands, world }: HomeOptions) {
    this.#commands = commands;
    this.#courses = new Courses(folder, commands);
    this.#now = world.now;
    this.runs = new CourseRuns(commands);
  }

  async finish(): Promise<void> {
    for (const { review } of this.#reviews.values()) await review.then(closeReview, () => undefined);
  }

  addRoutes(app: FastifyInstance): void {
    this.#servePage(app);
    this.#serveSheets(app);
    this.#serveCourses(app);
    const ofReview = { prefix: "/courses/:course/review/:kind" };
    app.register((own, _options, done) => {
      serveReview(own, ({ params }) => this.#reviewOf(params));
      done();
    }, ofReview);
  }

  #servePage(app: FastifyInstance): void {
    app.get("/", (_, reply) => reply.type("text/html; charset=utf-8").send(pageFile("desk", "page.html")));
    app.get("/desk.css", (_, reply) => reply.type("text/css; charset=utf-8").send(pageStyle("desk")));
    app.get("/desk.js", (_, reply) =>
      reply.type("text/javascript; charset=utf-8").send(pageFile("desk", "desk.js")),
    );
    app.get("/api/plan-schema", async () => planJsonSchema());
    app.get("/api/changes", async (): Promise<ChangesDocument> => {
      const stamps: Record<string, string> = {};
      for (const course of await this.#courses.list()) {
        const stampOf = async (kind: Kind): Promise<string> =>
          `${await this.#courses.stamp(course, kind, this.runs.isRunning(course, kind))} ${this.runs.stamp(course, kind)}`;
        stamps[course.id] = (await Promise.all(kindSchema.options.map(stampOf))).join(" ");
      }
      return stamps;
    });
    app.get("/api/courses", async (): Promise<CoursesDocument> => {
      const courses = await this.#courses.list();
      return {
        service: this.#commands.service,
        missing: await this.#commands.missing(),
        courses: await Promise.all(
          courses.map((course) =>
            this.#courses.document(course, (kind) => this.runs.isRunning(course, kind)),
          ),
        ),
      };
    });
  }

  #serveSheets(app: FastifyInstance): void {
    const type = "application/octet-stream";
    app.addContentTypeParser(
      type,
      { parseAs: "buffer", bodyLimit: planLimits.workbookBytes },
      (_, body, done) => done(null, body),
    );
    app.get("/template", async ({ query }, reply) => {
      const { language = "en" } = query as { readonly language?: string };
      reply.header("content-disposition", 'attachment; filename="course.xlsx"');
      return reply.type(type).send(await this.#commands.template(language));
    });
    app.post("/api/courses", async ({ query, body }): Promise<WorkbookDocument> => {
      const { name, course: id, confirm } = read(workbookQuerySchema, query);
      if (!Buffer.isBuffer(body)) throw new Refusal(400, "not_understood");
      const course =
        id === undefined
          ? await this.#courses.newPlan(basename(name))
          : ((await this.#courses.find(id)) ?? notFound());
      if (course === null) throw new Refusal(409, "folder_taken");
      const sheet = await this.#commands.readSheet(course.path, { bytes: body, name: basename(name) });
      const { problems, changes, lessons } = sheet;
      const isRefused = problems.some(({ severity }) => severity === "error");
      const files = [...sheet.files].map(([path, bytes]) => [path, sha256(bytes)] as const);
      const hash = sha256(canonicalJson([course.id, changes, files]));
      const shown = { problems, changes, lessons, files: files.map(([path]) => path) };
      if (isRefused || confirm === undefined)
        return { ...shown, written: false, hash: isRefused ? null : hash, course: id ?? null };
      if (confirm !== hash || !(await sheet.write())) throw new Refusal(409, "workbook_changed");
      return { ...shown, written: true, hash, course: course.id };
    });
  }

  #serveCourses(app: FastifyInstance): void {
    /** Adds a route for requests about a course, which name it in their query or body. */
    const on = <Schema extends z.ZodType<{ readonly course: string; readonly kind?: Kind }>>(
      method: "get" | "post",
      path: string,
      schema: Schema,
      answer: (about: OfCourse & { readonly asked: z.output<Schema> }, reply: FastifyReply) => unknown,
      limits: { readonly bodyLimit?: number } = {},
    ): void => {
      app[method](path, limits, async ({ query, body }, reply) => {
        const asked = read(schema, method === "get" ? query : body);
        const course = (await this.#courses.find(asked.course)) ?? notFound();
        return answer({ course, asked, named: { plan: course.path, kind: asked.kind ?? "paid" } }, reply);
      });
    };
    const shown = async (course: Course) => {
      const about = { folder: this.#courses.folder, commands: this.#commands };
      return (await planDocument(course, about)) ?? notFound();
    };
    on("get", "/api/plan", courseQuerySchema, ({ course }) => shown(course));
    on(
      "post",
      "/api/plan",
      planRequestSchema,
      async ({ course, asked }) => {
        const saved = await savePlan(course, asked);
        if (saved === "saved") return shown(course);
        if (saved === "too_large") throw new Refusal(413, "body_too_large");
        throw new Refusal(409, saved === "unfit" ? "edit_unfit" : "plan_changed");
      },
      { bodyLimit: planBodyBytes },
    );
    on("get", "/api/bill", billQuerySchema, async (about): Promise<BillDocument> => {
      const { course, named, asked } = about;
      const { document: bill, approval } = await this.#withService(about, () =>
        this.#commands.bill(named, asked.replace),
      );
      if (approval === null) return { bill, hash: null, total: null };
      const hash = sha256(canonicalJson(approval));
      this.#bills.set(hash, { course: course.id, approval });
      for (const [oldest] of this.#bills) if (this.#bills.size > billsMost) this.#bills.delete(oldest);
      return { bill, hash, total: approval.total };
    });
    on("get", "/api/run", courseQuerySchema, (about) => this.#runDocument(about));
    on("post", "/api/run", runRequestSchema, async (about, reply) => {
      const { course, asked } = about;
      this.#refuseWhileRunning(about);
      const approved = asked.kind === "paid" ? this.#approvalFor(course, asked) : null;
      this.runs.begin(course, asked.kind, approved);
      return reply.code(202).send(await this.#runDocument(about));
    });
    on("post", "/api/run/stop", stopRequestSchema, (about) => {
      this.runs.stop(about.course, about.named.kind);
      return this.#runDocument(about);
    });
    on("get", "/api/status", courseQuerySchema, ({ named }) => this.#commands.call(named, "status"));
    on("get", "/api/uncertain", courseQuerySchema, (about) =>
      this.#withService(about, () => this.#commands.call(about.named, "resolve")),
    );
    on("post", "/api/resolve", resolveRequestSchema, (about) => {
      this.#refuseWhileRunning(about);
      const { attempt, story, reason } = about.asked;
      const flags = { story: story ?? undefined, notCreated: story === null, reason: reason ?? undefined };
      return this.#withService(about, () => this.#commands.call(about.named, "resolve", flags, attempt));
    });
    on("post", "/api/package", packageRequestSchema, (about) => {
      this.#refuseWhileRunning(about);
      const { for: platform, allowPartial } = about.asked;
      return this.#commands.call(about.named, "package", { for: platform ?? undefined, allowPartial });
    });
    on("get", "/download", courseQuerySchema, async ({ named }, reply) => {
      const { place, file } = await this.#written(named);
      return sendFile(reply, join(place.folder, file), {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="${file}"`,
      });
    });
    on("get", "/report", courseQuerySchema, async ({ named }, reply) => {
      const { place } = await this.#written(named);
      return sendFile(reply, join(place.folder, "report.html"), {
        "content-type": "text/html; charset=utf-8",
        // A document of its own with inline styles; whatever it contains, it can run no script and load nothing.
        "content-security-policy":
          "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      });
    });
  }

  /** The bill that a person has seen and whose sum they have typed. Nothing else is ever bought. */
  #approvalFor(course: Course, { hash, sum }: { readonly hash: string; readonly sum: number }): Approval {
    const shown = this.#bills.get(hash);
    if (shown === undefined || shown.course !== course.id) throw new Refusal(409, "bill_unknown");
    if (sum !== shown.approval.total) throw new Refusal(409, "sum_differs");
    return shown.approval;
  }

  async #written(named: Named) {
    const plan = await this.#commands.readPlan(named);
    if (!plan.ok) return notFound();
    return { place: this.#courses.placeOf(plan.plan, named.kind), file: packageFileOf(plan.plan) };
  }

  async #runDocument({ course, named: { kind } }: OfCourse) {
    const made = this.runs.isRunning(course, kind) ? null : await this.#courses.made(course, kind, false);
    return this.runs.document(course, kind, made?.running ?? null);
  }

  #refuseWhileRunning({ course, named: { kind } }: OfCourse): void {
    if (this.runs.isRunning(course, kind)) throw new Refusal(409, "running");
    if (kind === "rehearsal" && this.runs.isRehearsing) throw new Refusal(409, "rehearsing");
  }

  /** A course's review desk, opened again once its plan or the date, which may name the edition, has changed. */
  async #reviewOf(params: unknown): Promise<ReviewDesk> {
    const { course: id, kind: named } = params as { readonly course: string; readonly kind: string };
    const { data: kind } = kindSchema.safeParse(named);
    const course = kind === undefined ? null : await this.#courses.find(id);
    if (kind === undefined || course === null) return notFound();
    const key = `${id} ${kind}`;
    const before = this.#reviews.get(key);
    const version = `${course.version} ${new Date(this.#now()).toISOString().slice(0, 10)}`;
    if (before?.version === version) return (await before.review).desk;
    const review = this.#commands
      .review({ plan: course.path, kind })
      .then(({ options, close }) => ({ desk: reviewDeskOf(options), close }));
    this.#reviews.set(key, { version, review });
    // If it can't be opened now, the next request tries again.
    review.catch(() => this.#reviews.delete(key));
    if (before !== undefined) void before.review.then(closeReview, () => undefined);
    return (await review).desk;
  }

  /** Does work that calls the service. Rehearsals share one service, which a run keeps for itself. */
  #withService<Result>(about: OfCourse, work: () => Promise<Result>): Promise<Result> {
    if (about.named.kind === "paid") return work();
    this.#refuseWhileRunning(about);
    return this.runs.rehearse(work);
  }
}

async function sendFile(
  reply: FastifyReply,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const stream = await openStream(resolve(path)).catch(() => null);
  return stream === null ? notFound() : reply.headers(headers).send(stream);
}

async function closeReview({ desk, close }: OpenedReview): Promise<void> {
  await desk.course.idle();
  await close();
}
