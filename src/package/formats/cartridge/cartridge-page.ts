import { html, type Markup } from "../../../shared/html.ts";
import { plainName } from "../../contents/plain-name.ts";
import { labelled } from "../../pages/labelled.ts";
import { type LessonFiles, type LessonPart, lessonMarkup } from "../../quiz/lesson-markup.ts";
import { promptList, retellMarkup } from "../../quiz/open-tasks.ts";
import { inPlatformPage } from "../../quiz/platform-page.ts";
import { asXmlText, platformText } from "../../quiz/platform-text.ts";
import { keyMarkup } from "../../quiz/question-markup.ts";

/** A lesson's page. Platforms keep only the contents of the body, so language and direction are repeated there. */
export function cartridgePage(part: LessonPart, files: LessonFiles): Markup {
  return page(part, part.lesson.title, html`${lessonMarkup(part, files)}${retellMarkup(part)}`);
}

/** The questions of a lesson as a topic of a discussion. `tag`: of the cartridge's version. */
export function discussionTopic(part: LessonPart, tag: string): Markup {
  const { lesson, strings } = part;
  // As its item is called: some platforms show the one, some the other.
  const title = plainName(`${lesson.number}. ${strings.exercises.prompts.title}`);
  return html`<?xml version="1.0" encoding="UTF-8"?>
<topic xmlns="http://www.imsglobal.org/xsd/imscc${tag}/imsdt_${tag}">
<title>${title}</title>
<text texttype="text/html">${asXmlText(inPlatformPage(part, promptList(part) ?? html``))}</text>
</topic>
`;
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
<style>body { overflow-wrap: anywhere; } img { max-width: 100%; height: auto; }</style>
</head>
<body>
${inPlatformPage(part, body)}</body>
</html>
`;
}
