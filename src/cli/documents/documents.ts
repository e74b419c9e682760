import * as z from "zod";
import { approvalSchema } from "../../run/approve.ts";
import {
  costDocumentSchema,
  jobDocumentSchema,
  lessonsDocumentSchema,
  packageDocumentSchema,
  runDocumentSchema,
  statusDocumentSchema,
} from "./course-documents.ts";
import { common, problem } from "./document-parts.ts";
import { eventLineSchema } from "./event-line.ts";
import { checkDocumentSchema, comingDocumentSchema, planDocumentSchema } from "./plan-documents.ts";

/** What any command prints if it could not do what was asked. */
const failureDocumentSchema = z.object({
  ...common,
  problems: z.array(problem),
  next: z.string().optional(),
});

/** What the other commands print: these members, and their own. */
const otherDocumentSchema = z.looseObject({ ...common, problems: z.array(problem).optional() });

/** The schemas of all that programs read, by the name of their file. */
export const documents = {
  plan: planDocumentSchema,
  coming: comingDocumentSchema,
  check: checkDocumentSchema,
  run: runDocumentSchema,
  status: statusDocumentSchema,
  job: jobDocumentSchema,
  package: packageDocumentSchema,
  "check-lessons": lessonsDocumentSchema,
  cost: costDocumentSchema,
  failure: failureDocumentSchema,
  other: otherDocumentSchema,
  bill: approvalSchema,
  event: eventLineSchema,
} as const;

export type DocumentName = keyof typeof documents;

const titles: Readonly<Record<DocumentName, string>> = {
  plan: "coursebinder plan --json",
  coming: "coursebinder plan --next --json",
  check: "coursebinder check --json",
  run: "coursebinder run --json",
  status: "coursebinder status --json",
  job: "coursebinder status <job> --json",
  package: "coursebinder package --json",
  "check-lessons": "coursebinder check-lessons --json",
  cost: "coursebinder cost --json",
  failure: "any command that could not do what was asked, with --json",
  other: "any other command with --json",
  bill: "the file of coursebinder plan --save",
  event: "one line of coursebinder run --events",
};

/** A document's JSON Schema (draft 2020-12). */
export function documentJsonSchema(name: DocumentName): object {
  const schema = z.toJSONSchema(documents[name], { target: "draft-2020-12", io: "input" });
  return { title: titles[name], ...schema };
}
