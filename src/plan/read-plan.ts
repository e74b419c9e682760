import { dirname } from "node:path";
import { limits } from "../contract/limits.ts";
import { fitsPattern, givenEdition, readBasedOn, readEdition } from "./edition.ts";
import { readImage, readPlanText } from "./files.ts";
import { addStories, certainEntries, makeJobs, reportSameRequests, topicRequests } from "./jobs.ts";
import { expand, readMoves, readRemovals } from "./moved-and-removed.ts";
import { hashOfPast, type PastEdition, type PastEditions, readMade, TopicsNow } from "./past-editions.ts";
import { firstEdition, type KeyPlaces, type LanguageModel, type Plan, settingsOf } from "./plan.ts";
import { planLimits } from "./plan-limits.ts";
import { isError, type PlanProblem, sortProblems } from "./problem.ts";
import { readPublishing } from "./publishing.ts";
import { readQuality } from "./quality.ts";
import { Reading } from "./reading.ts";
import { readTurn, type Turn } from "./rotation.ts";
import { checkPlan } from "./rules.ts";
import type { WrittenPlan } from "./schema.ts";
import { readShape, type ShapedPlan } from "./shape.ts";
import type { Vocabulary } from "./spread.ts";
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
  const { written } = shaped;
  const { places } = reading;
  const folder = dirname(path);
  const isWhole = !reading.hasErrors();

  const levels = await readWordLists(written.levels, folder, reading);
  const { cover = null } = written;
  const named = { folder, place: places.of(written, "cover"), mostBytes: planLimits.coverBytes };
  if (cover !== null) await readImage({ ...named, written: cover, what: "cover" }, reading);
  const edition = editionOf(written, options, reading);
  const basedOn = readBasedOn(written, { edition, at: options.at }, reading);
  const headings = readHeadings(written, reading);
  const quality = readQuality(written, reading);

  const before = reading.problems.length;
  const lists = await readWordLists(written.words, folder, reading);
  const topics = readTopics(shaped, reading);
  const moves = readMoves(topics, reading);
  const { entries, excluded } = expand(topics, reading);
  const removed = readRemovals(topics, entries, reading);
  const stories = addStories(entries, { written, lists }, reading);
  checkPlan(topics, reading);
  // A plan that no longer rotates may still have editions from when it did.
  const hasEditions =
    (options.edition ?? written.edition ?? "").includes("{") || options.edition !== undefined;
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
  const given = options.edition;
  // An edition that has begun stays, whatever the plan's edition is now.
  const isOneOfPlan =
    !isWhole ||
    given === undefined ||
    edition === null ||
    given.includes("{") ||
    known?.has(given) === true ||
    fitsPattern(given, written.edition ?? firstEdition, options.at, reading);
  const current = { edition: isOneOfPlan ? edition : null, isGiven: given !== undefined };
  const turn = readTurn({ ...topics, topics: inTurn, ...current, past: known, topicsNow }, reading);
  const begun = past.get(edition ?? "");
  const isMade = begun !== undefined;

  // If a topic or list could not be read, it is unknown whether the words fit.
  const isSound = topics.hasAllJobs && !reading.hasErrors(before);
  const vocabulary = vocabularyIn(written);
  const names = { moves, edition: edition ?? "" };
  const compose = (ofTurn: Omit<Turn, "skippedAt">, told: Reading | null) => {
    const { entries: own, repeated } = composeEdition(
      isSound ? stories : [],
      { turn: ofTurn, vocabulary },
      told,
    );
    return { jobs: makeJobs(own, names), repeated, topics: ofTurn.topics };
  };
  const readBegun = (begunEdition: PastEdition) => {
    const ids = new Set(begunEdition.lessons.flatMap((lesson) => topicsNow.of(lesson)?.id ?? []));
    return readMade(begunEdition, {
      edition: names.edition,
      topicsNow,
      jobs: new Map(
        compose({ topics: ids, recalled: [], expected: [] }, null).jobs.map((job) => [job.id, job]),
      ),
      removed,
      wordsMost: vocabulary?.perStory ?? limits.wordsPerStory,
      place: places.ofKey(written, "topics"),
    });
  };
  const composed = isMade ? readBegun(begun) : { ...compose(turn, reading), edited: null, topicsNow: null };
  const { jobs } = composed;
  const certain = reading.hasErrors() ? makeJobs(certainEntries(stories, written, reading), names) : jobs;
  if (!isMade) reportSameRequests(certain, reading);
  const material = await readMaterial(topics.topics, folder, reading);

  const volumes = new Set(topics.hasAllJobs ? entries.map((one) => `${one.lang}-${one.difficulty}`) : []);
  return {
    file: path,
    ...settingsOf(written),
    ...headings,
    publishing: readPublishing(written, volumes, reading),
    languageModel: readLanguageModel(written, reading),
    material:
      composed.topicsNow === null
        ? material
        : new Map(
            [...composed.topicsNow].flatMap(([id, now]) => {
              const own = material.get(now);
              return own === undefined ? [] : [[id, own] as const];
            }),
          ),
    edition: names.edition,
    basedOn,
    turn: composed.topics && {
      topics: [...composed.topics],
      of: topics.topics.length,
      repeated: composed.repeated,
    },
    made: composed.edited && { edited: composed.edited },
    past: doesRotate ? hashOfPast(past) : null,
    skippedAt: turn.skippedAt,
    lists,
    quality,
    levels: headwordsIn(levels),
    jobs,
    excluded: isMade ? [] : topicRequests(excluded),
    removed,
    moved: isMade ? [] : moves.moves,
    keys: keyPlacesIn(written, reading),
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

function readLanguageModel({ languageModel }: WrittenPlan, reading: Reading): LanguageModel | null {
  if (languageModel === undefined) return null;
  const model = reading.text(languageModel, "model", planLimits.publisherCharacters) ?? "";
  return { url: languageModel.url, model, keyFile: languageModel.keyFile ?? null };
}

function vocabularyIn({ vocabulary }: WrittenPlan): Vocabulary | null {
  if (vocabulary === undefined) return null;
  return { perStory: vocabulary.perStory ?? limits.wordsPerStory, encounters: vocabulary.encounters ?? 1 };
}

function keyPlacesIn(written: WrittenPlan, { places }: Reading): KeyPlaces {
  const placeOf = (key: "moved" | "removed") =>
    places.has(written, key) ? places.ofKey(written, key) : null;
  return { moved: placeOf("moved"), removed: placeOf("removed"), topics: places.ofKey(written, "topics") };
}
