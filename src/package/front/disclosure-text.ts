import type { Contents, Lesson, Volume } from "../contents/contents.ts";
import { publishingOf } from "../contents/publishing.ts";
import type { Locale } from "../locales/locale.ts";
import { localeFor } from "../locales/read-locale.ts";
import { languageName } from "../pages/language-names.ts";
import { correctionsIn, disclosed, spokenAnew } from "./disclosure.ts";

/** What the disclosure sheet says, as text to paste: sentences, the publisher's own statements, then who approved each lesson. */
export function disclosureText(contents: Contents): string {
  const strings = localeFor(contents.reader);
  const { title, edition, rehearsal } = contents.course;
  const head = [title, strings.edition(edition), ...(rehearsal ? [strings.rehearsal] : [])].join("\n");
  const parts = [
    `${strings.disclosure.title}\n${head}`,
    disclosed(contents, strings).join("\n"),
    publishingOf(contents.course).legal.join("\n"),
    strings.disclosure.lessons,
    ...contents.volumes.map((volume) => lessonsOf(volume, strings)),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function lessonsOf({ language, difficulty, lessons }: Volume, strings: Locale): string {
  const name = `${languageName(language, strings).text}, ${strings.level(difficulty)}`;
  return [name, ...lessons.map((lesson) => line(lesson, strings.disclosure))].join("\n");
}

function line(lesson: Lesson, say: Locale["disclosure"]): string {
  const { number, title, approvals } = lesson;
  const approvers = approvals.map(
    ({ who, at, heard }) => `${who} ${at.slice(0, 10)}${heard ? "" : ` (${say.unheard})`}`,
  );
  const people = approvers.length === 0 ? say.nobody : approvers.join(", ");
  const anew = spokenAnew([lesson], say).map((sentence) => `. ${sentence}`);
  return `${number}. ${title}: ${say.approvedBy}: ${people}; ${say.corrections}: ${correctionsIn(lesson)}${anew.join("")}`;
}
