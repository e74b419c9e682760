import type { Bank, LanguagePack, PlotKind } from "./language-pack.ts";
import { describeLine, readLine } from "./sentence.ts";
import type { SceneKind } from "./story-plan.ts";

/** A scene with its finished sentences. */
export interface ToldScene {
  readonly kind: SceneKind;
  readonly sentences: readonly string[];
  /** The place of a visit; empty elsewhere. */
  readonly at: string;
}

export interface Layout {
  readonly form: string | null;
  readonly plot: PlotKind;
  readonly pack: LanguagePack;
  readonly bank: Bank;
  /** The protagonist, who answers in an interview. */
  readonly name: string;
  readonly choose: (choices: readonly string[]) => string;
}

/** A page of longer paragraphs looks like a wall to a learner. */
const mostSentencesInAParagraph = 6;

/**
 * When the later scenes of a working day happen, in minutes after midnight, as the scenes themselves mention the time. The letter's ending is days
 * later and has no time.
 */
const hours: Readonly<Record<PlotKind, { obstacle: number; turn: number; ending: number | null }>> = {
  notebook: { obstacle: 16 * 60 + 30, turn: 17 * 60, ending: 20 * 60 + 15 },
  letter: { obstacle: 17 * 60 + 30, turn: 17 * 60 + 50, ending: null },
  evening: { obstacle: 19 * 60, turn: 19 * 60 + 20, ending: 20 * 60 },
};
const openingAt = 7 * 60 + 10;
const wantAt = 8 * 60;
const visitsFrom = 9 * 60;
/** Between the last visit and the obstacle there is time to work. */
const breakMinutes = 75;

/** The paragraphs of a story, separated by blank lines: plain, under times of the day, or as questions and answers. */
export function layOut(scenes: readonly ToldScene[], layout: Layout): string {
  return scenes.flatMap((scene, index) => sceneParagraphs(scene, index, scenes, layout)).join("\n\n");
}

function sceneParagraphs(
  scene: ToldScene,
  index: number,
  scenes: readonly ToldScene[],
  layout: Layout,
): string[] {
  const gap = layout.pack.unspaced === undefined ? " " : "";
  const [first = "", ...rest] = paragraphsOf(scene.sentences, gap);
  if (layout.form === "working_day") {
    return [`${timeOf(scene.kind, index, scenes, layout.plot)}${first}`, ...rest];
  }
  if (layout.form !== "interview") return [first, ...rest];
  return [question(scene, index, layout), `${layout.name}${layout.pack.colon}${gap}${first}`, ...rest];
}

function paragraphsOf(sentences: readonly string[], gap: string): string[] {
  const count = Math.max(1, Math.ceil(sentences.length / mostSentencesInAParagraph));
  return Array.from({ length: count }, (_, paragraph) =>
    sentences.filter((_sentence, at) => Math.floor((at * count) / sentences.length) === paragraph).join(gap),
  );
}

/** The time before a scene's first paragraph with its separator; empty if there is none. */
function timeOf(kind: SceneKind, index: number, scenes: readonly ToldScene[], plot: PlotKind): string {
  const minutes = minutesOf(kind, index, scenes, plot);
  if (minutes === null) return "";
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)} – `;
}

function minutesOf(
  kind: SceneKind,
  index: number,
  scenes: readonly ToldScene[],
  plot: PlotKind,
): number | null {
  if (kind === "opening") return openingAt;
  if (kind === "want") return wantAt;
  if (kind !== "visit") return hours[plot][kind];
  const visits = scenes.filter((scene) => scene.kind === "visit").length;
  const first = scenes.findIndex((scene) => scene.kind === "visit");
  const step = (hours[plot].obstacle - breakMinutes - visitsFrom) / visits;
  return Math.round((visitsFrom + step * (index - first)) / 5) * 5;
}

function question(scene: ToldScene, index: number, layout: Layout): string {
  const { questions } = layout.bank;
  const asked =
    scene.kind === "visit"
      ? (questions.visits[index % questions.visits.length] ?? "")
      : questions[scene.kind];
  const said = describeLine(readLine(asked), {
    person: "third",
    tails: 0,
    slots: { at: scene.at, A: layout.name },
    choose: layout.choose,
    typeset: layout.pack.typeset,
  });
  return `${layout.pack.interviewer}${layout.pack.unspaced === undefined ? " " : ""}${said}`;
}
