import { all, the } from "./elements.ts";
import { playerHeight } from "./player/read-along.ts";

const edge = 12;
const distance = 10;

/** Shows a word's meaning beside it on the first click; a second click follows the link to the word list. */
export function startGlosses(): void {
  const card = document.querySelector<HTMLElement>(".gloss");
  if (card === null) return;
  let shown: HTMLAnchorElement | null = null;
  const hide = (): void => {
    card.hidden = true;
    shown = null;
  };
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const word = target?.closest<HTMLAnchorElement>(".story a.word") ?? null;
    if (word !== null && word !== shown) {
      event.preventDefault();
      fill(card, word);
      card.hidden = false;
      shown = word;
      place(card, word);
    } else if (!target?.closest(".gloss-body")) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || shown === null) return;
    const word = shown;
    hide();
    word.focus();
  });
  addEventListener("resize", hide);
}

function fill(card: HTMLElement, word: HTMLAnchorElement): void {
  const entry = the(document, word.hash);
  const face = lineOf(the(entry, "dt .story-face"));
  const isCompound = word.classList.contains("compound");
  if (isCompound) face.textContent = word.title;
  the(card, ".gloss-body").replaceChildren(face, ...(isCompound ? [] : all(entry, "dd").map(lineOf)));
  the<HTMLAnchorElement>(card, "a").hash = word.hash;
}

function lineOf(part: HTMLElement): HTMLElement {
  const line = document.createElement("p");
  for (const name of ["class", "lang", "dir"]) {
    const value = part.getAttribute(name);
    if (value !== null) line.setAttribute(name, value);
  }
  line.append(...part.cloneNode(true).childNodes);
  return line;
}

function place(card: HTMLElement, word: HTMLElement): void {
  const box = word.getBoundingClientRect();
  const rightmost = document.documentElement.clientWidth - card.offsetWidth - edge;
  const left = Math.min(Math.max(edge, box.left), rightmost);
  const isBelow = box.bottom + distance + card.offsetHeight < innerHeight - playerHeight();
  const top = isBelow ? box.bottom + distance : Math.max(edge, box.top - card.offsetHeight - distance);
  card.style.setProperty("--left", `${left + scrollX}px`);
  card.style.setProperty("--top", `${top + scrollY}px`);
}
