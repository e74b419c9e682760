import { Composer, type CST, type Document, type LineCounter } from "yaml";
import type { Place } from "../plan.ts";
import { planLimits } from "../plan-limits.ts";
import type { PlanProblem } from "../problem.ts";
import { convertNodes, type SourceNode } from "./convert-nodes.ts";
import type { Path } from "./path.ts";
import { readTokens, type TokenFault } from "./yaml-tokens.ts";

/** The positions of a YAML text's values and keys. A path to a missing value gives its nearest parent. */
export interface Places {
  readonly of: (path: Path) => Place;
  /** The place of the key that the path ends in. */
  readonly ofKey: (path: Path) => Place;
  /** Whether the text has something there, valid or not. */
  readonly has: (path: Path) => boolean;
}

export interface YamlResult {
  /** Maps, lists and scalars as plain data; what could not be read is left out and has a problem. */
  readonly data: unknown;
  readonly places: Places;
  readonly problems: readonly PlanProblem[];
}

const composing = {
  version: "1.2",
  schema: "core",
  // Duplicate keys are found in one pass when nodes are converted; the library's check is quadratic.
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
} as const;

/** Parses one YAML 1.2 document with the places of everything in it. Never throws because of its content. */
export function readYaml(text: string, file: string): YamlResult {
  const { tokens, lines, faults } = readTokens(text);
  const placeAt = (offset: number) => placeIn(lines, file, offset);
  const faultProblems = faults.map((fault) => faultProblem(fault, placeAt));
  if (faults.some((fault) => fault.kind !== "tag")) return unreadable(faultProblems, file);

  const { document, problems: syntax } = compose(tokens, text.length, placeAt);
  const { data, source, problems } = convertNodes(document, placeAt);
  return { data, places: placesOf(source, placeAt), problems: [...faultProblems, ...syntax, ...problems] };
}

function compose(tokens: readonly CST.Token[], end: number, placeAt: (offset: number) => Place) {
  const problems: PlanProblem[] = [];
  let document: Document.Parsed | null = null;
  for (const one of new Composer(composing).compose(tokens, true, end)) {
    if (document !== null) {
      problems.push({ severity: "error", place: placeAt(one.range[0]), code: "several_documents" });
      break;
    }
    document = one;
    const seen = new Set<number>();
    for (const error of one.errors) {
      // An unclosed bracket is reported once for each bracket around it, all at the same place.
      if (seen.has(error.pos[0])) continue;
      seen.add(error.pos[0]);
      problems.push({
        severity: "error",
        place: placeAt(error.pos[0]),
        code: "yaml_syntax",
        reason: error.code,
      });
    }
  }
  return { document, problems };
}

function faultProblem(fault: TokenFault, placeAt: (offset: number) => Place): PlanProblem {
  const where = { severity: "error", place: placeAt(fault.at) } as const;
  if (fault.kind === "tag") return { ...where, code: "tag_refused", tag: fault.tag };
  if (fault.kind === "deep") return { ...where, code: "too_deep", most: planLimits.depth };
  return { ...where, code: "too_many_nodes", most: planLimits.nodes };
}

function placeIn(lines: LineCounter, file: string, offset: number): Place {
  const { line, col } = lines.linePos(offset);
  return { file, line: Math.max(1, line), column: Math.max(1, col) };
}

function placesOf(source: SourceNode | null, placeAt: (offset: number) => Place): Places {
  const find = (path: Path): SourceNode | null => {
    let node = source;
    for (const step of path) {
      const next = typeof step === "number" ? node?.items?.[step] : node?.members?.get(step)?.node;
      if (next === undefined) return node;
      node = next;
    }
    return node;
  };
  const member = (path: Path) => {
    const key = path.at(-1);
    return typeof key === "string" ? find(path.slice(0, -1))?.members?.get(key) : undefined;
  };
  const of = (path: Path) => placeAt(find(path)?.at ?? 0);
  const ofKey = (path: Path) => {
    const keyAt = member(path)?.keyAt;
    return keyAt === undefined ? of(path) : placeAt(keyAt);
  };
  const has = (path: Path) => {
    const index = path.at(-1);
    if (typeof index !== "number") return member(path) !== undefined;
    return find(path.slice(0, -1))?.items?.[index] !== undefined;
  };
  return { of, ofKey, has };
}

function unreadable(problems: readonly PlanProblem[], file: string): YamlResult {
  const top: Place = { file, line: 1, column: 1 };
  return { data: undefined, places: { of: () => top, ofKey: () => top, has: () => false }, problems };
}
