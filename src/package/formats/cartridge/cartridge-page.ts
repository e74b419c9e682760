import { html, type Markup } from "../../../shared/html.ts";
import { labelled } from "../../pages/labelled.ts";
import { type LessonPart, lessonMarkup } from "../../quiz/lesson-markup.ts";
import { inPlatformPage } from "../../quiz/platform-page.ts";
import { platformText } from "../../quiz/platform-text.ts";
import { keyMarkup } from "../../quiz/question-markup.ts";

/** A lesson's page. Platforms keep only the contents of the body, so language and direction are repeated there. */
export function cartridgePage(part: LessonPart, sound: string | null): Markup {
  return page(part, part.lesson.title, lessonMarkup(part, sound));
}

/** The answers to a lesson's quizzes. */
export function keyPage(part: LessonPart): Markup {
  return page(part, labelled(part.strings.quiz.key, part.lesson.title, part.strings), keyMarkup(part));
}

function page(part: LessonPart, title: string, body: Markup): Markup {
  return html`<!DOCTYPE html>
<html lang="${part.strings.tag}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${platformText(title)}</title>
<style>body { overflow-wrap: anywhere; }</style>
</head>
<body>
${inPlatformPage(part, body)}</body>
</html>
`;
}
