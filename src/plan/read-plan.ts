import { dirname } from "node:path";
import { type EditionResult, readEdition } from "./edition.ts";
import { readHeadings } from "./headings.ts";
import { checkCover } from "./image-file.ts";
import { makeExcluded, makeJobs } from "./jobs.ts";
import { readMaterial } from "./material/read-material.ts";
import { resolveDefaults } from "./matrix/resolve-defaults.ts";
import { gatherStories } from "./matrix/stories.ts";
import { readMoves } from "./moves.ts";
import { defaultFormats, defaultSoundFormats, type KeyPlaces, type Place, type Plan } from "./plan.ts";
import { readPlanFile } from "./plan-file.ts";
import { isError, type PlanProblem, sortProblems } from "./problem.ts";
import { readPublishing } from "./publishing/read-publishing.ts";
import { headwordsIn } from "./quality/headwords.ts";
import { readQuality } from "./quality/read-quality.ts";
import { readRemovals } from "./removals.ts";
import { readTurn, type TaughtEditions } from "./rotation/read-rotation.ts";
import { entriesOfEdition, wordsOfEdition } from "./rotation/words-of-edition.ts";
import { checkPlan, expandWithin } from "./rules.ts";
import { sameRequests } from "./same-requests.ts";
import { readShape } from "./schema/shape.ts";
import type { WrittenPlan } from "./schema/written-plan.ts";
import { readVocabulary } from "./vocabulary/vocabulary.ts";
import { readWordLists } from "./vocabulary/word-lists.ts";
import { type Places, readYaml } from "./yaml/read-yaml.ts";
import type { Readable } from "./yaml/readable.ts";

export interface PlanOptions {
  /** Overrides the plan's own edition. */
  readonly edition?: string;
  /** The instant for `{date}` and the other placeholders, in ms since 1970. */
  readonly at: number;
  /** The topics of a course's editions that have lessons already; asked for only if the plan rotates. Left out: none are known. */
  readonly taught?: (course: string) => Promise<TaughtEditions>;
}

/** The result of reading a plan: the plan with warnings, or every problem. */
export type PlanResult =
  | { readonly ok: true; readonly plan: Plan; readonly warnings: readonly PlanProblem[] }
  /** Errors and warnings, in order of their places. */
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };

// After these, too little was read to judge the rest.
const unreadableCodes = new Set<PlanProblem["code"]>(["too_deep", "too_many_nodes"]);

/**
 * Reads a plan and the files that it names, and resolves it: every default filled in, every job made. Reports all problems at once. A plan
 * that is `ok` satisfies every limit of the interface (4.2, part 8). Never throws because of the files' contents.
 */
export async function readPlan(file: string, options: PlanOptions): Promise<PlanResult> {
  const top: Place = { file, line: 1, column: 1 };
  const source = await readPlanFile({ path: file, name: file, place: top });
  if (!source.ok) return { ok: false, problems: [source.problem] };

  const yaml = readYaml(source.text, file);
  if (yaml.problems.some((problem) => unreadableCodes.has(problem.code)))
    return { ok: false, problems: sortProblems(yaml.problems, file) };
  const { readable, problems: ofShape } = readShape(yaml.data, yaml.places);
  const before = [...yaml.problems, ...withoutEchoes(ofShape, yaml.problems)];
  if (readable === null) return { ok: false, problems: sortProblems(before, file) };

  const { problems: found, resolve } = await examine({
    file,
    written: readable,
    places: yaml.places,
    options,
    isWhole: !before.some(isError),
  });
  const problems = sortProblems(unique([...before, ...found]), file);
  if (problems.some(isError)) return { ok: false, problems };
  return { ok: true, plan: resolve(readable as WrittenPlan), warnings: problems };
}

/** The edition of a plan that names none. */
const firstEdition = "1";

interface Examination {
  readonly file: string;
  readonly written: Readable<WrittenPlan>;
  readonly places: Places;
  readonly options: PlanOptions;
  /** Whether `written` is complete: only then are jobs that look the same really the same. */
  readonly isWhole: boolean;
}

