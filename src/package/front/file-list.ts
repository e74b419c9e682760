import { html, type Markup } from "../../shared/html.ts";
import type { Contents, Volume } from "../contents/contents.ts";
import type { DescribedFiles } from "../formats/format.ts";
import type { FileGroup, Locale } from "../locales/locale.ts";
import { languageName } from "../pages/language-names.ts";
import { filesOf } from "./volume-files.ts";

export interface VolumePart {
  readonly volume: Volume;
  readonly contents: Contents;
  readonly strings: Locale;
  /** The paths of all files of the package's volumes. */
  readonly held: ReadonlySet<string>;
}

const groups: readonly FileGroup[] = ["reading", "paper", "words", "platform", "teacher"];

// More numbers would push the rest off the screen, so they are folded away.
const mostNumbers = 40;

/** The id of a volume's list, for links. */
export function fileListId({ folder }: Volume): string {
  return `files-${folder}`;
}

/** Every file of a volume that a person opens, by purpose, with a link, a note on its use and where it opens. */
export function fileList({ volume, contents, strings, held }: VolumePart): Markup {
  const say = strings.files;
  const files = filesOf(volume, held);
  const id = fileListId(volume);
  const name = languageName(volume.language, strings);
  const level = strings.level(volume.difficulty);
  const rows = groups.map((group) => {
    const list = files.filter((file) => file.group === group);
    return (
      list.length > 0 &&
      html`<div class="group"><h4>${say.groups[group]}</h4>
<ul>${list.map((file) => row(file, strings))}</ul></div>
`
    );
  });
  return html`<section class="box" aria-labelledby="${id}">
<h3 id="${id}" tabindex="-1"><span lang="${name.tag}">${name.text}</span>, ${level} <span class="facts">${strings.lessonCount(volume.lessons.length)}</span></h3>
<div class="groups">
${rows}</div>
${notes({ volume, contents }, files, strings)}</section>
`;
}

function row({ kind, links }: DescribedFiles, strings: Locale): Markup {
  const { name, use } = strings.files.files[kind];
  const [first] = links;
  const link =
    first?.lesson === null
      ? html`<a href="${first.path}">${name}</a>`
      : html`<strong>${name}</strong>${numbers({ kind, links }, strings)}`;
  return html`<li>${link}<p>${use}</p></li>
`;
}

function numbers({ kind, links }: Pick<DescribedFiles, "kind" | "links">, strings: Locale): Markup {
  const { name } = strings.files.files[kind];
  const list = html`<span class="numbers">${links.map(
    ({ path, lesson }) =>
      lesson !== null &&
      html`<a href="${path}" aria-label="${name}, ${strings.lesson(lesson.number)}">${lesson.number}</a> `,
  )}</span>`;
  if (links.length <= mostNumbers) return list;
  return html`<details><summary>${strings.lessonCount(links.length)}</summary>${list}</details>`;
}

/** Whether such a file could contain the recordings but does not. */
function isSoundApart({ soundFormat }: DescribedFiles, { soundIn }: Contents): boolean {
  return soundFormat !== null && !soundIn.has(soundFormat);
}

function notes(
  { volume, contents }: Pick<VolumePart, "volume" | "contents">,
  files: readonly DescribedFiles[],
  strings: Locale,
): Markup | null {
  const say = strings.files;
  const sounds = files.some(({ kind }) => kind === "recordings");
  const apart = sounds && files.some((one) => isSoundApart(one, contents));
  const extras = volume.lessons.some(({ book }) => (book?.extras.length ?? 0) > 0);
  const lines = [...(apart ? [say.soundApart] : []), ...(extras ? [say.extras] : [])];
  return lines.length === 0 ? null : html`<p class="hint">${lines.join(" ")}</p>\n`;
}
