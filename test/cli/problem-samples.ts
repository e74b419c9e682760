import type { CommandProblem } from "../../src/cli/problem.ts";
import type { RemoteProblem } from "../../src/client/problem.ts";
import type { RunNotice, RunProblem } from "../../src/run/problem.ts";

/** Those that end a command; a package's warnings end none. */
type Problem = RunProblem | CommandProblem | RemoteProblem;
type Sample<Code extends Problem["code"]> = Omit<Extract<Problem, { code: Code }>, "code">;

const job = "walk.es.2";
const path = "out/course/file";
const id = "a4d3c2b1-0000-4000-8000-000000000000";
const cause = "ENOENT";
const place = { file: "course.yaml", line: 3, column: 1 };
const refusal = {
  status: 402,
  code: "payment_required",
  message: "No credits.",
  retryAfterMs: null,
} as const;
const callError = { kind: "network", cause: "ECONNREFUSED", isUnsent: true } as const;
const lesson = { name: job, topic: "A walk", story: "a4d3c2b1" };
const bought = { course: "course", isOwn: true, path, isThere: true, job, topic: "A walk" } as const;
const again = [{ ...bought, requestHash: "", credits: 13 }];
const other = { path, course: "course", isOwn: true, isThere: false } as const;
const unknown = { path, stories: 1, ledgers: [other], again };
const fall = { since: "2026-11-20", before: 90, now: 50, unexplained: 40 };
const time = {
  code: "time-differs",
  createdAt: "2026-11-20",
  sentAt: "2026-11-19",
} as const;
const startProblem = { code: "data_folder_in_use", path } as const;

