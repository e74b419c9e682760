import { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { liveBar } from "../../src/cli/render/progress.ts";

import type { Progress } from "../../src/run/run-context.ts";

/** A terminal that keeps what is written, a clock that stands, and a timer that rings when it is told to. */
function terminal(columns: number) {
  let written = "";
  let at = 0;
  const ringing = new Set<() => void>();
  const stderr = Object.assign(
    new Writable({
      write(chunk, _, done) {
        written += String(chunk);
        done();
      },
    }),
    { columns, rows: 24, isTTY: true },
  );
  const say = () => undefined;
  const io = {
    json: false,
    quiet: false,
    live: true,
    canAsk: true,
    stderr,
    say,
    note: say,
    warn: say,
    print: say,
    paint: (text: string) => text,
  };
  const ticking = {
    now: () => at,
    every: (_: number, ring: () => void) => {
      ringing.add(ring);
      return () => void ringing.delete(ring);
    },
  };
  return {
    io,
    ticking,
    ringing,
    stderr,
    pass(ms: number): string {
      at += ms;
      written = "";
      for (const ring of ringing) ring();
      return stripVTControlCharacters(written);
    },
  };
}

const created: Progress = { kind: "created", job: "t14.es.2", id: "an id", credits: 13 };
const forecast = (finishMs: number): Progress => ({
  kind: "forecast",
  lastCreationMs: 0,
  finishMs,
  isMeasured: true,
  narration: "free",
});

test("The time left is counted down between two events", () => {
  const { io, ticking, pass } = terminal(120);
  const bar = liveBar(io, 8, ticking);
  bar.take(created);
  bar.take(forecast(167_000));
  expect(pass(1_000)).toContain("2 min 46 s left");
  expect(pass(60_000)).toContain("1 min 46 s left");
  // Whether a forecast that is over was wrong only the next one tells.
  expect(pass(600_000)).not.toContain("left");
  bar.end();
});

test("The timer runs from the first story to the end, and no longer", () => {
  const { io, ticking, ringing } = terminal(80);
  const bar = liveBar(io, 8, ticking);
  const sizes = [forecast(1_000), created, created].map((progress) => {
    bar.take(progress);
    return ringing.size;
  });
  bar.clear();
  expect([...sizes, ringing.size]).toEqual([0, 1, 1, 1]);
  bar.end();
  expect(ringing.size).toBe(0);
});

test("A package's bar shows what is being made, within the terminal's width", () => {
  const { io, ticking, pass, stderr } = terminal(120);
  const bar = liveBar(io, 8, ticking);
  bar.take({ kind: "packed", part: "files", done: 19, of: 38, name: "es-2/book/es-2.epub" });
  stderr.columns = 60;
  const line = pass(1_000).trim();
  expect(line).toContain(`${"━".repeat(10)}${"─".repeat(10)}  19 of 38 files  es-2/book/`);
  expect(stringWidth(line)).toBeLessThan(60);
  bar.end();
});

test("A run that goes on begins its bar where the course is", () => {
  const { io, ticking, pass } = terminal(120);
  const bar = liveBar(io, 8, ticking);
  bar.take({ kind: "begun", created: ["a.es.2", "b.es.2"], done: ["a.es.2"], credits: 50 });
  bar.take(created);
  bar.take(forecast(167_000));
  expect(pass(1_000)).toContain("1/8 done  3 created  63 credits");
  bar.end();
});
