import { render, type VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { QueueDocument } from "../documents.ts";
import { AskDialog } from "./ask-dialog.tsx";
import type { Kept } from "./kept.ts";
import { LessonView } from "./lesson-view.tsx";
import { Button, KeyButton } from "./parts.tsx";
import { ReviewPage } from "./review-page.ts";
import type { Source } from "./source.ts";
import { describeCounts, describeQueued } from "./words.ts";

/** Shows a page, and listens to its keys. */
export function startPage(source: Source, kept: Kept): void {
  const place = document.querySelector("#page") ?? document.body;
  const page = new ReviewPage(source, kept, () => render(<PageView page={page} />, place));
  page.start();
}

function PageView({ page }: { readonly page: ReviewPage }): VNode {
  const { source, kept, queue, lesson, notice, message, isBusy, isGone, dialog } = page;
  // Drawn only once it has changed: there may be thousands of lessons.
  const list = useMemo(() => queue && queueOf(queue, page), [queue, page.chosen]);
  return (
    <>
      <header>
        <h1 id="course">{queue === null ? "Review desk" : `${queue.title}, edition ${queue.edition}`}</h1>
        <p id="counts" aria-live="polite">
          {queue && describeCounts(queue)}
        </p>
        {source.mail && <KeyButton page={page} id="save" look="main" shortcut="s" text="Save answer" />}
        <KeyButton page={page} id="show-keys" shortcut="?" text="Keys" />
      </header>
      <nav id="queue" aria-label="Lessons to review">
        {list}
      </nav>
      <main id="lesson" tabIndex={-1} aria-busy={isBusy}>
        {lesson ? (
          <LessonView key={`${lesson.job} ${lesson.story}`} lesson={lesson} page={page} />
        ) : (
          <p class="quiet">{notice}</p>
        )}
      </main>
      <div class="messages">
        {unsentOf(page)}
        {source.watch && (
          <p id="gone" role="alert" hidden={!isGone}>
            The desk has stopped and records nothing until it runs again. Start the desk in a terminal, and
            open the address that it shows. Before you close this page, copy anything that you have typed but
            not recorded.
          </p>
        )}
        {source.mail && (
          <p id="kept" class="quiet">
            {kept.isWhole
              ? ""
              : "This browser doesn’t store what you enter on this page: save the answer before you close or reload the page."}
          </p>
        )}
        <p id="message" role="status">
          {message}
        </p>
        {kept.who !== null && (
          <KeyButton
            page={page}
            id="name"
            look="small"
            shortcut="n"
            text={`Reviewer: ${kept.who} (change)`}
          />
        )}
      </div>
      {dialog && <AskDialog question={dialog.question} kept={kept} onAnswer={dialog.answer} />}
    </>
  );
}

function queueOf({ lessons }: QueueDocument, page: ReviewPage): VNode {
  const rows = lessons.map((lesson) => (
    <li>
      <button
        type="button"
        class={`lesson is-${lesson.status.kind}`}
        aria-current={lesson.job === page.chosen ? "true" : undefined}
        onClick={() => page.open(lesson.job)}
      >
        <span class="topic">{lesson.topic}</span>
        <span class="facts">{describeQueued(lesson)}</span>
      </button>
    </li>
  ));
  return <ol>{rows}</ol>;
}

/** The texts that were typed but not recorded, each with a button that discards it; nothing if there are none. */
function unsentOf(page: ReviewPage): VNode | null {
  const rows = page.kept.texts().map(([key, { about, text }]) => {
    const discard = (): void => {
      page.kept.forgetText(key);
      page.set({});
    };
    return (
      <li key={key}>
        {about}: <q dir="auto">{text}</q>
        <Button look="small" text="Discard" about={about} act={discard} />
      </li>
    );
  });
  if (rows.length === 0) return null;
  return (
    <section id="unsent" aria-label="Typed, but not recorded">
      <details open={matchMedia("(min-width: 45.01rem)").matches}>
        <summary>Typed, but not recorded ({rows.length})</summary>
        <p class="quiet">Open the lesson and start the same action again to go on with your text.</p>
        <ul>{rows}</ul>
      </details>
    </section>
  );
}
