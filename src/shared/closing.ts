/** Does the work, then closes what the work needed, whatever the result. See `endingWith`. */
export function closing<Result>(
  needed: { close(): unknown } | null | undefined,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  return endingWith(() => needed?.close(), work);
}

/**
 * Does the work, then calls `end`, whatever the result. If both fail, rejects with the error of the work, which usually explains the other error. A
 * `finally` that throws would hide the first error.
 */
export async function endingWith<Result>(
  end: () => unknown,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    try {
      await end();
    } catch {
      // The first error says more.
    }
    throw error;
  }
  await end();
  return result;
}
