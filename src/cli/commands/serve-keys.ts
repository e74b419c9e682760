import { limits } from "../../contract/limits.ts";
import { type Scope, scopes } from "../../contract/operations.ts";
import { closing } from "../../shared/closing.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { Failure } from "../../shared/failure.ts";
import { cleanLine, isBlank, showText } from "../../shared/text.ts";
import { type KeyRing, openKeyRing } from "../../story-service/manage-keys.ts";
import { refusalOf } from "../../story-service/refusal.ts";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import { text, wholeNumber } from "../parser/options.ts";
import type { CommandProblem } from "../problem.ts";
import { orStartProblem } from "../service/start-problems.ts";
import { placeIn, userName } from "./admin/on-service.ts";

const nameCharactersMost = 100;

/** `serve keys list`: lists the valid keys and connections, without secrets. */
export function listKeys(context: Context): Promise<CommandResult> {
  return withKeys(context, async (ring) => {
    const held = await ring.list(text(context.raw, "account"));
    const keys = held.map(({ createdAt, lastUsedAt, ...key }) => ({
      ...key,
      createdAt: new Date(createdAt).toISOString(),
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    }));
    for (const key of keys) {
      const cap = key.cap === null ? "no cap" : `${key.cap} a month`;
      const used = key.lastUsedAt === null ? "never used" : `last used ${key.lastUsedAt}`;
      context.io.say(
        `${key.accountId}  ${key.kind}  ${showText(key.name)}  ${key.id}  ${key.scopes.join(",")}  ${cap}  ${used}`,
      );
    }
    const account = text(context.raw, "account");
    if (keys.length === 0)
      context.io.say(account === null ? "There are no keys." : `${showText(account)} has no keys.`);
    return { keys };
  });
}

/** `serve keys add`: creates a key and shows its secret once. */
export function addKey(name: string, context: Context): Promise<CommandResult> {
  const { raw, io } = context;
  const clean = cleanLine(name);
  if (isBlank(clean) || clean.length > nameCharactersMost) {
    throw refused({ code: "bad_value", flag: "<name>", value: name, expected: "1 to 100 characters" });
  }
  const chosen = scopesOf(text(raw, "scopes"));
  const cap = wholeNumber(raw, "cap", { flag: "--cap", least: 0 });
  if (cap !== null && cap > limits.monthlyCapMost) {
    throw refused({ code: "bad_value", flag: "--cap", value: String(cap), expected: "0 to 100000" });
  }
  return withKeys(context, async (ring) => {
    const wish = {
      account: text(raw, "account"),
      name: clean,
      scopes: chosen,
      cap,
    };
    const { accountId, key } = await ring.add(wish).catch((error: unknown) => {
      const refusal = refusalOf(error);
      throw refusal === null ? error : refused({ code: "key_not_made", reason: refusal.sentence });
    });
    io.say(key);
    // Not on stdout, where a script expects only the key.
    if (!io.json)
      io.note(
        `This is the key ${showText(clean)} of ${showText(accountId)}, shown this once: the service keeps only a hash of it.`,
      );
    return { name: clean, account: accountId, key };
  });
}

/** `serve keys revoke`: revokes a key or a connection; a running service refuses its next request. */
export function revokeKey(which: string, context: Context): Promise<CommandResult> {
  return withKeys(context, async (ring) => {
    const account = text(context.raw, "account");
    const revoked = await ring.revoke(account, which);
    if (revoked === null) throw refused({ code: "no_such_key", which, account });
    context.io.say(`Revoked: ${showText(which)} of ${showText(revoked.accountId)}`);
    return { revoked: revoked.count, account: revoked.accountId };
  });
}

async function withKeys(
  context: Context,
  work: (ring: KeyRing) => Promise<Readonly<Record<string, unknown>>>,
): Promise<CommandResult> {
  const place = placeIn(context.raw);
  const ring = await orStartProblem(openKeyRing(place, context.world, userName()), (why) => ({
    code: "keys_unusable",
    folder: place.dataFolder,
    why,
  }));
  return closing(ring, async () => {
    const result = await work(ring);
    return { exitCode: exitCodes.done, json: { ok: true, exitCode: exitCodes.done, ...result } };
  });
}

function scopesOf(list: string | null): readonly Scope[] {
  if (list === null) return scopes;
  const named = list.split(",").map((one) => one.trim());
  const unknown = named.some((one) => !scopes.includes(one as Scope));
  if (!unknown) return scopes.filter((scope) => named.includes(scope));
  throw refused({
    code: "bad_value",
    flag: "--scopes",
    value: list,
    expected: `a list of ${scopes.join(",")}`,
  });
}

function refused(problem: CommandProblem): Failure<CommandProblem> {
  return new Failure(problem);
}
