import { cleanLine } from "../../../shared/text.ts";

/**
 * A text from outside as it reads, on one line, in GitHub's and GitLab's Markdown: no markup, no link, no mention, no picture, no formula, no emoji, and
 * no end of a table's cell. Signs that mean something are written as character references, which never begin markup; after `@`, `#` and the colon of an
 * emoji stands a zero-width space, since those are looked for in the finished text.
 */
export function escapeMarkdown(text: string): string {
  return cleanLine(text).replace(meaning, (sign) => {
    const isLookedFor = sign === "@" || sign === "#" || sign === ":";
    return `${referenceTo(sign)}${isLookedFor ? "&#8203;" : ""}`;
  });
}

// Signs of markup, mentions and issues anywhere; the colon of an address or an emoji, the point of `www.`, and what begins a list at the start.
const meaning = /[&<>\\`*_{}[\]|~^$@#]|:(?=\/\/|[\w+-]+:)|(?<=www)\.|^[-+=]|(?<=^\d+)[.)]/gi;

/** A text to type, as a code span: the longest run of backticks in it decides how many enclose it. */
export function codeSpan(text: string): string {
  const line = cleanLine(text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const room = /^`|`$/.test(line) ? " " : "";
  return `${fence}${room}${line}${room}${fence}`;
}

function referenceTo(sign: string): string {
  return `&#${sign.charCodeAt(0)};`;
}
