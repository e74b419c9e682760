import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { spread } from "../../share.ts";
import { compileAll } from "../compile.ts";
import { huntInSource } from "../hunt.ts";
import { postgresBugs } from "./planted-in-postgres.ts";

let compiled = "";

beforeAll(() => {
  compiled = compileAll();
});

afterAll(() => rmSync(compiled, { recursive: true }));

test.each(spread(postgresBugs, 12))(
  "the histories with a ledger in a database find it when $name",
  async (bug) => {
    const { from = 1, emphasis = null } = bug;
    const hunt = { from, seeds: 400, finds: 1, postgres: true, emphasis };
    expect(await huntInSource(bug, compiled, hunt)).toHaveLength(1);
  },
);
