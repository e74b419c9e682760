import { dirname } from "node:path";
import type { StoryFacts } from "../ledger/format/state.ts";
import { type ProposeQuestions, proposedSchema, proposerAt } from "../lessons/questions/proposal.ts";
import type { Question } from "../lessons/questions/question.ts";
import { readFileBelow } from "../plan/files.ts";
import type { Plan } from "../plan/plan.ts";
import { parseJson } from "../shared/parse-json.ts";
import { readCorrected } from "./corrections.ts";
import { type Place, readRecorded, saveDerived, unlessDamaged } from "./course-folder.ts";
import type { RunContext } from "./run-context.ts";

const keyBytesMost = 4_096;

/**
 * What proposes questions; null if the plan names no model. The file with the model's key must lie below the plan's folder: a plan is untrusted, and
 * must not send other files to a server of its choice. An unreadable key is reported with the first question.
 */
async function proposerOf({ file, languageModel }: Plan): Promise<ProposeQuestions | null> {
  if (languageModel === null) return null;
  const { url, model, keyFile } = languageModel;
  if (keyFile === null) return proposerAt({ url, model, key: null });
  const bytes = await readFileBelow(dirname(file), keyFile, keyBytesMost);
  const key = bytes?.toString("utf8").trim() ?? "";
  if (!/^[\x21-\x7e]+$/.test(key))
    return async () => ({ ok: false, why: `${keyFile} doesn't contain a readable key` });
  return proposerAt({ url, model, key });
}

/** Asks once for each story. The first failure of the model is reported and ends the requests, which the next run continues. */
export async function proposeQuestions(context: RunContext): Promise<void> {
  const { lessons, plan, stops, tell } = context;
  const propose = await proposerOf(plan);
  if (propose === null) return;
  const model = plan.languageModel?.model ?? "";
  let why: string | null = null;
  for (const { job, recordName, status } of lessons) {
    if (stops.everything.aborted) return;
    if (status.kind !== "done" || status.story.saved === null) continue;
    const { story } = status;
    const { sha256: text } = status.story.saved;
    await saveDerived(
      {
        file: `questions/${story.id}.json`,
        recorded: story.questions?.text === text ? story.questions : null,
        make: async () => {
          const read = await unlessDamaged(readCorrected(story, job.id, context));
          if (read === null) return null;
          const { lang, difficulty, topic } = job.request;
          const about = { lang, difficulty, title: read.title ?? topic, text: read.text };
          const proposal = await propose(about, stops.everything);
          if (!proposal.ok) {
            why = proposal.why;
            return null;
          }
          const content = { format: 1, story: story.id, text, model, questions: proposal.questions };
          return Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
        },
        eventOf: (saved, content) => {
          const of = { ...recordName, id: story.id, ...saved, text, model };
          return { type: "questions.proposed", ...of, questions: readProposal(content).length };
        },
      },
      context,
    );
    if (why !== null)
      return tell({ kind: "notice", notice: { code: "questions_unproposed", job: job.id, why } });
  }
}

function readProposal(content: Buffer): readonly Question[] {
  return proposedSchema.safeParse(parseJson(content)).data?.questions ?? [];
}

/** The questions proposed for a story; none if their file differs from what the ledger recorded. */
export async function proposedQuestions(
  { questions, saved }: Pick<StoryFacts, "questions" | "saved">,
  place: Place,
): Promise<readonly Question[]> {
  if (questions === null || questions.text !== saved?.sha256) return [];
  const content = await readRecorded(questions, place);
  return content === null ? [] : readProposal(content);
}
