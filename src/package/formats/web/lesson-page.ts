import { posix } from "node:path";
import { html, type Markup } from "../../../shared/html.ts";
import type { Lesson, View } from "../../contents/contents.ts";
import { type Compound, wordsMarked } from "../../contents/lesson-words.ts";
import { partsToShow, type ReadAlongPart } from "../../contents/read-along.ts";
import { type Locale, labelled } from "../../locales/locale.ts";
import { listOfUnknownLanguage, page, pictureExtension } from "../../pages/page.ts";
import { backLinkName, rubyText, storyParagraph } from "../../pages/story-text.ts";
import type { LessonFiles } from "../../quiz/lesson-markup.ts";
import { bar, icons, inStory, languageAttributes, readerHead, readerPolicy } from "./bar.ts";
import { exercisePageName } from "./exercise-page.ts";

// A longer word would break where two columns share a phone's width, so it gets a line of its own.
const longestInColumn = 12;

/** The required words with their glosses; each word in the story links to its entry and back. Null without words. */
function glossary({ lesson, contents, strings }: View): Markup | null {
  if (lesson.words.length === 0) return null;
  const { bcp47 } = contents.reader;
  const marked = new Set(lesson.paragraphs.flatMap(({ marks }) => wordsMarked(marks)));
  const entries = lesson.words.map(({ word, gloss, reading, used }, index) => {
    const text = inStory({ word, reading }, lesson.direction);
    const term = marked.has(index)
      ? html`<a href="#w${index + 1}" ${backLinkName(strings.backToStory(word), { word, reading })}>${text}</a>`
      : text;
    const isLong = word.split(/\s/u).some((part) => part.length > longestInColumn);
    return html`<div id="g${index + 1}"${isLong && html` class="wide"`}>
<dt>${term}</dt>
${gloss !== null && html`<dd lang="${bcp47}" dir="auto">${gloss}</dd>\n`}${gloss === null && used && html`<dd>–</dd>\n`}${!used && html`<dd class="note">${strings.notInThisForm}</dd>\n`}</div>
`;
  });
  return html`<aside class="glossary" aria-labelledby="words">
<h2 class="eyebrow" id="words">${strings.words}</h2>
<dl>
${entries}</dl>
</aside>
`;
}

export function lessonPage(view: View): Markup {
  const { lesson, contents, strings } = view;
  const recording = lesson.sound?.path ?? null;
  const files = {
    sound: recording && posix.relative(`${view.volume.folder}/web`, recording),
    picture: picturePath(lesson),
  };
  return page(view, {
    title: `${lesson.title} · ${contents.course.title}`,
    head: readerHead,
    policy: readerPolicy,
    skip: { to: "story", text: strings.skipToStory },
    body: html`${bar(view)}<main>
${lessonBody(view, files, exerciseLinks(view))}</main>
${turns(view)}`,
  });
}

/** A lesson without the parts of the page around it. `below`: what follows the story. */
export function lessonBody(view: View, files: LessonFiles, below: Markup | null = null): Markup {
  const { lesson, strings } = view;
  const { direction, prompts } = lesson;
  const title = lesson.readAlong?.title ?? null;
  const name = rubyText({ text: lesson.title, readings: lesson.titleReadings }, { direction });
  const words = glossary(view);
  const questions =
    prompts.length > 0 &&
    html`<section class="prompts" aria-labelledby="prompts">
<h2 id="prompts">${strings.exercises.prompts.title}</h2>
${listOfUnknownLanguage(prompts)}
</section>
`;
  // The player, or where the recording is, if it is not beside the page.
  const elsewhere =
    lesson.sound !== null &&
    html`<p class="facts">${strings.quiz.recording(posix.basename(lesson.sound.path))}</p>\n`;
  const sound = files.sound === null ? elsewhere : player(view, files.sound);
  return html`<div class="spread ${direction.dir}${words === null && " alone"}">
<article id="story" tabindex="-1">
<header>
<p class="eyebrow">${strings.lesson(lesson.number)}</p>
<h1 ${languageAttributes(direction)}>${title === null ? name : html`<span class="part" ${timeAttributes(title)}>${name}</span>`}</h1>
<p class="facts">${lessonFacts(lesson, strings)}</p>
</header>
${sound}${lesson.unheard.length > 0 && html`<p class="differs facts">${strings.recordingDiffers}</p>\n`}${picture(lesson, files.picture)}<div ${languageAttributes(direction, "story")}>
${storyMarkup(lesson)}</div>
${questions}${below}</article>
${words}</div>
${words !== null && glossCard(strings)}`;
}

