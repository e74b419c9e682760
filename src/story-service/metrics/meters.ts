import type { Answered } from "../http/requests.ts";
import type { ModelCall } from "../model-server.ts";
import type { Database } from "../store/store.ts";

/** Counts and times what a process of the service does, for whoever watches it. */
export interface Meters {
  readonly contentType: string;
  answered(answered: Answered): void;
  modelCalled(what: "writer" | "narrator", call: ModelCall): void;
  /** Everything as text, with the work and the credits in the database as they are now. */
  read(database: Database): Promise<string>;
}
