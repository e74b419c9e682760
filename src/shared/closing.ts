/** Does the work, then closes what it needed, whatever the result. See `endingWith`. */
export function closing<Result>(
  needed: { close(): unknown } | null | undefined,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  return endingWith(() => needed?.close(), work);
}

/**
 * Does the work, then ends it, whatever the result. If both fail, it rejects with the error of the work, which usually explains the other one
 * and which a `finally` that throws would hide.
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
