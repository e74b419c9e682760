import { render, type VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { QueueDocument } from "../documents.ts";
import { AskDialog } from "./ask-dialog.tsx";
import type { Kept } from "./kept.ts";
import { LessonView } from "./lesson-view.tsx";
import type { Source } from "./page-state.ts";
import { Button, KeyButton, keyName, LanguageChoice } from "./parts.tsx";
import { ReviewPage } from "./review-page.ts";
import { language, say, type TextName } from "./texts.ts";
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
  const list = useMemo(() => queue && queueOf(queue, page), [queue, page.chosen, language()]);
  const { course } = source;
  const isDecided = queue !== null && !queue.lessons.some(({ status }) => status.kind === "waiting");
  return (
    <>
      <header>
        {course && <a href={course.run}>{say("toCourse")}</a>}
        <h1 id="course">
          {queue === null ? say("desk") : say("heading", { title: queue.title, edition: queue.edition })}
        </h1>
        <p id="counts" aria-live="polite">
          {queue && describeCounts(queue)}
        </p>
        {source.mail && (
          <KeyButton page={page} id="save" look="main" shortcut="s" text={say("buttons.save")} />
        )}
        <KeyButton page={page} id="show-keys" shortcut="?" text={say("buttons.keys")} />
        <LanguageChoice onChoice={() => page.say("")} />
      </header>
      <nav id="queue" aria-label={say("queue")}>
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
        {/* Behind a question, what was typed for it would seem to be lost. */}
        {dialog === null && unsentOf(page)}
        {source.watch && (
          <p id="gone" role="alert" hidden={!isGone}>
            {say("gone")}
          </p>
        )}
        {source.mail && (
          <p id="kept" class="quiet">
            {kept.isWhole ? "" : say("notKept")}
          </p>
        )}
        <p id="message" role="status">
          {message}
          {course && isDecided && [" ", <a href={course.package}>{say("toPackage")}</a>]}
        </p>
        {kept.who !== null && (
          <KeyButton
            page={page}
            id="name"
            look="small"
            shortcut="n"
            text={say("reviewer", { who: kept.who })}
          />
        )}
      </div>
      <KeysDialog isMail={source.mail !== null} />
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
        {say("label", { name: about })} <q dir="auto">{text}</q>
        <Button look="small" text={say("unsent.discard")} about={about} onPress={discard} />
      </li>
    );
  });
  if (rows.length === 0) return null;
  return (
    <section id="unsent" aria-label={say("unsent.label")}>
      <details open={matchMedia("(min-width: 45.01rem)").matches}>
        <summary>{say("unsent.summary", { number: rows.length })}</summary>
        <p class="quiet">{say("unsent.hint")}</p>
        <ul>{rows}</ul>
      </details>
    </section>
  );
}

/** What each key does. `of`: only at the desk, or only in a page by mail. */
const keys: readonly {
  readonly keys: readonly string[];
  readonly does: TextName;
  readonly of?: "desk" | "mail";
}[] = [
  { keys: ["j", "↓"], does: "keys.next" },
  { keys: ["k", "↑"], does: "keys.previous" },
  { keys: [" "], does: "keys.play" },
  { keys: ["a"], does: "keys.approve" },
  { keys: ["h"], does: "keys.hold" },
  { keys: ["r"], does: "keys.reject" },
  { keys: ["c"], does: "keys.comment" },
  { keys: ["→", "←"], does: "keys.move" },
  { keys: ["e"], does: "keys.correct" },
  { keys: ["q"], does: "keys.question" },
  { keys: ["x"], does: "keys.exercises" },
  { keys: ["d"], does: "keys.leaveOut" },
  { keys: ["u"], does: "keys.undo", of: "desk" },
  { keys: ["s"], does: "keys.speak", of: "desk" },
  { keys: ["l"], does: "keys.listen", of: "desk" },
  { keys: ["u"], does: "keys.takeBack", of: "mail" },
  { keys: ["s"], does: "keys.save", of: "mail" },
  { keys: ["n"], does: "keys.name" },
  { keys: ["?"], does: "keys.help" },
];

function KeysDialog({ isMail }: { readonly isMail: boolean }): VNode {
  const own = keys.filter(({ of }) => of === undefined || (of === "mail") === isMail);
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">{say("keys.title")}</h2>
      <dl>
        {own.map(({ keys: names, does }) => [
          <dt>{names.map((name) => [<kbd>{keyName(name)}</kbd>, " "])}</dt>,
          <dd>{say(does)}</dd>,
        ])}
      </dl>
      <form method="dialog">
        <p class="buttons">
          <button type="submit" class="main">
            {say("keys.close")} <kbd>{keyName("Escape")}</kbd>
          </button>
        </p>
      </form>
    </dialog>
  );
}
