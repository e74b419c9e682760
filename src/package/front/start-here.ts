import { html, type Markup, markup } from "../../shared/html.ts";
import { type Contents, hasExtra, type Volume, viewOf } from "../contents/contents.ts";
import {
  checksumsPath,
  disclosurePath,
  type Gap,
  manifestPath,
  metadataPath,
  onixPath,
} from "../contents/course.ts";
import { publishingOf } from "../contents/publishing.ts";
import { coverArt } from "../cover/cover-drawing.ts";
import { type FileKind, type FormatEntry, fileGroups, type Listed } from "../formats/format.ts";
import { platformsOf } from "../formats/formats.ts";
import { type Locale, labelled, languageName, localeFor } from "../locales/locale.ts";
import { gapItems, inlineStyle, levelMarkup, ofUnknownLanguage, page } from "../pages/page.ts";

const run = "coursebinder run <plan>";

/** What to type, by what a lesson waits for. Nothing for a failed one: it is made again only if somebody buys it again. */
const commands: Readonly<Record<string, string>> = {
  pending: run,
  active: run,
  uncertain: "coursebinder resolve <plan>",
  held: "coursebinder status <plan>",
  unapproved: "coursebinder review <plan>",
};

/** A line that says how many lessons and recordings are missing, which unfolds to name them and what to type; null if none is. */
function missingLessons(gaps: readonly Gap[], strings: Locale): Markup | null {
  if (gaps.length === 0) return null;
  const say = strings.startHere;
  const silent = gaps.filter(({ lacks }) => lacks === "sound").length;
  const missing = gaps.length - silent;
  const lines = [missing > 0 && say.missingLine(missing), silent > 0 && say.silentLine(silent)];
  const typed = gaps.flatMap(({ askedAgain, state }) =>
    askedAgain === true ? run : (commands[state] ?? []),
  );
  const toType = [...new Set(typed)].map(
    (command, index) => html`${index > 0 && ", "}<code>${command}</code>`,
  );
  return html`<details class="missing"><summary>${lines.filter((line) => line !== false).join(" ")}</summary>
${gapItems(gaps, strings)}
${toType.length > 0 && html`<p class="hint">${say.missingDo} ${toType}</p>\n`}</details>
`;
}

/**
 * The package's first page: the readers with their covers, and what to print, learn and teach with. A collapsed section says once, for all volumes,
 * what each kind of file is for and where it opens. `files`: the volumes' files.
 */
export function startHere(contents: Contents, files: readonly FormatEntry[]): Markup {
  const { course } = contents;
  const strings = localeFor(contents.reader);
  const say = strings.startHere;
  const place = { contents, strings, files };
  return page(place, {
    title: `${say.title} · ${course.title}`,
    ...inlineStyle(["base", "start-here"], { hasPictures: course.cover !== null }),
    skip: { to: "books", text: say.skip },
    body: html`<div class="sheet">
<header class="cover">
<p class="eyebrow">${say.title}</p>
<h1>${ofUnknownLanguage(course.title)}</h1>
${course.description !== null && html`<p class="blurb">${ofUnknownLanguage(course.description)}</p>\n`}</header>
<main>
<section aria-labelledby="books">
<h2 id="books" tabindex="-1">${say.books}</h2>
<p class="unzip">${say.unzipFirst}</p>
${readers(place)}${tasks(["epub"], place)}${missingLessons(course.gaps, strings)}</section>
<div class="tasks">
${task(say.print, fileGroups.paper, place)}${task(say.learn, fileGroups.words, place)}${task(teaching(contents, strings), [...platformKinds, "keys", "plan"], place)}</div>
<details class="files"><summary>${strings.files.everything}</summary>
${fileList(place)}${details(contents, strings)}</details>
</main>
</div>`,
  });
}

function teaching({ course }: Contents, { startHere: say }: Locale): string {
  const names = platformsOf(course).map(({ name }) => name);
  return names.length === 0 ? say.teach : say.teachWith(names.join(", "));
}

function task(title: string, kinds: readonly FileKind[], place: Place): Markup | null {
  const rows = tasks(kinds, place);
  return rows && html`<section><h2>${title}</h2>\n${rows}</section>\n`;
}

