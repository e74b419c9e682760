import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { language, say as sayShared } from "../../review/browser/texts.ts";
import type { ProblemDocument, RefusalDocument } from "../documents.ts";
import { say, sayOr } from "./texts.ts";

let announceIn: ((text: string) => void) | null = null;

/** Says something to people who don't see what changed, and shows it at the foot of the page. */
export function announce(text: string): void {
  announceIn?.(text);
}

/** How long it is shown. */
const shownMs = 10_000;

export function Announcements(): VNode {
  const [text, setText] = useState("");
  announceIn = setText;
  useEffect(() => {
    const timer = setTimeout(() => setText(""), shownMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p id="message" role="status">
      {text}
    </p>
  );
}

/** A text that the program has in English only. */
export function English({ children }: { readonly children: ComponentChildren }): VNode {
  return <span lang="en">{children}</span>;
}

/** How bad a problem is, in the reader's language. */
export function Severity({ severity }: { readonly severity: "error" | "warning" }): VNode {
  return <strong>{say(`plan.${severity}`)}</strong>;
}

/** Says in the reader's language that what follows is in English. */
export function EnglishBelow(): VNode | null {
  return language() === "en" ? null : <p class="hint">{sayShared("englishBelow")}</p>;
}

/** Which part of a course's page does what a command of the terminal does. */
const partFor: Readonly<Record<string, string>> = {
  check: "plan",
  plan: "run",
  run: "run",
  status: "run",
  resolve: "run",
  review: "review",
  package: "package",
};

/** The flags with which a command does more than a page: it takes another ledger, or is told to pay again. */
const beyondPages = / --(?:ledger|new-ledger|other-account)\b/;

/** What to do next: on a page of the desk, or in a terminal where there is none. */
export function NextStep({ command }: { readonly command: string }): VNode | null {
  const [, verb = ""] = /^coursebinder (\w+)/.exec(command) ?? [];
  const part = beyondPages.test(command) ? undefined : partFor[verb];
  const [course, shown, kind] = location.hash.replace(/^#\//, "").split("/");
  if (part === undefined || !course) {
    return (
      <span class="command-line">
        {say("inTerminal")} <code>{command}</code>
      </span>
    );
  }
  // What is to be done on the page that is shown is at hand there.
  if (part === shown) return null;
  const to = [course, part, ...(kind === undefined ? [] : [kind])].join("/");
  return (
    <span class="command-line">
      {say("nextStep")} <a href={`#/${to}`}>{sayOr(`parts.${part}`, part)}</a>
    </span>
  );
}

/** Problems in the program's English, and above them in the reader's language what they come to. */
export function Problems({
  problems,
  exitCode,
}: {
  readonly problems: readonly ProblemDocument[];
  readonly exitCode?: number | undefined;
}): VNode | null {
  if (problems.length === 0) return null;
  const headline = sayOr(`exits.${exitCode}`, "");
  return (
    <>
      {headline === "" ? null : <p class="bad">{headline}</p>}
      <EnglishBelow />
      <ul class="problems">
        {problems.map(({ job, code, message, advice, next }) => (
          <li key={`${job} ${code} ${message}`}>
            {job && !message.includes(job) ? <strong>{job}: </strong> : null}
            <English>
              {message} {advice}
            </English>
            {next ? <NextStep command={next} /> : null}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What the desk refused, and why; said aloud as it appears. */
export function Refused({ refusal }: { readonly refusal: RefusalDocument | null }): VNode | null {
  if (refusal === null) return null;
  const { code, message, problems = [], exitCode } = refusal;
  const own = sayOr(`refusals.${code}`, "");
  const isSaidBelow = problems.some((problem) => problem.message === message);
  return (
    <div class="refusal" role="alert">
      <p>
        <strong>{say("notDone")}</strong> {own}
        {message === null || isSaidBelow ? null : <English> {message}</English>}
      </p>
      <Problems problems={problems} exitCode={exitCode} />
    </div>
  );
}

/** While nothing is there: that it is on its way, or why it isn't. */
export function Waiting({ refusal }: { readonly refusal: RefusalDocument | null }): VNode {
  return refusal === null ? <p class="quiet">{say("loading")}</p> : <Refused refusal={refusal} />;
}

/** Notes of the program, which are no problems. */
export function Notices({
  notices,
}: {
  readonly notices: readonly { readonly code: string; readonly message: string }[];
}): VNode | null {
  // Which formats a plan leaves out is said where its formats are chosen.
  const shown = notices.filter(({ code }) => code !== "formats_default");
  if (shown.length === 0) return null;
  return (
    <details>
      <summary>{say("notices", { count: shown.length })}</summary>
      <ul>
        {shown.map(({ code, message }) => (
          <li key={`${code} ${message}`}>
            <English>{message}</English>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What has to be set before anything can be bought. */
export function Missing({ missing }: { readonly missing: ProblemDocument }): VNode {
  const own = sayOr(`missing.${missing.code}`, "");
  return (
    <>
      <p>{say("courses.serviceMissing")}</p>
      {own === "" ? <Problems problems={[missing]} /> : <p>{own}</p>}
    </>
  );
}
