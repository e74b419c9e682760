import { planJsonSchema } from "../../plan/schema.ts";
import { readShipped } from "../../shared/files/shipped-file.ts";
import { version } from "../../shared/version.ts";

/** A file that `init` writes. */
export interface StarterFile {
  readonly path: string;
  readonly content: string;
}

/** Where the workflows install this program from: a file in the user's repository. */
export const packedProgram = `tools/coursebinder-${version}.tgz`;

/** The files of the starter course, which a course from a spreadsheet replaces. */
export const starterCourse: readonly string[] = ["course.yaml", "words/market.es.csv"];

/** The files of a small course that runs as it is, and the git settings that a ledger needs. */
export function courseFiles(): readonly StarterFile[] {
  return [
    { path: "course.yaml", content: template("course.yaml") },
    { path: "course.schema.json", content: `${JSON.stringify(planJsonSchema(), null, 1)}\n` },
    { path: "words/market.es.csv", content: template("market.es.csv") },
    { path: ".gitattributes", content: template("gitattributes") },
    { path: ".gitignore", content: template("gitignore") },
  ];
}

/**
 * The workflows of the course: one makes the course each week and keeps its ledger in the repository; the other posts a comment on what a change to the
 * plan would cost.
 */
export function workflowFiles(): readonly StarterFile[] {
  return [
    { path: ".github/workflows/course.yml", content: template("course-workflow.yml") },
    { path: ".github/keep-ledger.sh", content: template("keep-ledger.sh") },
    { path: ".github/workflows/bill.yml", content: template("bill-workflow.yml") },
    { path: ".github/comment-bill.sh", content: template("comment-bill.sh") },
  ];
}

function template(name: string): string {
  const text = readShipped(new URL(`./${name}`, import.meta.url)).toString();
  // A checkout may have Windows line endings; the files of a course always have the same ones.
  return text.replaceAll("\r\n", "\n").replaceAll("{{version}}", version);
}
