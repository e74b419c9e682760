import { userInfo } from "node:os";
import { stateFolderIn } from "../../course/state-folder-in.ts";

/** What this program reads of the environment, once. Values of credentials are taken out of it, so that no child or report inherits them. */
export interface Environment {
  readonly serviceUrl: string | null;
  readonly key: string | undefined;
  readonly keyFile: string | undefined;
  readonly tlsChecksOff: boolean;
  readonly user: string | null;
  /** Where this machine remembers what it has seen of each ledger; null where it has no home to remember in. */
  readonly stateFolder: string | null;
  /** Whether the variable that names that folder is set to nothing: another folder would have no memory of what this one has seen. */
  readonly isStateFolderEmpty: boolean;
  /** Servers that write and narrate for the local service, instead of what is built in. */
  readonly models: { readonly writer: ModelSettings; readonly narrator: ModelSettings };
}

/** What `STORY_WRITER_*` or `STORY_NARRATOR_*` say. */
export interface ModelSettings {
  readonly url: string | null;
  readonly model: string | null;
  readonly key: string | null;
  readonly voice: string | null;
}

export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const key = env.STORY_API_KEY;
  delete env.STORY_API_KEY;
  return {
    serviceUrl: given(env.STORY_API_URL),
    key,
    keyFile: env.STORY_API_KEY_FILE,
    tlsChecksOff: env.NODE_TLS_REJECT_UNAUTHORIZED === "0",
    user: given(env.USER) ?? given(env.USERNAME) ?? given(env.LOGNAME) ?? accountName(),
    stateFolder: stateFolderIn(env),
    isStateFolderEmpty: env.COURSEBINDER_STATE === "",
    models: { writer: modelIn(env, "STORY_WRITER"), narrator: modelIn(env, "STORY_NARRATOR") },
  };
}

// What says who we are, or leads to it: no command that a run starts has a use for it.
const secretNames = [
  "STORY_API_KEY",
  "STORY_API_KEY_FILE",
  "STORY_WRITER_KEY",
  "STORY_NARRATOR_KEY",
  "COURSEBINDER_LEDGER",
  "PGPASSWORD",
  "PGPASSFILE",
] as const;

/** The environment for a command that a run starts: without this program's credentials, or a ledger's address, which may hold one. */
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = { ...env };
  for (const name of secretNames) delete kept[name];
  return kept;
}

/** The name of the account that this process runs under, as the system knows it. */
function accountName(): string | null {
  try {
    return given(userInfo().username);
  } catch {
    // A container may run under a number that has no name.
    return null;
  }
}

function modelIn(env: NodeJS.ProcessEnv, name: "STORY_WRITER" | "STORY_NARRATOR"): ModelSettings {
  const key = given(env[`${name}_KEY`]);
  delete env[`${name}_KEY`];
  return {
    url: given(env[`${name}_URL`]),
    model: given(env[`${name}_MODEL`]),
    key,
    voice: given(env[`${name}_VOICE`]),
  };
}

function given(value: string | undefined): string | null {
  return value === undefined || value === "" ? null : value;
}
