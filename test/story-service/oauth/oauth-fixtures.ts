import { createHash, randomBytes } from "node:crypto";
import { call, type Reply } from "../call.ts";
import { type Fixture, type RigOptions, secretOf, startRig } from "../fixtures.ts";
import { type FormValues, PlainBrowser, type Shown } from "../pages/plain-browser.ts";

/** Two readers who can sign in; limits that no test meets by accident. */
export const signingReaders = `
accounts:
  - { id: ann, signIn: ann-signs-in, credits: 1000, keys: [{ name: main, secret: ${secretOf("a")} }] }
  - { id: ben, signIn: ben-signs-in, credits: 1000, keys: [{ name: main, secret: ${secretOf("b")} }] }
`;

export const callback = "http://127.0.0.1:49152/callback";

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
}

interface TokenEndpoints {
  token(form: Readonly<Record<string, string>>): Promise<Reply>;
  revoke(form: Readonly<Record<string, string>>): Promise<Reply>;
  redeem(code: string, changes?: Readonly<Record<string, string>>): Promise<Reply>;
  refresh(token: string, changes?: Readonly<Record<string, string>>): Promise<Reply>;
}

type Parameters = Readonly<Record<string, string | null>>;

/** A client written by hand, for what the libraries would not send. */
export interface OAuthFixture extends Fixture, TokenEndpoints {
  /** The same endpoints at another process of the service. */
  at(origin: string): TokenEndpoints;
  readonly browser: PlainBrowser;
  readonly clientId: string;
  readonly verifier: string;
  register(body: unknown): Promise<Reply>;
  /** The address of the consent page; `changes` replace parameters, or take them out with null. */
  authorizeUrl(changes?: Parameters): string;
  /** Opens the consent page as Ann and allows what `values` say. */
  consent(values?: FormValues, changes?: Parameters): Promise<Shown>;
  /** A fresh code, consented to by Ann. */
  code(values?: FormValues): Promise<string>;
  /** A whole connection of Ann's. */
  connect(values?: FormValues): Promise<Tokens>;
}

export async function startOAuthFixture(options: RigOptions = {}): Promise<OAuthFixture> {
  const fixture = await startRig({ config: signingReaders, ...options });
  const { appUrl, url } = fixture.service;
  const register = (body: unknown): Promise<Reply> =>
    call(`${appUrl}/api/oauth/register`, { method: "POST", body: JSON.stringify(body) });
  const clientId: string = (await register({ redirect_uris: [callback], client_name: "A reader" })).json
    .client_id;
  const verifier = randomBytes(32).toString("base64url");
  const browser = new PlainBrowser(appUrl);
  /** The endpoints for tokens of a process of the service. */
  const at = (origin: string): TokenEndpoints => {
    const form = (path: string) => (fields: Readonly<Record<string, string>>) =>
      call(origin + path, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(fields).toString(),
      });
    const token = form("/api/oauth/token");
    return {
      token,
      revoke: form("/api/oauth/revoke"),
      redeem: (code, changes = {}) =>
        token({
          grant_type: "authorization_code",
          code,
          client_id: clientId,
          redirect_uri: callback,
          code_verifier: verifier,
          ...changes,
        }),
      refresh: (refresh_token, changes = {}) =>
        token({ grant_type: "refresh_token", refresh_token, client_id: clientId, ...changes }),
    };
  };
  const endpoints = at(appUrl);
  const authorizeUrl: OAuthFixture["authorizeUrl"] = (changes = {}) => {
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const query = {
      response_type: "code",
      client_id: clientId,
      redirect_uri: callback,
      state: "s t&te=1",
      scope: "books:read account:read stories:write",
      resource: url,
      code_challenge: challenge,
      code_challenge_method: "S256",
      ...changes,
    };
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null);
    return `${appUrl}/oauth/authorize?${new URLSearchParams(given)}`;
  };
  let signedIn = false;
  const consent: OAuthFixture["consent"] = async (values = {}, changes = {}) => {
    if (!signedIn) await browser.signIn("ann", "ann-signs-in");
    signedIn = true;
    const page = await browser.get(authorizeUrl(changes));
    const ask = page.forms.find(({ action }) => action.includes("/oauth/authorize"));
    return ask === undefined ? page : browser.submit(ask, { decision: "allow", ...values });
  };
  const code: OAuthFixture["code"] = async (values) =>
    new URL((await consent(values)).url).searchParams.get("code") ?? "";
  return {
    ...fixture,
    ...endpoints,
    at,
    browser,
    clientId,
    verifier,
    register,
    authorizeUrl,
    consent,
    code,
    connect: async (values) => (await endpoints.redeem(await code(values))).json,
  };
}
