/** What the desk answered instead of doing what was asked. */
export class Refusal<Document extends { readonly code: string } = { readonly code: string }> extends Error {
  readonly document: Document;

  constructor(document: Document) {
    super(document.code);
    this.document = document;
  }
}

/** Asks the desk. Throws a Refusal, with the code `gone` if there is no answer at all. */
export async function ask<Answer>(path: string, options: RequestInit = {}): Promise<Answer> {
  const gone = new Refusal({ code: "gone", message: null });
  const response = await fetch(path, options).catch(() => {
    throw gone;
  });
  const answer: unknown = await response.json().catch(() => {
    throw gone;
  });
  if (!response.ok) throw new Refusal(answer as { readonly code: string });
  return answer as Answer;
}

export function post<Answer>(path: string, body: object): Promise<Answer> {
  return ask<Answer>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** How often a page asks what has changed: within two seconds, it shows what happens elsewhere. */
const lookMs = 1_000;

/** Asks the desk each second, as long as the page is open; null: there was no answer. Resolves once it has asked for the first time. */
export async function askAgain<Answer>(path: string, tell: (answer: Answer | null) => void): Promise<void> {
  tell(await ask<Answer>(path).catch(() => null));
  setTimeout(() => void askAgain(path, tell), lookMs);
}
