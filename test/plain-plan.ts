import type { Job, Plan } from "../src/plan/plan.ts";
import { readQuality } from "../src/plan/quality-checks.ts";

const defaultQuality = readQuality();

/** A plan of these jobs, with nothing that people may leave out. */
export function plainPlan(jobs: readonly Job[], changes: Partial<Plan> & Pick<Plan, "budget">): Plan {
  return {
    file: "course.yaml",
    course: "course",
    title: "Course",
    description: null,
    author: null,
    publisher: null,
    license: null,
    publishing: null,
    material: new Map(),
    cover: null,
    reader: "en",
    edition: "1",
    lists: new Map(),
    formats: [],
    without: [],
    platforms: [],
    soundIn: [],
    exported: false,
    paper: "a4",
    almost: "half",
    trim: "6x9in",
    readings: null,
    turn: null,
    made: null,
    past: null,
    editionPattern: "1",
    skippedAt: null,
    basedOn: null,
    quality: defaultQuality,
    review: null,
    languageModel: null,
    levels: new Map(),
    jobs,
    excluded: [],
    removed: [],
    moved: [],
    ...changes,
  };
}
