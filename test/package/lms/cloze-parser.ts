import { all, attr, parsed, textIn } from "./fixtures.ts";

/** A gap of Moodle's embedded answers, as Moodle parses it. */
export interface ParsedGap {
  readonly type: string;
  readonly answers: readonly { readonly text: string; readonly right: boolean }[];
}

/** The gaps of a question's HTML, and the HTML with `[[n]]` where they were. */
export function parseCloze(source: string): { gaps: ParsedGap[]; rest: string } {
  const gaps: ParsedGap[] = [];
  let rest = "";
  let at = 0;
  for (;;) {
    const open = /\{([0-9]*):([A-Z_]+):/.exec(source.slice(at));
    if (open === null) return { gaps, rest: rest + source.slice(at) };
    rest += `${source.slice(at, at + open.index)}[[${gaps.length}]]`;
    at += open.index + open[0].length;
    const answers: { text: string; right: boolean }[] = [];
    let current = "";
    for (; at < source.length; at += 1) {
      const sign = source[at] ?? "";
      // Escaped by a backslash, or part of a character reference.
      const escaped = /[\\&]$/.test(current);
      if ((sign === "~" || sign === "}") && !escaped) {
        answers.push(readAnswer(current, open[2] ?? ""));
        current = "";
        if (sign === "}") break;
      } else if (sign === "#" && !escaped) throw new Error(`feedback in ${current}`);
      else current += sign;
    }
    at += 1;
    gaps.push({ type: open[2] ?? "", answers });
  }
}

function readAnswer(source: string, type: string): { text: string; right: boolean } {
  const [, mark = ""] = /^(=|%-?[0-9.]+%)/.exec(source) ?? [];
  const text = source
    .slice(mark.length)
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  if (type === "SHORTANSWER" && /(?<!\\)\*/.test(text)) throw new Error(`a wildcard in ${source}`);
  return { text: type === "SHORTANSWER" ? text.replaceAll("\\*", "*") : text, right: mark === "=" };
}

/** The questions of a volume, with their gaps as Moodle parses them, the HTML around these, and the right answers to each gap. */
export function moodleQuestions(xml: string) {
  return all(parsed(xml), "question").map((question) => {
    const of = (name: string) => textIn(all(question, name)[0], "text");
    const text = of("questiontext");
    const { gaps, rest } = parseCloze(text);
    const right = gaps.map(({ answers }) => answers.filter((one) => one.right).map((one) => one.text));
    return { type: attr(question, "type"), name: of("name") || of("category"), text, gaps, rest, right };
  });
}
