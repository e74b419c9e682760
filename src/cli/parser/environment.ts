import { userInfo } from "node:os";
import process from "node:process";
import { stateFolderIn } from "../../course/machine.ts";

/**
 * The environment variables that this program uses, read once. Credentials are removed from the environment, so that no child process or
 * report inherits them.
 */
export interface Environment {
  readonly serviceUrl: string | null;
  readonly key: string | undefined;
  readonly keyFile: string | undefined;
  readonly tlsChecksOff: boolean;
  /** Who decides at this machine, for the ledger. */
  readonly user: string;
  /** Whether a browser opened from here is visible to the user: not over ssh, nor on a machine without a desktop. */
  readonly hasDesktop: boolean;
  /** Where this machine remembers what it has seen of each ledger; null if there is no home folder. */
  readonly stateFolder: string | null;
  /** Whether the variable for that folder is set but empty: using another folder would lose what this one remembers. */
  readonly isStateFolderEmpty: boolean;
  /** GitHub Actions' files for this step; null outside GitHub Actions. */
  readonly actions: ActionsEnvironment | null;
  /** The Chromium or Chrome for printing PDF files; null: one in the usual places. */
  readonly chromium: string | null;
  /** Servers that write and narrate for the local service in place of the built-in writer and narrator. */
  readonly models: { readonly writer: ModelSettings; readonly narrator: ModelSettings };
  /** All variables, since a local service's configuration may name some of them, such as those of a bucket's key. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** The files from which GitHub Actions reads a step's summary and outputs, and the folder of the checkout. */
export interface ActionsEnvironment {
  readonly summaryFile: string | null;
  readonly outputFile: string | null;
  readonly workspace: string | null;
}

/** The values of `STORY_WRITER_*` or `STORY_NARRATOR_*`. */
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
    user: given(env.USER) ?? given(env.USERNAME) ?? given(env.LOGNAME) ?? accountName() ?? "unknown",
    hasDesktop: hasDesktop(env),
    stateFolder: stateFolderIn(env),
    isStateFolderEmpty: env.COURSEBINDER_STATE === "",
    actions:
      env.GITHUB_ACTIONS === "true"
        ? {
            summaryFile: given(env.GITHUB_STEP_SUMMARY),
            outputFile: given(env.GITHUB_OUTPUT),
            workspace: given(env.GITHUB_WORKSPACE),
          }
        : null,
    chromium: given(env.COURSEBINDER_CHROMIUM),
    models: { writer: modelIn(env, "STORY_WRITER"), narrator: modelIn(env, "STORY_NARRATOR") },
    variables: env,
  };
}

function hasDesktop(env: NodeJS.ProcessEnv): boolean {
  // A remote editor sets BROWSER to a program that opens addresses on the user's own machine.
  if (given(env.BROWSER) !== null) return true;
  if (given(env.SSH_CONNECTION) !== null) return false;
  const needsDisplay = process.platform === "linux" && given(env.WSL_DISTRO_NAME) === null;
  return !needsDisplay || given(env.DISPLAY) !== null || given(env.WAYLAND_DISPLAY) !== null;
}

// Credentials, or paths to them. No command that a run starts needs them.
const secretNames = [
  "STORY_API_KEY",
  "STORY_API_KEY_FILE",
  "STORY_WRITER_KEY",
  "STORY_NARRATOR_KEY",
  "COURSEBINDER_LEDGER",
  "COURSEBINDER_DATABASE",
  "PGPASSWORD",
  "PGPASSFILE",
] as const;

/**
 * The environment for a command that a run starts: without this program's credentials, and without a ledger's address, which may contain
 * credentials too.
 */
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = { ...env };
  for (const name of secretNames) delete kept[name];
  return kept;
}

/** The name of the account that runs this process, as the system knows it. */
export function accountName(): string | null {
  try {
    return given(userInfo().username);
  } catch {
    // In a container, the user id may have no name.
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
