import { revokeLogged } from "../accounts/logged-keys.ts";
import { storedHash } from "../accounts/peppers.ts";
import type { Parts } from "../parts.ts";
import { oauthRefused } from "./oauth-error.ts";
import { findRefreshToken } from "./tokens.ts";

/**
 * Revokes a token for its client (interface 5.4, RFC 7009): a refresh token together with its connection, an access token alone. Succeeds for an
 * unknown or already revoked token.
 */
export async function revokeToken(
  { store, pepper, clock }: Parts,
  { clientId, token }: { clientId: string; token: string },
): Promise<void> {
  await store.write(async (transaction) => {
    const known = { database: transaction, pepper };
    const refresh = await findRefreshToken(transaction, await storedHash(known, "refresh_tokens", token));
    if (refresh !== null) {
      checkClient(refresh.clientId, clientId);
      const { accountId, credentialId: id } = refresh;
      await revokeLogged(transaction, { accountId, id, now: clock() }, "program");
      return;
    }
    const hash = await storedHash(known, "bearers", token);
    const access = await transaction.get<{ client_id: string }>(
      "SELECT client_id FROM bearers JOIN credentials ON id = credential_id WHERE hash = ? AND kind = 'connection'",
      hash,
    );
    if (access === undefined) return;
    checkClient(access.client_id, clientId);
    await transaction.run("DELETE FROM bearers WHERE hash = ?", hash);
  });
}

function checkClient(owner: string, caller: string): void {
  if (owner !== caller) throw oauthRefused("invalid_grant", "the token belongs to another client");
}
