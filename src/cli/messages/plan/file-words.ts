import type { PathEscape } from "../../../plan/problem.ts";
import { showText } from "../../../shared/text.ts";
import { refusalOf } from "../cause-words.ts";
import { quote } from "../quote.ts";
import { describeBytes, formatNumber, type PlanWords } from "./phrases.ts";

/** Messages for files that can't be read, and for text that is not valid YAML. */
export const fileWords = {
  unreadable_file: (p) => `can't read ${quote(p.path)}: ${describeReason(p.reason)}`,
  file_too_large: (p) =>
    `${quote(p.path)} is larger than ${describeBytes(p.mostBytes)}; ${/\.(?:png|jpe?g)$/i.test(p.path) ? "export it smaller" : "split it or shorten it"}`,
  not_utf8: (p) => `${quote(p.path)} is not UTF-8 from here on; save it as UTF-8`,
  path_outside: (p) => `${quote(p.path)} ${describeEscape[p.how]}; name a file below the plan's folder`,

  yaml_syntax: (p) => `this is not valid YAML: ${describeYaml[p.reason] ?? "it can't be read from here on"}`,
  several_documents: () => 'a second YAML document begins here; a plan is one document: remove the "---"',
  too_deep: (p) => `maps and lists are nested more than ${p.most} deep; a plan needs six`,
  too_many_nodes: (p) =>
    `the plan holds more than ${formatNumber(p.most)} values, aliases counted; split it into several plans`,
  tag_refused: (p) =>
    `the tag ${quote(p.tag)} is not allowed; write the value plainly, in quotes if it is text`,
  unknown_alias: (p) =>
    `no anchor ${quote(`&${p.alias}`)} comes before this alias; define it first, or quote a text that begins with *`,
  alias_in_itself: (p) =>
    `the alias ${quote(`*${p.alias}`)} is inside the value that it refers to; write the value out`,
  duplicate_key: (p) => `the key ${quote(p.key)} is here twice, first on line ${p.first.line}; keep one`,
  forbidden_key: (p) => `the key ${quote(p.key)} is not allowed anywhere; rename it`,
  key_not_text: (p) => `a key must be text${p.found === "" ? "" : `, not ${p.found}`}; write it in quotes`,
} satisfies Partial<PlanWords>;

function describeReason(reason: string): string {
  const refusal = refusalOf(reason);
  if (refusal !== null) return `it ${refusal.what}; ${refusal.remedy}`;
  return reasons[reason] ?? `the system says ${showText(reason)}`;
}

const reasons: Readonly<Record<string, string>> = {
  ENXIO: "it is a socket, a device, or a pipe that nobody writes to; name a file",
  ENOENT: "there is no such file; check its name and folder",
  ENOTDIR: "a part of its path is a file, not a folder; check the path",
  EISDIR: "it is a folder; name the file in it",
  ELOOP: "its links lead in a circle; name the file itself",
  ENAMETOOLONG: "its name is too long for this system; shorten it",
  ERR_INVALID_ARG_VALUE: "its name holds a character that no file name can; correct it",
  not_a_file: "it is not an ordinary file; name a file",
};

const describeEscape: Readonly<Record<PathEscape, string>> = {
  absolute: "is an absolute path",
  parent: 'leads out of the plan\'s folder with ".."',
  link: "is a link that leads out of the plan's folder",
  backslash: 'has a backslash, which only some systems take for a folder (write "/")',
};

const describeYaml: Readonly<Record<string, string>> = {
  ALIAS_PROPS: "an alias can't have an anchor or tag of its own",
  BAD_ALIAS: "an anchor or alias has a name that is not allowed",
  BAD_COLLECTION_TYPE: "a list or map stands where another was announced",
  BAD_DIRECTIVE: "this % line is not understood; remove it",
  BAD_DQ_ESCAPE: "this backslash sequence is unknown; double the backslash, or use single quotes",
  BAD_INDENT:
    "the indentation does not fit, or a bracket is not closed; line up the keys of a map and close every bracket",
  BAD_PROP_ORDER: "an anchor or tag stands in the wrong place",
  BAD_SCALAR_START: "a text can't begin with this character; put it in quotes",
  BLOCK_AS_IMPLICIT_KEY: "a second colon in this line; put the text in quotes",
  BLOCK_IN_FLOW: "an indented list or map can't stand within brackets",
  IMPOSSIBLE: "it can't be read from here on",
  KEY_OVER_1024_CHARS: "a key is longer than 1,024 characters",
  MISSING_CHAR: "a quote, bracket, comma or space is missing; close what is open",
  MULTILINE_IMPLICIT_KEY: "a key goes over several lines; a colon may be missing",
  MULTIPLE_ANCHORS: "a value has two anchors",
  MULTIPLE_DOCS: "a second document begins here",
  MULTIPLE_TAGS: "a value has two tags",
  NON_STRING_KEY: "a key must be text",
  RESOURCE_EXHAUSTION: "it is nested too deeply",
  TAB_AS_INDENT: "a tab is used to indent; use spaces",
  TAG_RESOLVE_FAILED: "a tag does not fit its value",
  UNEXPECTED_TOKEN: "a character stands where none is expected; put a text with special characters in quotes",
};
