import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";

/** A page with foliate-js that opens a book and each of its sections. */
const readerPage = `<!doctype html><title>reader</title><script type="module">
import "/view.js";
import { FootnoteHandler } from "/footnotes.js";
window.readBook = async (url) => {
  const view = document.createElement("foliate-view");
  document.body.append(view);
  await view.open(new File([await (await fetch(url)).blob()], "book.epub"));
  const shown = new Map();
  view.addEventListener("load", ({ detail: { doc, index } }) => {
    const { dir, lang } = doc.documentElement;
    shown.set(index, { text: doc.body.textContent.trim(), dir, lang, picture: doc.images[0]?.naturalWidth ?? 0 });
  });
  for (const place of view.book.sections.keys()) await view.goTo(place);
  const { title, language } = view.book.metadata;
  const toc = view.book.toc.map(({ label }) => label);
  const hasCover = ((await view.book.getCover())?.size ?? 0) > 0;
  const sections = [...shown].sort(([a], [b]) => a - b).map(([, section]) => section);
  return { title, language, dir: view.book.dir, toc, hasCover, sections };
};
// What the reader shows beside a word of a chapter, instead of leaving the page.
window.noteOf = async (url, chapter, word) => {
  const view = document.createElement("foliate-view");
  document.body.append(view);
  await view.open(new File([await (await fetch(url)).blob()], "book.epub"));
  const notes = new FootnoteHandler();
  notes.addEventListener("before-render", ({ detail }) => document.body.append(detail.view));
  const rendered = new Promise((resolve) => notes.addEventListener("render", ({ detail }) => resolve(detail)));
  view.addEventListener("link", (event) => notes.handle(view.book, event));
  await view.goTo(view.book.sections.findIndex(({ id }) => id.endsWith(chapter)));
  const { doc } = view.renderer.getContents()[0];
  [...doc.querySelectorAll("a.word")].find(({ textContent }) => textContent === word).click();
  const { type, hidden, view: note } = await rendered;
  return { type, hidden, text: note.renderer.getContents()[0].doc.body.textContent.trim() };
};
// Records what is highlighted while an overlay plays, up to the last sentence of its chapter.
window.playBook = async (url, chapter, last) => {
  const view = document.createElement("foliate-view");
  document.body.append(view);
  await view.open(new File([await (await fetch(url)).blob()], "book.epub"));
  await view.goTo(view.book.sections.findIndex(({ id }) => id.endsWith(chapter)));
  const sounds = [];
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    sounds.push(this);
    return play.call(this);
  };
  const lit = [];
  const done = new Promise((resolve, reject) => {
    view.mediaOverlay.addEventListener("error", ({ detail }) => reject(detail));
    view.mediaOverlay.addEventListener("highlight", ({ detail }) => {
      const id = detail.text.split("#")[1];
      const at = sounds.at(-1)?.currentTime ?? 0;
      // The reader highlights the element after turning the page to it.
      const look = () => {
        const { doc } = view.renderer.getContents()[0];
        const marked = doc.querySelector(".-epub-media-overlay-active");
        if (marked?.id !== id) return void requestAnimationFrame(look);
        lit.push({ id, text: marked.textContent.trim(), at });
        if (id === last) resolve();
      };
      look();
    });
  });
  await view.startMediaOverlay();
  await done;
  view.mediaOverlay.stop();
  return lit;
};
</script>`;

/** A sentence that an EPUB reader highlighted, and the position of the sound then, in seconds. */
export interface LitUp {
  readonly id: string;
  readonly text: string;
  readonly at: number;
}

export interface ReadInBrowser {
  readonly title: unknown;
  readonly language: unknown;
  readonly dir: string;
  readonly toc: readonly string[];
  readonly hasCover: boolean;
  readonly sections: readonly {
    readonly text: string;
    readonly dir: string;
    readonly lang: string;
    readonly picture: number;
  }[];
}

/** A local server with a foliate-js page and the books. */
export async function serveReader(books: ReadonlyMap<string, string>): Promise<Server> {
  const library = dirname(createRequire(import.meta.url).resolve("foliate-js/view.js"));
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "", "http://reader").pathname);
    if (path === "/") {
      response.setHeader("content-type", "text/html").end(readerPage);
      return;
    }
    const file = path.startsWith("/books/") ? (books.get(path.slice(7)) ?? "") : join(library, path);
    response.setHeader("content-type", extname(file) === ".js" ? "text/javascript" : "application/epub+zip");
    readFile(file).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}
