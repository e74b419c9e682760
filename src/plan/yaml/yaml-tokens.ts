import { CST, Lexer, LineCounter, Parser } from "yaml";
import { planLimits } from "../plan-limits.ts";
import { problemsMost } from "../problem.ts";

/** A feature that a plan may not use, with its offset. */
export type TokenFault =
  | { readonly kind: "deep"; readonly at: number }
  | { readonly kind: "nodes"; readonly at: number }
  | { readonly kind: "tag"; readonly at: number; readonly tag: string };

export interface Tokens {
  /** Empty if a limit was exceeded. */
  readonly tokens: readonly CST.Token[];
  readonly lines: LineCounter;
  readonly faults: readonly TokenFault[];
}

// The parser's stack holds the document and a scalar besides the open maps and lists.
const stackMost = planLimits.depth + 2;

// A value comes with one or two indicators (`-`, `:`), so this limit corresponds to the number of values in `nodes`.
const marksMost = planLimits.nodes * 2;

const blank = new Set(["space", "newline", "comment"]);

/**
 * Splits YAML into tokens, within limits. Stops at the first place with too deep nesting or too many values: composing such a text may
 * overflow the stack and end the process instead of throwing.
 */
export function readTokens(text: string): Tokens {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  const faults: TokenFault[] = [];
  let marks = 0;
  let isContent = false;
  for (const lexeme of new Lexer().lex(text)) {
    const at = parser.offset;
    const type: CST.TokenType | null = isContent ? null : CST.tokenType(lexeme);
    isContent = type === "scalar";
    if (type === "tag" && faults.length <= problemsMost) faults.push({ kind: "tag", at, tag: lexeme });
    if (type !== null && !blank.has(type)) marks += 1;
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > stackMost) return { tokens: [], lines, faults: [{ kind: "deep", at }] };
    if (marks > marksMost) return { tokens: [], lines, faults: [{ kind: "nodes", at }] };
  }
  tokens.push(...parser.end());
  return { tokens, lines, faults };
}
