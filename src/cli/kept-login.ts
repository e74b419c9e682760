import type { Login } from "../remote/login/login.ts";
import { realFiles } from "../shared/real-files.ts";
import type { Context } from "./context.ts";

/** The login that this machine keeps for a service, and its file; null where nobody has logged in. */
export async function keptLogin(
  service: string,
  { environment }: Pick<Context, "environment">,
): Promise<{ readonly path: string; readonly login: Login } | null> {
  if (environment.stateFolder === null) return null;
  const { loginPath, readLogin } = await import("../remote/login/login.ts");
  const path = loginPath(environment.stateFolder, service);
  const login = await readLogin(realFiles, path, service);
  return login === null ? null : { path, login };
}