/** Files by name, with a link into every volume, folded where there are many. Only what a platform takes says how. */
function tasks(kinds: readonly FileKind[], place: Place): Markup | null {
  const isFolded = place.contents.volumes.length > mostLarge;
  const rows = inOrder
    .filter((kind) => kinds.includes(kind))
    .flatMap((kind) => row(kind, { withUse: platformKinds.includes(kind), isFolded }, place) ?? []);
  return rows.length === 0 ? null : html`<ul class="group">\n${rows}</ul>\n`;
}

function details({ course }: Contents, strings: Locale): Markup {
  const { details: title, detailNames: names } = strings.startHere;
  const rows: readonly (readonly [string, string | null])[] = [
    [names.course, course.course],
    [names.edition, course.edition],
    [names.publisher, course.publisher],
    [names.license, course.license],
    [names.service, course.service],
  ];
  return html`<section class="details" aria-labelledby="details"><h2 id="details">${title}</h2>
<dl>${rows.map(([name, value]) => value !== null && html`<div><dt>${name}</dt><dd>${ofUnknownLanguage(value)}</dd></div>`)}</dl>
${publishingOf(course).legal.map((statement) => html`<p class="hint">${ofUnknownLanguage(statement)}</p>\n`)}</section>
`;
}

// More cards of the larger size would not fit on a screen.
const mostLarge = 4;

/** A card with its cover for each volume, which opens its reader, or else its e-book. */
function readers(place: Place): Markup {
  const { volumes } = place.contents;
  return html`${ownCover(place.contents)}<ul class="volumes${volumes.length > mostLarge && " many"}">
${volumes.map((volume) => card(volume, place))}</ul>
`;
}

function card(volume: Volume, { contents, strings, files }: Place): Markup {
  const { folder, lessons } = volume;
  const sounds = lessons.filter(({ sound }) => sound !== null).length;
  const withSound =
    sounds === lessons.length ? strings.withAudio : strings.someWithAudio(sounds, lessons.length);
  const [web, book] = [`${folder}/web/index.html`, `${folder}/book/${folder}.epub`];
  const opens = [web, book].find((path) => files.some((file) => file.path === path));
  const inside = html`<span class="picture" aria-hidden="true">${cover(volume, contents)}</span>
<span class="label"><span class="name">${levelMarkup(volume, strings)}</span>
<span class="facts">${strings.lessonCount(lessons.length)}${sounds > 0 && html` <span class="dot">·</span> ${withSound}`}</span>
${opens !== undefined && html`<span class="open">${opens === web ? strings.startHere.openReader : strings.files.files.epub.name}</span>\n`}</span>`;
  return opens === undefined
    ? html`<li><div class="cardlink">${inside}</div></li>\n`
    : html`<li><a class="cardlink" href="${opens}">${inside}</a></li>\n`;
}

function cover(volume: Volume, contents: Contents): Markup {
  if (contents.course.cover === null) return coverArt(viewOf(volume, contents));
  return html`<svg viewBox="0 0 2 3"><use href="#own-cover"/></svg>`;
}

/** The plan's own image, which stands in the page once, however many volumes show it. */
function ownCover({ course }: Contents): Markup | null {
  if (course.cover === null) return null;
  const { bytes, mediaType } = course.cover;
  const data = `data:${mediaType};base64,${bytes.toString("base64")}`;
  return html`<svg class="definitions" aria-hidden="true"><symbol id="own-cover" viewBox="0 0 2 3"><image width="2" height="3" preserveAspectRatio="xMidYMid slice" href="${markup(data)}"/></symbol></svg>
`;
}

/** What the parts of the page are made from. `files`: the volumes' files. */
interface Place {
  readonly contents: Contents;
  readonly strings: Locale;
  readonly files: readonly FormatEntry[];
}

const inOrder: readonly FileKind[] = Object.values(fileGroups).flat();

/** What a learning platform takes as a whole: not the questions alone. */
const platformKinds: readonly FileKind[] = fileGroups.platform.filter((kind) => kind !== "moodle");

// More numbers would push the rest off the screen, so they are folded away.
const mostNumbers = 40;

