import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupCommit } from "../../../../src/story-service/store/sqlite/group-commit.ts";

const never = (): void => {
  throw new Error("rewritten although nothing was refused");
};

describe("a group of writes", () => {
  it("is durable only after a sync that began after the last of them, whatever the order", async () => {
    const step = fc.constantFrom("write", "settle", "finish" as const);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        let written = 0;
        let onDisk = 0;
        const visits: (() => void)[] = [];
        const group = groupCommit(() => {
          const upTo = written;
          return new Promise<void>((resolve) =>
            visits.push(() => {
              onDisk = upTo;
              resolve();
            }),
          );
        }, never);
        const asked: Promise<void>[] = [];
        const turn = () => new Promise((resolve) => setImmediate(resolve));
        for (const name of steps) {
          if (name === "write") {
            written += 1;
            group.wrote();
          } else if (name === "settle") {
            const needed = written;
            asked.push(group.settled(needed).then(() => expect(onDisk).toBeGreaterThanOrEqual(needed)));
          } else visits.shift()?.();
          await turn();
          expect(visits.length).toBeLessThanOrEqual(1);
        }
        for (let visit = visits.shift(); visit !== undefined; visit = visits.shift()) {
          visit();
          await turn();
        }
        await Promise.all(asked);
      }),
    );
  });

  it("that meets a failing disk is durable once the disk has written all of it again", async () => {
    const steps: string[] = [];
    let refusals = 2;
    const group = groupCommit(
      async () => {
        steps.push("sync");
        if (refusals-- > 0) throw new Error("EIO");
      },
      () => void steps.push("rewrite"),
    );
    await group.settled(0);
    const lost = group.wrote();
    await expect(group.settled(lost)).rejects.toThrow("EIO");
    await expect(group.settled(group.wrote())).rejects.toThrow("EIO");
    await group.settled(lost);
    expect(steps).toEqual(["sync", "rewrite", "sync", "rewrite", "sync"]);
    await group.settled(group.wrote());
    expect(steps.slice(5)).toEqual(["sync"]);
  });

  it("that can't be written again is never durable", async () => {
    let visits = 0;
    const group = groupCommit(
      async () => {
        visits += 1;
        throw new Error("EIO");
      },
      () => {
        throw new Error("damaged");
      },
    );
    await expect(group.settled(group.wrote())).rejects.toThrow("EIO");
    await expect(group.settled(group.wrote())).rejects.toThrow("damaged");
    expect(visits).toBe(1);
  });

  it("shares one sync among all that came while another was running", async () => {
    let visits = 0;
    const group = groupCommit(async () => {
      visits += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }, never);
    const first = group.settled(group.wrote());
    await Promise.resolve();
    const others = Array.from({ length: 50 }, () => group.settled(group.wrote()));
    const earlier = group.settled(1);
    await Promise.all([first, earlier, ...others]);
    expect(visits).toBe(2);
    await group.settled(51);
    expect(visits).toBe(2);
  });
});
