/** Steps to take when the test that runs now has ended, the last one first. */
export const undo: (() => Promise<unknown>)[] = [];

/** The same when the last test of the file has ended. */
export const undoAfterFile: (() => Promise<unknown>)[] = [];

export async function undoAll(steps: (() => Promise<unknown>)[]): Promise<void> {
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) await step();
}
