/** Writes log lines: a fact with its fields, never a sentence made of untrusted text. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * Everything external that a run may use besides files and the network: clock, waiting, randomness, cancellation. `src/course/machine.ts` is the
 * real implementation; tests and simulations pass their own.
 */
export interface World {
  /** Wall-clock time in ms since 1970. Data only: it may jump, so never measure durations with it. */
  now(): number;
  /** Monotonic time in ms, for every deadline, rate limit and backoff. */
  monotonic(): number;
  /** Resolves after `ms`, or at once if `signal` is or becomes aborted. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A random number in [0, 1). */
  random(): number;
  readonly log: Log;
}

/** A random version-4 UUID from the world's randomness. */
export function randomUuid(world: Pick<World, "random">): string {
  const bytes = Array.from({ length: 16 }, () => Math.floor(world.random() * 256));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID, and so safe in a path and in a file name. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/** For the end of a switch over a union: a missing case does not compile. */
export function assertNever(value: never): never {
  throw new Error(`unreachable case: ${JSON.stringify(value)}`);
}
