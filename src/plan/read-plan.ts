import { dirname } from "node:path";
import { limits } from "../contract/limits.ts";
import { fitsPattern, givenEdition, readBasedOn, readEdition } from "./edition.ts";
import { checkImage, readPlanText } from "./files.ts";
import { addStories, makeJobs, reportSameRequests, type StoryEntry, topicRequests } from "./jobs.ts";
import { expand, readMoves, readRemovals } from "./moved-and-removed.ts";
import { hashOfPast, type PastEditions, readMade, TopicsNow } from "./past-editions.ts";
import { firstEdition, type Plan, settingsOf } from "./plan.ts";
import { planLimits } from "./plan-limits.ts";
import { isError, type PlanProblem, sortProblems } from "./problem.ts";
import { readPublishing } from "./publishing.ts";
import { readQuality } from "./quality-checks.ts";
import { Reading } from "./reading.ts";
import { readTurn } from "./rotation.ts";
import { checkPlan } from "./rules.ts";
import type { WrittenPlan } from "./schema.ts";
import { readShape, type ShapedPlan } from "./shape.ts";
import { readMaterial, readTopics } from "./topics.ts";
import { composeEdition } from "./volumes.ts";
import { headwordsIn, readWordLists } from "./words.ts";
import { readYaml } from "./yaml.ts";

export interface PlanOptions {
  readonly edition?: string;
  /** The instant for `{date}` and the other placeholders, in ms since 1970. */
  readonly at: number;
  /** Unsaved contents of the plan and the files that it names, by their paths below its folder. They are read instead of the files on disk. */
  readonly unsaved?: ReadonlyMap<string, Buffer>;
  /** Called only if editions of the plan may have topics of their own. Null, or left out: unknown. */
  readonly past?: (course: string, doesRotate: boolean) => Promise<PastEditions | null>;
}

/** The result of reading a plan: the plan with warnings, or every problem. */
export type PlanResult =
  | { readonly ok: true; readonly plan: Plan; readonly warnings: readonly PlanProblem[] }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };

/**
 * Reads a plan and the files that it names, and resolves it: every default filled in, every job made. Reports all problems at once. A plan
 * that is `ok` satisfies every limit of the interface (4.2, part 8). Never throws because of the files' contents.
 */
export async function readPlan(file: string, options: PlanOptions): Promise<PlanResult> {
  const reading = new Reading(file, options.unsaved);
  const text = await readPlanText(file, reading);
  const data = text === null ? undefined : readYaml(text, reading);
  const shaped = data === undefined ? null : readShape(data, reading);
  const isBroken = reading.problems.some(({ code }) => code === "yaml_syntax");
  const plan = shaped === null || isBroken ? null : await resolve(shaped, { path: file, options }, reading);
  const problems = sortProblems(isBroken ? withoutEchoes(reading.problems) : reading.problems, file);
  return plan === null || problems.some(isError)
    ? { ok: false, problems }
    : { ok: true, plan, warnings: problems };
}

/** Drops problems caused by broken YAML: after a syntax error existing keys seem to be missing, and its own line is misread. */
function withoutEchoes(problems: readonly PlanProblem[]): readonly PlanProblem[] {
  const syntax = problems.filter(({ code }) => code === "yaml_syntax");
  const broken = new Set(syntax.map(({ place }) => place.line));
  const isEcho = ({ code, place }: PlanProblem) =>
    code === "missing_key" || code === "not_a_plan" || broken.has(place.line);
  return [...syntax, ...problems.filter((problem) => !isEcho(problem))];
}

