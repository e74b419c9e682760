import type { Bank, LanguagePack } from "./language-pack.ts";
import { readLine, sayLine } from "./sentence.ts";
import type { SceneKind } from "./story-plan.ts";

/** A scene with its sentences said. */
export interface ToldScene {
  readonly kind: SceneKind;
  readonly sentences: readonly string[];
  /** Where a visit is; empty elsewhere. */
  readonly at: string;
}

export interface Layout {
  readonly form: string | null;
  readonly pack: LanguagePack;
  readonly bank: Bank;
  /** The protagonist, who answers in an interview. */
  readonly name: string;
  readonly choose: (choices: readonly string[]) => string;
}

/** A page of longer paragraphs looks like a wall to a learner. */
const mostSentencesInAParagraph = 6;

/** A working day's first and last time, in minutes after midnight. */
const dayBegins = 7 * 60 + 10;
const dayEnds = 20 * 60 + 30;

/** The paragraphs of a story, parted by blank lines: plain, under times of the day, or as questions and answers. */
export function layOut(scenes: readonly ToldScene[], layout: Layout): string {
  return scenes.flatMap((scene, index) => sceneParagraphs(scene, index, scenes, layout)).join("\n\n");
}

function sceneParagraphs(
  scene: ToldScene,
  index: number,
  scenes: readonly ToldScene[],
  layout: Layout,
): string[] {
  const [first = "", ...rest] = paragraphsOf(scene.sentences);
  if (layout.form === "working_day") return [`${timeOf(index, scenes.length)} – ${first}`, ...rest];
  if (layout.form !== "interview") return [first, ...rest];
  return [question(scene, index, layout), `${layout.name}${layout.pack.colon} ${first}`, ...rest];
}

function paragraphsOf(sentences: readonly string[]): string[] {
  const count = Math.max(1, Math.ceil(sentences.length / mostSentencesInAParagraph));
  return Array.from({ length: count }, (_, paragraph) =>
    sentences.filter((_sentence, at) => Math.floor((at * count) / sentences.length) === paragraph).join(" "),
  );
}

function timeOf(index: number, count: number): string {
  const exact = dayBegins + ((dayEnds - dayBegins) * index) / Math.max(1, count - 1);
  const minutes = Math.round(exact / 5) * 5;
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function question(scene: ToldScene, index: number, layout: Layout): string {
  const { questions } = layout.bank;
  const asked =
    scene.kind === "visit"
      ? (questions.visits[index % questions.visits.length] ?? "")
      : questions[scene.kind];
  const said = sayLine(readLine(asked), {
    person: "third",
    tails: 0,
    slots: { at: scene.at, A: layout.name },
    choose: layout.choose,
    typeset: layout.pack.typeset,
  });
  return `${layout.pack.interviewer} ${said}`;
}
