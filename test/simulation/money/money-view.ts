/** One attempt, read from a ledger's lines without any of the program's own code. */
export interface SeenAttempt {
  readonly key: string;
  readonly edition: string;
  /** As `lessonOf` has it. */
  readonly job: string;
  readonly attempt: string;
  readonly run: string;
  readonly month: string;
  readonly price: { readonly credits: number; readonly audiobook: number };
  readonly request: { readonly topic: string };
  outcome: "intended" | "accepted" | "refused" | "unsent" | "uncertain" | "notCreated";
  id: string | null;
}

interface SeenStory {
  readonly status: string;
  readonly credits: number;
  readonly book: object | null;
}

/** A ledger's facts about money, read independently so that the program's mistakes are detected. */
export interface MoneyView {
  readonly attempts: ReadonlyMap<string, SeenAttempt>;
  readonly stories: ReadonlyMap<string, SeenStory | null>;
}

/** Reads the lines of a ledger or a rescue file, and skips anything else. */
export function viewMoney(bytes: Buffer): MoneyView {
  const attempts = new Map<string, SeenAttempt>();
  const stories = new Map<string, SeenStory | null>();
  for (const line of bytes.toString("latin1").split("\n")) {
    // Parses only events about money, to save time.
    if (!line.includes('"type":"creation.') && !line.includes('"type":"story.observed"')) continue;
    take(parse(line), attempts, stories);
  }
  return { attempts, stories };
}

/** The same for the ledger up to an intention. */
export function viewMoneyAt(bytes: Buffer, attempt: string): MoneyView {
  const lines = bytes.toString("latin1").split("\n");
  const intended = lines.findIndex(
    (line) => line.includes('"type":"creation.intended"') && line.includes(`"attempt":"${attempt}"`),
  );
  return viewMoney(Buffer.from(lines.slice(0, intended + 1).join("\n"), "latin1"));
}

/** The same for events in memory. */
export function viewEvents(events: readonly object[]): MoneyView {
  const attempts = new Map<string, SeenAttempt>();
  const stories = new Map<string, SeenStory | null>();
  for (const event of events as readonly NonNullable<Line>[]) {
    const type = String(event.type);
    if (type.startsWith("creation.") || type === "story.observed") take(event, attempts, stories);
  }
  return { attempts, stories };
}

/** The lesson of a job, also after its topic was renamed: `renamed` in `scenario.ts` appends a letter to a topic's name. */
export function lessonOf(job: string): string {
  return job.replace(/r+\./, ".");
}

type Line = Record<string, never> | null;

function take(line: Line, attempts: Map<string, SeenAttempt>, stories: Map<string, SeenStory | null>): void {
  if (line === null) return;
  const { type, attempt, id, status, credits, book } = line;
  if (type === "story.observed") {
    stories.set(id ?? "", { status: status ?? "", credits: credits ?? 0, book: book ?? null });
  } else if (type === "creation.intended") attempts.set(attempt ?? "", seenAttempt(line));
  else settle(attempts.get(attempt ?? ""), line, stories);
}

function seenAttempt(line: NonNullable<Line>): SeenAttempt {
  const { edition, attempt, run, at, price, request, ...others } = line as unknown as SeenAttempt & {
    readonly at: string;
  };
  const job = lessonOf(others.job);
  const month = others.month ?? at.slice(0, 7);
  const key = `${edition}/${job}`;
  return { key, edition, job, attempt, run, month, price, request, outcome: "intended", id: null };
}

function settle(
  attempt: SeenAttempt | undefined,
  { type, how, id }: NonNullable<Line>,
  stories: Map<string, SeenStory | null>,
): void {
  if (attempt === undefined) return;
  const kind = String(type).slice("creation.".length);
  if (kind === "accepted" || (kind === "resolved" && how === "story")) {
    attempt.outcome = "accepted";
    attempt.id = id ?? "";
    if (!stories.has(attempt.id)) stories.set(attempt.id, null);
  } else attempt.outcome = kind === "resolved" ? "notCreated" : (kind as SeenAttempt["outcome"]);
}

function parse(line: string): Line {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return null;
  }
}

/** Whether an attempt may have created a story, by the ledger's facts. */
export function mayExist({ outcome }: SeenAttempt): boolean {
  return outcome === "intended" || outcome === "uncertain" || outcome === "accepted";
}

/** What the chosen attempts have cost or may cost. */
export function committedIn(
  { attempts, stories }: MoneyView,
  chooses: (attempt: SeenAttempt) => boolean,
): number {
  let sum = 0;
  for (const attempt of attempts.values()) {
    if (!mayExist(attempt) || !chooses(attempt)) continue;
    const story = attempt.id === null ? null : stories.get(attempt.id);
    const ended = story?.status === "failed" || story?.status === "canceled";
    const hasBook = story?.status === "making_audiobook" || (story?.book ?? null) !== null;
    const spent = (story?.credits ?? 0) + (hasBook ? attempt.price.audiobook : 0);
    sum += ended ? spent : Math.max(spent, attempt.price.credits);
  }
  return sum;
}
