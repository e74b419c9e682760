import { posix } from "node:path";
import { html, type Markup } from "../../../shared/html.ts";
import type { Lesson } from "../../contents/contents.ts";
import { readAlongOf } from "../../contents/read-along.ts";
import type { Locale } from "../../locales/locale.ts";
import { labelled } from "../../pages/labelled.ts";
import { icons } from "./icons.ts";
import { type Listening, playerHelp } from "./player-help.ts";

const speeds = ["0.6", "0.75", "0.9", "1", "1.25", "1.5"] as const;

interface PlayerPlace {
  readonly lesson: Lesson;
  readonly strings: Locale;
  /** The browser's storage key for the playing position. */
  readonly key: string;
}

/**
 * The recording, with our controls if scripts run, else with the browser's. Null without one.
 */
export function player({ lesson, strings, key }: PlayerPlace): Markup | null {
  const { book } = lesson;
  if (book?.sound == null) return null;
  const href = hrefOf(book.sound.path);
  const say = strings.player;
  const listening = listeningTo(lesson, strings);
  const label = labelled(strings.listen, lesson.title, strings);
  return html`<div class="player" data-key="${key}" data-play="${say.play}" data-pause="${say.pause}" data-length="${say.positionOf("{at}", "{length}")}" data-turn="${say.turn}">
<audio controls preload="metadata" src="${href}" aria-label="${label}"><a href="${href}">${strings.saveRecording}</a></audio>
<p class="missing" hidden>${say.missing(posix.basename(href))}</p>
<div class="console" role="group" aria-label="${label}" hidden>
<div class="player-moves">${moves(listening, strings)}</div>
<div class="player-place"><input class="place" type="range" min="0" max="0" value="0" step="0.1" aria-label="${say.position}"><span class="clock" aria-hidden="true"></span>
<select class="speed" aria-label="${strings.speed}">${speeds.map(
    (speed) => html`<option value="${speed}"${speed === "1" && html` selected`}>${speed}×</option>`,
  )}</select></div>
<div class="player-ways">${listening !== null && practice(listening)}<button type="button" data-do="help" aria-expanded="false" aria-controls="help" aria-label="${say.help}" title="${say.help}">?</button></div>
</div>
${playerHelp(listening, strings)}${listening !== null && handle(listening)}</div>
`;
}

/** The texts for stepping through a lesson by its times; null if it has none. */
function listeningTo(lesson: Lesson, strings: Locale): Listening | null {
  if (readAlongOf(lesson) === null) return null;
  return lesson.times?.level === "paragraphs" ? strings.player.paragraphs : strings.player.sentences;
}

// The script puts one beside each part of the story, and its number into its name.
function handle({ hear }: Listening): Markup {
  const label = hear("{number}");
  return html`<template><span class="hold"><button type="button" class="hear" tabindex="-1" aria-label="${label}">${icons.hear}</button></span></template>`;
}

function moves(listening: Listening | null, { web, player: say }: Locale): Markup {
  // Without known sentences a step is a number of seconds, which the style sheet writes on the button.
  const [before, after] = listening === null ? [null, null] : [icons.before, icons.after];
  return html`${button("before", listening?.before ?? web.back, before)}
${button("play", say.play, html`${icons.play}${icons.pause}`)}
${button("after", listening?.after ?? say.ahead, after)}`;
}

function button(action: "before" | "play" | "after", label: string, drawing: Markup | null): Markup {
  return html`<button type="button" data-do="${action}" aria-label="${label}" title="${label}">${drawing}</button>`;
}

function practice({ repeat, shadow }: Listening): Markup {
  const ways = [
    { action: "repeat", label: repeat, drawing: icons.repeat },
    { action: "shadow", label: shadow, drawing: icons.shadow },
  ];
  return html`${ways.map(
    ({ action, label, drawing }) =>
      html`<button type="button" data-do="${action}" aria-pressed="false" title="${label}">${drawing} <span class="way">${label}</span></button>\n`,
  )}`;
}

function hrefOf(path: string): string {
  return `../audio/${posix.basename(path)}`;
}