/** Facts for each problem, so that every message can be made. */
export const problemSamples: { readonly [Code in Problem["code"]]: Sample<Code> } = {
  // Of a command line.
  usage: { message: "unknown option" },
  bad_value: { flag: "--first", value: "none", expected: "a number" },
  empty_value: { flag: "--out", variable: "COURSEBINDER_OUT" },
  variable_unknown: { name: "COURSEBINDER_FIRS", meant: null },
  output_unwritten: { cause: "EPIPE" },
  not_overwritten: { flag: "--save", path, kind: "saved-plan" },
  reason_needed: {
    job,
    evidence: [
      { code: "answered", status: 201 },
      { code: "too-early", waitMs: 60_000 },
    ],
  },
  service_config_invalid: { lines: ["service.yaml:1:1: error"] },
  port_unusable: { port: 4010, cause: "EADDRINUSE" },
  service_unusable: { what: "start", folder: path, why: startProblem, flag: "--out" },
  service_disk_failed: { folder: path, cause: "EIO" },
  data_folder_missing: { folder: path },
  account_unknown: { name: "ann", known: ["ben"], folder: "my stories" },
  key_not_made: { reason: "The account is closed." },
  no_such_key: { which: "laptop", account: "ann", folder: "my stories" },
  nothing_made: { path, isRehearsed: false },
  no_reviewer_page: { lessons: 600, most: 500 },
  input_unreadable: { kind: "bill", path, cause },
  import_overtaken: { path },
  not_one_uncertain: { job, count: 2 },
  story_misfit: { job, id, misfits: ["time"], time },
  story_unknown: { job, id },
  book_unknown: { id },
  // Of a course.
  no_job_selected: { only: "x*", edition: "1", place: null },
  edition_not_in_sequence: { edition: "spring" },
  job_unknown: { job: "wolk.es.2", suggestion: job },
  bad_ledger_address: {},
  nothing_remembered: { folder: null },
  replace_not_selected: { job },
  package_incomplete: { missing: 2, uncertain: 1, held: 1, jobs: [job], unfit: [], ready: 1 },
  // Of the service, its credential and its login.
  service_url_missing: {},
  service_url_invalid: { url: "http://example.com", why: "not-https" },
  key_missing: {},
  key_unreadable: { source: "STORY_API_KEY_FILE", why: "not-a-key" },
  tls_checks_off: {},
  login_not_offered: { why: "elsewhere", detail: "https://example.com" },
  login_refused: { error: "access_denied", why: "" },
  login_unreachable: { cause: "ENOTFOUND" },
  login_not_revoked: { cause: "ENOTFOUND" },
  login_unusable: { path, why: "open-to-others", cause: null },
  login_unwritable: { path: null, cause: "" },
  // Of the operator of a service.
  account_exists: { name: "ann" },
  account_deleted: { name: "ann" },
  operator_exists: { name: "ann" },
  operator_unknown: { name: "ann" },
  credits_short: { name: "ann", asked: 10, available: 5 },
  reference_used: { reference: "invoice 17", name: "ann", credits: 5 },
  work_under_way: { name: "ann", jobs: 1 },
  output_unusable: { path, why: "EEXIST" },
  backup_unusable: { folder: path, file: "pepper", why: "missing" },
  backup_not_for_this: { found: "postgres", known: 7 },
  place_not_empty: { place: path, isFile: true },
  // Of a run.
  balance_unexplained: fall,
  quote_failed: { setting: "es 2 short", callError },
  credential_refused: { callError },
  service_unavailable: { callError, service: null },
  account_of_others: { path, service: "https://example.com/api/v1", story: id },
  not_connected: { cause: "CERT_HAS_EXPIRED" },
  creation_refused: { job, refusal },
  creations_stopped: { refusal },
  creation_postponed: { job, refusal },
  creation_uncertain: { job, cause: "ECONNRESET" },
  after_creation_failed: { job, cause: "exit code 1" },
  outcome_not_recorded: { job, id, named: [], rescue: null },
  story_failed: { job, id, error: "It broke." },
  story_canceled: { job, id },
  story_missing: { job, id },
  story_unreadable: { job, id, callError },
  audiobook_unpaid: { job, id, refusal },
  audiobook_failed: { job, id, status: "failed" },
  book_unavailable: { job, id, cause: "no_book", file: null },
  lesson_unfit: { job, checks: ["peak"] },
  volume_unfit: { volume: "es-2", check: "names" },
  lessons_unchecked: { cause: "EIO" },
  gate_closed: { gates: [{ volume: "es-2", missing: 1, samples: [job], waiting: 3 }] },
  lessons_unapproved: {
    required: 1,
    jobs: [job],
    objections: [],
    approved: 2,
  },
  given_up: { job, id, status: "writing" },
  unfinished: { left: 2 },
  interrupted: {},
  deadline_reached: {},
  deadline_near: { needsMs: 90_000 },
  disk_failed: { cause: "ENOSPC", path },
  declined: {},
  lessons_left: {
    edition: "1",
    left: [lesson],
    jobs: [{ job, topic: "A walk" }],
    moved: [],
    removed: [],
  },
  move_contradicted: { place, from: "walk", text: null, to: "swim", job },
  removal_contradicted: { place, text: "A walk", story: null, job },
  basis_unknown: { place, edition: "1", known: [] },
  request_bought: { place, job, name: job },
  replacement_wrong: { wrong: [{ job, given: null, why: "unnamed", has: "a4d3c2b1" }] },
  plan_outdated: { edition: "2" },
  approval_moved: { moved: ["price"] },
  correction_unusable: { job, path },
  package_of_others: { path },
  // Of a ledger.
  ledger_begun_anew: unknown,
  ledger_lost: unknown,
  bought_elsewhere: { path, again },
  ledger_half_rebuilt: { path },
  ledger_not_rebuildable: { path, service: null, elsewhere: null },
  ledger_held: { path, holder: "process 1" },
  ledger_damaged: { path, damage: { line: 2, offset: 90, fault: "hash" } },
  ledger_of_other_course: { path, found: "other", expected: "course" },
  ledger_of_other_service: { path, found: "local", expected: "https://example.com/api/v1" },
  ledger_missing: { path },
  ledger_older_copy: { path, seen: path, seq: 2, seenSeq: 3 },
  ledger_forked: { path, seen: path, seq: 2 },
  mirror_unusable: { path, cause: "damaged" },
  ledger_unreadable: { path, at: null, cause: "EISDIR" },
  ledger_not_written: { path, cause: "ENOSPC" },
  ledger_grown_by_other: { path },
  ledger_unreachable: { path, cause: "28P01" },
  ledger_tables_unknown: { path, found: "9", newest: 4 },
  ledger_moved: { path, accepted: [{ edition: "1", job, id }] },
  ledger_taken_over: { path },
  ledger_pooled: { path },
  ledger_job_taken: { path, job },
  over_budget: { ceiling: "edition", limit: 100, committed: 90, price: 13, job },
  ledger_unpriced: { path, job, unpriced: 1 },
  ledger_not_copied: { path, why: "torn" },
  // Of a package.
  package_empty: { missing: 2 },
  file_damaged: { job, path, why: "missing" },
  times_damaged: { job, path },
  sqlite_missing: { cause: "MODULE_NOT_FOUND" },
};

const warning = { code: "book_in_parts", job, path, more: 1 } as const;

/** The same for each notice. */
export const noticeSamples: {
  readonly [Code in RunNotice["code"]]: Omit<Extract<RunNotice, { code: Code }>, "code">;
} = {
  job_changed: { job, has: id },
  inherited_changed: { job, edition: "1" },
  replacement_made: { job, has: id, given: "b" },
  lessons_left_over: { names: [job] },
  edits_for_later: { topics: ["walk"] },
  formats_default: { lacks: ["audio"], formats: ["web", "audio"], sheets: true },
  edition_unfinished: { edition: "2", stories: 1 },
  not_possible: { why: "no writer knows Latin", jobs: [job] },
  questions_unproposed: { job, why: "the model is down" },
  answer_odd: { job, warning: "answered 200, not 202" },
  status_unknown: { job, status: "dreaming" },
  balance_fell: fall,
  paid_again: { again },
  budget_exceeded: { committed: 120, budget: 100 },
  package_odd: { warning },
  ledger_tables_migrated: { path },
  ledger_tail_set_aside: { path, file: path, bytes: 9, salvaged: [id] },
  no_mirror: { folder: null, cause: null },
};