/** The location of a lesson's picture, beside the lesson's page. */
export function picturePath({ name, image }: Lesson): string | null {
  return image === null ? null : `images/${name}.${pictureExtension(image)}`;
}

function picture({ image }: Lesson, address: string | null): Markup | null {
  if (image === null || address === null) return null;
  return html`<p class="picture"><img src="${address}" alt="${image.alt}"></p>
`;
}

// The script fills and places the card when a word of the story is selected.
function glossCard({ web: say }: Locale): Markup {
  return html`<div class="gloss" hidden>
<div class="gloss-body" role="status"></div>
<p class="gloss-foot"><a href="#words">${say.wordList}</a> <button type="button">${say.close}</button></p>
</div>
`;
}

function exerciseLinks({ lesson, strings }: View): Markup | null {
  const sheets = lesson.exercises();
  if (sheets.length === 0) return null;
  const say = strings.exercises;
  return html`<nav class="practice" aria-label="${say.exercises}">${sheets.map(
    ({ version }) =>
      html`<a href="${exercisePageName(lesson, version)}">${say.exercises} <span class="dot">·</span> ${say.set(version)}</a>\n`,
  )}</nav>
`;
}

function turns({ lesson, volume, strings }: View): Markup | null {
  const turn = (to: Lesson | undefined, rel: "prev" | "next", text: string): Markup | null => {
    if (to === undefined) return null;
    return html`<a class="${rel}" rel="${rel}" href="${to.name}.html"><span class="eyebrow">${text}</span>
${inStory(to.title, to.direction, "name")}</a>
`;
  };
  const previous = turn(volume.lessons[lesson.number - 2], "prev", strings.previous);
  const next = turn(volume.lessons[lesson.number], "next", strings.next);
  if (previous === null && next === null) return null;
  return html`<nav class="turn" aria-label="${strings.pages}">
${previous}${next}</nav>`;
}

// With a shorter first paragraph, the drop cap would reach into the second.
const openingCharacters = 160;

/** A word's first occurrence has the id `w<n>` that the glossary links back to. */
function storyMarkup(lesson: Lesson): Markup {
  const { direction, paragraphs } = lesson;
  const seen = new Set<number>();
  const style = {
    direction,
    lineEnd: html`<br>`,
    parts: partsToShow(lesson.unheard, lesson.readAlong),
    part: (text: Markup, part: ReadAlongPart) =>
      html`<span class="part" id="${part.id}" ${timeAttributes(part)}>${text}</span>`,
    compound: (text: Markup, { word, parts }: Compound) =>
      html`<a class="word compound" href="#g${word + 1}" title="${parts.join(" + ")}">${text}</a>`,
    word: (text: Markup, word: number) => {
      const id = !seen.has(word) && html` id="w${word + 1}"`;
      seen.add(word);
      const gloss = lesson.words[word]?.gloss ?? null;
      return html`<a class="word" href="#g${word + 1}"${id}${gloss !== null && html` title="${gloss}"`}>${text}</a>`;
    },
  };
  // Only the Latin script has a tradition of drop caps.
  const isOpening = (text: string): boolean =>
    direction.script === "Latn" && text.length >= openingCharacters && /^\p{Lu}\p{Ll}/u.test(text);
  return html`${paragraphs.map((paragraph, index) => {
    const opening = index === 0 && isOpening(paragraph.text) && html` class="opening"`;
    return html`<p${opening}>${storyParagraph(paragraph, index, style)}</p>\n`;
  })}`;
}

/** When an element's text is heard, in ms from the beginning of the recording, for the page's script. */
function timeAttributes({ startMs, endMs }: Pick<ReadAlongPart, "startMs" | "endMs">): Markup {
  return html`data-from="${startMs}" data-to="${endMs}"`;
}

const speeds = ["0.6", "0.75", "0.9", "1", "1.25", "1.5"] as const;

