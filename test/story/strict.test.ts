import { afterEach, expect, it } from "vitest";
import { documentOf } from "../rig.ts";
import { Served, smallCourse } from "./served.ts";

let served: Served;

afterEach(() => served.dispose());

it.each([
  ["exclude: [{ topic: the-markt, lang: es }]", "exclude", 'did you mean "the-market"'],
  ["include: [{ lang: et, length: long }]", "include", 'did you mean "es"'],
])("A rule that matches nothing, %s, buys nothing", async (rules, name, suggestion) => {
  served = await Served.start();
  served.plan(smallCourse(["The market", "The train"], rules));
  const finished = await served.run();
  expect(finished.code, finished.stderr).toBe(2);
  expect(finished.stderr).toMatch(/^course\.yaml:7:\d+: error: /m);
  expect(finished.stderr).toContain(`this ${name} rule matches no job`);
  expect(finished.stderr).toContain(suggestion);
  expect(documentOf(finished)).toMatchObject({ problems: [{ code: "rule_matches_nothing" }] });
  expect(served.proxy.requests).toEqual([]);
});
