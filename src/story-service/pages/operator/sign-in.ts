import { addressName } from "../../limits/address.ts";
import { beginDeskSession, endDeskSession } from "../../operator/operator-sessions.ts";
import { isOperator } from "../../operator/operators.ts";
import type { Answer } from "../answers.ts";
import { countTry } from "../sign-in-tries.ts";
import { type Desk, type DeskVisit, sendCookie } from "./desk.ts";
import { deskPath } from "./views/desk-frame.ts";
import { deskSignInPage } from "./views/sign-in-page.ts";

const firstPage = `${deskPath}/accounts`;

/** Signing in and out, for operators. */
export function serveDeskSignIn(desk: Desk): void {
  desk.page("", () => ({ redirect: firstPage }));
  desk.openPage("/sign-in", ({ visitor, token }) =>
    visitor.name === null ? deskSignInPage(token, {}) : { redirect: firstPage },
  );
  desk.openForm("/sign-in", signIn);
  desk.openForm("/sign-out", async ({ parts, visitor }) => {
    await endDeskSession(parts, visitor);
    return { redirect: `${deskPath}/sign-in` };
  });
}

async function signIn({ parts, visitor, token, request, reply, form }: DeskVisit): Promise<Answer> {
  const name = (form.get("name") ?? "").trim();
  // Counted before the comparison, so that parallel tries count too; no account has a name with a space.
  const uncount = await countTry(parts, addressName(request.ip), `operator ${name}`);
  const fits = await isOperator(parts, { name, secret: (form.get("secret") ?? "").trim() });
  const begun = fits ? await beginDeskSession(parts, name) : null;
  if (begun === null)
    return deskSignInPage(token, { status: 401, name, fault: "The name or the secret is wrong." });
  await uncount();
  await endDeskSession(parts, visitor);
  sendCookie(parts, reply, begun);
  return { redirect: firstPage };
}
