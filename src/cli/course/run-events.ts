import { dirname } from "node:path";
import type { CoursePlace } from "../../course/course-place.ts";
import type { LedgerStore } from "../../ledger/store.ts";
import type { Progress } from "../../run/run-context.ts";
import { makeFolder } from "../../shared/files/make-folder.ts";
import { every } from "../../shared/timer.ts";
import type { Context } from "../context.ts";
import { ofLedger, ofProgress } from "../documents/event-line.ts";
import { describeCause } from "../messages/cause-words.ts";
import { quote } from "../messages/quote.ts";
import { text } from "../parser/options.ts";
import { EventFile } from "./event-file.ts";
import { refuseForeignFile } from "./protected-file.ts";
import { stateFolderOf } from "./state-folder.ts";

/** Tells a program what happens during a run, line by line. Only reads what the run has done: it can't hold it up. */
export interface RunEvents {
  tell(progress: Progress): void;
  /** Writes what is left. Never rejects. */
  end(): Promise<void>;
}

/** How often the ledger is looked at for what it has recorded. */
const lookMs = 200;

/** Opens the file of `--events`; null if none is given. Throws a Failure if that is another file that exists. */
export async function openRunEvents(
  { place, store }: { readonly place: CoursePlace; readonly store: LedgerStore },
  context: Context,
): Promise<RunEvents | null> {
  const path = text(context.raw, "events");
  if (path === null) return null;
  const kept = place.ledger.kind === "file" ? [place.ledger.location] : [];
  const ownFolder = stateFolderOf(context);
  await refuseForeignFile(path, { kind: "events", flag: "--events", kept, ownFolder });
  await makeFolder(dirname(path)).catch(() => undefined);
  const { io, world } = context;
  const file = new EventFile(path, (cause) =>
    io.warn(
      `Events could not be written to ${quote(path)} (${describeCause(cause)}). The run goes on without them.`,
    ),
  );
  let told = store.events.length;
  const look = (): void => {
    for (const event of store.events.slice(told)) file.write(JSON.stringify(ofLedger(event)));
    told = store.events.length;
  };
  const stop = every(lookMs, look);
  return {
    tell(progress) {
      look();
      const line = ofProgress(progress, world.now());
      if (line !== null) file.write(JSON.stringify(line));
    },
    async end() {
      stop();
      look();
      await file.end();
    },
  };
}