/** The recording, with our controls if scripts run, else with the browser's. */
function player({ lesson, contents, strings }: View, href: string): Markup {
  const say = strings.player;
  const { course, edition } = contents.course;
  const isByParagraph = lesson.times?.level === "paragraphs";
  const parts = isByParagraph ? say.paragraphs : say.sentences;
  const listening = lesson.readAlong === null ? null : parts;
  const label = labelled(strings.listen, lesson.title, strings);
  // The script puts a copy beside each part of the story, with the part's number in its accessible name.
  const handle =
    listening !== null &&
    html`<template><span class="hold"><button type="button" class="hear" tabindex="-1" aria-label="${listening.hear("{number}")}">${icons.hear}</button></span></template>`;
  return html`<div class="player" data-key="${course}/${edition}/${lesson.job}" data-play="${say.play}" data-pause="${say.pause}" data-length="${say.positionOf("{at}", "{length}")}" data-turn="${say.turn}">
<audio controls preload="metadata" src="${href}" aria-label="${label}"><a href="${href}">${strings.saveRecording}</a></audio>
<p class="missing" hidden>${say.missing(href)}</p>
<div class="console" role="group" aria-label="${label}" hidden>
<div class="player-moves">${moves(listening, strings)}</div>
<div class="player-place"><input class="place" type="range" min="0" max="0" value="0" step="0.1" aria-label="${say.position}"><span class="clock" aria-hidden="true"></span>
<select class="speed" aria-label="${strings.speed}">${speeds.map(
    (speed) => html`<option value="${speed}"${speed === "1" && html` selected`}>${speed}×</option>`,
  )}</select></div>
<div class="player-ways">${listening !== null && practice(listening)}<button type="button" data-do="help" aria-expanded="false" aria-controls="help" aria-label="${say.help}" title="${say.help}">?</button></div>
</div>
${playerHelp(listening, strings)}${handle}</div>
`;
}

/** The words for a text that is played by sentence, or by paragraph. */
type Listening = Locale["player"]["sentences"];

function moves(listening: Listening | null, { web, player: say }: Locale): Markup {
  const button = (action: "before" | "play" | "after", label: string, drawing: Markup | null): Markup =>
    html`<button type="button" data-do="${action}" aria-label="${label}" title="${label}">${drawing}</button>`;
  // Without known sentences a step is a number of seconds, which the style sheet writes on the button.
  const [before, after] = listening === null ? [null, null] : [icons.before, icons.after];
  return html`${button("before", listening?.before ?? web.back, before)}
${button("play", say.play, html`${icons.play}${icons.pause}`)}
${button("after", listening?.after ?? say.ahead, after)}`;
}

function practice(listening: Listening): Markup {
  return html`${(["repeat", "shadow"] as const).map(
    (action) =>
      html`<button type="button" data-do="${action}" aria-pressed="false" title="${listening[action]}">${icons[action]} <span class="way">${listening[action]}</span></button>\n`,
  )}`;
}

/** What the player does, and by which keys. The script shows it, and reads from it whether the keys are enabled. */
function playerHelp(listening: Listening | null, { player: say, web }: Locale): Markup {
  const keys: readonly (readonly [key: string, does: string | undefined])[] = [
    [say.space, `${say.play} / ${say.pause}`],
    ["←", listening?.before ?? web.back],
    ["→", listening?.after ?? say.ahead],
    ["L", listening?.again],
    ["R", listening?.repeat],
    ["P", listening?.shadow],
    ["−", say.slower],
    ["+", say.faster],
    ["?", say.help],
  ];
  const how = listening !== null && html`<p>${say.handle}</p>\n<p>${say.shadowing}</p>\n`;
  return html`<section class="help" id="help" aria-labelledby="help-name" hidden>
<h2 class="eyebrow" id="help-name">${say.help}</h2>
${how}<ul>
${keys.map(([key, does]) => does !== undefined && html`<li><span><kbd>${key}</kbd></span> ${does}</li>\n`)}</ul>
<label><input type="checkbox" checked> ${say.useKeys}</label>
</section>
`;
}

/** The line under a title: length, reading time, and whether there is sound. */
export function lessonFacts(lesson: Lesson, strings: Locale): Markup {
  const { unit, count, minutes } = lesson.size;
  const dot = html` <span class="dot">·</span> `;
  const length = unit === "words" ? strings.wordCount(count) : strings.characterCount(count);
  const sound = lesson.sound !== null && html`${dot}<span class="sound">${strings.withAudio}</span>`;
  return html`${length}${dot}${strings.minutes(minutes)}${sound}`;
}
