import { html, type Markup } from "../../shared/html.ts";
import type { Contents, Volume } from "../contents/contents.ts";
import {
  checksumsPath,
  disclosurePath,
  disclosureTextPath,
  manifestPath,
  metadataPath,
  onixPath,
} from "../contents/layout.ts";
import type { DescribedFiles } from "../formats/format.ts";
import type { FileGroup, Locale } from "../locales/locale.ts";
import { labelled } from "../pages/labelled.ts";
import { languageName } from "../pages/language-names.ts";
import { filesOf } from "./volume-files.ts";

type Links = DescribedFiles["links"];

/** A kind of file, with its links in every volume that has it. */
interface ListedKind extends Omit<DescribedFiles, "links"> {
  readonly volumes: readonly { readonly volume: Volume; readonly links: Links }[];
}

interface ListPlace {
  readonly contents: Contents;
  readonly strings: Locale;
}

const groups: readonly FileGroup[] = ["reading", "paper", "words", "platform", "teacher"];

// More numbers would push the rest off the screen, so they are folded away.
const mostNumbers = 40;

/** Every kind of file that a person opens, by purpose: its name, its use and where it opens, once, and a link into every volume. */
export function fileList(contents: Contents, strings: Locale, held: ReadonlySet<string>): Markup {
  const say = strings.files;
  const place = { contents, strings };
  const kinds = kindsOf(contents, held);
  const lists = groups.map((group) => {
    const rows = kinds.filter((kind) => kind.group === group).map((kind) => row(kind, place));
    return rows.length > 0 && groupOf(say.groups[group], rows);
  });
  return html`<section class="files" aria-labelledby="files">
<h2 id="files">${say.everything}</h2>
<div class="groups">
${lists}${groupOf(say.forPublisher, publisherRows(place))}</div>
${isSoundApart(kinds, contents) && html`<p class="hint">${say.soundApart}</p>\n`}</section>
`;
}

function kindsOf({ volumes }: Contents, held: ReadonlySet<string>): ListedKind[] {
  const kinds = new Map<string, ListedKind>();
  for (const volume of volumes) {
    for (const { links, ...files } of filesOf(volume, held)) {
      const known = kinds.get(files.kind)?.volumes ?? [];
      kinds.set(files.kind, { ...files, volumes: [...known, { volume, links }] });
    }
  }
  return [...kinds.values()];
}

function groupOf(title: string, rows: readonly Markup[]): Markup {
  return html`<div class="group"><h3>${title}</h3>
<ul>${rows}</ul></div>
`;
}

function row({ kind, volumes }: ListedKind, place: ListPlace): Markup {
  const { name, use } = place.strings.files.files[kind];
  const [only] = volumes;
  const [first] = only?.links ?? [];
  const isOneFile = place.contents.volumes.length === 1 && first?.lesson === null;
  if (isOneFile) return html`<li><a href="${first.path}">${name}</a><p>${use}</p></li>\n`;
  const ways = volumes.map((one) => volumeLinks(one, name, place));
  return html`<li><strong>${name}</strong><p>${use}</p><div class="ways">${ways}</div></li>\n`;
}

/** A volume's link, or one for each lesson, folded away where there are several volumes or many lessons. */
function volumeLinks(
  { volume, links }: ListedKind["volumes"][number],
  kind: string,
  { contents, strings }: ListPlace,
): Markup {
  const name = `${languageName(volume.language, strings).text} ${volume.difficulty}`;
  const isAlone = contents.volumes.length === 1;
  const about = isAlone ? kind : `${kind}, ${name}`;
  const [first] = links;
  if (first?.lesson === null) {
    return html`<a href="${first.path}" aria-label="${labelled(name, kind, strings)}">${name}</a> `;
  }
  const numbers = html`<span class="numbers">${links.map(
    ({ path, lesson }) =>
      lesson !== null &&
      html`<a href="${path}" aria-label="${about}, ${strings.lesson(lesson.number)}">${lesson.number}</a> `,
  )}</span>`;
  if (isAlone && links.length <= mostNumbers) return numbers;
  const summary = isAlone ? strings.lessonCount(links.length) : name;
  return html`<details><summary>${summary}</summary>${numbers}</details>`;
}

function publisherRows({ contents, strings }: ListPlace): Markup[] {
  const say = strings.files.publisher;
  const rows = [
    [onixPath, say.onix],
    [disclosurePath, say.disclosure],
    [disclosureTextPath, say.disclosureText],
    [metadataPath, say.metadata],
    [manifestPath, say.manifest],
    [checksumsPath, say.checksums],
  ] as const;
  const hasExported = contents.volumes.some(({ lessons }) =>
    lessons.some(({ book }) => (book?.exported.length ?? 0) > 0),
  );
  return [
    ...rows.map(([path, { name, use }]) => html`<li><a href="${path}">${name}</a><p>${use}</p></li>\n`),
    ...(hasExported
      ? [
          html`<li><strong>${say.exported.name}</strong> <code>publisher/exported</code><p>${say.exported.use}</p></li>\n`,
        ]
      : []),
  ];
}

/** Whether there are recordings, and files that could contain them but do not. */
function isSoundApart(kinds: readonly ListedKind[], { soundIn }: Contents): boolean {
  const apart = kinds.some(({ soundFormat }) => soundFormat !== null && !soundIn.has(soundFormat));
  return apart && kinds.some(({ kind }) => kind === "recordings");
}
