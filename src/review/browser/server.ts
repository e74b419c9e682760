import type {
  CommentRequest,
  CorrectionRequest,
  DecisionRequest,
  LessonDocument,
  QueueDocument,
  RefusalDocument,
  RespeakRequest,
  RevoicingRefusal,
  UndoRequest,
} from "../documents.ts";

/** The desk's answer where it did not do what was asked. */
export class Refusal extends Error {
  readonly document: RefusalDocument;

  constructor(document: RefusalDocument) {
    super(document.code);
    this.document = document;
  }
}

/** All lessons, in the order in which to review them. */
export function readQueue(): Promise<QueueDocument> {
  return call("/api/queue") as Promise<QueueDocument>;
}

/** One lesson, as it is now. */
export function readLesson(job: string): Promise<LessonDocument> {
  return call(`/api/lesson?job=${encodeURIComponent(job)}`) as Promise<LessonDocument>;
}

/** The address of a lesson's recording. `sound`: its hash, so that an exchanged recording has another address. */
export function soundAddress(job: string, sound: string | null): string {
  return `/api/sound?job=${encodeURIComponent(job)}&of=${sound ?? ""}`;
}

/** Resolves once the decision is durable. The same request can be sent again. */
export async function sendDecision(request: DecisionRequest): Promise<void> {
  await call("/api/decisions", request);
}

/** Resolves once the comment is durable. The same request can be sent again. */
export async function sendComment(request: CommentRequest): Promise<void> {
  await call("/api/comments", request);
}

/** Resolves once the correction is durable. The same request can be sent again. */
export async function sendCorrection(request: CorrectionRequest): Promise<void> {
  await call("/api/corrections", request);
}

/** Resolves once the newest correction is taken back. The same request can be sent again. */
export async function sendUndo(request: UndoRequest): Promise<void> {
  await call("/api/corrections/undo", request);
}

/** Resolves once what is corrected is spoken anew and durable, with why some of it could not be. */
export async function sendRespeak(request: RespeakRequest): Promise<readonly RevoicingRefusal[]> {
  const { left } = (await call("/api/respoken", request)) as { readonly left?: readonly RevoicingRefusal[] };
  return left ?? [];
}

/** Calls back when the desk stops, and when it answers again after a while without an answer. */
export function watchDesk(tell: (isThere: boolean) => void): void {
  const stream = new EventSource("/api/running");
  stream.addEventListener("open", () => tell(true));
  stream.addEventListener("error", () => tell(false));
}

async function call(path: string, body?: object): Promise<unknown> {
  const answer = await fetch(
    path,
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  );
  const document: unknown = await answer.json();
  if (!answer.ok) throw new Refusal(document as RefusalDocument);
  return document;
}
