import { describe, expect, it } from "vitest";
import { coursebinder } from "../../fixtures.ts";
import { type Fixture, startRig } from "../fixtures.ts";

const several = "accounts: [{ id: demo }, { id: ann }, { id: ben }]";

function keysOf({ dataFolder }: Fixture) {
  return (...args: string[]) => coursebinder(["serve", "keys", ...args, "--data", dataFolder]);
}

describe("coursebinder serve keys, among several accounts", () => {
  it("makes no key before it was told whose, even where one account is called demo, and then says whose it is", async () => {
    const keys = keysOf(await startRig({ config: several }));
    const refused = await keys("add", "ci");
    expect([refused.code, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toContain(
      "Use --account to say whose key it is: the accounts are ann, ben, demo.",
    );
    expect((await keys("list")).stdout).toBe("There are no keys.\n");
    const made = await keys("add", "ci", "--account", "ann");
    expect(made.stderr).toContain("This is the key ci of ann, shown this once");
    const asDocument = await keys("add", "ci", "--account", "ben", "--json");
    expect(JSON.parse(asDocument.stdout)).toMatchObject({ ok: true, name: "ci", account: "ben" });
    expect((await keys("list", "--account", "demo")).stdout).toBe("demo has no keys.\n");
  });

  it("revokes the key of the account that it was told, and takes no other account's for it", async () => {
    const fixture = await startRig({ config: several });
    const keys = keysOf(fixture);
    const [ann = "", ben = ""] = await Promise.all(
      ["ann", "ben"].map(async (id) => (await keys("add", "p1", "--account", id)).stdout.trim()),
    );
    const asked = await keys("revoke", "p1");
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining("accounts are ann, ben, demo.")]);
    const wrong = await keys("revoke", "p1", "--account", "demo");
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringMatching(/The account demo has no key or connection p1; .*serve keys list/),
    ]);
    for (const key of [ann, ben]) expect((await fixture.get("/balance", key)).status).toBe(200);
    const revoked = await keys("revoke", "p1", "--account", "ben", "--json");
    expect(JSON.parse(revoked.stdout)).toMatchObject({ revoked: 1, account: "ben" });
    expect((await fixture.get("/balance", ann)).status).toBe(200);
    expect((await fixture.get("/balance", ben)).status).toBe(401);
  });
});

describe("coursebinder serve keys, with one account", () => {
  it.for(["", "accounts: [{ id: ann }]"])("takes that one: %j", async (config) => {
    const fixture = await startRig({ config });
    if (config === "") await fixture.service.handOverDemo();
    const keys = keysOf(fixture);
    const id = config === "" ? "demo" : "ann";
    const made = await keys("add", "ci");
    expect(made.stderr).toContain(`the key ci of ${id}`);
    expect((await fixture.get("/balance", made.stdout.trim())).status).toBe(200);
    expect((await keys("revoke", "ci")).stdout).toBe(`Revoked: ci of ${id}\n`);
  });

  it("says in the help of each verb whose keys it means without --account", async () => {
    const help = async (verb: string) =>
      (await coursebinder(["serve", "keys", verb, "--help"])).stdout.replaceAll(/\s+/g, " ");
    expect(await help("list")).toContain("default: everybody's");
    for (const verb of ["add", "revoke"])
      expect(await help(verb)).toContain("needed where there are several");
  });
});
