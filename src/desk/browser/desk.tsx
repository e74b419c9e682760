import { render, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LanguageChoice } from "../../review/browser/parts.tsx";
import { CoursePage, type CoursePart, courseParts } from "./course-page.tsx";
import { CoursesPage } from "./courses-page.tsx";
import { followChanges } from "./fetched.ts";
import { Announcements, announce } from "./parts.tsx";
import { say } from "./texts.ts";

/** What the address says is shown: `#/`, or `#/<course>/<part>/<kind>`, which may be followed by a story that gets another one. */
interface Place {
  readonly course: string | null;
  readonly part: CoursePart;
  readonly kind: "rehearsal" | "paid" | null;
  readonly replace: string | null;
}

function placeIn(hash: string): Place {
  const [course = "", part = "", kind = "", replace = null] = hash.replace(/^#\/?/, "").split("/");
  return {
    course: course === "" ? null : course,
    part: courseParts.find((one) => one === part) ?? "plan",
    kind: kind === "rehearsal" || kind === "paid" ? kind : null,
    replace,
  };
}

let tellGone: (isGone: boolean) => void = () => undefined;

function Desk(): VNode {
  const [place, setPlace] = useState(placeIn(location.hash));
  const [isGone, setIsGone] = useState(false);
  // Draws the page again in another language.
  const [, setTag] = useState("");
  useEffect(() => {
    const follow = (): void => {
      announce("");
      setPlace(placeIn(location.hash));
    };
    addEventListener("hashchange", follow);
    tellGone = setIsGone;
  }, []);
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("content")?.focus()}>
        {say("skip")}
      </button>
      <header>
        <h1>
          <a href="#/">coursebinder</a>
        </h1>
        <LanguageChoice onChoice={setTag} />
      </header>
      <p id="gone" role="alert" hidden={!isGone}>
        {isGone ? (
          <>
            {say("gone")} <code>coursebinder open</code>
          </>
        ) : null}
      </p>
      <main id="content" tabIndex={-1}>
        {place.course === null ? (
          <CoursesPage />
        ) : (
          <CoursePage key={place.course} {...place} course={place.course} />
        )}
      </main>
      <Announcements />
    </>
  );
}

const root = document.getElementById("desk");
// What is fetched later is then newer than what it is compared with.
if (root !== null) void followChanges((isGone) => tellGone(isGone)).then(() => render(<Desk />, root));
