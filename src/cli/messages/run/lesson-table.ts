import { courseStatus, type JobNow } from "../../../course/course-status.ts";
import { committedBy } from "../../../ledger/format/job-status.ts";
import type { LedgerState } from "../../../ledger/format/state.ts";
import { readSaved } from "../../../run/bind/read-saved.ts";
import type { MatchedPlan } from "../../../run/match/match-lessons.ts";
import type { Files } from "../../../shared/files/files.ts";
import { shorten, showText } from "../../../shared/text.ts";
import { formatTable } from "../table.ts";

/** More lessons are not looked at one by one: `status` has them all. */
const rowsMost = 40;
const titleCharacters = 48;

/** The selected lessons after a run, each with its state, cost and title: those that are not done first where there are too many. */
export async function lessonTable(
  plan: MatchedPlan,
  {
    ids,
    state,
    files,
    folder,
  }: {
    readonly ids: ReadonlySet<string>;
    readonly state: LedgerState;
    readonly files: Files;
    readonly folder: string;
  },
): Promise<string[]> {
  const jobs = courseStatus(plan, state).jobs.filter(({ job }) => ids.has(job.id));
  const open = jobs.filter(({ jobStatus }) => jobStatus.kind !== "done");
  const shown = jobs.length <= rowsMost ? jobs : open.slice(0, rowsMost);
  const rows = await Promise.all(
    shown.map(async (one) => [
      one.job.id,
      one.jobStatus.kind,
      String(creditsOf(one)),
      showText(shorten(await titleOf(one, { files, folder }), titleCharacters)),
    ]),
  );
  const more = jobs.length - shown.length;
  return [
    ...(rows.length === 0 ? [] : formatTable([["lesson", "", "credits", "title"], ...rows], [2])),
    ...(more === 0 || rows.length === 0 ? [] : [`and ${more} more: coursebinder status lists them all`]),
  ];
}

function creditsOf({ record }: JobNow): number {
  return (record?.attempts ?? []).reduce(
    (sum, attempt) => sum + (record === undefined ? 0 : committedBy(record, attempt)),
    0,
  );
}

/** The story's title, or the topic that is still to become one. */
async function titleOf(
  { job, jobStatus }: JobNow,
  course: { readonly files: Files; readonly folder: string },
): Promise<string> {
  const story = "story" in jobStatus ? jobStatus.story : null;
  // A file that is gone or damaged has been reported by now.
  const saved = story === null ? null : await readSaved(story.saved, course).catch(() => null);
  return saved?.title ?? `(${job.request.topic})`;
}