async function examine({ file, written, places, options, isWhole }: Examination) {
  const folder = dirname(file);
  const lists = await readWordLists({ written: written.words, key: "words" }, folder, places);
  const levels = await readWordLists({ written: written.levels, key: "levels" }, folder, places);
  const { cover } = written;
  const ofCover = cover === undefined ? [] : await checkCover(folder, cover, places.of(["cover"]));
  const edition = editionOf(written, places, options);
  const basedOn = basedOnOf(written, { edition: edition.edition, at: options.at }, places);
  const headings = readHeadings(written, places);
  const quality = readQuality(written, places);
  const resolved = resolveDefaults(written, places);
  const material = await readMaterial({ written, topics: resolved.topics, places }, folder);
  const moves = readMoves(written, resolved, places);
  const expansion = expandWithin(written, resolved);
  const entries = expansion?.entries ?? [];
  const publishing = readPublishing({ written, places, entries: resolved.isWhole ? entries : null });
  const removals = readRemovals(written, { resolved, entries }, places);
  const stories = gatherStories(entries, lists.lists, places);
  const turn = readTurn({
    written,
    places,
    moves,
    edition: edition.edition,
    topics: resolved.topics.map(({ id }) => id),
    taught: await taughtIn(written, options),
  });
  const ofLessons = [
    ...[lists, resolved, moves, removals, stories].flatMap((result) => result.problems),
    ...(expansion?.problems ?? []),
    ...checkPlan({ written, places, resolved, expansion }),
    ...turn.problems,
  ];
  // If a topic or list could not be read, words can't be said not to fit.
  const isSound = resolved.isWhole && !ofLessons.some(isError);
  const vocabulary = isSound ? readVocabulary(written, places) : null;
  const lessons = isSound ? wordsOfEdition({ pool: entries, stories, vocabulary, turn }) : null;

  const stuff = { stories, spread: lessons?.words ?? null, moves, edition: edition.edition ?? "" };
  const jobs = isSound ? makeJobs(entriesOfEdition(entries, turn), stuff) : [];

  const ofRequests = [...(lessons?.problems ?? []), ...(isWhole ? sameRequests(jobs) : [])];
  const problems: PlanProblem[] = [
    ...[
      ofCover,
      edition.problems,
      basedOn.problems,
      headings.problems,
      publishing.problems,
      material.problems,
      quality.problems,
      levels.problems,
      ofLessons,
      ofRequests,
    ].flat(),
  ];
  const resolve = (whole: WrittenPlan): Plan => {
    const head = {
      course: whole.course,
      ...headings.headings,
      publishing: publishing.publishing,
      material: material.material,
      cover: whole.cover ?? null,
      reader: whole.reader ?? "en",
      edition: stuff.edition,
      editionPattern: whole.edition ?? firstEdition,
      basedOn: basedOn.edition === null ? null : { edition: basedOn.edition, place: places.of(["basedOn"]) },
      turn:
        turn.topics === null
          ? null
          : { topics: [...turn.topics], of: resolved.topics.length, repeated: lessons?.repeated ?? [] },
      skippedAt: turn.skippedAt,
      budget: { credits: whole.budget.credits, month: whole.budget.month ?? null },
      lists: lists.lists,
      formats: whole.package?.formats ?? defaultFormats,
      soundIn: whole.package?.audio ?? defaultSoundFormats,
      exported: whole.package?.exported ?? false,
      paper: whole.package?.paper ?? "a4",
      trim: whole.package?.trim ?? "6x9in",
      quality: quality.quality,
      review:
        whole.review === undefined
          ? null
          : {
              required: whole.review.required ?? 1,
              gate: whole.review.gate ?? null,
              narrator: whole.review.narrator ?? null,
            },
      levels: headwordsIn(levels.lists),
    };
    return {
      file,
      ...head,
      jobs,
      excluded: makeExcluded(expansion?.excluded ?? [], jobs, stuff),
      removed: removals.removals,
      moved: moves.moves,
      keys: keyPlacesIn(places),
    };
  };
  return { problems, resolve };
}

async function taughtIn(written: Readable<WrittenPlan>, { taught }: PlanOptions): Promise<TaughtEditions> {
  const { rotate, course } = written;
  if (rotate === undefined || course === undefined || taught === undefined) return new Map();
  return taught(course);
}

function keyPlacesIn(places: Places): KeyPlaces {
  const placeOf = (key: string): Place | null => (places.has([key]) ? places.ofKey([key]) : null);
  return { moved: placeOf("moved"), removed: placeOf("removed"), topics: places.ofKey(["topics"]) };
}

function editionOf(written: Readable<WrittenPlan>, places: Places, options: PlanOptions): EditionResult {
  if (options.edition !== undefined) {
    return readEdition(options.edition, options.at, { file: "--edition", line: 1, column: 1 });
  }
  if (written.edition === undefined) return { edition: firstEdition, problems: [] };
  return readEdition(written.edition, options.at, places.of(["edition"]));
}

function basedOnOf(
  { basedOn }: Readable<WrittenPlan>,
  { edition, at }: { edition: string | null; at: number },
  places: Places,
): EditionResult {
  if (basedOn === undefined) return { edition: null, problems: [] };
  const place = places.of(["basedOn"]);
  const read = readEdition(basedOn, at, place);
  if (read.edition === null || read.edition !== edition) return read;
  return { edition: null, problems: [{ severity: "error", place, code: "based_on_itself", edition }] };
}

/** Drops shape problems caused by broken YAML: after a syntax error existing keys seem to be missing, and its own line is misread. */
function withoutEchoes(
  problems: readonly PlanProblem[],
  ofYaml: readonly PlanProblem[],
): readonly PlanProblem[] {
  const broken = new Set(ofYaml.filter((p) => p.code === "yaml_syntax").map((p) => p.place.line));
  if (broken.size === 0) return problems;
  const isEcho = ({ code, place }: PlanProblem) =>
    code === "missing_key" || code === "not_a_plan" || broken.has(place.line);
  return problems.filter((problem) => !isEcho(problem));
}

/** A list repeated by an alias is read more than once; each of its problems is reported once. */
function unique(problems: readonly PlanProblem[]): readonly PlanProblem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