/** Every kind of file that a person opens, by purpose: its name, its use and where it opens, once, and a link into every volume. */
function fileList(place: Place): Markup {
  const say = place.strings.files;
  const lists = Object.entries(fileGroups).map(([group, kinds]) => {
    const rows = kinds.flatMap((kind) => row(kind, { withUse: true, isFolded: false }, place) ?? []);
    return rows.length > 0 && groupOf(say.groups[group as keyof typeof fileGroups], rows);
  });
  return html`<div class="groups">
${lists}${groupOf(say.forPublisher, publisherRows(place))}</div>
${isSoundApart(place) && html`<p class="hint">${say.soundApart}</p>\n`}`;
}

function groupOf(title: string, rows: readonly Markup[]): Markup {
  return html`<div class="group"><h3>${title}</h3>
<ul>${rows}</ul></div>
`;
}

/** A kind of file with its links in every volume that has it; null if none has. */
function row(
  kind: FileKind,
  { withUse, isFolded }: { readonly withUse: boolean; readonly isFolded: boolean },
  { contents: { volumes }, strings, files }: Place,
): Markup | null {
  const own = files.flatMap(({ path, listed }) => (listed?.kind === kind ? [{ path, ...listed }] : []));
  const [first] = own;
  if (first === undefined) return null;
  const { name, use } = strings.files.files[kind];
  const about = withUse && html`<p>${use}</p>`;
  if (volumes.length === 1 && first.lesson === null)
    return html`<li><a href="${first.path}">${name}</a>${about}</li>\n`;
  const ways = volumes.map((volume) => {
    const links = own.filter((link) => link.volume.folder === volume.folder);
    return links.length > 0 && volumeLinks(links, { name, isAlone: volumes.length === 1 }, strings);
  });
  const links = html`${about}<div class="ways">${ways}</div>`;
  return isFolded
    ? html`<li><details><summary>${name}</summary>${links}</details></li>\n`
    : html`<li><strong>${name}</strong>${links}</li>\n`;
}

/** A volume's link, or one for each lesson, folded away where there are several volumes or many lessons. */
function volumeLinks(
  links: readonly (Listed & { readonly path: string })[],
  { name: kind, isAlone }: { readonly name: string; readonly isAlone: boolean },
  strings: Locale,
): Markup | null {
  const [first] = links;
  if (first === undefined) return null;
  const { volume, lesson: only, path: whole } = first;
  const name = `${languageName(volume.language, strings).text} ${volume.difficulty}`;
  if (only === null)
    return html`<a href="${whole}" aria-label="${labelled(name, kind, strings)}">${name}</a> `;
  const about = isAlone ? kind : `${kind}, ${name}`;
  const numbers = html`<span class="numbers">${links.map(
    ({ path, lesson }) =>
      lesson !== null &&
      html`<a href="${path}" title="${lesson.title}" aria-label="${about}, ${strings.lesson(lesson.number)}">${lesson.number}</a> `,
  )}</span>`;
  if (isAlone && links.length <= mostNumbers) return numbers;
  const summary = isAlone ? strings.lessonCount(links.length) : name;
  return html`<details><summary>${summary}</summary>${numbers}</details>`;
}

function publisherRows({ contents, strings }: Place): Markup[] {
  const say = strings.files.publisher;
  const sheets = [
    [onixPath, say.onix],
    [disclosurePath, say.disclosure],
    [metadataPath, say.metadata],
  ] as const;
  const rows = [
    ...(hasExtra("sheets", contents) ? sheets : []),
    [manifestPath, say.manifest],
    [checksumsPath, say.checksums],
  ] as const;
  const hasExported = contents.volumes.some(({ lessons }) =>
    lessons.some(({ book }) => (book?.exported.length ?? 0) > 0),
  );
  const { name: exported, use: exportedUse } = say.exported;
  const made = rows.map(
    ([path, { name, use }]) => html`<li><a href="${path}">${name}</a><p>${use}</p></li>\n`,
  );
  if (hasExported)
    made.push(
      html`<li><strong>${exported}</strong> <code>publisher/exported</code><p>${exportedUse}</p></li>\n`,
    );
  return made;
}

/** Whether there are recordings, and files that could contain them but do not. */
function isSoundApart({ files, contents: { soundIn } }: Place): boolean {
  const listed = files.flatMap((file) => file.listed ?? []);
  const isApart = listed.some(({ sound }) => sound !== null && !soundIn.has(sound));
  return isApart && listed.some(({ kind }) => kind === "recordings");
}