async function resolve(
  shaped: ShapedPlan,
  { path, options }: { path: string; options: PlanOptions },
  reading: Reading,
): Promise<Plan> {
  const { written, faulty } = shaped;
  const { places } = reading;
  const folder = dirname(path);
  const isWhole = !reading.hasErrors();

  const levels = await readWordLists(written.levels, folder, reading);
  const { cover = null, languageModel = null, vocabulary } = written;
  const named = { folder, place: places.of(written, "cover"), mostBytes: planLimits.coverBytes };
  if (cover !== null) await checkImage({ ...named, written: cover, what: "cover" }, reading);
  const edition = editionOf(written, options, reading);
  const basedOn = readBasedOn(written, { edition, at: options.at }, reading);
  const headings = readHeadings(written, reading);

  const topics = readTopics(shaped, reading);
  const before = reading.problems.length;
  const lists = await readWordLists(written.words, folder, reading);
  const moves = readMoves(topics, reading);
  const { entries, excluded } = expand(topics, reading);
  const removed = readRemovals(written, entries, reading);
  const stories = addStories(entries, { written, lists }, reading);
  checkPlan(topics, reading);
  const { edition: given } = options;
  // A plan that no longer rotates may still have editions from when it did.
  const hasEditions = given !== undefined || written.edition?.includes("{") === true;
  const doesRotate = written.rotate !== undefined;
  const isAsked = isWhole && (doesRotate || hasEditions);
  const known = (isAsked && (await options.past?.(written.course, doesRotate))) || null;
  // If the plan never rotated, the ledger may have very many lessons, and none of them matters here.
  const past: PastEditions = new Map(
    [...(known ?? [])].filter(([, { isComposed }]) => doesRotate || isComposed),
  );
  const topicsNow = new TopicsNow(topics.topics, moves);
  // A topic whose jobs are all excluded by rules takes no turn.
  const withJobs = new Set(entries.map(({ topic }) => topic));
  const inTurn = topics.topics.filter((topic) => withJobs.has(topic));
  // An edition that has begun stays, whatever the plan's edition is now.
  const isNew = isWhole && given !== undefined && !given.includes("{") && known?.has(given) !== true;
  const isUnlike = isNew && !fitsPattern(given, written.edition ?? firstEdition, options.at, reading);
  const current = { edition: isUnlike ? null : edition, isGiven: given !== undefined };
  const turn = readTurn({ ...topics, topics: inTurn, ...current, past, topicsNow }, reading);
  const begun = past.get(edition ?? "");
  const isMade = begun !== undefined;

  // If a list could not be read, or which jobs there are, it is unknown whether the words fit. No topic's text matters.
  const isSound = topics.hasAllJobs && !reading.hasErrors(before);
  const name = edition ?? "";
  const content = isMade
    ? { topics: new Set(begun.lessons.flatMap((lesson) => topicsNow.of(lesson)?.id ?? [])), recalled: [] }
    : turn;
  const composition = composeEdition(
    isSound ? stories : [],
    { ...content, vocabulary },
    isMade ? null : reading,
  );
  const planned = makeJobs(composition.entries, name);
  const made = isMade
    ? readMade(begun, {
        edition: name,
        topicsNow,
        planned,
        removed,
        wordsMost: vocabulary?.perStory ?? limits.wordsPerStory,
        place: places.ofKey(written, "topics"),
      })
    : null;
  const jobs = made?.jobs ?? planned;
  // An error may be the only reason that two jobs look the same: in a topic or its lists, or in what decides which topics an edition has.
  const isCertain = ({ text, topic }: StoryEntry) =>
    text !== "" && topic.lists.length === 0 && !faulty.has(topic.written) && !places.has(written, "rotate");
  const certain = reading.hasErrors() ? makeJobs(stories.filter(isCertain), name) : jobs;
  if (!isMade) reportSameRequests(certain, reading);
  const material = await readMaterial(topics.topics, folder, reading);

  const topicIds = made?.topics ?? turn.topics;
  const volumes = new Set(topics.hasAllJobs ? entries.map((one) => `${one.lang}-${one.difficulty}`) : []);
  return {
    file: path,
    ...settingsOf(written),
    ...headings,
    publishing: readPublishing(written, volumes, reading),
    languageModel: languageModel && {
      url: languageModel.url,
      model: reading.text(languageModel, "model", planLimits.publisherCharacters) ?? "",
      keyFile: languageModel.keyFile ?? null,
    },
    material: new Map(
      jobs.flatMap(({ topicId: id }) => {
        const own = material.get(made?.topicsNow.get(id) ?? id);
        return own === undefined ? [] : [[id, own] as const];
      }),
    ),
    edition: name,
    basedOn,
    turn: topicIds && {
      topics: [...topicIds],
      of: topics.topics.length,
      repeated: made?.repeated ?? composition.repeated,
    },
    made: made && { edited: made.edited },
    past: doesRotate ? hashOfPast(past) : null,
    skippedAt: turn.skippedAt,
    lists,
    quality: readQuality(written.quality),
    levels: headwordsIn(levels),
    jobs,
    excluded: isMade ? [] : topicRequests(excluded),
    removed,
    moved: isMade ? [] : moves.moves,
  };
}

function editionOf(written: WrittenPlan, { edition, at }: PlanOptions, reading: Reading): string | null {
  if (edition !== undefined) return readEdition(edition, at, givenEdition, reading);
  if (written.edition === undefined) return firstEdition;
  return readEdition(written.edition, at, reading.places.of(written, "edition"), reading);
}

function readHeadings(written: WrittenPlan, reading: Reading) {
  const { titleCharacters, proseCharacters, publisherCharacters } = planLimits;
  const { publisher } = written;
  return {
    title: reading.text(written, "title", titleCharacters) ?? "",
    description: reading.text(written, "description", proseCharacters, true),
    author: reading.text(written, "author", publisherCharacters),
    publisher:
      typeof publisher === "object"
        ? reading.text(publisher, "name", publisherCharacters)
        : reading.text(written, "publisher", publisherCharacters),
    license: reading.text(written, "license", proseCharacters, true),
  };
}
