import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../review/browser/parts.tsx";
import { post } from "../../review/browser/server.ts";
import { numberText, timeText } from "../../review/browser/texts.ts";
import type { PackageDocument, PackageRequest, ZipDocument } from "../documents.ts";
import { pathOf, useAction, useFetched } from "./fetched.ts";
import { announce, Problems, Refused } from "./messages.tsx";
import { NewTab, type PartProps, Radios, Section } from "./parts.tsx";
import { choiceText, say } from "./texts.ts";

const platforms = ["moodle", "canvas", "blackboard", "openedx", "scorm", "h5p"] as const;

/** Makes the package for the people who get it, and has it and the report to download. */
export function PackagePage({ course: { id: course, ...lessons }, kind }: PartProps): VNode {
  const query = { course, kind };
  const zip = useFetched<ZipDocument>(pathOf("/api/package", query), [course]);
  const [audience, setAudience] = useState<PackageRequest["for"]>(null);
  const [allowPartial, setAllowPartial] = useState(false);
  const [made, setMade] = useState<PackageDocument | null>(null);
  const { isBusy, refusal, start } = useAction();
  const counts = lessons[kind]?.counts;
  const { bytes = null, at = "", isChanged = false } = zip.answer ?? {};
  /** What a run has made needs no making again. */
  const isReady = bytes !== null && !isChanged;
  const make = (): void =>
    start(async () => {
      setMade(null);
      const answer = await post<PackageDocument>("/api/package", { ...query, for: audience, allowPartial });
      setMade(answer);
      zip.again();
      announce(say("package.made"));
    });
  if (counts === undefined || counts.done === 0) return <p>{say("package.nothing")}</p>;
  return (
    <>
      <Section title={say("package.title")}>
        <p>{say("made.done", { done: counts.done, count: counts.total })}</p>
        <Radios
          legend={say("package.audience")}
          chosen={audience}
          choices={[
            [null, say("package.asPlanned")],
            ...platforms.map((one) => [one, choiceText(["platforms"], one)] as const),
          ]}
          choose={setAudience}
        />
        <label class="box">
          <input
            type="checkbox"
            checked={allowPartial}
            onChange={({ currentTarget }) => setAllowPartial(currentTarget.checked)}
          />
          <span>{say("package.partial")}</span>
        </label>
        <p class="buttons">
          <Button
            {...(isReady ? {} : { look: "main" })}
            isOff={isBusy}
            text={say(isBusy ? "package.making" : "package.make")}
            onPress={make}
          />
        </p>
        <Refused refusal={refusal} />
        {made === null ? null : (
          <div class="result is-good">
            <p>
              <strong>{say("package.made")}</strong>{" "}
              {made.missing === 0 ? say("package.whole") : say("package.missing", { count: made.missing })}
            </p>
            <Problems problems={made.problems} />
          </div>
        )}
        {bytes === null ? null : (
          <>
            <p class="buttons">
              <a class={isReady ? "button main" : "button"} href={pathOf("/download", query)} download>
                {say("package.download", { size: numberText(Math.ceil(bytes / 100_000) / 10) })}
              </a>
            </p>
            <p>
              {say("package.madeAt", { time: timeText(at) })}{" "}
              <span class={isChanged ? "bad" : undefined}>
                {say(isChanged ? "package.changed" : "package.unchanged")}
              </span>
            </p>
          </>
        )}
      </Section>
      <Section title={say("package.report")}>
        <p>{say("package.reportHint")}</p>
        <p class="buttons">
          <NewTab href={pathOf("/report", query)} text={say("package.openReport")} />
        </p>
      </Section>
    </>
  );
}
