/** What this program reads of the environment, once. The credential's value is taken out of it, so that no child or report inherits it. */
export interface Environment {
  readonly serviceUrl: string | null;
  readonly key: string | undefined;
  readonly keyFile: string | undefined;
  readonly tlsChecksOff: boolean;
  readonly user: string | null;
}

export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const key = env.STORY_API_KEY;
  delete env.STORY_API_KEY;
  return {
    serviceUrl: given(env.STORY_API_URL),
    key,
    keyFile: env.STORY_API_KEY_FILE,
    tlsChecksOff: env.NODE_TLS_REJECT_UNAUTHORIZED === "0",
    user: given(env.USER) ?? given(env.USERNAME),
  };
}

function given(value: string | undefined): string | null {
  return value === undefined || value === "" ? null : value;
}
