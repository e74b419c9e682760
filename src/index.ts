/**
 * Coursebinder as a library: reads a course plan, quotes it, buys its stories without ever paying twice for one lesson, and binds them into
 * a package. The command line is built on the same modules. Apart from `coursebinder/service`, nothing else in the package is public. Problems are
 * facts with stable codes, and the functions read no environment variables, print nothing and never end the process.
 *
 * @module coursebinder
 */
export type { RemoteProblem } from "./client/problem.ts";
export type { CallOptions } from "./course/call-options.ts";
export { stateFolderIn } from "./course/machine.ts";
export type { CourseProblem } from "./course/problem.ts";
export type { Approval } from "./documents/approval.ts";
export type { Ceiling, Ceilings } from "./ledger/format/ceilings.ts";
export type { LedgerNotice, LedgerProblem } from "./ledger/problem.ts";
export {
  type BindOptions,
  bindPackage,
  type CoursePackage,
  type LedgerView,
  type LessonStatus,
  type PlanOptions,
  type PlanQuote,
  type QuoteOptions,
  quotePlan,
  type RunPlanOptions,
  readLedger,
  readPlan,
  runPlan,
} from "./library/library.ts";
export type {
  CourseSettings,
  JobSelection,
  LedgerConsent,
  ServiceAccess,
  ServiceSettings,
} from "./library/settings.ts";
export type { Gap, SoundFormat } from "./package/contents/course.ts";
export type { PackageProblem } from "./package/package-problem.ts";
export type { Job, PackageFormat, Place, Plan, StoryRequest } from "./plan/plan.ts";
export type { PlanProblem } from "./plan/problem.ts";
export type { PlanResult } from "./plan/read-plan.ts";
export type { Forecast } from "./rate-limit/forecast.ts";
export type { Bill, BillLine } from "./run/bill.ts";
export type { RunNotice, RunProblem } from "./run/problem.ts";
export type { Credits, JobCounts, PackageReport, RunReport } from "./run/report.ts";
export type { Progress } from "./run/run-context.ts";
export { type ExitCode, exitCodes } from "./shared/exit-codes.ts";
export { type AnyProblem, Failure } from "./shared/failure.ts";
export type { Log, World } from "./shared/world.ts";
